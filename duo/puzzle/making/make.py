"""Making puzzles: in parallel, the same for the same seed, however many processes look for them."""

import random
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import count, islice
from typing import TYPE_CHECKING

from duo import processes
from duo.cache import cached_once
from duo.core.refusal import Refusal
from duo.puzzle.bench import Bench
from duo.puzzle.kinds.registry import ear_digests
from duo.puzzle.making.searches import SEARCHES
from duo.puzzle.puzzle import GENERATOR_VERSION, Kind, Puzzle, PuzzleOrigin, Unproven

if TYPE_CHECKING:
    from concurrent.futures import Future

_MAX_TASKS = 2000  # tasks looked at for one puzzle before its turn is given up
_QUEUED_PER_PROCESS = (
    8  # puzzles that wait for each process: a hard one takes as long as many easy ones, and none is to be idle
)
_MAX_FAILURES = 200  # turns in a row without a puzzle, after which there is no hope


@dataclass(frozen=True, slots=True)
class PuzzleOrder:
    """What is to be made. Puzzle after puzzle takes the next kind, and after all kinds the next grade."""

    lang: str
    seed: str
    kinds: tuple[Kind, ...]
    grades: tuple[int, ...]

    def kind_and_grade(self, index: int) -> tuple[Kind, int]:
        kind = self.kinds[index % len(self.kinds)]
        return kind, self.grades[index // len(self.kinds) % len(self.grades)]


@cached_once
def get_bench(lang: str) -> Bench:
    """The bench of this language; a process needs one."""
    return Bench(lang)


def attempt(order: PuzzleOrder, index: int) -> Puzzle | None:
    """The puzzle at this place of the order; None if none was found in the time that one may take."""
    kind, grade = order.kind_and_grade(index)
    bench = get_bench(order.lang)
    rng = random.Random(f"{GENERATOR_VERSION}:{order.lang}:{order.seed}:{index}:{kind}:{grade}")
    for task in islice(SEARCHES[kind](rng, bench, grade), _MAX_TASKS):
        with suppress(Unproven):
            proven = task.prove(bench)
            if proven.grade == grade:
                seed = f"{order.seed}:{index}"
                return Puzzle(task, proven, PuzzleOrigin(seed, bench.wordlist.digest, ear_digests(kind, bench)))
    return None


def generate_puzzles(order: PuzzleOrder, jobs: int, avoid: set[str], start: int = 0) -> Iterator[tuple[int, Puzzle]]:
    """Puzzles without end, each with its place in the order; none shares a trait with another or with `avoid`."""
    taken, barren = set(avoid), 0
    for index, puzzle in _attempts(order, jobs, start):
        if puzzle is None or not taken.isdisjoint(puzzle.task.traits):
            barren += 1
            if barren == _MAX_FAILURES:
                raise Refusal("no more puzzles of this kind and grade are found")
            continue
        barren = 0
        taken |= puzzle.task.traits
        yield index, puzzle


def _attempts(order: PuzzleOrder, jobs: int, start: int) -> Iterator[tuple[int, Puzzle | None]]:
    """The attempts in their order, made by so many processes at a time."""
    if jobs == 1:
        yield from ((index, attempt(order, index)) for index in count(start))
    waiting: deque[tuple[int, Future[Puzzle | None]]] = deque()
    with processes.process_pool(jobs) as pool:
        for index in count(start):
            waiting.append((index, pool.submit(attempt, order, index)))
            if len(waiting) == _QUEUED_PER_PROCESS * jobs:
                first, future = waiting.popleft()
                yield first, future.result()
