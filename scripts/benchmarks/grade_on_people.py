#!/usr/bin/env python3
"""Fit the grades of puzzles on readings by people, and show how often people solve each grade.

    python scripts/benchmarks/grade_on_people.py turns.jsonl guesses.jsonl

Each line of the data is a clue that people read, with the keys `words`, `clue`, `targets` and `guesses`. `guesses` is
what one partner touched or, as a list of lists, what each of several readers touched. A clue becomes a puzzle whose
answer is the targets. A reader solved it if the first touches are exactly the targets. A reader who stopped early
without a miss does not count. The rates are cross-fitted: every board is graded with weights fitted on the other
boards. The grades of version 0.1.0, which used one ear and the number of words, are fitted and printed likewise.
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
from duo.puzzle.proof.assessment import MeantWords, difficulty_features
from duo.puzzle.proof.grade import FEATURE_WEIGHTS, MIN_SOLVING_SHARES, DifficultyFeatures, grade_from_share
from duo.puzzle.proof.ranking import CountedWeights, find_top_two, set_chance
from duo.puzzle.resources import PuzzleResources

_RIDGE = 0.5
_FOLDS = 10
_MAX_READER_WEIGHT = 4.0  # many readings of one clue tell less than one reading each of many clues
_OLD_BOUNDS = (0.8, 0.6, 0.4, 0.2)


@dataclass(frozen=True)
class ClueReading:
    """A clue as people read it."""

    board: str
    features: DifficultyFeatures
    is_best: bool  # whether the answer is the main ear's best
    is_agreed: bool  # whether the answer is the best of every ear
    solved_share: float
    readers: int


def readings(path: Path, resources: PuzzleResources) -> Iterator[ClueReading]:
    for line in path.read_text("utf-8").splitlines():
        turn = json.loads(line)
        words, clue = turn["words"], turn["clue"]
        if all(resources.main_ear.model.can_read(word) for word in (clue, *words)) and 0 < len(turn["targets"]) < len(
            words
        ):
            yield from _parse_reading(turn, words, clue, resources)


def _parse_reading(
    turn: dict[str, Any], words: list[str], clue: str, resources: PuzzleResources
) -> Iterator[ClueReading]:
    folded = [fold(word) for word in words]
    meant = {fold(word) for word in turn["targets"]}
    size = len(meant)
    readers = turn["guesses"] if turn["guesses"] and isinstance(turn["guesses"][0], list) else [turn["guesses"]]
    first = [{fold(word) for word in guesses[:size]} for guesses in readers]
    complete = [touched for touched in first if len(touched) == size or not touched <= meant]
    if complete and meant <= set(folded):
        places = tuple(folded.index(word) for word in sorted(meant, key=folded.index))
        touch_weights = [ear.touch(clue, words) for ear in resources.ears]
        best = [set(find_top_two([CountedWeights(weights, size)]).best) == set(places) for weights in touch_weights]
        found_features = difficulty_features(
            resources,
            [MeantWords(clue, places, tuple(words))],
            [set_chance(weights, places) for weights in touch_weights],
        )
        solved = sum(touched == meant for touched in complete) / len(complete)
        board = " ".join(sorted(map(fold, turn.get("black", words))))
        yield ClueReading(board, found_features, best[0], all(best), solved, len(complete))


def old_features(new: DifficultyFeatures) -> tuple[float, ...]:
    """Return the features that the grades of version 0.1.0 used."""
    return new.values[0], DifficultyFeatures(new.chances[:1], new.size).values[1], log(new.size)


def cross_fit(
    data: Sequence[ClueReading], values: Callable[[DifficultyFeatures], tuple[float, ...]]
) -> tuple["np.ndarray[Any, Any]", "np.ndarray[Any, Any]"]:
    """Return the expected share of solvers of each reading, and the weights fitted on all readings."""
    x = np.array([values(reading.features) for reading in data])
    y = np.array([reading.solved_share for reading in data])
    weight = np.minimum([reading.readers for reading in data], _MAX_READER_WEIGHT)
    boards = sorted({reading.board for reading in data})
    order = np.random.default_rng(0).permutation(len(boards))
    folds = np.array([order[boards.index(reading.board)] % _FOLDS for reading in data])
    expected = np.zeros(len(data))
    for fold_number in range(_FOLDS):
        is_training = folds != fold_number
        expected[~is_training] = _sigmoid(
            x[~is_training], _fit_logistic(x[is_training], y[is_training], weight[is_training])
        )
    return expected, _fit_logistic(x, y, weight)


def _fit_logistic(x: Any, y: Any, weight: Any) -> Any:
    """Fit a logistic regression with a small ridge by Newton's method."""
    weights = np.zeros(x.shape[1])
    for _ in range(50):
        p = _sigmoid(x, weights)
        hessian = x.T @ (x * (weight * p * (1 - p))[:, None]) + _RIDGE * np.eye(len(weights))
        weights += np.linalg.solve(hessian, x.T @ (weight * (y - p)) - _RIDGE * weights)
    return weights


def _sigmoid(x: Any, weights: Any) -> Any:
    return 1 / (1 + np.exp(-x @ weights))


def log_loss(data: Sequence[ClueReading], expected: Any) -> float:
    """Return the mean log loss, with readings weighted as in the fit."""
    weight = np.minimum([reading.readers for reading in data], _MAX_READER_WEIGHT)
    y = np.array([reading.solved_share for reading in data])
    return float(-np.sum(weight * (y * np.log(expected) + (1 - y) * np.log(1 - expected))) / weight.sum())


def wilson_interval(share: float, count: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval."""
    z = 1.96
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    reach = z * sqrt(share * (1 - share) / count + z * z / (4 * count * count)) / (1 + z * z / count)
    return middle - reach, middle + reach


def print_report(title: str, data: Sequence[ClueReading], grades: Sequence[int], expected: Sequence[float]) -> None:
    print(
        f"\n{title}: {len(data)} clues\n\n| grade | clues | expected | solved | 95 % interval |\n|---|---|---|---|---|"
    )
    for number in range(1, len(MIN_SOLVING_SHARES) + 2):
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
    parser.add_argument("data", type=Path, nargs="+", help="files with one clue per line")
    options = parser.parse_args()
    resources = PuzzleResources("en")
    data = [reading for path in options.data for reading in readings(path, resources)]
    expected, weights = cross_fit(data, lambda features: features.values)
    before, _ = cross_fit(data, old_features)
    print("fitted on all boards:", tuple(round(float(weight), 2) for weight in weights), "shipped:", FEATURE_WEIGHTS)
    print(f"log loss, cross-fitted: {log_loss(data, expected):.4f}; by the old features: {log_loss(data, before):.4f}")
    for title, is_chosen in (
        ("All clues", lambda _: True),
        ("Clues whose answer is the main ear's best", lambda reading: reading.is_best),
        ("Clues whose answer is the best of every ear, as in a puzzle", lambda reading: reading.is_agreed),
    ):
        rows = [place for place, reading in enumerate(data) if is_chosen(reading)]
        chosen = [data[place] for place in rows]
        print_report(title, chosen, [grade_from_share(expected[place]) for place in rows], expected[rows].tolist())
        old = [1 + sum(before[place] < bound for bound in _OLD_BOUNDS) for place in rows]
        print_report(f"{title}, the old table", chosen, old, before[rows].tolist())


if __name__ == "__main__":
    main()
