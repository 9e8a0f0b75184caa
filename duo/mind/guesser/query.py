"""What a guesser is asked, out of a view of a game or out of what is told of a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from duo.core.key import Colour, Seat
from duo.core.public import Phase, PublicState
from duo.core.refusal import Refusal
from duo.core.word import fold
from duo.mind.belief import assumed_side
from duo.mind.belief.belief import prior_chances
from duo.mind.belief.clue_history import ClueMemory, clue_memories
from duo.mind.belief.pattern import PatternGroup, SidePrior, side_prior, side_prior_from_view
from duo.mind.value import AGENTS_PER_SIDE, Stakes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from duo.core.mission import Bank
    from duo.core.view import View

    Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class GuessQuery:
    """The words that a guesser may touch, what is known of them, and what is at stake.

    `side` is what the pattern says of them. The clue is None in sudden death, where only earlier clues speak.
    """

    words: tuple[str, ...]
    side: SidePrior
    clue: ClueMemory | None
    earlier_clues: tuple[ClueMemory, ...]
    stakes: Stakes

    @property
    def found_count(self) -> int:
        """How many agents this turn has found."""
        return len(self.clue.found) if self.clue else 0

    @property
    def clues(self) -> tuple[ClueMemory, ...]:
        """All clues of the giver, oldest first."""
        return (*self.earlier_clues, self.clue) if self.clue else self.earlier_clues

    @property
    def prior(self) -> "Array":
        """Each word's chances to be green, bystander and assassin by the pattern alone."""
        return prior_chances(self.words, self.side)


@dataclass(frozen=True, slots=True)
class TableDescription:
    """A table as somebody tells it: the open words, and as much of the rest as is known.

    `own` has the guesser's own side by all 25 words, `seen` what touches have shown of the giver's side; both by
    folded words. A table without a clue is in sudden death.
    """

    words: tuple[str, ...]
    clue: ClueMemory | None
    earlier_clues: tuple[ClueMemory, ...] = ()
    own: Mapping[str, str] | None = None
    seen: Mapping[str, str] | None = None
    tokens: int | None = None
    mistakes: int | None = None

    @property
    def known_colours(self) -> dict[str, str]:
        """All that touches have shown: a word found is green, and one missed a bystander, as the game went on."""
        clues = (*self.earlier_clues, self.clue) if self.clue else self.earlier_clues
        found = {fold(word): Colour.GREEN.value for clue in clues for word in clue.found}
        missed = {fold(word): Colour.BYSTANDER.value for clue in clues for word in clue.missed}
        return found | missed | dict(self.seen or {})

    @property
    def has_history(self) -> bool:
        """Whether what happened in earlier turns is told, so that the agents left can be counted."""
        return bool(self.seen) or any(clue.found or clue.missed for clue in self.earlier_clues)

    @property
    def earlier_with_late_touches(self) -> tuple[ClueMemory, ...]:
        """The earlier clues; what was seen and stands in no turn may have been touched as late as after the last."""
        if not self.earlier_clues:
            return ()
        clues = (*self.earlier_clues, self.clue) if self.clue else self.earlier_clues
        told = {fold(word) for clue in clues for word in clue.touched_words}
        late = {word: colour for word, colour in (self.seen or {}).items() if word not in told}
        found = tuple(word for word, colour in late.items() if colour == Colour.GREEN)
        missed = tuple(word for word in late if word not in found)
        *before, last = self.earlier_clues
        return (*before, replace(last, found=last.found + found, missed=last.missed + missed))


def guess_query_from_view(view: "View") -> GuessQuery:
    """What this seat is asked when it is to guess."""
    heard = clue_memories(view.partner, view)
    clue = heard[-1] if view.phase is Phase.GUESS else None
    own_left = sum(
        colour == Colour.GREEN and not view.marks.agents >> place & 1 for place, colour in enumerate(view.own)
    )
    words = tuple(view.words[place] for place in view.touchable_places)
    return _make_guess_query(
        words, side_prior_from_view(view), clue, heard[:-1] if clue else heard, own_left, view.bank
    )


