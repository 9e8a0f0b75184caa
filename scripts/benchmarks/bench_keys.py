#!/usr/bin/env python3
"""Measure the speed of dealing and balancing key cards, as ratios within one run.

python scripts/benchmarks/bench_keys.py [--json]
"""

import json
import random
import sys
import time
from collections.abc import Callable

from duo.core.key import CELLS
from duo.deck.arrays import UNSHUFFLED_CARD, deal_card_array
from duo.deck.balance import balanced_cards


def best_seconds(work: Callable[[], object], rounds: int = 5) -> float:
    """Return the best of several rounds, the one that other programs disturbed least."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def shuffle_one_at_a_time(count: int) -> None:
    rng = random.Random(1)
    for _ in range(count):
        cells = UNSHUFFLED_CARD.tolist()
        rng.shuffle(cells)


def main() -> None:
    deal_card_array(CELLS, 1)  # numpy imports parts of itself on the first call
    small = best_seconds(lambda: deal_card_array(10_000, 1)) / 10_000
    large = best_seconds(lambda: deal_card_array(100_000, 1)) / 100_000
    plain = best_seconds(lambda: shuffle_one_at_a_time(10_000), 3) / 10_000
    deck = best_seconds(lambda: balanced_cards(100, 1), 3)
    figures = {
        "cost per card, 100,000 cards : 10,000 cards (at most 1.3)": round(large / small, 3),
        "cost per card, pure Python : numpy (at least 10)": round(plain / large, 1),
        "microseconds per card": round(large * 1e6, 3),
        "balanced deck of 100, seconds": round(deck, 2),
    }
    if "--json" in sys.argv[1:]:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{value:>8}  {name}")


if __name__ == "__main__":
    main()
