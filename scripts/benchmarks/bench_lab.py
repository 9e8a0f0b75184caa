#!/usr/bin/env python3
"""Measure the processor time of a lab game: in one process, in two, and on two workers of a Dask cluster.

    python scripts/benchmarks/bench_lab.py [--games 20]

All play the same games. A worker's first game, which loads the model, is not counted. Compare the ratios to one
process, which hardly depend on the machine.
"""

import argparse
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from statistics import mean

from duo.core.mission import STANDARD
from duo.lab import executors
from duo.lab.match import SelfPlayRun
from duo.words import wordlist


def play_timed(match: SelfPlayRun, index: int) -> tuple[int, float, float]:
    """Play a game, and return the process id with its user and system seconds."""
    before = os.times()
    match.play_indexed_game(index)
    after = os.times()
    return os.getpid(), after.user - before.user, after.system - before.system


@contextmanager
def local_dask_executor(workers: int) -> Iterator[executors.GameExecutor]:
    from distributed import LocalCluster

    with (
        LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster,
        executors.cluster_executor(cluster.scheduler_address) as players,
    ):
        yield players


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20)
    games = parser.parse_args().games
    match = SelfPlayRun.between("expert", "expert", wordlist.shipped_wordlist("en"), seed=0, mission=STANDARD)
    executor_starters: dict[str, Callable[[], AbstractContextManager[executors.GameExecutor]]] = {
        "1 process": lambda: executors.local_executor(1),
        "2 processes": lambda: executors.local_executor(2),
        "2 Dask workers": lambda: local_dask_executor(2),
    }
    baseline = 0.0
    print(f"{games} games each\n\n| players | own seconds a game | system seconds a game | ratio |\n|---|---|---|---|")
    for name, open_crew in executor_starters.items():
        with open_crew() as players:
            futures = [players.executor.submit(play_timed, match, index) for index in range(games)]
            own, system = _mean_seconds(future.result() for future in futures)
        baseline = baseline or own + system
        print(f"| {name} | {own:.2f} | {system:.2f} | {(own + system) / baseline:.2f} |", flush=True)


def _mean_seconds(timings: Iterator[tuple[int, float, float]]) -> tuple[float, float]:
    """Return the mean seconds over all games but each process's first."""
    seen: set[int] = set()
    counted = []
    for process, own, system in timings:
        if process in seen:
            counted.append((own, system))
        seen.add(process)
    return mean(own for own, _ in counted), mean(system for _, system in counted)


if __name__ == "__main__":
    main()