def public_guess_query(table: PublicState, guesser: Seat) -> GuessQuery:
    """The same as far as everybody at the table knows it: without the guesser's own side of the key."""
    heard = clue_memories(guesser.other, table)
    clue = heard[-1] if table.phase is Phase.GUESS else None
    return guess_query_from_description(
        TableDescription(
            words=table.open_words(guesser),
            clue=clue,
            earlier_clues=heard[:-1] if clue else heard,
            tokens=table.bank.tokens,
            mistakes=table.bank.bystander_side,
        )
    )


def guess_query_from_description(description: TableDescription) -> GuessQuery:
    """What a guesser at such a table is asked; whatever is not told is supposed."""
    if description.own is None:
        side = assumed_side_prior(description)
        own_left = _agents_left(description.words, side)
    else:
        covered = _covered_flags(description, description.own)
        side = _exact_side_prior(description, description.own, covered)
        own_left = sum(
            colour == Colour.GREEN and not agent
            for colour, agent in zip(description.own.values(), covered, strict=True)
        )
    # In sudden death the bank is empty.
    tokens = description.tokens if description.clue else 0
    bank = assumed_side.assumed_bank(_agents_left(description.words, side) + own_left, tokens, description.mistakes)
    return _make_guess_query(
        description.words, side, description.clue, description.earlier_with_late_touches, own_left, bank
    )


def _make_guess_query(
    words: tuple[str, ...],
    side: SidePrior,
    clue: ClueMemory | None,
    earlier_clues: tuple[ClueMemory, ...],
    own_left: float,
    bank: "Bank",
) -> GuessQuery:
    # The turn is played for what was there when it began.
    left = _agents_left(words, side) + (len(clue.found) if clue else 0)
    return GuessQuery(words, side, clue, earlier_clues, Stakes(_cap_agents(left), _cap_agents(own_left), bank))


def _agents_left(words: tuple[str, ...], side: SidePrior) -> float:
    """How many of the words are green, as far as the pattern can tell."""
    return float(prior_chances(words, side)[:, 0].sum())


def _cap_agents(count: float) -> float:
    return min(count, float(AGENTS_PER_SIDE))


def assumed_side_prior(description: TableDescription) -> SidePrior:
    """The giver's side without one's own: all words are alike, but for those missed and told as if they were open."""
    shown = description.known_colours
    unseen = tuple(word for word in description.words if fold(word) not in shown)
    side = assumed_side.assumed_side(
        unseen, description.clue.remaining if description.clue else 0, shown if description.has_history else {}
    )
    return _with_missed(side, description)


def _with_missed(side: SidePrior, description: TableDescription) -> SidePrior:
    """The side with a group of its own for words that may be touched, it is said, and that were wrong already."""
    shown = description.known_colours
    missed = tuple(word for word in description.words if fold(word) in shown)
    black = sum(shown[fold(word)] == Colour.ASSASSIN for word in missed)
    return replace(side, groups=(*side.groups, PatternGroup(missed, 0, len(missed) - black, black))) if missed else side


def _exact_side_prior(description: TableDescription, own: Mapping[str, str], covered: Sequence[bool]) -> SidePrior:
    """By one's own side and all that has been seen: exact."""
    known = description.known_colours
    for word in (*map(fold, description.words), *known):
        if word not in own:
            raise Refusal("{word} is not one of the words of the own side", word=word)
    seen = "".join(known.get(word, "?") for word in own)
    return _with_missed(side_prior(tuple(own), "".join(own.values()), seen, covered, finished=False), description)


def _covered_flags(description: TableDescription, own: Mapping[str, str]) -> list[bool]:
    """Where an agent lies: found by this seat, or by the partner, who can only have found a green."""
    known, still_open = description.known_colours, {fold(word) for word in description.words}
    return [
        known[word] == Colour.GREEN if word in known else colour == Colour.GREEN and word not in still_open
        for word, colour in own.items()
    ]
