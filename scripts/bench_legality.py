#!/usr/bin/env python3
"""What judging a whole vocabulary costs, against the association of the same clues with the same words.

    python scripts/bench_legality.py [--lang en] [--clues 20000] [--boards 5] [--seed 7] [--json]

The association is the partner's own (`Model.associate`) where a model of the language ships, and beside it the barest
product that could stand in its place: one matrix of clues by 300 dimensions times one of 300 by 25 words. The clock
counts processor time of one thread.
"""

import argparse
import json
import os
import random
import statistics
import time
from collections.abc import Callable

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from duo.core.refusal import Refusal
from duo.mind.model import Model
from duo.words import legality
from duo.words.lexicon import Lexicon
from duo.words.wordlist import draw, shipped

Board = tuple[str, ...]


def milliseconds(act: Callable[[Board], object], boards: list[Board]) -> float:
    """The median cost of acting on a board."""
    costs = []
    for board in boards:
        start = time.process_time()
        act(board)
        costs.append(1000 * (time.process_time() - start))
    return round(statistics.median(costs), 2)


def model_of(lang: str) -> Model | None:
    try:
        return Model.load(lang)
    except (Refusal, OSError):
        return None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--lang", default="en", choices=["en", "fr"])
    parser.add_argument("--clues", type=int, default=20_000)
    parser.add_argument("--boards", type=int, default=5)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    boards = [draw(shipped(options.lang), rng) for _ in range(options.boards)]
    model = model_of(options.lang)
    clues = (model.candidates if model else tuple(Lexicon(options.lang).ranked))[: options.clues]

    start = time.process_time()
    legality.allowed(clues, boards[0], options.lang)
    first = 1000 * (time.process_time() - start)
    product = np.random.default_rng(options.seed).standard_normal((len(clues), 300), dtype=np.float32)
    words = product[:25].T.copy()
    found = {
        "lang": options.lang,
        "clues": len(clues),
        "first_ms": round(first, 1),
        "legality_ms": milliseconds(lambda board: legality.allowed(clues, board, options.lang), boards),
        "product_ms": milliseconds(lambda _board: product @ words, boards),
        "association_ms": milliseconds(lambda board: model.associate(clues, board), boards) if model else None,
    }
    if found["association_ms"]:
        found["ratio"] = round(found["legality_ms"] / found["association_ms"], 3)
    print(json.dumps(found) if options.json else "\n".join(f"{name:15} {value}" for name, value in found.items()))


if __name__ == "__main__":
    main()
