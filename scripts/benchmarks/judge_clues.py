#!/usr/bin/env python3
"""Judge the giver's clues with an ear that shares no source with the giver's ear, for several values of `trust`.

    python scripts/benchmarks/judge_clues.py [--lang en] [--tables 120] [--seed 1]

A giver that picks the best clue by its listener's chances also picks the listener's errors. Here the giver uses one
half of the model's sources for one clue per table, and the other half predicts the guesser's touches. `trust` is how
far the giver trusts its listener. Prints the table of `docs/notebook/2026-11-17.md`.
"""

import argparse
import random
from collections.abc import Iterator, Sequence

import numpy as np
from rich.console import Console
from rich.progress import track

from duo.core.mission import Bank
from duo.mind import registry
from duo.mind.giver.giver import Suggestion
from duo.mind.giver.query import ClueQuery
from duo.mind.listener import plackett_luce
from duo.mind.value import Stakes
from duo.words.wordlist import draw_words, shipped_wordlist

HALVES = {"en": ("usage", "knowledge"), "fr": ("apart", "news")}
TRUSTS = (1.0, 0.9, 0.75, 0.6)
# Agents, bystanders and assassins on the giver's side, agents left on the partner's side, and tokens.
STAGES = ((9, 13, 3, 9, 9), (6, 9, 3, 7, 7), (4, 7, 3, 4, 4), (3, 5, 2, 2, 3))
COLUMNS = (
    "giver's ear",
    "judge's ear",
    "trust",
    "number",
    "first touch right",
    "all found, told",
    "judged",
    "agents",
    "assassin",
)

Figures = tuple[float, ...]


def sample_queries(lang: str, count: int, seed: int) -> Iterator[ClueQuery]:
    """Yield tables that cycle through the stages of a game."""
    for index in range(count):
        words = draw_words(shipped_wordlist(lang), random.Random(f"{seed} {index}"))
        green, tan, black, theirs, tokens = STAGES[index % len(STAGES)]
        agents_and_bystanders, total = green + tan, green + tan + black
        stakes = Stakes(green, theirs, Bank(tokens, 0))
        yield ClueQuery(
            words[:green], words[green:agents_and_bystanders], words[agents_and_bystanders:total], words[:total], stakes
        )


def judge_clue(query: ClueQuery, clue: Suggestion, chances: "np.ndarray[tuple[int], np.dtype[np.float64]]") -> Figures:
    """Return the number of the clue and the chances of the outcomes, as in the columns after `trust`."""
    greens, missed = len(query.agents), len(query.agents) + len(query.bystanders)
    reached = plackett_luce.run_chances(chances[None, :greens], np.array([chances[greens:].sum()]), clue.count)[:, 0]
    black = (1 - reached[-1]) * chances[missed:].sum() / max(chances[greens:].sum(), 1e-9)
    return clue.count, reached[0], clue.p_all, reached[-1], reached.sum(), black


def format_row(lang: str, ears: Sequence[str], trust: float, queries: Sequence[ClueQuery]) -> str:
    own, other = ears
    giver, judge = registry.ai_giver(lang, trust=trust, ear=own), registry.listener(lang, other)
    found = []
    for table in track(queries, f"{own}, {trust}", console=Console(stderr=True), transient=True):
        clue = giver.answer(table, 1)[0]
        found.append(judge_clue(table, clue, judge.touch(clue.word, table.words)))
    number, first, expected, everything, agents, black = np.mean(found, axis=0)
    return (
        f"| {own} | {other} | {trust} | {number:.2f} | {first:.1%} | {expected:.1%} | {everything:.1%} | {agents:.2f} "
        f"| {black:.1%} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lang", default="en", choices=HALVES)
    parser.add_argument("--tables", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    queries = list(sample_queries(options.lang, options.tables, options.seed))
    print(f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}")
    one, other = HALVES[options.lang]
    for ears in ((one, other), (other, one)):
        for trust in TRUSTS:
            print(format_row(options.lang, ears, trust, queries), flush=True)


if __name__ == "__main__":
    main()
