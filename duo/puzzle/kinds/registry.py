"""The parser of the tasks of each kind of puzzle."""

from collections.abc import Callable, Mapping
from typing import Any

from duo.puzzle.kinds.deduce import DeduceTask
from duo.puzzle.kinds.endgame import EndgameTask
from duo.puzzle.kinds.give import GiveTask
from duo.puzzle.kinds.read import ReadTask
from duo.puzzle.puzzle import Kind, PuzzleTask
from duo.puzzle.resources import PuzzleResources

TASK_PARSERS: Mapping[Kind, Callable[[Any], PuzzleTask]] = {
    Kind.READ: ReadTask.from_json,
    Kind.GIVE: GiveTask.from_json,
    Kind.ENDGAME: EndgameTask.from_json,
    Kind.DEDUCE: DeduceTask.from_json,
}


def ear_digests(kind: Kind, resources: PuzzleResources) -> tuple[str, ...]:
    """Return the digests of the ears (sets of model signals) that prove puzzles of this kind.

    A `deduce` puzzle is proven by counting cards and needs no ear.
    """
    return () if kind is Kind.DEDUCE else resources.ear_digests
