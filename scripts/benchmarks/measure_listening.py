#!/usr/bin/env python3
"""Measure how guessers read the clues of strangers, which are givers that share no source with them.

    python scripts/benchmarks/measure_listening.py --out FOLDER [--before FOLDER] [--games 400] [--seed 1] [--jobs 1]

Runs are saved in the folder, one file per pairing, and continue when you run the script again. `--before` names such a
folder of another version (`duo lab selfplay` writes the same files), with which every pairing is compared table by
table. With `--games 0` the script plays nothing and prints the saved runs.
"""

import argparse
from pathlib import Path

from measure_partner import first_touches, format_comparison, format_outcome

from duo.core.mission import Mission
from duo.lab import executors
from duo.lab.match import SelfPlayRun
from duo.lab.report import RunReport, report_run
from duo.words.wordlist import shipped_wordlist

# Language, giver, guesser.
PAIRINGS = (
    ("en", "expert@stranger", "expert"),
    ("en", "expert@usage", "expert@knowledge"),
    ("en", "expert@knowledge", "expert@usage"),
    ("fr", "expert@news", "expert@apart"),
    ("fr", "expert@apart", "expert@news"),
)
Pairing = tuple[str, str, str]


def run_file(pairing: Pairing, folder: Path) -> Path:
    return folder / f"{' '.join(pairing)}.jsonl"


def play(pairing: Pairing, options: argparse.Namespace) -> None:
    lang, giver, guesser = pairing
    match = SelfPlayRun.between(giver, guesser, shipped_wordlist(lang), options.seed, Mission.parse("9-9"))
    with executors.local_executor(options.jobs) as players:
        for _ in match.continue_results_file(run_file(pairing, options.out), options.games, players):
            pass


def read_report(path: Path) -> RunReport | None:
    """Return the report of a run, or None if there is no file."""
    if not path.is_file():
        return None
    with path.open("rb") as file:
        return report_run(file)


def format_row(pairing: Pairing, when: str, found: RunReport, path: Path) -> str:
    right, _number = first_touches(path)
    return f"| {' | '.join(pairing)} | {when} | {found.figures()['games']} | {format_outcome(found)} | {right:.1%} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--before", type=Path)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    print("| language | giver | guesser | version | games | won | 95 % interval | assassin | agents | turns | first |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    compared = []
    for pairing in PAIRINGS:
        if options.games:
            play(pairing, options)
        folders = {"before": options.before, "now": options.out}
        runs = {
            when: (run_file(pairing, folder), read_report(run_file(pairing, folder)))
            for when, folder in folders.items()
            if folder
        }
        for when, (path, found) in runs.items():
            if found:
                print(format_row(pairing, when, found, path), flush=True)
        reports = [found for _path, found in runs.values() if found]
        if len(reports) > 1:
            compared.append(format_comparison(reports[1], reports[0]))
    if compared:
        print("\n| now | before | wins more often by | 95 % interval | by luck |\n|---|---|---|---|---|")
        print("\n".join(compared))


if __name__ == "__main__":
    main()
