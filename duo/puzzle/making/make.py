"""Generating puzzles in parallel. Which puzzles come out depends on the seed, not on the number of processes."""

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
from duo.puzzle.kinds.registry import ear_digests
from duo.puzzle.making.searches import TASK_SEARCHES
from duo.puzzle.puzzle import GENERATOR_VERSION, GRADES, Kind, Puzzle, PuzzleOrigin, UnprovenTask
from duo.puzzle.resources import PuzzleResources

if TYPE_CHECKING:
    from concurrent.futures import Future

_MAX_TASKS_PER_ATTEMPT = 2000  # tasks tried for one puzzle before the attempt fails
_QUEUED_PER_PROCESS = 8  # a hard puzzle takes as long as many easy ones, and no process should be idle
_MAX_FAILURES_IN_A_ROW = 200  # failed attempts in a row before the search gives up


@dataclass(frozen=True, slots=True)
class PuzzleOrder:
    """Which puzzles to generate: their language, seed, kinds and grades.

    Puzzles take the kinds in turn. Each round of all kinds takes the next grade.
    """

    lang: str
    seed: str
    kinds: tuple[Kind, ...]
    grades: tuple[int, ...]

    def kind_and_grade(self, index: int) -> tuple[Kind, int]:
        """Return the kind and the grade of the puzzle at this index of the order."""
        kind = self.kinds[index % len(self.kinds)]
        return kind, self.grades[index // len(self.kinds) % len(self.grades)]


@cached_once
def get_puzzle_resources(lang: str) -> PuzzleResources:
    """Return the word list, clue checker and ears of a language. All callers in a process share one instance."""
    return PuzzleResources(lang)


def attempt_puzzle(order: PuzzleOrder, index: int) -> Puzzle | None:
    """Return the puzzle at this index of the order, or None if the attempt fails."""
    kind, grade = order.kind_and_grade(index)
    resources = get_puzzle_resources(order.lang)
    rng = random.Random(f"{GENERATOR_VERSION}:{order.lang}:{order.seed}:{index}:{kind}:{grade}")
    for task in islice(TASK_SEARCHES[kind](rng, resources, grade), _MAX_TASKS_PER_ATTEMPT):
        with suppress(UnprovenTask):
            proof = task.prove(resources)
            if proof.grade == grade:
                seed = f"{order.seed}:{index}"
                return Puzzle(task, proof, PuzzleOrigin(seed, resources.wordlist.digest, ear_digests(kind, resources)))
    return None


def generate_puzzles(order: PuzzleOrder, jobs: int, avoid: set[str], start: int = 0) -> Iterator[tuple[int, Puzzle]]:
    """Yield puzzles with their index in the order, without end.

    No puzzle shares a trait with an earlier puzzle or has a trait in `avoid`. Raises Refusal after too
    many failed attempts in a row.
    """
    used_traits, failures = set(avoid), 0
    for index, puzzle in _run_attempts(order, jobs, start):
        if puzzle is None or not used_traits.isdisjoint(puzzle.task.traits):
            failures += 1
            if failures == _MAX_FAILURES_IN_A_ROW:
                raise Refusal("no more puzzles of this kind and grade were found")
            continue
        failures = 0
        used_traits |= puzzle.task.traits
        yield index, puzzle


def make_puzzles(
    lang: str = "en", count: int = 1, *, kind: str = Kind.READ, grade: int = 2, seed: int | str = 0
) -> list[Puzzle]:
    """Return puzzles of one kind and grade, each proven to have one answer. The same seed makes the same puzzles."""
    if kind not in set(Kind) or grade not in GRADES:
        kinds, grades = ", ".join(Kind), f"{GRADES[0]}-{GRADES[-1]}"
        raise Refusal("a puzzle is one of {kinds}, of grade {grades}", kinds=kinds, grades=grades)
    order = PuzzleOrder(lang, str(seed), (Kind(kind),), (grade,))
    return [puzzle for _index, puzzle in islice(generate_puzzles(order, 1, set()), count)]


def _run_attempts(order: PuzzleOrder, jobs: int, start: int) -> Iterator[tuple[int, Puzzle | None]]:
    """Yield each index of the order from `start` on, with its puzzle, or None if the attempt failed.

    `jobs` processes make the attempts.
    """
    if jobs == 1:
        yield from ((index, attempt_puzzle(order, index)) for index in count(start))
    waiting: deque[tuple[int, Future[Puzzle | None]]] = deque()
    with processes.process_pool(jobs) as pool:
        for index in count(start):
            waiting.append((index, pool.submit(attempt_puzzle, order, index)))
            if len(waiting) == _QUEUED_PER_PROCESS * jobs:
                first, future = waiting.popleft()
                yield first, future.result()
