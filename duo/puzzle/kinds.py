"""The kinds of puzzles, each with its reader and its search."""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from duo.puzzle.bench import Bench
from duo.puzzle.deduce import Deduce
from duo.puzzle.deductions import deduce_tasks
from duo.puzzle.endgame import Endgame
from duo.puzzle.give import Give
from duo.puzzle.played import endgame_tasks
from duo.puzzle.puzzle import Kind, Task
from duo.puzzle.read import Read
from duo.puzzle.search import give_tasks, read_tasks


@dataclass(frozen=True, slots=True)
class Maker:
    """How tasks of one kind come to be: out of a file, or by searching, without end, for about some grade."""

    from_json: Callable[[Any], Task]
    search: Callable[[random.Random, Bench, int], Iterator[Task]]


MAKERS: Mapping[Kind, Maker] = {
    Kind.READ: Maker(Read.from_json, read_tasks),
    Kind.GIVE: Maker(Give.from_json, give_tasks),
    Kind.ENDGAME: Maker(Endgame.from_json, endgame_tasks),
    Kind.DEDUCE: Maker(Deduce.from_json, deduce_tasks),
}


def ears_of(kind: Kind, bench: Bench) -> tuple[str, ...]:
    """What tells the ears apart that prove puzzles of this kind; counting needs none."""
    return () if kind is Kind.DEDUCE else bench.digests
