"""The JSON form of a `deduce` task: sides of the key card, cells, clues and their limits."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from annotated_types import Interval, Len

from duo.core.key import CELLS
from duo.core.refusal import Refusal
from duo.files.schema import Check, pattern_check
from duo.puzzle.deduction.premises import PartnerClue
from duo.puzzle.statement import CELL_NAME_PATTERN, CELL_NAMES

MAX_PARTNER_CLUES, MAX_FITTING_CELLS, MAX_UNSAID_CLUES = 4, 9, 2


def places_of_names(names: Sequence[str]) -> frozenset[int]:
    return frozenset(map(CELL_NAMES.index, names))


def names_of_places(cells: frozenset[int]) -> list[str]:
    return [CELL_NAMES[place] for place in sorted(cells)]


def _side_format_check(letters: str) -> Check:
    return pattern_check(f"[{letters}]{{5}}(?:/[{letters}]{{5}}){{4}}")


def _check_distinct_names(names: tuple[str, ...]) -> tuple[str, ...]:
    if len(set(names)) < len(names):
        raise Refusal("a cell is named twice")
    return names


_CellName = Annotated[str, pattern_check(CELL_NAME_PATTERN)]
_CellNames = Annotated[tuple[_CellName, ...], Len(0, CELLS), Check(_check_distinct_names)]
_FittingCellNames = Annotated[tuple[_CellName, ...], Len(1, MAX_FITTING_CELLS), Check(_check_distinct_names)]


@dataclass(frozen=True, slots=True)
class PartnerClueEntry:
    """The JSON form of a clue of the partner. `cells` are those that it fits."""

    count: Annotated[int, Interval(ge=0, le=MAX_FITTING_CELLS)]
    cells: _FittingCellNames
    unsaid: Annotated[tuple[_FittingCellNames, ...], Len(0, MAX_UNSAID_CLUES)] = ()

    def to_clue(self) -> PartnerClue:
        return PartnerClue(self.count, places_of_names(self.cells), tuple(map(places_of_names, self.unsaid)))


@dataclass(frozen=True, slots=True)
class DeduceTaskEntry:
    """The JSON form of a `deduce` task. Fields with a default are missing in files of earlier generators."""

    own: Annotated[str, _side_format_check("g.x")]
    seen: Annotated[str, _side_format_check("g.x?")]
    covered: _CellNames
    finished: bool
    tokens: _CellNames | None = None
    clues: Annotated[tuple[PartnerClueEntry, ...], Len(0, MAX_PARTNER_CLUES)] = ()
