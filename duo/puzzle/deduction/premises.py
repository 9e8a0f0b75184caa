"""Premises: statements about the partner's side of the key card, besides the cells that are known.

A tally bounds how many of some cells have a colour. Each premise has one or more ways to hold, and each way is a set of
tallies. A premise holds if all tallies of one of its ways hold. In this form cards can be counted and conclusions drawn
for all premises by the same rules. A premise also explains its conclusions in sentences.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Protocol

from duo.core.key import CELLS, PATTERN, Colour
from duo.core.refusal import Refusal
from duo.files.schema import format_value
from duo.mind.giver.reason import format_words
from duo.puzzle.statement import CELL_NAMES
from duo.text import N_, _, ngettext

_COLOUR_NAMES = {Colour.GREEN: N_("green"), Colour.BYSTANDER: N_("bystander"), Colour.ASSASSIN: N_("assassin")}


@dataclass(frozen=True, slots=True)
class CellTally:
    """The statement that `minimum` to `maximum` of these cells have this colour on the partner's side."""

    cells: frozenset[int]
    colour: Colour
    minimum: int
    maximum: int


PremiseWays = tuple[tuple[CellTally, ...], ...]


class Premise(Protocol):
    """A statement about the partner's side.

    `effort` is the grade of a puzzle that needs nothing harder than this premise.
    """

    @property
    def effort(self) -> int: ...

    @property
    def tag(self) -> str: ...

    @property
    def ways(self) -> PremiseWays:
        """The ways in which the premise can hold. It holds if all tallies of one way hold."""
        ...

    @property
    def name(self) -> str:
        """How sentences name the premise."""
        ...

    def explain_none_left(self, tally: CellTally, cells: Sequence[int]) -> str:
        """Return a sentence that says why these cells cannot have the tally's colour: enough other cells have it."""
        ...

    def explain_all_needed(self, tally: CellTally, cells: Sequence[int], missing: int) -> str:
        """Return a sentence that says why these cells must have the tally's colour: no other cells can have it.

        `missing` is how many cells must have it.
        """
        ...


@dataclass(frozen=True, slots=True)
class PatternPremise:
    """A fact of every key card: among your cells of one colour, how many have each colour on the partner's side."""

    effort: ClassVar[int] = 1
    tag: ClassVar[str] = ""
    own: Colour
    cells: frozenset[int]

    @property
    def ways(self) -> PremiseWays:
        counts = ((other, PATTERN[self.own + other]) for other in Colour)
        return (tuple(CellTally(self.cells, other, count, count) for other, count in counts),)

    @property
    def name(self) -> str:
        return _("the pattern where you are {own}", own=colour_name(self.own))

    def explain_none_left(self, tally: CellTally, cells: Sequence[int]) -> str:
        return _(
            "Where you are {own}, every {colour} of your partner is placed: {cells} cannot be {colour}.",
            own=colour_name(self.own),
            colour=colour_name(tally.colour),
            cells=format_cells(cells),
        )

    def explain_all_needed(self, tally: CellTally, cells: Sequence[int], missing: int) -> str:
        return ngettext(
            "Where you are {own}, {count} more cell must be {colour} for your partner, and it can only be {cells}.",
            "Where you are {own}, {count} more cells must be {colour} for your partner, and they can only be {cells}.",
            missing,
            own=colour_name(self.own),
            colour=colour_name(tally.colour),
            cells=format_cells(cells),
        )


@dataclass(frozen=True, slots=True)
class FinishedPremise:
    """What the partner said about the nine agents of their side: that all are covered, or that some are not.

    `open_cells` are the unknown cells that no agent card covers.
    """

    effort: ClassVar[int] = 3
    tag: ClassVar[str] = "partner-said"
    open_cells: frozenset[int]
    is_finished: bool

    @property
    def ways(self) -> PremiseWays:
        minimum, maximum = (0, 0) if self.is_finished else (1, len(self.open_cells))
        return ((CellTally(self.open_cells, Colour.GREEN, minimum, maximum),),)

    @property
    def name(self) -> str:
        return _("what your partner said about their agents")

    def explain_none_left(self, _tally: CellTally, cells: Sequence[int]) -> str:
        return _("All nine greens are covered: {cells} cannot be green.", cells=format_cells(cells))

    def explain_all_needed(self, _tally: CellTally, cells: Sequence[int], _missing: int) -> str:
        return _("Some green is not covered, and it can only be {cells}.", cells=format_cells(cells))


