"""The kinds of puzzles, each with the parser of its tasks."""

from collections.abc import Callable, Mapping
from typing import Any

from duo.puzzle.bench import Bench
from duo.puzzle.kinds.deduce import DeduceTask
from duo.puzzle.kinds.endgame import EndgameTask
from duo.puzzle.kinds.give import GiveTask
from duo.puzzle.kinds.read import ReadTask
from duo.puzzle.puzzle import Kind, PuzzleTask

TASK_PARSERS: Mapping[Kind, Callable[[Any], PuzzleTask]] = {
    Kind.READ: ReadTask.from_json,
    Kind.GIVE: GiveTask.from_json,
    Kind.ENDGAME: EndgameTask.from_json,
    Kind.DEDUCE: DeduceTask.from_json,
}


def ear_digests(kind: Kind, bench: Bench) -> tuple[str, ...]:
    """Digests of the ears that prove puzzles of this kind. A deduction is proven by counting and needs none."""
    return () if kind is Kind.DEDUCE else bench.digests
