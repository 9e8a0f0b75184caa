#!/usr/bin/env python3
"""Measure how fast puzzles are made, with one process and with more, and whether memory stays flat.

    python scripts/bench_puzzles.py --lang en --count 60 --jobs 1 --jobs 2

Puzzles of all five grades take turns. The time starts when every process has made its first puzzle, so loading the
models does not count. Memory is that of a single process that makes them all.
"""

import argparse
import resource
import time
from itertools import islice

from duo.puzzle.make import Order, made
from duo.puzzle.puzzle import GRADES, Kind


def rate(order: Order, count: int, jobs: int) -> float:
    """Puzzles a minute."""
    puzzles = made(order, jobs, set())
    warm_up = 5 * jobs
    for _ in islice(puzzles, warm_up):
        pass
    start = time.perf_counter()
    for _ in islice(puzzles, count):
        pass
    taken = time.perf_counter() - start
    puzzles.close()
    return 60 * count / taken


def memory(order: Order, count: int) -> list[tuple[int, int]]:
    """The most memory that this process has used, in MB, after so many puzzles."""
    found = []
    for number, _ in enumerate(islice(made(order, 1, set()), count), 1):
        if number % max(count // 4, 1) == 0:
            found.append((number, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lang", default="en")
    parser.add_argument("--kind", default="read", choices=[kind.value for kind in Kind])
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--jobs", type=int, action="append")
    options = parser.parse_args()
    order = Order(options.lang, "bench", (Kind(options.kind),), tuple(GRADES))
    for jobs in options.jobs or [1, 2]:
        print(f"{jobs} processes: {rate(order, options.count, jobs):.0f} puzzles a minute")
    for number, megabytes in memory(order, options.count):
        print(f"after {number} puzzles: {megabytes} MB")


if __name__ == "__main__":
    main()
