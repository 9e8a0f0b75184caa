#!/usr/bin/env python3
"""Measure the legality check of a whole vocabulary against the association of the same clues and words.

    python scripts/benchmarks/bench_legality.py [--lang en] [--clues 20000] [--boards 5] [--seed 7] [--json]

The association is `Model.associate` if a model of the language ships. The minimum for comparison is one product of a
matrix of clues by 300 dimensions with one of 300 dimensions by 25 words. Times are processor time of one thread.

The script also compares the command `duo check` with `python -c "import numpy"`, by the best wall-clock time of several
runs.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from duo.core.refusal import Refusal
from duo.mind.model.model import Model
from duo.words import legality
from duo.words.lexicon import Lexicon
from duo.words.wordlist import draw_words, shipped_wordlist

Board = tuple[str, ...]
REFUSED_EXIT_CODE = 3  # of an illegal clue


def median_ms(act: Callable[[Board], object], boards: list[Board]) -> float:
    """Return the median processor time over boards."""
    costs = []
    for board in boards:
        start = time.process_time()
        act(board)
        costs.append(1000 * (time.process_time() - start))
    return round(statistics.median(costs), 2)


def best_command_ms(*command: str) -> float:
    """Return the best wall-clock time of a command."""
    costs = []
    for _ in range(7):
        start = time.perf_counter()
        ran = subprocess.run(command, check=False, stdout=subprocess.DEVNULL)
        costs.append(1000 * (time.perf_counter() - start))
        if ran.returncode not in (0, REFUSED_EXIT_CODE):
            raise SystemExit(ran.returncode)
    return round(min(costs), 1)


def load_model(lang: str) -> Model | None:
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
    boards = [draw_words(shipped_wordlist(options.lang), rng) for _ in range(options.boards)]
    model = load_model(options.lang)
    clues = (model.candidates if model else tuple(Lexicon(options.lang).words_by_frequency))[: options.clues]

    start = time.process_time()
    legality.legal_mask(clues, boards[0], options.lang, strict=True)
    first = 1000 * (time.process_time() - start)
    product = np.random.default_rng(options.seed).standard_normal((len(clues), 300), dtype=np.float32)
    columns = product[:25].T.copy()
    figures = {
        "lang": options.lang,
        "clues": len(clues),
        "first_ms": round(first, 1),
        "legality_ms": median_ms(lambda board: legality.legal_mask(clues, board, options.lang), boards),
        "strict_ms": median_ms(lambda board: legality.legal_mask(clues, board, options.lang, strict=True), boards),
        "product_ms": median_ms(lambda _board: product @ columns, boards),
        "association_ms": median_ms(lambda board: model.associate(clues, board), boards) if model else None,
    }
    if figures["association_ms"]:
        figures["ratio"] = round(figures["legality_ms"] / figures["association_ms"], 3)
    words = ",".join(word.replace(" ", "_") for word in boards[0])
    duo = str(Path(sys.executable).with_name("duo"))
    figures["check_ms"] = best_command_ms(duo, "check", clues[1000], "2", "--words", words, "--lang", options.lang)
    figures["import_numpy_ms"] = best_command_ms(sys.executable, "-c", "import numpy")
    figures["check_to_import_numpy"] = round(figures["check_ms"] / figures["import_numpy_ms"], 2)
    print(json.dumps(figures) if options.json else "\n".join(f"{name:15} {value}" for name, value in figures.items()))


if __name__ == "__main__":
    main()
