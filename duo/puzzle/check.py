"""Proving a pack again: every puzzle must still have its answer, and no two may be repeats."""

from collections.abc import Iterator

from duo.core.refusal import Refusal
from duo.puzzle.bench import Bench
from duo.puzzle.pack import Pack, differences
from duo.puzzle.puzzle import Puzzle


def problems(pack: Pack, bench: Bench) -> Iterator[tuple[int, list[Refusal]]]:
    """Puzzle by puzzle, counted from 1, everything that is wrong with it."""
    first: dict[str, int] = {}
    for place, puzzle in enumerate(pack.puzzles, 1):
        repeats = {first[trait] for trait in puzzle.task.traits if trait in first}
        found = [Refusal("it repeats puzzle {place}", place=earlier) for earlier in sorted(repeats)]
        yield place, found + _faults(puzzle, bench)
        first.update(dict.fromkeys(puzzle.task.traits, place))


def _faults(puzzle: Puzzle, bench: Bench) -> list[Refusal]:
    try:
        again = puzzle.task.prove(bench)
    except Refusal as refusal:
        return [refusal]
    if again.answer != puzzle.proven.answer:
        return [Refusal("its answer is {answer}, not {kept}",
                        answer=", ".join(again.answer), kept=", ".join(puzzle.proven.answer))]  # fmt: skip
    # Other minds find other figures; that the answer is clear to them too is all that can be asked.
    if puzzle.origin.minds != bench.minds_for(puzzle.kind):
        return []
    if others := differences(puzzle.proven, again):
        return [Refusal("these do not follow from its task: {fields}", fields=", ".join(others))]
    return []
