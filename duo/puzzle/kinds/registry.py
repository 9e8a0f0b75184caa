"""The kinds of puzzles, each with the parser of its tasks."""

from collections.abc import Callable, Mapping
from typing import Any

from duo.puzzle.bench import Bench
from duo.puzzle.kinds.deduce import Deduce
from duo.puzzle.kinds.endgame import Endgame
from duo.puzzle.kinds.give import Give
from duo.puzzle.kinds.read import Read
from duo.puzzle.puzzle import Kind, Task

TASK_PARSERS: Mapping[Kind, Callable[[Any], Task]] = {
    Kind.READ: Read.from_json,
    Kind.GIVE: Give.from_json,
    Kind.ENDGAME: Endgame.from_json,
    Kind.DEDUCE: Deduce.from_json,
}


def ears_of(kind: Kind, bench: Bench) -> tuple[str, ...]:
    """Digests of the ears that prove puzzles of this kind. A deduction is proven by counting and needs none."""
    return () if kind is Kind.DEDUCE else bench.digests
