#!/usr/bin/env python3
"""Fit the listener of a language on human turns and write its weights beside the model.

    scripts/fit_listener.py --lang en --data turns.jsonl [--mind duo] [--write]

Prints top-1 with its interval, cross-fitted in five folds by board, and the calibration. The turns do not ship;
the few weights do.
"""

import argparse
import json
from pathlib import Path

import numpy as np

from duo.data import folder
from duo.mind.build import fit
from duo.mind.model import WEIGHTS, Model

SEEDS = range(5)


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--lang", default="en")
    options.add_argument("--data", type=Path, required=True)
    options.add_argument("--mind")
    options.add_argument("--write", action="store_true")
    args = options.parse_args()

    model = Model.load(args.lang, args.mind)
    data = fit.measure(model, fit.read_turns(args.data))
    everything = np.arange(len(data.turns))
    weights = fit.fit(data, everything)
    sharpness, lapse = fit.sharpen(data, everything, weights)
    weights *= sharpness
    crossed = [fit.cross_fit(data, seed) for seed in SEEDS]
    offset, slope = fit.calibrate(data, crossed[0])
    crossed_top1 = float(np.mean([fit.hits(data, found).mean() for found in crossed]))
    fitted_top1 = float(fit.hits(data, fit.chances(data, weights)).mean())
    print(f"turns {len(data.turns)}, boards {int(data.boards.max()) + 1}")
    print(f"top-1 cross-fitted {crossed_top1:.4f}, fitted {fitted_top1:.4f}")
    print(f"sharpness {sharpness:.3f}, lapse {lapse:.3f}, green = sigmoid({offset:.3f} + {slope:.3f} * log-odds)")
    scale = data.signals[data.mask].std(axis=0)
    for name, weight, spread in zip(model.signal_names, weights, scale, strict=True):
        print(f"  {name:<20} weight {weight:8.3f}   times spread {weight * spread:6.3f}")
    if args.write:
        file = folder("models") / args.lang / WEIGHTS
        kept = json.loads(file.read_text("utf-8"))["minds"] if file.is_file() else {}
        kept[model.mind] = {
            "weights": {name: round(float(w), 4) for name, w in zip(model.signal_names, weights, strict=True)},
            "lapse": round(lapse, 4),
            "offset": round(offset, 4),
            "slope": round(slope, 4),
        }
        fitted = {"format": "duo-listener", "version": 1, "model": model.digest, "minds": kept}
        file.write_text(json.dumps(fitted, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
