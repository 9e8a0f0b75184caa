#!/usr/bin/env python3
"""Fit the listener of a language on human turns and write its weights beside the model.

    scripts/fit_listener.py --lang en --data turns.jsonl ... [--ear duo] [--write]

Prints top-1, cross-fitted in five folds by board, and how honest the guesser's chances are. The turns do not ship;
the few weights do.
"""

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from databuild.models import fit
from duo.data import folder
from duo.engine import ops
from duo.mind.look_alikes import LookAlikes
from duo.mind.model import WEIGHTS, Model, fits
from duo.words.wordlist import shipped

SEEDS = range(5)


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--lang", default="en")
    options.add_argument("--data", type=Path, required=True, nargs="+")
    options.add_argument("--ear")
    options.add_argument("--write", action="store_true")
    args = options.parse_args()

    model = Model.load(args.lang, args.ear)
    data = fit.measure(model, [turn for file in args.data for turn in fit.read_turns(file)])
    # What begins alike is told by the weights, and the weights hardly by what begins alike: two rounds are enough.
    words = shipped(args.lang).words
    plain = set(model.signal_names) <= {"glove", "news"}  # vectors of whole words, which no spelling is in
    discounts = {} if plain else fit.look_alike_discounts(model, words, whole_fit(data)[0])
    model = replace(model, look_alikes=LookAlikes(model.candidates, discounts))
    data = fit.measure(model, data.turns)
    weights, lapse = whole_fit(data)
    crossed = float(np.mean([fit.hits(data, fit.cross_fit(data, seed)).mean() for seed in SEEDS]))
    print(f"turns {len(data.turns)}, boards {int(data.boards.max()) + 1}")
    print(f"top-1 cross-fitted {crossed:.4f}, fitted {fit.hits(data, fit.chances(data, weights)).mean():.4f}")
    print(f"taken off words that begin alike: {discounts}")
    scale = data.signals[data.mask].std(axis=0)
    for name, weight, spread in zip(model.signal_names, weights, scale, strict=True):
        print(f"  {name:<20} weight {weight:8.3f}   times spread {weight * spread:6.3f}")
    if args.write:
        found = {name: round(float(weight), 4) for name, weight in zip(model.signal_names, weights, strict=True)}
        write(model, {"weights": found, "lapse": round(lapse, 4)} | ({"look_alikes": discounts} if discounts else {}))
    if model.ear == next(iter(model.manifest.ears)):  # the ear that the engine answers with
        told, green = surest(args.lang, data.turns)
        print(f"calibration error {fit.calibration_error(told, green):.4f}, as the engine tells the chance of green")


def whole_fit(data: fit.Turns) -> tuple[fit.Array, float]:
    """Weights from all turns, already sharpened, and the lapse."""
    everything = np.arange(len(data.turns))
    weights = fit.fit(data, everything)
    sharpness, lapse = fit.sharpen(data, everything, weights)
    return weights * sharpness, lapse


def surest(lang: str, turns: tuple[fit.Turn, ...]) -> tuple[fit.Array, np.ndarray[Any, Any]]:
    """The chance that the engine tells of its first word in each turn, and whether that word was green."""
    told, green = [], []
    for turn in turns:
        request = {"op": "guess", "lang": lang, "words": list(turn.words), "clue": turn.clue}
        best = ops.answer(request | {"count": max(len(turn.targets), 1)})["ranking"][0]
        told.append(best["p"])
        green.append(turn.green[turn.words.index(best["word"])])
    return np.asarray(told), np.asarray(green)


def write(model: Model, found: dict[str, Any]) -> None:
    """Keep what was fitted for an ear, and what was fitted for the others."""
    file = folder("models") / model.lang / WEIGHTS
    ears = fits(file.parent)
    fitted = {"format": "duo-listener", "version": 1, "model": model.digest, "ears": ears | {model.ear: found}}
    file.write_text(json.dumps(fitted, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
