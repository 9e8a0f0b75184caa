#!/usr/bin/env python3
"""Measure how AI givers and guessers play together, every pairing with the same boards.

    python scripts/benchmarks/measure_partner.py --out FOLDER [--games 400] [--seed 1] [--jobs 1]

Runs are saved in the folder, one file per pairing, and continue when you run the script again. Prints the tables of
docs/notebook: every pairing with its win rate and the rate of right first touches, and the giver `expert` against
`margin` with the same guesser. Some guessers share no source with either giver.
"""

import argparse
from pathlib import Path

from duo.core.game import read as read_record
from duo.core.key import Colour
from duo.core.mission import Mission
from duo.lab import executors
from duo.lab.match import SelfPlayRun
from duo.lab.report import RunReport, compare_runs, report_run
from duo.lab.results import read_results
from duo.words.wordlist import shipped_wordlist

OUR_GIVER, BASELINE_GIVER = "expert", "margin"
GUESSERS = ("expert", "human-like", "glove", "human-like@glove")
# Givers that play with the guesser `expert`: (giver, mission).
SELF_PLAY_PAIRINGS = (("expert", "9-9"), ("expert", "9-5"), ("twin", "9-9"), ("twin", "9-5"))
# Givers with a guesser that shares no source with them or with margin: the shipped giver, and givers with half of the
# sources before a guesser with the other half.
STRANGER_PAIRINGS = (
    ("expert", "human-like@stranger"),
    ("expert@usage", "human-like@knowledge"),
    ("expert@knowledge", "human-like@usage"),
)

Pairing = tuple[str, str, str]  # giver, guesser, mission


def run_file(pairing: Pairing, options: argparse.Namespace) -> Path:
    folder: Path = options.out
    return folder / f"{' '.join(pairing)}.jsonl"


def play_pairing(pairing: Pairing, options: argparse.Namespace) -> RunReport:
    """Play the games of this pairing that are not yet in the folder, and return the report."""
    giver, guesser, mission = pairing
    match = SelfPlayRun.between(giver, guesser, shipped_wordlist("en"), options.seed, Mission.parse(mission))
    path = run_file(pairing, options)
    with executors.local_executor(options.jobs) as players:
        for _ in match.continue_results_file(path, options.games, players):
            pass
    with path.open("rb") as file:
        return report_run(file)


def first_touches(path: Path) -> tuple[float, float]:
    """Return how often the first touch after a clue is an agent, and the mean number of a clue."""
    with path.open("rb") as file:
        _, results = read_results(file)
        turns = [turn for result in results for turn in read_record(result.game).final.clues if turn.touches]
    right = sum(turn.touches[0].colour is Colour.GREEN for turn in turns)
    return right / len(turns), sum(turn.clue.count for turn in turns) / len(turns)


def format_row(pairing: Pairing, found: RunReport, path: Path) -> str:
    right, number = first_touches(path)
    return f"| {' | '.join(pairing)} | {format_outcome(found)} | {number:.2f} | {right:.1%} |"


def format_outcome(found: RunReport) -> str:
    """Format the win rate with its interval, assassins, agents and turns as cells of a table."""
    rate, figures = found.win_rate, found.figures()
    return (
        f"{rate.value:.1%} | {rate.low:.1%} to {rate.high:.1%} | {found.assassin_rate.value:.1%} "
        f"| {figures['mean_found']:.1f} | {figures['mean_turns']:.1f}"
    )


def format_comparison(first: RunReport, second: RunReport) -> str:
    pairs = compare_runs(first, second)
    change = pairs.difference()
    return (
        f"| {first.header.giver} with {first.header.guesser} | {second.header.giver} with {second.header.guesser} "
        f"| {100 * change.value:+.1f} | {100 * change.low:+.1f} to {100 * change.high:+.1f} "
        f"| {pairs.mcnemar_p_value():.2g} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)

    pairings = [(giver, guesser, "9-9") for giver in (OUR_GIVER, BASELINE_GIVER) for guesser in GUESSERS]
    pairings += [(giver, stranger, "9-9") for ours, stranger in STRANGER_PAIRINGS for giver in (ours, BASELINE_GIVER)]
    pairings += [(giver, "expert", mission) for giver, mission in SELF_PLAY_PAIRINGS]
    print(
        "| giver | guesser | mission | won | 95 % interval | assassin | agents | turns | number | first touch right |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|")
    found: dict[Pairing, RunReport] = {}
    for pairing in dict.fromkeys(pairings):
        found[pairing] = play_pairing(pairing, options)
        print(format_row(pairing, found[pairing], run_file(pairing, options)), flush=True)

    print("\n| first | second | first wins more often by | 95 % interval | by luck |")
    print("|---|---|---|---|---|")
    for guesser in GUESSERS:
        print(format_comparison(found[OUR_GIVER, guesser, "9-9"], found[BASELINE_GIVER, guesser, "9-9"]))
    for giver, stranger in STRANGER_PAIRINGS:
        print(format_comparison(found[giver, stranger, "9-9"], found[BASELINE_GIVER, stranger, "9-9"]))


if __name__ == "__main__":
    main()