@dataclass(frozen=True, slots=True)
class SaidPremise:
    """A clue that the partner gave. It fits these cells, and `count` of them are green for the partner.

    `number` is the clue's place among the clues. `count` is the number that the partner said with it.
    """

    number: int
    count: int
    cells: frozenset[int]

    @property
    def effort(self) -> int:
        return 4 if self.count else 3

    @property
    def tag(self) -> str:
        return "giver-said" if self.count else "zero-clue"

    @property
    def ways(self) -> PremiseWays:
        greens = CellTally(self.cells, Colour.GREEN, self.count, self.count)
        return ((greens, CellTally(self.cells, Colour.ASSASSIN, 0, 0)) if self.count else (greens,),)

    @property
    def name(self) -> str:
        return _("clue {number}", number=self.number)

    def explain_none_left(self, tally: CellTally, cells: Sequence[int]) -> str:
        if tally.colour is Colour.ASSASSIN:
            return _(
                "Clue {number} fits no assassin: {cells} cannot be one.", number=self.number, cells=format_cells(cells)
            )
        if not self.count:
            return _("Clue {number} is for 0: {cells} cannot be green.", number=self.number, cells=format_cells(cells))
        return _(
            "Clue {number} has all its greens: {cells} cannot be green.", number=self.number, cells=format_cells(cells)
        )

    def explain_all_needed(self, _tally: CellTally, cells: Sequence[int], missing: int) -> str:
        return ngettext(
            "Clue {number} still needs {count} green, and it can only be {cells}.",
            "Clue {number} still needs {count} greens, and they can only be {cells}.",
            missing,
            number=self.number,
            cells=format_cells(cells),
        )


@dataclass(frozen=True, slots=True)
class UnsaidPremise:
    """A clue that the partner could have given instead of clue `number`. It would fit these cells.

    Among the clues that fit no assassin, the partner gives one with the highest number. So this one fits at most
    `count` greens, or it fits an assassin.
    """

    effort: ClassVar[int] = 5
    tag: ClassVar[str] = "not-said"
    number: int
    count: int
    cells: frozenset[int]

    @property
    def ways(self) -> PremiseWays:
        few_greens = CellTally(self.cells, Colour.GREEN, 0, self.count)
        fits_assassin = CellTally(self.cells, Colour.ASSASSIN, 1, len(self.cells))
        return (few_greens,), (fits_assassin,)

    @property
    def name(self) -> str:
        return _("the clue not given before clue {number}", number=self.number)

    def explain_none_left(self, _tally: CellTally, cells: Sequence[int]) -> str:
        return ngettext(
            "The clue not given before clue {number} fits no assassin, so it fits {count} green at most: "
            "{cells} cannot be green.",
            "The clue not given before clue {number} fits no assassin, so it fits {count} greens at most: "
            "{cells} cannot be green.",
            self.count,
            number=self.number,
            cells=format_cells(cells),
        )

    def explain_all_needed(self, _tally: CellTally, cells: Sequence[int], _missing: int) -> str:
        return ngettext(
            "The clue not given before clue {number} fits more than {count} green, so it must fit an assassin too, "
            "which can only be {cells}.",
            "The clue not given before clue {number} fits more than {count} greens, so it must fit an assassin too, "
            "which can only be {cells}.",
            self.count,
            number=self.number,
            cells=format_cells(cells),
        )


@dataclass(frozen=True, slots=True)
class PartnerClue:
    """A clue of the partner, described by the cells that it fits and its number.

    `unsaid` has the cells of each clue that the partner could have given instead.
    """

    count: int
    cells: frozenset[int]
    unsaid: tuple[frozenset[int], ...] = field(default=())

    def premises(self, number: int) -> tuple[Premise, ...]:
        return (
            *(UnsaidPremise(number, self.count, cells) for cells in self.unsaid),
            SaidPremise(number, self.count, self.cells),
        )

    def describe(self, number: int) -> tuple[str, ...]:
        """Return the sentences that tell the solver of the clues not given, and of this clue."""
        unsaid_note = N_("Before clue {number} your partner also thought of one that would fit {cells}.")
        return (
            *(_(unsaid_note, number=number, cells=format_cells(cells)) for cells in self.unsaid),
            _(
                "Clue {number}, for {count}, fits {cells}.",
                number=number,
                count=self.count,
                cells=format_cells(self.cells),
            ),
        )


def describe_clue_rules(clues: Sequence[PartnerClue]) -> tuple[str, ...]:
    """Return the sentences that state by which rules the partner gives clues. Deductions from clues rely on them."""
    sentences = []
    if clues:
        sentences.append(
            _(
                "Your partner's number says how many of their greens the clue fits; a clue for 1 or more fits none of "
                "their assassins."
            )
        )
    if any(clue.unsaid for clue in clues):
        sentences.append(
            _("Of the clues that fit none of their assassins, your partner gives one with the highest number.")
        )
    return tuple(sentences)


def pattern_premises(own: str) -> tuple[PatternPremise, ...]:
    return tuple(
        PatternPremise(colour, frozenset(place for place in range(CELLS) if own[place] == colour)) for colour in Colour
    )


def format_cells(cells: Iterable[int]) -> str:
    return format_words([CELL_NAMES[place] for place in sorted(cells)])


def colour_name(colour: str) -> str:
    return _(_COLOUR_NAMES[Colour(colour)])


def parse_colour(typed: str) -> Colour:
    """Parse a colour: its letter, its name, or the start of its name."""
    for colour, name in _COLOUR_NAMES.items():
        if typed == colour or name.startswith(typed) or _(name).startswith(typed):
            return colour
    raise Refusal("{text} is not a colour: type g for green, . for bystander, x for assassin", text=format_value(typed))
