"""What a guesser is asked, built from a view of a game or from a description of a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from duo.core.key import AGENTS_PER_SIDE, Colour, Seat
from duo.core.public import UNKNOWN_COLOUR, Phase, PublicState
from duo.core.refusal import Refusal
from duo.core.word import fold
from duo.mind.belief import assumed_side
from duo.mind.belief.belief import prior_chances
from duo.mind.belief.clue_history import ClueMemory, clue_memories
from duo.mind.belief.pattern import PatternGroup, SidePrior, side_prior, side_prior_from_view
from duo.mind.value import Stakes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from duo.core.mission import Bank
    from duo.core.view import View

    Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class GuessQuery:
    """The words that a guesser may touch, what is known about them, and the state of the game.

    `side` is what the pattern of the key card says about the words. `clue` is the clue to answer. It is None in sudden
    death, where only earlier clues count. `stakes` is the state of the game at the start of the turn.
    """

    words: tuple[str, ...]
    side: SidePrior
    clue: ClueMemory | None
    earlier_clues: tuple[ClueMemory, ...]
    stakes: Stakes

    @property
    def found_count(self) -> int:
        """The number of agents found in this turn."""
        return len(self.clue.found) if self.clue else 0

    @property
    def clues(self) -> tuple[ClueMemory, ...]:
        """All clues of the giver, oldest first."""
        return (*self.earlier_clues, self.clue) if self.clue else self.earlier_clues

    @property
    def prior(self) -> "Array":
        """The chances of agent, bystander and assassin for each word, before any clue is considered: (words, 3)."""
        return prior_chances(self.words, self.side)


@dataclass(frozen=True, slots=True)
class TableDescription:
    """A table that a user or another program describes: the open words, and as much of the rest as is known.

    `own` maps all 25 folded words to their colours on the guesser's own side. `seen` maps folded words to the colours
    that touches have shown on the giver's side. A table without a clue is in sudden death.
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
        """The colour of every word that was touched, by folded word. A missed word counts as a bystander."""
        clues = (*self.earlier_clues, self.clue) if self.clue else self.earlier_clues
        found = {fold(word): Colour.GREEN.value for clue in clues for word in clue.found}
        missed = {fold(word): Colour.BYSTANDER.value for clue in clues for word in clue.missed}
        return found | missed | dict(self.seen or {})

    @property
    def has_history(self) -> bool:
        """Whether touches of earlier turns are described. Then the agents that are left can be counted."""
        return bool(self.seen) or any(clue.found or clue.missed for clue in self.earlier_clues)

    @property
    def earlier_clues_with_late_touches(self) -> tuple[ClueMemory, ...]:
        """The earlier clues. Words in `seen` that no clue lists as touched are added to the last of them."""
        if not self.earlier_clues:
            return ()
        clues = (*self.earlier_clues, self.clue) if self.clue else self.earlier_clues
        described = {fold(word) for clue in clues for word in clue.touched_words}
        late = {word: colour for word, colour in (self.seen or {}).items() if word not in described}
        found = tuple(word for word, colour in late.items() if colour == Colour.GREEN)
        missed = tuple(word for word in late if word not in found)
        *before, last = self.earlier_clues
        return (*before, replace(last, found=last.found + found, missed=last.missed + missed))


def guess_query_from_view(view: "View") -> GuessQuery:
    """Return the query of the seat of this view, which has to guess."""
    clues = clue_memories(view.partner, view)
    clue = clues[-1] if view.phase is Phase.GUESS else None
    own_left = sum(
        colour == Colour.GREEN and not view.marks.agents >> place & 1 for place, colour in enumerate(view.own)
    )
    words = tuple(view.words[place] for place in view.touchable_places)
    return _make_guess_query(
        words, side_prior_from_view(view), clue, clues[:-1] if clue else clues, own_left, view.bank
    )


