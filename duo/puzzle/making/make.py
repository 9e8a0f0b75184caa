"""Making puzzles: in parallel, the same for the same seed, however many processes look for them."""

import random
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import count, islice
from typing import TYPE_CHECKING

from duo import processes
from duo.cache import made_once
from duo.core.refusal import Refusal
from duo.puzzle.bench import Bench
from duo.puzzle.kinds.registry import ears_of
from duo.puzzle.making.searches import SEARCHES
from duo.puzzle.puzzle import GENERATOR, Kind, Origin, Puzzle, Unproven

if TYPE_CHECKING:
    from concurrent.futures import Future

_TRIES = 2000  # tasks looked at for one puzzle before its turn is given up
_AHEAD = 8  # puzzles that wait for each process: a hard one takes as long as many easy ones, and none is to be idle
_BARREN = 200  # turns in a row without a puzzle, after which there is no hope


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be made. Puzzle after puzzle takes the next kind, and after all kinds the next grade."""

    lang: str
    seed: str
    kinds: tuple[Kind, ...]
    grades: tuple[int, ...]

    def wanted(self, index: int) -> tuple[Kind, int]:
        kind = self.kinds[index % len(self.kinds)]
        return kind, self.grades[index // len(self.kinds) % len(self.grades)]


@made_once
def bench_of(lang: str) -> Bench:
    """The bench of this language; a process needs one."""
    return Bench(lang)


def attempt(order: Order, index: int) -> Puzzle | None:
    """The puzzle at this place of the order; None if none was found in the time that one may take."""
    kind, grade = order.wanted(index)
    bench = bench_of(order.lang)
    rng = random.Random(f"{GENERATOR}:{order.lang}:{order.seed}:{index}:{kind}:{grade}")
    for task in islice(SEARCHES[kind](rng, bench, grade), _TRIES):
        with suppress(Unproven):
            proven = task.prove(bench)
            if proven.grade == grade:
                seed = f"{order.seed}:{index}"
                return Puzzle(task, proven, Origin(seed, bench.wordlist.digest, ears_of(kind, bench)))
    return None


def made(order: Order, jobs: int, avoid: set[str], start: int = 0) -> Iterator[tuple[int, Puzzle]]:
    """Puzzles without end, each with its place in the order; none shares a trait with another or with `avoid`."""
    taken, barren = set(avoid), 0
    for index, puzzle in _attempts(order, jobs, start):
        if puzzle is None or not taken.isdisjoint(puzzle.task.traits):
            barren += 1
            if barren == _BARREN:
                raise Refusal("no more puzzles of this kind and grade are found")
            continue
        barren = 0
        taken |= puzzle.task.traits
        yield index, puzzle


def _attempts(order: Order, jobs: int, start: int) -> Iterator[tuple[int, Puzzle | None]]:
    """The attempts in their order, made by so many processes at a time."""
    if jobs == 1:
        yield from ((index, attempt(order, index)) for index in count(start))
    waiting: deque[tuple[int, Future[Puzzle | None]]] = deque()
    with processes.pool(jobs) as pool:
        for index in count(start):
            waiting.append((index, pool.submit(attempt, order, index)))
            if len(waiting) == _AHEAD * jobs:
                first, future = waiting.popleft()
                yield first, future.result()
