#!/usr/bin/env python3
"""Measure the speed of making puzzles, with one process and with several, and whether memory stays flat.

    python scripts/benchmarks/bench_puzzles.py --lang en --count 60 --jobs 1 --jobs 2

Puzzles of all five grades alternate. The measurement starts after the first puzzles, so loading the models does not
count. Core seconds do not depend on other load on the machine (Linux only). Memory is that of a single process.
"""

import argparse
import os
import resource
import time
from itertools import islice
from multiprocessing import active_children
from pathlib import Path

from duo.puzzle.making.make import PuzzleOrder, generate_puzzles
from duo.puzzle.puzzle import GRADES, Kind


def cpu_seconds() -> float:
    """Return the seconds used so far by the processes that make puzzles: those of the pool, or this one."""
    makers = [child.pid for child in active_children()] or [os.getpid()]
    fields = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in makers]
    return sum(int(field[11]) + int(field[12]) for field in fields) / os.sysconf("SC_CLK_TCK")


def format_rate(order: PuzzleOrder, count: int, jobs: int) -> str:
    """Format the puzzles per minute and the share of the cores that they got."""
    puzzles = generate_puzzles(order, jobs, set())
    warm_up = 5 * jobs
    for _ in islice(puzzles, warm_up):
        pass
    start, used = time.perf_counter(), cpu_seconds()
    for _ in islice(puzzles, count):
        pass
    taken, used = time.perf_counter() - start, cpu_seconds() - used
    del puzzles  # and its processes with it
    return f"{60 * count / taken:.0f} puzzles a minute on {used / taken:.2f} cores, {used / count:.2f} s of a core each"


def memory_by_count(order: PuzzleOrder, count: int) -> list[tuple[int, int]]:
    """Return the peak memory of this process in MB after several numbers of puzzles."""
    found = []
    for number, _ in enumerate(islice(generate_puzzles(order, 1, set()), count), 1):
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
    order = PuzzleOrder(options.lang, "resources", (Kind(options.kind),), tuple(GRADES))
    for jobs in options.jobs or [1, 2]:
        print(f"{jobs} processes: {format_rate(order, options.count, jobs)}")
    for number, megabytes in memory_by_count(order, options.count):
        print(f"after {number} puzzles: {megabytes} MB")


if __name__ == "__main__":
    main()
