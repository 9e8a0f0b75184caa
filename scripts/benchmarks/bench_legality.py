#!/usr/bin/env python3
"""What judging a whole vocabulary costs, against the association of the same clues with the same words.

    python scripts/benchmarks/bench_legality.py [--lang en] [--clues 20000] [--boards 5] [--seed 7] [--json]

Beside that, how long `duo check` takes as a command of its own, against `python -c "import numpy"`, the smallest thing
that a program with numbers does: the best of several runs of each, on the clock of the wall.

The association is the partner's own (`Model.associate`) where a model of the language ships, and beside it the barest
product that could stand in its place: one matrix of clues by 300 dimensions times one of 300 by 25 words. The clock
counts processor time of one thread.
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
REFUSED_EXIT_CODE = 3  # the exit code of a refused clue


def median_ms(act: Callable[[Board], object], boards: list[Board]) -> float:
    """The median cost of acting on a board."""
    costs = []
    for board in boards:
        start = time.process_time()
        act(board)
        costs.append(1000 * (time.process_time() - start))
    return round(statistics.median(costs), 2)


def best_command_ms(*command: str) -> float:
    """The best time of a run of this command, on the wall's clock."""
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
    found = {
        "lang": options.lang,
        "clues": len(clues),
        "first_ms": round(first, 1),
        "legality_ms": median_ms(lambda board: legality.legal_mask(clues, board, options.lang), boards),
        "strict_ms": median_ms(lambda board: legality.legal_mask(clues, board, options.lang, strict=True), boards),
        "product_ms": median_ms(lambda _board: product @ columns, boards),
        "association_ms": median_ms(lambda board: model.associate(clues, board), boards) if model else None,
    }
    if found["association_ms"]:
        found["ratio"] = round(found["legality_ms"] / found["association_ms"], 3)
    words = ",".join(word.replace(" ", "_") for word in boards[0])
    duo = str(Path(sys.executable).with_name("duo"))
    found["check_ms"] = best_command_ms(duo, "check", clues[1000], "2", "--words", words, "--lang", options.lang)
    found["import_numpy_ms"] = best_command_ms(sys.executable, "-c", "import numpy")
    found["check_to_import_numpy"] = round(found["check_ms"] / found["import_numpy_ms"], 2)
    print(json.dumps(found) if options.json else "\n".join(f"{name:15} {value}" for name, value in found.items()))


if __name__ == "__main__":
    main()
