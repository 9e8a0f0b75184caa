"""What a guesser is asked, out of a view of a game or out of what is told of a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from duo.core.key import Colour, Seat
from duo.core.public import Phase, PublicState
from duo.core.refusal import Refusal
from duo.core.word import fold
from duo.mind.belief import assumed_side
from duo.mind.belief.belief import by_pattern
from duo.mind.belief.clue_history import ClueMemory, clues_of
from duo.mind.belief.pattern import Group, Side, side_of, view_side
from duo.mind.value import AGENTS_OF_A_SIDE, Stakes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from duo.core.mission import Bank
    from duo.core.view import View

    Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """The words that a guesser may touch, what is known of them, and what is at stake.

    `side` is what the pattern says of them. The clue is None in sudden death, where only earlier clues speak.
    """

    words: tuple[str, ...]
    side: Side
    clue: ClueMemory | None
    earlier: tuple[ClueMemory, ...]
    stakes: Stakes

    @property
    def found(self) -> int:
        """How many agents this turn has found."""
        return len(self.clue.found) if self.clue else 0

    @property
    def clues(self) -> tuple[ClueMemory, ...]:
        """All clues of the giver, oldest first."""
        return (*self.earlier, self.clue) if self.clue else self.earlier

    @property
    def prior(self) -> "Array":
        """Each word's chances to be green, bystander and assassin by the pattern alone."""
        return by_pattern(self.words, self.side)


@dataclass(frozen=True, slots=True)
class Told:
    """A table as somebody tells it: the open words, and as much of the rest as is known.

    `own` has the guesser's own side by all 25 words, `seen` what touches have shown of the giver's side; both by
    folded words. A table without a clue is in sudden death.
    """

    words: tuple[str, ...]
    clue: ClueMemory | None
    earlier: tuple[ClueMemory, ...] = ()
    own: Mapping[str, str] | None = None
    seen: Mapping[str, str] | None = None
    tokens: int | None = None
    mistakes: int | None = None

    @property
    def shown(self) -> dict[str, str]:
        """All that touches have shown: a word found is green, and one missed a bystander, as the game went on."""
        clues = (*self.earlier, self.clue) if self.clue else self.earlier
        found = {fold(word): Colour.GREEN.value for clue in clues for word in clue.found}
        missed = {fold(word): Colour.BYSTANDER.value for clue in clues for word in clue.missed}
        return found | missed | dict(self.seen or {})

    @property
    def counted(self) -> bool:
        """Whether what happened in earlier turns is told, so that the agents left can be counted."""
        return bool(self.seen) or any(clue.found or clue.missed for clue in self.earlier)

    @property
    def remembered(self) -> tuple[ClueMemory, ...]:
        """The earlier clues; what was seen and stands in no turn may have been touched as late as after the last."""
        if not self.earlier:
            return ()
        clues = (*self.earlier, self.clue) if self.clue else self.earlier
        told = {fold(word) for clue in clues for word in clue.touched}
        late = {word: colour for word, colour in (self.seen or {}).items() if word not in told}
        found = tuple(word for word, colour in late.items() if colour == Colour.GREEN)
        missed = tuple(word for word in late if word not in found)
        *before, last = self.earlier
        return (*before, replace(last, found=last.found + found, missed=last.missed + missed))


def question(view: "View") -> Question:
    """What this seat is asked when it is to guess."""
    heard = clues_of(view.partner, view)
    clue = heard[-1] if view.phase is Phase.GUESS else None
    own_left = sum(
        colour == Colour.GREEN and not view.marks.agents >> place & 1 for place, colour in enumerate(view.own)
    )
    words = tuple(view.words[place] for place in view.touchable)
    return _question(words, view_side(view), clue, heard[:-1] if clue else heard, own_left, view.bank)


def public_question(table: PublicState, guesser: Seat) -> Question:
    """The same as far as everybody at the table knows it: without the guesser's own side of the key."""
    heard = clues_of(guesser.other, table)
    clue = heard[-1] if table.phase is Phase.GUESS else None
    return question_of(
        Told(
            words=table.open_words(guesser), clue=clue, earlier=heard[:-1] if clue else heard,
            tokens=table.bank.tokens, mistakes=table.bank.bystander_side,
        )
    )  # fmt: skip


def question_of(told: Told) -> Question:
    """What a guesser at such a table is asked; whatever is not told is supposed."""
    if told.own is None:
        side = supposed_side(told)
        own_left = _agents_left(told.words, side)
    else:
        covered = _covered(told, told.own)
        side = _counted(told, told.own, covered)
        own_left = sum(
            colour == Colour.GREEN and not agent for colour, agent in zip(told.own.values(), covered, strict=True)
        )
    # In sudden death the bank is empty.
    tokens = told.tokens if told.clue else 0
    bank = assumed_side.bank(_agents_left(told.words, side) + own_left, tokens, told.mistakes)
    return _question(told.words, side, told.clue, told.remembered, own_left, bank)


def _question(
    words: tuple[str, ...],
    side: Side,
    clue: ClueMemory | None,
    earlier: tuple[ClueMemory, ...],
    own_left: float,
    bank: "Bank",
) -> Question:
    # The turn is played for what was there when it began.
    left = _agents_left(words, side) + (len(clue.found) if clue else 0)
    return Question(words, side, clue, earlier, Stakes(_agents(left), _agents(own_left), bank))


def _agents_left(words: tuple[str, ...], side: Side) -> float:
    """How many of the words are green, as far as the pattern can tell."""
    return float(by_pattern(words, side)[:, 0].sum())


def _agents(count: float) -> float:
    return min(count, float(AGENTS_OF_A_SIDE))


def supposed_side(told: Told) -> Side:
    """The giver's side without one's own: all words are alike, but for those missed and told as if they were open."""
    shown = told.shown
    unseen = tuple(word for word in told.words if fold(word) not in shown)
    side = assumed_side.side(unseen, told.clue.left if told.clue else 0, shown if told.counted else {})
    return _with_missed(side, told)


def _with_missed(side: Side, told: Told) -> Side:
    """The side with a group of its own for words that may be touched, it is said, and that were wrong already."""
    shown = told.shown
    missed = tuple(word for word in told.words if fold(word) in shown)
    black = sum(shown[fold(word)] == Colour.ASSASSIN for word in missed)
    return replace(side, groups=(*side.groups, Group(missed, 0, len(missed) - black, black))) if missed else side


def _counted(told: Told, own: Mapping[str, str], covered: Sequence[bool]) -> Side:
    """By one's own side and all that has been seen: exact."""
    known = told.shown
    for word in (*map(fold, told.words), *known):
        if word not in own:
            raise Refusal("{word} is not one of the words of the own side", word=word)
    seen = "".join(known.get(word, "?") for word in own)
    return _with_missed(side_of(tuple(own), "".join(own.values()), seen, covered, finished=False), told)


def _covered(told: Told, own: Mapping[str, str]) -> list[bool]:
    """Where an agent lies: found by this seat, or by the partner, who can only have found a green."""
    known, still_open = told.shown, {fold(word) for word in told.words}
    return [
        known[word] == Colour.GREEN if word in known else colour == Colour.GREEN and word not in still_open
        for word, colour in own.items()
    ]