def public_guess_query(table: PublicState, guesser: Seat) -> GuessQuery:
    """Return the query from public knowledge alone, without the guesser's own side of the key card."""
    clues = clue_memories(guesser.other, table)
    clue = clues[-1] if table.phase is Phase.GUESS else None
    return guess_query_from_description(
        TableDescription(
            words=table.open_words(guesser),
            clue=clue,
            earlier_clues=clues[:-1] if clue else clues,
            tokens=table.bank.tokens,
            mistakes=table.bank.bystander_side,
        )
    )


def guess_query_from_description(description: TableDescription) -> GuessQuery:
    """Return the query for a described table. What the description leaves out is assumed."""
    if description.own is None:
        side = assumed_side_prior(description)
        own_left = _expected_agents_left(description.words, side)
    else:
        covered = _covered_flags(description, description.own)
        side = _exact_side_prior(description, description.own, covered)
        own_left = sum(
            colour == Colour.GREEN and not is_covered
            for colour, is_covered in zip(description.own.values(), covered, strict=True)
        )
    # The bank is empty in sudden death.
    tokens = description.tokens if description.clue else 0
    bank = assumed_side.assumed_bank(
        _expected_agents_left(description.words, side) + own_left, tokens, description.mistakes
    )
    return _make_guess_query(
        description.words, side, description.clue, description.earlier_clues_with_late_touches, own_left, bank
    )


def _make_guess_query(
    words: tuple[str, ...],
    side: SidePrior,
    clue: ClueMemory | None,
    earlier_clues: tuple[ClueMemory, ...],
    own_left: float,
    bank: "Bank",
) -> GuessQuery:
    # The stakes are those at the start of the turn.
    left = _expected_agents_left(words, side) + (len(clue.found) if clue else 0)
    return GuessQuery(words, side, clue, earlier_clues, Stakes(_cap_agents(left), _cap_agents(own_left), bank))


def _expected_agents_left(words: tuple[str, ...], side: SidePrior) -> float:
    """Return how many of the words are agents of the giver, as an expectation by the pattern of the key card."""
    return float(prior_chances(words, side)[:, 0].sum())


def _cap_agents(count: float) -> float:
    return min(count, float(AGENTS_PER_SIDE))


def assumed_side_prior(description: TableDescription) -> SidePrior:
    """Return what is known about the giver's side if the guesser's own side is not described.

    All words are agents with the same chance, except words that were touched and are still open. Those are not agents.
    """
    known = description.known_colours
    unknown = tuple(word for word in description.words if fold(word) not in known)
    side = assumed_side.uniform_side_prior(
        unknown, description.clue.remaining if description.clue else 0, known if description.has_history else {}
    )
    return _add_missed_words(side, description)


def _add_missed_words(side: SidePrior, description: TableDescription) -> SidePrior:
    """Return the prior with one more group: words that were missed but are described as open."""
    known = description.known_colours
    missed = tuple(word for word in description.words if fold(word) in known)
    if not missed:
        return side
    assassins = sum(known[fold(word)] == Colour.ASSASSIN for word in missed)
    return replace(side, groups=(*side.groups, PatternGroup(missed, 0, len(missed) - assassins, assassins)))


def _exact_side_prior(description: TableDescription, own: Mapping[str, str], covered: Sequence[bool]) -> SidePrior:
    """Return what is known about the giver's side, counted exactly from `own` and from the colours shown.

    Raises Refusal if a word of the description is not in `own`.
    """
    known = description.known_colours
    for word in (*map(fold, description.words), *known):
        if word not in own:
            raise Refusal("{word} is not one of the words of your own side", word=word)
    seen = "".join(known.get(word, UNKNOWN_COLOUR) for word in own)
    return _add_missed_words(side_prior(tuple(own), "".join(own.values()), seen, covered, finished=False), description)


def _covered_flags(description: TableDescription, own: Mapping[str, str]) -> list[bool]:
    """Return for each word of `own` whether an agent card covers it.

    Such a word was found by the guesser, or by the giver as an agent of the guesser's own side.
    """
    known, still_open = description.known_colours, {fold(word) for word in description.words}
    return [
        known[word] == Colour.GREEN if word in known else colour == Colour.GREEN and word not in still_open
        for word, colour in own.items()
    ]
