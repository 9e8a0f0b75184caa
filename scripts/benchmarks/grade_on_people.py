#!/usr/bin/env python3
"""Fit the grades of puzzles on people, and show how often people solve a puzzle of each grade.

    python scripts/benchmarks/grade_on_people.py turns.jsonl guesses.jsonl

Each line of the data is a clue that people read: `words`, `clue`, `targets` and `guesses`, which is what one partner
touched or, if it is a list of lists, what each of several readers touched. It becomes a puzzle whose answer is what the
giver meant, and a reader solved it if the first touches are just these words. A reader who stopped before it was
complete tells nothing. The rates are cross-fitted: every board is graded with weights fitted on the others. The old
table, by the chance of one ear and the number of words alone, is fitted and printed in the same way.
"""

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import log, sqrt
from pathlib import Path
from typing import Any

import numpy as np

from duo.core.word import fold
from duo.puzzle.bench import Bench
from duo.puzzle.proof.assessment import MeantWords, features
from duo.puzzle.proof.grade import GRADE_BOUNDS, WEIGHTS, Features, grade_from_share
from duo.puzzle.proof.ranking import CountedWeights, set_chance, top_two

_RIDGE = 0.5
_FOLDS = 10
_MAX_READER_WEIGHT = 4.0  # a clue read by many says more than one read once, but not as much as so many clues
_OLD_BOUNDS = (0.8, 0.6, 0.4, 0.2)


@dataclass(frozen=True)
class ClueReading:
    """A clue as people read it: its board, what makes it hard, whether all ears agree, and the share who solved it."""

    board: str
    features: Features
    is_best: bool
    is_agreed: bool
    solved_share: float
    readers: int


def readings(path: Path, bench: Bench) -> Iterator[ClueReading]:
    for line in path.read_text("utf-8").splitlines():
        turn = json.loads(line)
        words, clue = turn["words"], turn["clue"]
        if all(bench.main_ear.model.can_read(word) for word in (clue, *words)) and 0 < len(turn["targets"]) < len(
            words
        ):
            yield from _parse_reading(turn, words, clue, bench)


def _parse_reading(turn: dict[str, Any], words: list[str], clue: str, bench: Bench) -> Iterator[ClueReading]:
    folded = [fold(word) for word in words]
    meant = {fold(word) for word in turn["targets"]}
    size = len(meant)
    told = turn["guesses"] if turn["guesses"] and isinstance(turn["guesses"][0], list) else [turn["guesses"]]
    first = [{fold(word) for word in guesses[:size]} for guesses in told]
    whole = [touched for touched in first if len(touched) == size or not touched <= meant]
    if whole and meant <= set(folded):
        places = tuple(folded.index(word) for word in sorted(meant, key=folded.index))
        heard = [ear.touch(clue, words) for ear in bench.ears]
        best = [set(top_two([CountedWeights(weights, size)]).best) == set(places) for weights in heard]
        hard = features(
            bench, [MeantWords(clue, places, tuple(words))], [set_chance(weights, places) for weights in heard]
        )
        solved = sum(touched == meant for touched in whole) / len(whole)
        board = " ".join(sorted(map(fold, turn.get("black", words))))
        yield ClueReading(board, hard, best[0], all(best), solved, len(whole))


def old_features(hard: Features) -> tuple[float, ...]:
    """What the grades of version 0.1.0 depended on."""
    return hard.values[0], Features(hard.chances[:1], hard.size).values[1], log(hard.size)


def cross_fit(
    data: Sequence[ClueReading], values: Callable[[Features], tuple[float, ...]]
) -> tuple["np.ndarray[Any, Any]", "np.ndarray[Any, Any]"]:
    """The share of solvers that is expected of each reading, and the weights fitted on all."""
    x = np.array([values(reading.features) for reading in data])
    y = np.array([reading.solved_share for reading in data])
    weight = np.minimum([reading.readers for reading in data], _MAX_READER_WEIGHT)
    boards = sorted({reading.board for reading in data})
    order = np.random.default_rng(0).permutation(len(boards))
    parts = np.array([order[boards.index(reading.board)] % _FOLDS for reading in data])
    expected = np.zeros(len(data))
    for part in range(_FOLDS):
        kept = parts != part
        expected[~kept] = _sigmoid(x[~kept], _fit_logistic(x[kept], y[kept], weight[kept]))
    return expected, _fit_logistic(x, y, weight)


def _fit_logistic(x: Any, y: Any, weight: Any) -> Any:
    """Weights of the logistic curve by Newton's method, with a little ridge."""
    found = np.zeros(x.shape[1])
    for _ in range(50):
        p = _sigmoid(x, found)
        bent = x.T @ (x * (weight * p * (1 - p))[:, None]) + _RIDGE * np.eye(len(found))
        found += np.linalg.solve(bent, x.T @ (weight * (y - p)) - _RIDGE * found)
    return found


def _sigmoid(x: Any, weights: Any) -> Any:
    return 1 / (1 + np.exp(-x @ weights))


def log_loss(data: Sequence[ClueReading], expected: Any) -> float:
    """The mean log loss, a reading counting as in the fit."""
    weight = np.minimum([reading.readers for reading in data], _MAX_READER_WEIGHT)
    y = np.array([reading.solved_share for reading in data])
    return float(-np.sum(weight * (y * np.log(expected) + (1 - y) * np.log(1 - expected))) / weight.sum())


def wilson_interval(share: float, count: int) -> tuple[float, float]:
    """Wilson's 95 % interval."""
    z = 1.96
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    reach = z * sqrt(share * (1 - share) / count + z * z / (4 * count * count)) / (1 + z * z / count)
    return middle - reach, middle + reach


def print_report(title: str, data: Sequence[ClueReading], grades: Sequence[int], expected: Sequence[float]) -> None:
    print(
        f"\n{title}: {len(data)} clues\n\n| grade | clues | expected | solved | 95 % interval |\n|---|---|---|---|---|"
    )
    for number in range(1, len(GRADE_BOUNDS) + 2):
        chosen = [place for place, given in enumerate(grades) if given == number]
        if chosen:
            solved = float(np.mean([data[place].solved_share for place in chosen]))
            low, high = wilson_interval(solved, len(chosen))
            mean = float(np.mean([expected[place] for place in chosen]))
            print(f"| {number} | {len(chosen)} | {mean:.2f} | {solved:.2f} | {low:.2f} to {high:.2f} |")
        else:
            print(f"| {number} | 0 | | | |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, nargs="+", help="files with a clue a line")
    options = parser.parse_args()
    bench = Bench("en")
    data = [reading for path in options.data for reading in readings(path, bench)]
    expected, weights = cross_fit(data, lambda hard: hard.values)
    before, _ = cross_fit(data, old_features)
    print("fitted on all boards:", tuple(round(float(weight), 2) for weight in weights), "shipped:", WEIGHTS)
    print(f"log loss, cross-fitted: {log_loss(data, expected):.4f}; by the old features: {log_loss(data, before):.4f}")
    for title, kept in (
        ("All clues", lambda _: True),
        ("Clues whose answer is the house's best", lambda reading: reading.best),
        ("Clues whose answer is the best of every ear, as in a puzzle", lambda reading: reading.agreed),
    ):
        rows = [place for place, reading in enumerate(data) if kept(reading)]
        some = [data[place] for place in rows]
        print_report(title, some, [grade_from_share(expected[place]) for place in rows], expected[rows].tolist())
        old = [1 + sum(before[place] < bound for bound in _OLD_BOUNDS) for place in rows]
        print_report(f"{title}, the old table", some, old, before[rows].tolist())


if __name__ == "__main__":
    main()
