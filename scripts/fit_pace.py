#!/usr/bin/env python3
"""How well a player's pace can be learnt from earlier touches, on turns that people played.

    scripts/fit_pace.py --data turns.jsonl

The turns of a board stand for one pair. Every touch is foretold by the fixed figures, and by the figures eased by all
earlier touches on the same board; figures and spread are fitted on other boards, in five folds, five times. Prints the
mean logarithm of the chance given to what happened.
"""

import argparse
import json
from pathlib import Path

import numpy as np

from databuild.models.fit import boards_of, read_turns
from duo.mind.pace import PEOPLE, Pace, Tally, ease_of

FOLDS, SEEDS = 5, range(5)
SPREADS = (0.2, 0.35, 0.5, 0.75, 1.0)
PRIOR = 8.0  # touches that the shipped figures count for where there are few

Cell = tuple[int, int]


def touches(line: str) -> list[tuple[Cell, bool]]:
    """The touches of a turn up to its number, each with its cell of the table and whether it was right."""
    turn = json.loads(line)
    number = min(max(len(turn["targets"]), 1), len(PEOPLE.touches))
    found: list[tuple[Cell, bool]] = []
    for place, word in enumerate(turn["guesses"][:number]):
        right = word not in turn["black"] and word not in turn["tan"]
        found.append(((number, place), right))
        if not right:
            break
    return found


def figures(boards: list[list[tuple[Cell, bool]]]) -> Pace:
    """The rates of these boards, drawn to the shipped figures."""
    rows = []
    for number, row in enumerate(PEOPLE.touches, start=1):
        told = []
        for place, usual in enumerate(row):
            here = [right for board in boards for cell, right in board if cell == (number, place)]
            told.append((sum(here) + PRIOR * usual) / (len(here) + PRIOR))
        rows.append(tuple(told))
    return Pace(touches=tuple(rows))


def foretold(board: list[tuple[Cell, bool]], pace: Pace, spread: float | None) -> list[float]:
    """The logarithm of the chance of what each touch turned out to be; without a spread nothing is learnt."""
    tally, logs = Tally(), []
    for (number, place), right in board:
        eased = pace.eased(ease_of(tally, pace, spread)[0]) if spread else pace
        chance = eased.touches[number - 1][place]
        logs.append(float(np.log(chance if right else 1 - chance)))
        once = (((number, place), 1),)
        tally += Tally(right=once) if right else Tally(wrong=once)
    return logs


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--data", type=Path, required=True)
    path = options.parse_args().data
    boards: dict[int, list[tuple[Cell, bool]]] = {}
    for line, board in zip(path.read_text("utf-8").splitlines(), boards_of(read_turns(path)), strict=True):
        boards.setdefault(int(board), []).extend(touches(line))
    every = list(boards.values())
    fixed, learnt, chosen = [], [], []
    for seed in SEEDS:
        fold = np.random.default_rng(seed).integers(FOLDS, size=len(every))
        for held in range(FOLDS):
            others = [board for board, part in zip(every, fold, strict=True) if part != held]
            pace = figures(others)
            best = max(SPREADS, key=lambda spread: sum(sum(foretold(board, pace, spread)) for board in others))
            chosen.append(best)
            for board in (board for board, part in zip(every, fold, strict=True) if part == held):
                fixed += foretold(board, pace, None)
                learnt += foretold(board, pace, best)
    print(f"boards {len(every)}, touches {len(fixed) // len(SEEDS)}")
    print(f"fixed figures {np.mean(fixed):.4f}, learnt {np.mean(learnt):.4f} (spread chosen: {np.mean(chosen):.2f})")


if __name__ == "__main__":
    main()
