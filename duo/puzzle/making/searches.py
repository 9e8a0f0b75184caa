"""The search function of each kind of puzzle."""

import random
from collections.abc import Callable, Iterator, Mapping

from duo.puzzle.making.deduce_search import deduce_tasks
from duo.puzzle.making.endgame_search import endgame_tasks
from duo.puzzle.making.search import give_tasks, read_tasks
from duo.puzzle.puzzle import Kind, PuzzleTask
from duo.puzzle.resources import PuzzleResources

# A search yields tasks of about the grade asked for, without end.
TASK_SEARCHES: Mapping[Kind, Callable[[random.Random, PuzzleResources, int], Iterator[PuzzleTask]]] = {
    Kind.READ: read_tasks,
    Kind.GIVE: give_tasks,
    Kind.ENDGAME: endgame_tasks,
    Kind.DEDUCE: deduce_tasks,
}
