#!/usr/bin/env python3
"""Show what the grades of read puzzles mean: how often people solve a puzzle of each grade.

    python scripts/grade_on_people.py --data turns.jsonl        the five rates, with the weights that ship
    python scripts/grade_on_people.py --data turns.jsonl --fit  weights fitted here; rates of boards left out

Each line of the data is a turn between people: `words`, `clue`, `targets`, `guesses`, `black`, `tan`. It becomes a
puzzle whose answer is what the giver meant. The partner solved it if the first touches are just these words; a turn in
which the partner stopped before an answer was complete tells nothing and is left out. With --fit every turn is heard
and graded with weights fitted on other boards, so no turn is graded by itself.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from math import sqrt
from pathlib import Path
from typing import NamedTuple

import numpy as np

from databuild.models.fit import chances, cross_fit, folds, measure, read_turns
from duo.core.word import fold
from duo.mind.model import Model
from duo.puzzle.grade import BOUNDS, WEIGHTS, features, grade
from duo.puzzle.ranking import set_chance

_RIDGE = 0.5
_SEED = 0


class Turn(NamedTuple):
    """A turn as a puzzle: the chance of its answer, how many words that has, and whether it was the listener's best."""

    fold: int
    chance: float
    size: int
    best: bool
    solved: bool


def turns(path: Path, model: Model, *, fit: bool) -> Iterator[Turn]:
    """The turns that are puzzles."""
    data = measure(model, read_turns(path))
    heard = cross_fit(data, _SEED) if fit else chances(data, model.weights.astype(np.float64))
    parts = folds(data.boards, _SEED)
    lines = path.read_text("utf-8").splitlines()
    for turn, line, row, part in zip(data.turns, lines, heard, parts, strict=True):
        asked = json.loads(line)
        guesses, size = asked["guesses"], len(turn.targets)
        first = {fold(word) for word in guesses[:size]}
        meant = {turn.words[place] for place in turn.targets}
        stopped = len(guesses) < size and first <= meant
        if size == len(asked["targets"]) > 0 and not stopped:
            weights = row[: len(turn.words)]
            best = set(np.argsort(-weights)[:size].tolist()) == set(turn.targets)
            yield Turn(int(part), set_chance(weights, turn.targets), size, best, first == meant)


def fitted(data: Sequence[Turn]) -> tuple[float, ...]:
    """Weights of the logistic curve by Newton's method, with a little ridge."""
    x = np.array([features(turn.chance, turn.size) for turn in data])
    y = np.array([turn.solved for turn in data], dtype=float)
    weights = np.zeros(x.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-x @ weights))
        curve = x.T @ (x * (p * (1 - p))[:, None]) + _RIDGE * np.eye(len(weights))
        weights += np.linalg.solve(curve, x.T @ (y - p) - _RIDGE * weights)
    return tuple(weights.tolist())


def predicted(turn: Turn, weights: Sequence[float]) -> float:
    return float(1 / (1 + np.exp(-np.dot(features(turn.chance, turn.size), weights))))


def interval(solved: int, count: int) -> tuple[float, float]:
    """Wilson's 95 % interval."""
    z, share = 1.96, solved / count
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    reach = z * sqrt(share * (1 - share) / count + z * z / (4 * count * count)) / (1 + z * z / count)
    return middle - reach, middle + reach


def report(title: str, data: Sequence[Turn], grades: Sequence[int]) -> None:
    print(f"\n{title}: {len(data)} turns\n\n| grade | turns | solved | 95 % interval |\n|---|---|---|---|")
    for number in range(1, len(BOUNDS) + 2):
        chosen = [turn.solved for turn, given in zip(data, grades, strict=True) if given == number]
        if chosen:
            low, high = interval(sum(chosen), len(chosen))
            print(f"| {number} | {len(chosen)} | {sum(chosen) / len(chosen):.2f} | {low:.2f} to {high:.2f} |")
        else:
            print(f"| {number} | 0 | | |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="a file with a turn a line")
    parser.add_argument("--fit", action="store_true", help="fit the weights on this data, cross-fitted by board")
    options = parser.parse_args()
    data = list(turns(options.data, Model.load("en"), fit=options.fit))
    weights: dict[int, tuple[float, ...]] = {turn.fold: WEIGHTS for turn in data}
    if options.fit:
        weights = {part: fitted([turn for turn in data if turn.fold != part]) for part in weights}
        print("fitted on all boards:", tuple(round(weight, 2) for weight in fitted(data)))
    grades = [grade(predicted(turn, weights[turn.fold])) for turn in data]
    report("All turns", data, grades)
    best = [place for place, turn in enumerate(data) if turn.best]
    report("Turns whose answer is the listener's best", [data[i] for i in best], [grades[i] for i in best])


if __name__ == "__main__":
    main()
