#!/usr/bin/env python3
"""What a game of the lab costs in processor time: one process, two, and two workers of a Dask cluster, in one run.

    python scripts/benchmarks/bench_lab.py [--games 20]

All play the same games. A worker's first game, which loads the model, is not counted. The ratio to one process is what
to compare: it hardly depends on the machine, while the seconds do.
"""

import argparse
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from statistics import mean

from duo.core.mission import STANDARD
from duo.lab import crew
from duo.lab.match import Match
from duo.words import wordlist


def play_timed(match: Match, index: int) -> tuple[int, float, float]:
    """Play a game, and tell in which process and with how many seconds of its own and of the system."""
    before = os.times()
    match.play(index)
    after = os.times()
    return os.getpid(), after.user - before.user, after.system - before.system


@contextmanager
def local_dask_crew(workers: int) -> Iterator[crew.Crew]:
    from distributed import LocalCluster

    with (
        LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster,
        crew.cluster(cluster.scheduler_address) as players,
    ):
        yield players


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20)
    games = parser.parse_args().games
    match = Match.between("expert", "expert", wordlist.shipped_wordlist("en"), seed=0, mission=STANDARD)
    crews: dict[str, Callable[[], AbstractContextManager[crew.Crew]]] = {
        "1 process": lambda: crew.local(1),
        "2 processes": lambda: crew.local(2),
        "2 Dask workers": lambda: local_dask_crew(2),
    }
    alone = 0.0
    print(f"{games} games each\n\n| players | own seconds a game | system seconds a game | ratio |\n|---|---|---|---|")
    for name, opened in crews.items():
        with opened() as players:
            told = [players.executor.submit(play_timed, match, index) for index in range(games)]
            own, system = _mean_seconds(future.result() for future in told)
        alone = alone or own + system
        print(f"| {name} | {own:.2f} | {system:.2f} | {(own + system) / alone:.2f} |", flush=True)


def _mean_seconds(timings: Iterator[tuple[int, float, float]]) -> tuple[float, float]:
    """The means over all games but each process's first."""
    seen: set[int] = set()
    counted = []
    for process, own, system in timings:
        if process in seen:
            counted.append((own, system))
        seen.add(process)
    return mean(own for own, _ in counted), mean(system for _, system in counted)


if __name__ == "__main__":
    main()
