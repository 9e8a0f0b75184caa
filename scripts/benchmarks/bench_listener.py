#!/usr/bin/env python3
"""How well the listener reads people, signal by signal: the tables of docs/benchmarks.md.

    scripts/benchmarks/bench_listener.py --lang en --data turns.jsonl [--ear duo] [--exact FOLDER]

Every figure is cross-fitted in five folds by board, the mean of five ways to fold; intervals are from drawing boards
anew 2,000 times. `--exact` names the folder of unpacked models (`scripts/builds/build_models --exact FOLDER`).
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from scipy.stats import spearmanr

from databuild.models import fit
from databuild.models.ears import crossed
from duo.mind.model.model import Model
from duo.mind.model.vocabulary import UnknownWord

DRAWS = 2000


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--lang", default="en")
    options.add_argument("--data", type=Path, required=True)
    options.add_argument("--ear")
    options.add_argument("--exact", type=Path)
    args = options.parse_args()

    turns = fit.read_turns(args.data)
    model = Model.load(args.lang, args.ear)
    data = fit.measure(model, turns)
    print(f"{len(turns)} turns on {int(data.boards.max()) + 1} boards, model `{model.digest}`, ear `{model.ear}`.\n")
    for line in headline(data):
        print(line)
    print()
    for line in other_minds(model, data):
        print(line)
    exact = fit.measure(Model.open(args.exact / args.lang, args.ear), turns) if args.exact else None
    for line in table(model, data, exact):
        print(line)


def headline(data: fit.Turns) -> Iterator[str]:
    """Top-1 of the whole listener on all turns, and on parts of them."""
    rates = crossed(data)
    several = np.asarray([len(turn.targets) > 1 for turn in data.turns])
    strangers = leave_words_out(data)
    yield "| turns | top-1 | 95 % interval |"
    yield "|---|---|---|"
    yield f"| all, cross-fitted by board | **{rates.mean():.3f}** | {interval(data, rates)} |"
    yield f"| all, the board's own words left out of fitting | {strangers.mean():.3f} | {interval(data, strangers)} |"
    people = np.asarray([turn.touched in turn.targets for turn in data.turns], np.float64)
    if people.mean() < 1:  # turns written down without a partner have none
        yield f"| all, the first touch of the people themselves | {people.mean():.3f} | {interval(data, people)} |"
    for name, part in (("one word meant", ~several), ("several words meant", several)):
        chosen = data.of(np.flatnonzero(part))
        yield f"| {name} ({part.sum()}) | {rates[part].mean():.3f} | {interval(chosen, rates[part])} |"


def other_minds(model: Model, data: fit.Turns) -> Iterator[str]:
    """The plain ears beside this one: alone, and what each would add to the blend."""
    yield "| ear | alone | added to the blend |"
    yield "|---|---|---|"
    for ear in model.manifest.ears:
        other = fit.measure(Model.load(model.lang, ear), data.turns)
        strange = not set(model.manifest.ears[ear]) & set(model.manifest.ears[model.ear])
        both = replace(
            data,
            signals=np.concatenate([data.signals, other.signals], axis=2),
            listings=np.concatenate([data.listings, other.listings]),
        )
        yield f"| {ear} | {rate(other)} | {rate(both) if strange else ''} |"
    yield ""


def table(model: Model, data: fit.Turns, exact_data: fit.Turns | None) -> Iterator[str]:
    """Each signal alone, the blend without it, and what it knows of similarity."""
    sets = {name: list(pairs(name)) for name in ("wordsim353.tsv", "simlex999.txt")} if model.lang == "en" else {}
    columns = ["signal", "alone", "blend without", "alone, unpacked", *(name.partition(".")[0] for name in sets)]
    yield "| " + " | ".join(columns) + " |"
    yield "|---" * len(columns) + "|"
    names = list(model.signal_names)
    kinds = dict.fromkeys(name.removesuffix("-of-word").removesuffix("-of-clue").removesuffix("-to-word")
                          .removesuffix("-to-clue").removesuffix("-alone") for name in names)  # fmt: skip
    for kind in kinds:
        own = [place for place, name in enumerate(names) if name == kind or name.startswith(f"{kind}-")]
        rest = [place for place in range(len(names)) if place not in own]
        cells = [kind, rate(only(data, own)), rate(only(data, rest))]
        cells.append(rate(only(exact_data, own)) if exact_data else "")
        weights = np.zeros(len(names))
        weights[own] = fit.fit(only(data, own), np.arange(len(data.turns)))
        cells += [agreement(partial(_of_signals, model, weights), found) for found in sets.values()]
        yield "| " + " | ".join(cells) + " |"
    cells = ["**all together**", rate(data), "", rate(exact_data) if exact_data else ""]
    cells += [agreement(model.associate, found) for found in sets.values()]
    yield "| " + " | ".join(cells) + " |"


def rate(data: fit.Turns) -> str:
    return f"{crossed(data).mean():.3f}"


def only(data: fit.Turns, signals: list[int]) -> fit.Turns:
    return replace(data, signals=data.signals[:, :, signals], listings=data.listings[signals])


def leave_words_out(data: fit.Turns) -> fit.Array:
    """Hits on each board with weights fitted on the other boards, where none of its words is seen."""
    found = np.zeros(len(data.turns))
    for board in range(int(data.boards.max()) + 1):
        held_out = np.flatnonzero(data.boards == board)
        words = {word for turn in held_out for word in data.turns[turn].words}
        seen = np.zeros(data.mask.shape, np.bool_)
        for number, turn in enumerate(data.turns):
            seen[number, : len(turn.words)] = [word in words for word in turn.words]
        others = replace(data, mask=data.mask & ~seen, shares=np.where(seen, 0.0, data.shares))
        useful = (others.shares.sum(axis=1) > 0) & (others.mask.sum(axis=1) > 1) & (data.boards != board)
        total = np.maximum(others.shares.sum(axis=1, keepdims=True), 1e-12)
        weights = fit.fit(replace(others, shares=others.shares / total), np.flatnonzero(useful))
        found[held_out] = fit.hits(data, fit.chances(data, weights))[held_out]
    return found


def interval(data: fit.Turns, rates: fit.Array) -> str:
    rng = np.random.default_rng(1)
    boards = int(data.boards.max()) + 1
    sums, counts = np.bincount(data.boards, rates, boards), np.bincount(data.boards, minlength=boards)
    drawn = rng.integers(boards, size=(DRAWS, boards))
    low, high = np.percentile(sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1), [2.5, 97.5])
    return f"{low:.3f} to {high:.3f}"


def pairs(name: str) -> Iterator[tuple[str, str, float]]:
    """Pairs of words that people judged, from the test data of gensim."""
    from gensim.test.utils import datapath

    for line in Path(datapath(name)).read_text("utf-8").splitlines():
        parts = line.split("\t")
        with suppress(ValueError, IndexError):
            yield parts[0], parts[1], float(parts[2])


def _of_signals(model: Model, weights: fit.Array, clues: Sequence[str], words: Sequence[str]) -> fit.Array:
    """What some of the signals say, each with its weight: (clues, words)."""
    return np.tensordot(weights, model.signals(clues, words), 1)


def agreement(said: Callable[[Sequence[str], Sequence[str]], Any], judged: list[tuple[str, str, float]]) -> str:
    """Spearman's rank correlation of what is said of two words, taken both ways, with people."""
    ours, theirs = [], []
    for first, second, score in judged:
        with suppress(UnknownWord):
            ours.append(float(said([first], [second])[0, 0] + said([second], [first])[0, 0]))
            theirs.append(score)
    return f"{spearmanr(ours, theirs).statistic:.2f}" if np.ptp(ours) else ""


if __name__ == "__main__":
    main()
