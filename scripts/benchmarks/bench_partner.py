#!/usr/bin/env python3
"""Time the AI partner, each step as a multiple of the plain float32 products that the model needs.

    python scripts/benchmarks/bench_partner.py [--lang en] [--boards 30] [--requests 10000]

All figures come from one run on one machine, so the ratios are comparable where seconds are not. Prints one JSON
object. `products_ms` is the time of the matrix products of all candidates with the words of a board. `listener`, `clue`
and `guess` are the times of all chances, a clue search and a guess on a new table, as multiples of it. `again` is a
clue search on a table with an earlier search, as in most turns of a game. `half` is a clue search over half of the
candidates, as a multiple of one over all. `growth_mb` is the memory growth over the requests.
"""

import argparse
import gc
import json
import random
import resource
import time
from collections.abc import Callable, Sequence
from dataclasses import MISSING, fields, is_dataclass, replace
from functools import partial
from statistics import median
from typing import Any

import numpy as np
from bench_model import product_shapes

from duo.core.mission import Bank
from duo.mind import registry
from duo.mind.belief.clue_history import ClueMemory
from duo.mind.belief.pattern import PatternGroup, SidePrior
from duo.mind.giver.giver import ExpectedValueGiver
from duo.mind.giver.query import ClueQuery
from duo.mind.guesser.guesser import ListeningGuesser
from duo.mind.guesser.query import GuessQuery
from duo.mind.listener.listener import Listener
from duo.mind.model.look_alikes import LookAlikes
from duo.mind.model.model import Model
from duo.mind.value import Stakes
from duo.words.wordlist import draw_words, shipped_wordlist

Board = tuple[str, ...]
STAKES = Stakes(9, 9, Bank(9, 0))


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--lang", default="en")
    options.add_argument("--boards", type=int, default=30)
    options.add_argument("--requests", type=int, default=10_000)
    args = options.parse_args()
    listener = registry.listener(args.lang)
    boards = [draw_words(shipped_wordlist(args.lang), random.Random(seed)) for seed in range(args.boards)]
    giver, guesser = make_giver(listener), ListeningGuesser(listener)
    half = with_half_candidates(listener.model)

    def clue(board: Board, model: Model = listener.model) -> None:
        make_giver(Listener(model)).answer(clue_query(board), 5)  # a new listener has no cached table

    def again(board: Board) -> None:
        giver.answer(clue_query(board), 5)

    def guess(board: Board) -> None:
        memory = ClueMemory(listener.candidates[97 * len(board[0])], 2)
        guesser.answer(GuessQuery(board, SidePrior((PatternGroup(board, 9, 13, 3),)), memory, (), STAKES))

    seconds = median_seconds(
        boards,
        products=product_step(listener.model, boards),
        listener=Listener(listener.model).touch_all,
        clue=clue,
        seen=again,
        again=again,
        guess=guess,
        half=lambda board: clue(board, half),
    )
    plain = seconds["products"]
    print(
        json.dumps(
            {
                "lang": args.lang,
                "model": listener.model.digest,
                "candidates": len(listener.candidates),
                "boards": len(boards),
                "products_ms": round(1000 * plain, 2),
                "listener": round(seconds["listener"] / plain, 3),
                "clue": round(seconds["clue"] / plain, 3),
                "again": round(seconds["again"] / plain, 3),
                "guess": round(seconds["guess"] / plain, 3),
                "half": round(seconds["half"] / seconds["clue"], 3),
                "growth_mb": memory_growth_mb((guess, clue), boards, args.requests),
            }
        )
    )


def make_giver(listener: Listener) -> ExpectedValueGiver:
    return ExpectedValueGiver(listener, partial(registry.is_legal, listener.model.lang))


def clue_query(board: Board) -> ClueQuery:
    return ClueQuery(board[:9], board[9:22], board[22:], board, STAKES)


def with_half_candidates(model: Model) -> Model:
    """Return the model with only the more familiar half of its candidates."""
    count = len(model.candidates) // 2
    parts: list[Any] = []
    for part in model.parts:
        assert is_dataclass(part)  # noqa: S101 - true for every signal, but the protocol cannot express it
        prepared = [field for field in fields(part) if field.init and field.name.startswith("_")]
        blank = {
            field.name: None if field.default_factory is MISSING else field.default_factory() for field in prepared
        }
        parts.append(replace(part, candidates=count, **blank))
    candidates = model.candidates[:count]
    return replace(
        model,
        candidates=candidates,
        familiarity=model.familiarity[:count],
        parts=tuple(parts),
        look_alikes=LookAlikes(candidates, model.look_alikes.discounts),
    )


def product_step(model: Model, boards: Sequence[Board]) -> Callable[[Board], None]:
    """Return a step that multiplies random matrices of the shapes that the model needs for a board."""
    rng = np.random.default_rng(0)
    needed = {board: product_shapes(model, board) for board in boards}
    sizes = {
        size
        for found in needed.values()
        for rows, inner, columns in found
        for size in [(rows, inner), (inner, columns)]
    }
    factors = {size: rng.standard_normal(size, np.float32) for size in sizes}

    def multiply(board: Board) -> None:
        for rows, inner, columns in needed[board]:
            factors[rows, inner] @ factors[inner, columns]

    return multiply


def median_seconds(boards: Sequence[Board], **steps: Callable[[Board], object]) -> dict[str, float]:
    """Return the median seconds of each step. The steps alternate, so that other load affects all of them."""
    spent: dict[str, list[float]] = {name: [] for name in steps}
    for step in steps.values():
        step(boards[0])
    for board in boards:
        for name, step in steps.items():
            start = time.perf_counter()
            step(board)
            spent[name].append(time.perf_counter() - start)
    return {name: median(seconds) for name, seconds in spent.items()}


def memory_growth_mb(steps: Sequence[Callable[[Board], None]], boards: Sequence[Board], requests: int) -> float:
    """Return the growth of the peak memory over the requests, one in ten a clue search."""
    guess, clue = steps
    for board in boards:
        clue(board)
        guess(board)
    gc.collect()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for request in range(requests):
        (guess if request % 10 else clue)(boards[request % len(boards)])
    return round((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024, 1)


if __name__ == "__main__":
    main()
