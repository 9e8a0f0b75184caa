#!/usr/bin/env python3
"""Measure the speed and the memory of the association model against bare matrix products.

    scripts/benchmarks/bench_model.py [--lang en] [--json]

Ratios come from one run, each time the best of several tries, so they are comparable between machines. The exit code is
1 if a figure exceeds its limit.
"""

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from random import Random

import numpy as np

from duo.mind.model.model import Model
from duo.mind.model.next_word import NextWordSignal
from duo.mind.model.signals import BilinearSignal, CosineSignal, SenseSignal, count_dimensions
from duo.words.wordlist import draw_words, shipped_wordlist

LIMITS = {"start": 4.0, "associate": 3.0, "megabytes": 280.0}  # 320 MB in play
TRIES = 7
FIRST_ASSOCIATION_CODE = """
import resource
from duo.mind.model.model import Model
Model.load({lang!r}).associate([{clue!r}], [{word!r}])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""
ALL_CANDIDATES_CODE = """
import resource
from duo.mind.model.model import Model
model = Model.load({lang!r})
model.associate(model.candidates, {words!r})
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def best_seconds(act: Callable[[], object], tries: int = TRIES) -> float:
    def once() -> float:
        start = time.perf_counter()
        act()
        return time.perf_counter() - start

    return min(once() for _ in range(tries))


def product_seconds(model: Model, words: tuple[str, ...]) -> float:
    """Return the seconds of plain float32 products with the shapes of the model's vectors."""
    rng = np.random.default_rng(0)
    total = 0.0
    for rows, inner, columns in product_shapes(model, words):
        left = rng.standard_normal((rows, inner), np.float32)
        right = rng.standard_normal((inner, columns), np.float32)
        total += best_seconds(partial(np.matmul, left, right))
    return total


def product_shapes(model: Model, words: tuple[str, ...]) -> list[tuple[int, int, int]]:
    """Return (rows, inner, columns) of every dense product of all candidates with these words."""
    readings = model.vocabulary.readings(words)
    clues, targets = len(model.candidates), len(words)
    shapes = []
    for signal in model.parts:
        if isinstance(signal, CosineSignal | BilinearSignal):
            shapes.append((clues, count_dimensions(signal.vectors), targets))
        elif isinstance(signal, NextWordSignal):
            shapes += [(clues, count_dimensions(signal.context_vectors), targets)] * 2
        elif isinstance(signal, SenseSignal):
            inner = count_dimensions(signal.vectors)
            glosses = sum(int(signal.starts[row + 1] - signal.starts[row]) for reading in readings for row in reading)
            shapes.append((clues, inner, targets + glosses))
            shapes.append((clues + int(signal.starts[clues]), inner, targets))
    return shapes


def run_python(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--lang", default="en")
    options.add_argument("--json", action="store_true")
    args = options.parse_args()

    words = draw_words(shipped_wordlist(args.lang), Random(1))
    # Measured first, because the peak of a child includes the memory of its parent at the fork.
    memory = float(run_python(ALL_CANDIDATES_CODE.format(lang=args.lang, words=words)))
    model = Model.load(args.lang)
    first = FIRST_ASSOCIATION_CODE.format(lang=args.lang, clue=model.candidates[100], word=words[0])
    bare = best_seconds(lambda: run_python("import numpy"))
    start = best_seconds(lambda: run_python(first))
    model.associate(model.candidates, words)
    whole = best_seconds(lambda: model.associate(model.candidates, words))
    plain = product_seconds(model, words)
    guess = best_seconds(lambda: model.associate([model.candidates[100]], words))
    report = {
        "candidates": len(model.candidates),
        "import_numpy_ms": round(bare * 1000, 1),
        "first_association_ms": round(start * 1000, 1),
        "start": round(start / bare, 2),
        "products_ms": round(plain * 1000, 2),
        "associate_ms": round(whole * 1000, 2),
        "associate": round(whole / plain, 2),
        "one_clue_ms": round(guess * 1000, 2),
        "one_clue": round(guess / plain, 3),
        "megabytes": round(memory, 1),
    }
    if args.json:
        print(json.dumps(report))
    else:
        for name, value in report.items():
            print(f"{name:<22} {value}" + (f"   (at most {LIMITS[name]})" if name in LIMITS else ""))
    sys.exit(any(report[name] > limit for name, limit in LIMITS.items()))


if __name__ == "__main__":
    main()
