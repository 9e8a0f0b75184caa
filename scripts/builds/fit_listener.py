#!/usr/bin/env python3
"""Fit the listener of a language on turns that people played, and write its weights beside the model.

    scripts/builds/fit_listener.py --lang en --data turns.jsonl ... [--ear duo] [--write]

Prints the top-1 rate, cross-fitted by board in five folds, and the calibration error of the guesser. Only the weights
ship, not the turns.
"""

import argparse
from pathlib import Path
from typing import Any

import numpy as np

from databuild.models import listener_fit
from databuild.models.fitted_ear import FittedEar, cross_fit_hits
from duo.engine import ops
from duo.mind.model.model import Model


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--lang", default="en")
    options.add_argument("--data", type=Path, required=True, nargs="+")
    options.add_argument("--ear")
    options.add_argument("--write", action="store_true")
    args = options.parse_args()

    turns = [turn for file in args.data for turn in listener_fit.read_turns(file)]
    fitted = FittedEar.from_turns(Model.load(args.lang, args.ear), turns)
    model, data, weights = fitted.model, fitted.data, fitted.weights
    print(f"turns {len(turns)}, boards {int(data.boards.max()) + 1}")
    own = listener_fit.hits(data, listener_fit.chances(data, weights)).mean()
    print(f"top-1 cross-fitted {cross_fit_hits(data).mean():.4f}, fitted {own:.4f}")
    print(f"discounts of look-alikes: {fitted.discounts}")
    scale = data.signals[data.mask].std(axis=0)
    for name, weight, spread in zip(model.signal_names, weights, scale, strict=True):
        print(f"  {name:<20} weight {weight:8.3f}   times spread {weight * spread:6.3f}")
    if args.write:
        fitted.save()
    if model.ear == next(iter(model.manifest.ears)):  # the ear that the engine answers with
        predicted, green = top_guess_chances(args.lang, data.turns)
        print(
            f"calibration error {listener_fit.calibration_error(predicted, green):.4f} of the engine's chances of green"
        )


def top_guess_chances(
    lang: str, turns: tuple[listener_fit.HumanTurn, ...]
) -> tuple[listener_fit.Array, np.ndarray[Any, Any]]:
    """Return the engine's chance for its best word in each turn, and whether that word is green."""
    predicted, green = [], []
    for turn in turns:
        request = {"op": "guess", "lang": lang, "words": list(turn.words), "clue": turn.clue}
        best = ops.answer(request | {"count": max(len(turn.targets), 1)})["ranking"][0]
        predicted.append(best["p"])
        green.append(turn.green[turn.words.index(best["word"])])
    return np.asarray(predicted), np.asarray(green)


if __name__ == "__main__":
    main()
