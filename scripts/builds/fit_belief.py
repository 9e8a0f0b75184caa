#!/usr/bin/env python3
"""How well the law of what a clue means (`duo/mind/meaning.py`) reads people, and what it would be if fitted anew.

    scripts/builds/fit_belief.py --clues guesses.jsonl [--turns turns.jsonl]

`--clues` are clues for three words of twelve with what several people made of them: `words`, `clue`, `targets`, `by`
and `guesses`. Everything is cross-fitted by board in five folds: focus, kinship and doubt are fitted on the others.
Prints the recall of three beside that of people, how honest the chances of the first, second and third touch are, and
the law fitted on all boards. With `--turns`, turns that people played, as `scripts/builds/fit_listener.py` reads
them: how often a word that a person touched and found was meant, beside what the law makes of it with and
without the touch.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import numpy as np

from databuild.models import fit
from duo.mind import registry
from duo.mind.belief.belief import Belief, infer_belief
from duo.mind.belief.clue_history import ClueMemory
from duo.mind.belief.pattern import PatternGroup, SidePrior
from duo.mind.listener.intent import DEFAULT_INTENT_MODEL, PARTNER_INTENT_MODEL, IntentModel, set_chances
from duo.mind.listener.listener import Listener

FOLDS = 5
FOCUS_GRID, KINSHIP_GRID, ASTRAY_GRID = (0.8, 0.9, 1.0, 1.1, 1.3), (0.0, 0.15, 0.25, 0.4), (0.02, 0.05, 0.1)
EVEN_GRID = (0.0, 0.3, 0.6, 0.9)
PredictedTouch = tuple[int, float, bool]  # its place in the turn, the chance told, whether it was right
BINS = ((0.0, 0.3), (0.3, 0.5), (0.5, 0.7), (0.7, 0.9), (0.9, 1.01))


@dataclass(frozen=True, slots=True, eq=False)
class ClueCase:
    """A clue for several words of a small board."""

    words: tuple[str, ...]
    clue: str
    clue_source: str
    targets: frozenset[str]
    people_recall: float  # the share of the targets that a person finds with as many touches
    associations: fit.Array
    kinship: fit.Array


def read_cases(path: Path, listener: Listener) -> list[ClueCase]:
    cases = []
    for line in path.read_text("utf-8").splitlines():
        told = json.loads(line)
        words, targets = tuple(told["words"]), frozenset(told["targets"])
        pulls = listener.associations(told["clue"], words, 1.0)[0].astype(np.float64)
        recalls = [len(targets & set(guess[: len(targets)])) / len(targets) for guess in told["guesses"] if guess]
        if targets <= set(words):
            cases.append(
                ClueCase(
                    words,
                    told["clue"],
                    told["by"],
                    targets,
                    float(np.mean(recalls)),
                    pulls if pulls.any() else np.ones(len(words)),
                    listener.kinship(words),
                )
            )
    return cases


def mean_log_likelihood(cases: Sequence[ClueCase], law: IntentModel) -> float:
    """The mean logarithm of the chance of what was meant."""
    logs = []
    for case in cases:
        sets, chances = set_chances(case.associations, case.kinship, len(case.targets), law)
        meant = sorted(case.words.index(word) for word in case.targets)
        chance = float(chances[(np.sort(sets, axis=1) == meant).all(axis=1)].sum())
        logs.append(np.log((1 - law.unexplained) * chance + law.unexplained / len(sets)))
    return float(np.mean(logs))


def fit_parameters(cases: Sequence[ClueCase]) -> IntentModel:
    grid = product(FOCUS_GRID, KINSHIP_GRID, ASTRAY_GRID, EVEN_GRID)
    laws = [replace(DEFAULT_INTENT_MODEL, focus=f, kinship=k, unexplained=a, evenness=e) for f, k, a, e in grid]
    return max(laws, key=lambda law: mean_log_likelihood(cases, law))


def simulate_touches(listener: Listener, case: ClueCase, law: IntentModel) -> tuple[float, list[PredictedTouch]]:
    """The share of the targets among the likeliest words, and each touch of a run with its chance and its end."""
    number = len(case.targets)
    side = SidePrior((PatternGroup(case.words, number, len(case.words) - number, 0),))
    belief: Belief = infer_belief(listener, case.words, side, [ClueMemory(case.clue, number)], law)
    best = np.argsort(-belief.chances()[:, 0], kind="stable")[:number]
    run = []
    for place in range(number):
        chances = belief.chances()[:, 0]
        first = int(chances.argmax())
        right = case.words[first] in case.targets
        run.append((place, float(chances[first]), right))
        if not right:
            break
        belief = belief.with_green(first)
    return sum(case.words[place] in case.targets for place in best) / number, run


def cross_fit(listener: Listener, cases: Sequence[ClueCase]) -> tuple[dict[str, list[float]], list[PredictedTouch]]:
    boards = np.unique([" ".join(sorted(case.words)) for case in cases], return_inverse=True)[1]
    part = fit.assign_folds(boards, seed=0, number=FOLDS)
    recall: dict[str, list[float]] = {}
    runs: list[PredictedTouch] = []
    for held in range(FOLDS):
        law = fit_parameters([case for case, fold in zip(cases, part, strict=True) if fold != held])
        for case in (case for case, fold in zip(cases, part, strict=True) if fold == held):
            found, run = simulate_touches(listener, case, law)
            recall.setdefault(case.clue_source, []).append(found)
            runs += run
    return recall, runs


def print_calibration(predictions: Sequence[tuple[float, bool]], title: str) -> None:
    print(f"\n{title}\n| chance told | touches | told | right |\n|---|---|---|---|")
    for low, high in BINS:
        here = [(p, right) for p, right in predictions if low <= p < high]
        if here:
            mean = np.mean(here, axis=0)
            print(f"| {low:.0%} to {min(high, 1):.0%} | {len(here)} | {mean[0]:.2f} | {mean[1]:.2f} |")
    apart = fit.calibration_error(np.array([p for p, _ in predictions]), np.array([right for _, right in predictions]))
    print(f"calibration error {apart:.3f}")


def people_touch_predictions(listener: Listener, path: Path, law: IntentModel) -> list[tuple[float, bool]]:
    """Every word that people found in a turn, with the chance that it was meant, once all that they found is known."""
    told = []
    for line in path.read_text("utf-8").splitlines():
        turn = json.loads(line)
        wrong, number = {*turn["black"], *turn["tan"]}, len(turn["targets"])
        first_miss = next((place for place, word in enumerate(turn["guesses"]) if word in wrong), number)
        found = turn["guesses"][: min(first_miss, number)]
        words = tuple(word for word in turn["words"] if word not in found)
        green = sum(word not in wrong for word in words)
        side = SidePrior((PatternGroup(words, green, len(words) - green - 3, 3),))
        shares = infer_belief(
            listener, words, side, [ClueMemory(turn["clue"], number, tuple(found))], law
        ).attribution()[0]
        told += [(float(shares[len(words) + place]), word in turn["targets"]) for place, word in enumerate(found)]
    return told


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
        print_calibration([(p, right) for at, p, right in runs if at == place], f"{name} touch")
    best = fit_parameters(cases)
    for name, law in (("fitted on all", best), ("shipped", DEFAULT_INTENT_MODEL)):
        focus = law.focus * len(cases[0].targets) ** -law.focus_decay
        print(
            f"law {name}: focus {focus:.2f} for {len(cases[0].targets)} words, kinship {law.kinship}, "
            f"astray {law.unexplained}, even {law.evenness}"
        )
    if args.turns:
        for law, name in ((DEFAULT_INTENT_MODEL, "by the ear alone"), (PARTNER_INTENT_MODEL, "and by the touch")):
            print_calibration(
                people_touch_predictions(listener, args.turns, law), f"Words that people found were meant, {name}"
            )


if __name__ == "__main__":
    main()
