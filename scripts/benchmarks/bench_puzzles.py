#!/usr/bin/env python3
"""Measure how fast puzzles are made, with one process and with more, and whether memory stays flat.

    python scripts/benchmarks/bench_puzzles.py --lang en --count 60 --jobs 1 --jobs 2

Puzzles of all five grades take turns. The time starts when every process has made its first puzzle, so loading the
models does not count; nor does it matter for the time on a core what else the machine does (Linux only). Memory is
that of a single process that makes them all.
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
    """What the processes that make puzzles have used so far: the pool's, or this one."""
    makers = [child.pid for child in active_children()] or [os.getpid()]
    fields = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in makers]
    return sum(int(field[11]) + int(field[12]) for field in fields) / os.sysconf("SC_CLK_TCK")


def format_rate(order: PuzzleOrder, count: int, jobs: int) -> str:
    """Puzzles a minute, and how much of the machine they were given: others may work on it too."""
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
    """The most memory that this process has used, in MB, after so many puzzles."""
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
    order = PuzzleOrder(options.lang, "bench", (Kind(options.kind),), tuple(GRADES))
    for jobs in options.jobs or [1, 2]:
        print(f"{jobs} processes: {format_rate(order, options.count, jobs)}")
    for number, megabytes in memory_by_count(order, options.count):
        print(f"after {number} puzzles: {megabytes} MB")


if __name__ == "__main__":
    main()
