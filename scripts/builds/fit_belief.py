#!/usr/bin/env python3
"""Evaluate the intent model (`duo/mind/listener/intent.py`) on clues that people read, and refit it.

    scripts/builds/fit_belief.py --clues guesses.jsonl [--turns turns.jsonl]

`--clues` names a file of clues for three words of twelve, each read by several people, with the keys `words`, `clue`,
`targets`, `by` and `guesses`. All parameters are cross-fitted by board in five folds. The script prints the recall of
the targets beside that of people, the calibration of the first, second and third touch, and the parameters fitted on
all boards. `--turns` names a file of turns that people played, in the format of `scripts/builds/fit_listener.py`. The
script then prints how often a word that people found was meant, beside the model's chance with and without the touch.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import numpy as np

from databuild.models import listener_fit
from duo.mind import registry
from duo.mind.belief.belief import Belief, infer_belief
from duo.mind.belief.clue_history import ClueMemory
from duo.mind.belief.pattern import PatternGroup, SidePrior
from duo.mind.listener.intent import DEFAULT_INTENT_MODEL, PARTNER_INTENT_MODEL, IntentModel, word_set_chances
from duo.mind.listener.listener import Listener

FOLDS = 5
FOCUS_GRID, KINSHIP_GRID, UNEXPLAINED_GRID = (0.8, 0.9, 1.0, 1.1, 1.3), (0.0, 0.15, 0.25, 0.4), (0.02, 0.05, 0.1)
EVENNESS_GRID = (0.0, 0.3, 0.6, 0.9)
PredictedTouch = tuple[int, float, bool]  # (index in the turn, predicted chance, whether it hit a target)
BINS = ((0.0, 0.3), (0.3, 0.5), (0.5, 0.7), (0.7, 0.9), (0.9, 1.01))


@dataclass(frozen=True, slots=True, eq=False)
class ClueCase:
    """A clue for several words of a small board."""

    words: tuple[str, ...]
    clue: str
    clue_source: str
    targets: frozenset[str]
    people_recall: float  # share of the targets that people find with as many touches as targets
    associations: listener_fit.Array
    kinship: listener_fit.Array


def read_cases(path: Path, listener: Listener) -> list[ClueCase]:
    cases = []
    for line in path.read_text("utf-8").splitlines():
        data = json.loads(line)
        words, targets = tuple(data["words"]), frozenset(data["targets"])
        associations = listener.associations(data["clue"], words, 1.0)[0].astype(np.float64)
        recalls = [len(targets & set(guess[: len(targets)])) / len(targets) for guess in data["guesses"] if guess]
        if targets <= set(words):
            cases.append(
                ClueCase(
                    words,
                    data["clue"],
                    data["by"],
                    targets,
                    float(np.mean(recalls)),
                    associations if associations.any() else np.ones(len(words)),
                    listener.kinship(words),
                )
            )
    return cases


def mean_log_likelihood(cases: Sequence[ClueCase], model: IntentModel) -> float:
    """Return the mean log-likelihood of the targets."""
    logs = []
    for case in cases:
        sets, chances = word_set_chances(case.associations, case.kinship, len(case.targets), model)
        meant = sorted(case.words.index(word) for word in case.targets)
        chance = float(chances[(np.sort(sets, axis=1) == meant).all(axis=1)].sum())
        logs.append(np.log((1 - model.unexplained) * chance + model.unexplained / len(sets)))
    return float(np.mean(logs))


def fit_parameters(cases: Sequence[ClueCase]) -> IntentModel:
    grid = product(FOCUS_GRID, KINSHIP_GRID, UNEXPLAINED_GRID, EVENNESS_GRID)
    models = [replace(DEFAULT_INTENT_MODEL, focus=f, kinship=k, unexplained=a, evenness=e) for f, k, a, e in grid]
    return max(models, key=lambda model: mean_log_likelihood(cases, model))


def simulate_touches(listener: Listener, case: ClueCase, model: IntentModel) -> tuple[float, list[PredictedTouch]]:
    """Return the recall of the likeliest words, and the touches of a turn that ends at the first miss."""
    number = len(case.targets)
    side = SidePrior((PatternGroup(case.words, number, len(case.words) - number, 0),))
    belief: Belief = infer_belief(listener, case.words, side, [ClueMemory(case.clue, number)], model)
    best = np.argsort(-belief.chances()[:, 0], kind="stable")[:number]
    run = []
    for place in range(number):
        chances = belief.chances()[:, 0]
        first = int(chances.argmax())
        right = case.words[first] in case.targets
        run.append((place, float(chances[first]), right))
        if not right:
            break
        belief = belief.with_agent_found(first)
    return sum(case.words[place] in case.targets for place in best) / number, run


def cross_fit(listener: Listener, cases: Sequence[ClueCase]) -> tuple[dict[str, list[float]], list[PredictedTouch]]:
    boards = np.unique([" ".join(sorted(case.words)) for case in cases], return_inverse=True)[1]
    folds = listener_fit.assign_folds(boards, seed=0, number=FOLDS)
    recall: dict[str, list[float]] = {}
    runs: list[PredictedTouch] = []
    for held in range(FOLDS):
        model = fit_parameters([case for case, fold in zip(cases, folds, strict=True) if fold != held])
        for case in (case for case, fold in zip(cases, folds, strict=True) if fold == held):
            found, run = simulate_touches(listener, case, model)
            recall.setdefault(case.clue_source, []).append(found)
            runs += run
    return recall, runs


def print_calibration(predictions: Sequence[tuple[float, bool]], title: str) -> None:
    print(f"\n{title}\n| predicted | touches | mean prediction | right |\n|---|---|---|---|")
    for low, high in BINS:
        inside = [(p, right) for p, right in predictions if low <= p < high]
        if inside:
            mean = np.mean(inside, axis=0)
            print(f"| {low:.0%} to {min(high, 1):.0%} | {len(inside)} | {mean[0]:.2f} | {mean[1]:.2f} |")
    error = listener_fit.calibration_error(
        np.array([p for p, _ in predictions]), np.array([right for _, right in predictions])
    )
    print(f"calibration error {error:.3f}")


def people_touch_predictions(listener: Listener, path: Path, model: IntentModel) -> list[tuple[float, bool]]:
    """Return for each word that people found the model's chance that it was meant, and whether it was.

    The model knows everything that was found in the turn.
    """
    predictions = []
    for line in path.read_text("utf-8").splitlines():
        turn = json.loads(line)
        wrong, number = {*turn["black"], *turn["tan"]}, len(turn["targets"])
        first_miss = next((place for place, word in enumerate(turn["guesses"]) if word in wrong), number)
        found = turn["guesses"][: min(first_miss, number)]
        words = tuple(word for word in turn["words"] if word not in found)
        green = sum(word not in wrong for word in words)
        side = SidePrior((PatternGroup(words, green, len(words) - green - 3, 3),))
        shares = infer_belief(
            listener, words, side, [ClueMemory(turn["clue"], number, tuple(found))], model
        ).meant_chances_by_clue()[0]
        predictions += [
            (float(shares[len(words) + place]), word in turn["targets"]) for place, word in enumerate(found)
        ]
    return predictions


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--clues", type=Path, required=True)
    options.add_argument("--turns", type=Path)
    args = options.parse_args()
    listener = registry.listener("en")
    cases = read_cases(args.clues, listener)
    recall, runs = cross_fit(listener, cases)
    print(f"model {listener.model.digest}, {len(cases)} clues\n")
    print("| clues by | recall of the partner | of people |\n|---|---|---|")
    for by, found in recall.items():
        people = np.mean([case.people_recall for case in cases if case.clue_source == by])
        print(f"| {by} | {np.mean(found):.3f} | {people:.3f} |")
    for place, name in enumerate(("First", "Second", "Third")):
        print_calibration([(p, right) for index, p, right in runs if index == place], f"{name} touch")
    best = fit_parameters(cases)
    for name, model in (("fitted on all", best), ("shipped", DEFAULT_INTENT_MODEL)):
        focus = model.focus * len(cases[0].targets) ** -model.focus_decay
        print(
            f"model {name}: focus {focus:.2f} for {len(cases[0].targets)} words, kinship {model.kinship}, "
            f"unexplained {model.unexplained}, evenness {model.evenness}"
        )
    if args.turns:
        for model, name in ((DEFAULT_INTENT_MODEL, "without the touch"), (PARTNER_INTENT_MODEL, "with the touch")):
            print_calibration(
                people_touch_predictions(listener, args.turns, model), f"Words that people found were meant, {name}"
            )


if __name__ == "__main__":
    main()
