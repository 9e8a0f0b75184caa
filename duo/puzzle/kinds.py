"""The kinds of puzzles, each with its reader and its search."""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from duo.puzzle import deduce
from duo.puzzle.bench import Bench
from duo.puzzle.fields import Fields
from duo.puzzle.puzzle import Kind, Task


@dataclass(frozen=True, slots=True)
class Maker:
    """How tasks of one kind come to be: out of a file, or by searching without end."""

    from_json: Callable[[Fields], Task]
    search: Callable[[random.Random, Bench, int], Iterator[Task]]


MAKERS: Mapping[Kind, Maker] = {
    Kind.DEDUCE: Maker(deduce.Deduce.from_json, deduce.search),
}
