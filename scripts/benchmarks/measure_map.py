#!/usr/bin/env python3
"""Measure win rates over the mission map, where every step away from the start should be harder.

    python scripts/benchmarks/measure_map.py --out FOLDER [--games 200] [--seed 1] [--jobs 1] [--giver G] [--guesser G]

Every city is played with the same boards. Runs are saved in the folder, one file per mission, and continue when you run
the script again. Prints two tables for the docs: the cities, and the steps with their paired differences.
"""

import argparse
from pathlib import Path

from duo.core.mission import Mission
from duo.lab import executors
from duo.lab.match import SelfPlayRun
from duo.lab.report import RunReport, report_run
from duo.lab.statistics import PairedRuns
from duo.table.campaign.mission_map import City, MissionMap, shipped_map
from duo.words.wordlist import shipped_wordlist as shipped_words


def play_mission(mission: Mission, options: argparse.Namespace) -> RunReport:
    """Play the games of this mission that are not yet in the folder, and return the report."""
    match = SelfPlayRun.between(options.giver, options.guesser, shipped_words("en"), options.seed, mission)
    path = options.out / f"{mission}.jsonl"
    with executors.local_executor(options.jobs) as players:
        for _ in match.continue_results_file(path, options.games, players):
            pass
    with path.open("rb") as file:
        return report_run(file)


def mission_for_city(city: City) -> Mission:
    return Mission(city.tokens, city.mistakes)


def outward_steps(cities: MissionMap) -> list[tuple[City, City]]:
    """Return every road of the map that leads away from the start, nearer city first."""
    distances = cities.distances()
    return [
        (cities.city(near), cities.city(away))
        for near in distances
        for away in sorted(cities.roads[near])
        if distances[away] > distances[near]
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--giver", default="expert")
    parser.add_argument("--guesser", default="expert")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    cities = shipped_map()
    rates = {mission: play_mission(mission, options) for mission in dict.fromkeys(map(mission_for_city, cities.cities))}

    print("| step | city | mission | won | 95 % interval | assassin | turns |")
    print("|---|---|---|---|---|---|---|")
    for name, distance in cities.distances().items():
        mission = mission_for_city(cities.city(name))
        found = rates[mission]
        rate = found.win_rate
        turns = found.figures()["mean_turns"]
        print(
            f"| {distance} | {name} | {mission} | {rate.value:.1%} | {rate.low:.1%} to {rate.high:.1%} "
            f"| {found.assassin_rate.value:.1%} | {turns:.1f} |"
        )
    print("\n| from | to | win rate changes by | 95 % interval |")
    print("|---|---|---|---|")
    for near, away in outward_steps(cities):
        change = PairedRuns.from_wins(rates[mission_for_city(away)].won, rates[mission_for_city(near)].won).difference()
        print(
            f"| {near.name} {mission_for_city(near)} | {away.name} {mission_for_city(away)} "
            f"| {100 * change.value:+.1f} | {100 * change.low:+.1f} to {100 * change.high:+.1f} |"
        )


if __name__ == "__main__":
    main()
