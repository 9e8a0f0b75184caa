#!/usr/bin/env python3
"""Measure how well the listener predicts people, signal by signal. Prints the tables of docs/benchmarks.md.

    scripts/benchmarks/bench_listener.py --lang en --data turns.jsonl [--ear duo] [--exact FOLDER]

Every figure is cross-fitted by board in five folds and averaged over five seeds. Intervals are from 2,000 bootstrap
draws of boards. `--exact` names the folder of unpacked models (`scripts/builds/build_models --exact FOLDER`).
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from scipy.stats import spearmanr

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "builds"))

from databuild.models import listener_fit
from databuild.models.fitted_ear import cross_fit_hits
from duo.mind.model.model import Model
from duo.mind.model.vocabulary import UnknownWord

BOOTSTRAP_DRAWS = 2000


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--lang", default="en")
    options.add_argument("--data", type=Path, required=True)
    options.add_argument("--ear")
    options.add_argument("--exact", type=Path)
    args = options.parse_args()

    turns = listener_fit.read_turns(args.data)
    model = Model.load(args.lang, args.ear)
    data = listener_fit.measure_signals(model, turns)
    print(f"{len(turns)} turns on {int(data.boards.max()) + 1} boards, model `{model.digest}`, ear `{model.ear}`.\n")
    for line in headline_table(data):
        print(line)
    print()
    for line in ear_table(model, data):
        print(line)
    exact = listener_fit.measure_signals(Model.open(args.exact / args.lang, args.ear), turns) if args.exact else None
    for line in signal_table(model, data, exact):
        print(line)


def headline_table(data: listener_fit.TurnArrays) -> Iterator[str]:
    """Yield the top-1 rate of the whole listener, on all turns and on parts of them."""
    rates = cross_fit_hits(data)
    several = np.asarray([len(turn.targets) > 1 for turn in data.turns])
    unseen = hits_without_own_words(data)
    yield "| turns | top-1 | 95 % interval |"
    yield "|---|---|---|"
    yield f"| all, cross-fitted by board | **{rates.mean():.3f}** | {format_interval(data, rates)} |"
    yield f"| all, the board's own words left out of fitting | {unseen.mean():.3f} | {format_interval(data, unseen)} |"
    people = np.asarray([turn.first_touch in turn.targets for turn in data.turns], np.float64)
    if people.mean() < 1:  # 1 if the turns were written without a partner
        label = "all, the first touch of the people themselves"
        yield f"| {label} | {people.mean():.3f} | {format_interval(data, people)} |"
    for name, part in (("one word meant", ~several), ("several words meant", several)):
        chosen = data.select(np.flatnonzero(part))
        yield f"| {name} ({part.sum()}) | {rates[part].mean():.3f} | {format_interval(chosen, rates[part])} |"


def ear_table(model: Model, data: listener_fit.TurnArrays) -> Iterator[str]:
    """Yield the top-1 rate of each ear alone, and of the blend with it if they share no signal."""
    yield "| ear | alone | added to the blend |"
    yield "|---|---|---|"
    for ear in model.manifest.ears:
        other = listener_fit.measure_signals(Model.load(model.lang, ear), data.turns)
        is_disjoint = not set(model.manifest.ears[ear]) & set(model.manifest.ears[model.ear])
        both = replace(
            data,
            signals=np.concatenate([data.signals, other.signals], axis=2),
            listings=np.concatenate([data.listings, other.listings]),
        )
        yield f"| {ear} | {format_top1(other)} | {format_top1(both) if is_disjoint else ''} |"
    yield ""


def signal_table(model: Model, data: listener_fit.TurnArrays, exact: listener_fit.TurnArrays | None) -> Iterator[str]:
    """Yield the top-1 rate of each signal alone and of the blend without it, and its correlation with similarity."""
    judgements = (
        {name: list(similarity_pairs(name)) for name in ("wordsim353.tsv", "simlex999.txt")}
        if model.lang == "en"
        else {}
    )
    columns = ["signal", "alone", "blend without", "alone, unpacked", *(name.partition(".")[0] for name in judgements)]
    yield "| " + " | ".join(columns) + " |"
    yield "|---" * len(columns) + "|"
    names = list(model.signal_names)
    kinds = dict.fromkeys(
        name.removesuffix("-of-word")
        .removesuffix("-of-clue")
        .removesuffix("-to-word")
        .removesuffix("-to-clue")
        .removesuffix("-alone")
        for name in names
    )
    for kind in kinds:
        own = [place for place, name in enumerate(names) if name == kind or name.startswith(f"{kind}-")]
        rest = [place for place in range(len(names)) if place not in own]
        cells = [kind, format_top1(select_signals(data, own)), format_top1(select_signals(data, rest))]
        cells.append(format_top1(select_signals(exact, own)) if exact else "")
        weights = np.zeros(len(names))
        weights[own] = listener_fit.fit_weights(select_signals(data, own), np.arange(len(data.turns)))
        cells += [spearman(partial(_weighted_signals, model, weights), pairs) for pairs in judgements.values()]
        yield "| " + " | ".join(cells) + " |"
    cells = ["**all together**", format_top1(data), "", format_top1(exact) if exact else ""]
    cells += [spearman(model.associate, pairs) for pairs in judgements.values()]
    yield "| " + " | ".join(cells) + " |"


def format_top1(data: listener_fit.TurnArrays) -> str:
    return f"{cross_fit_hits(data).mean():.3f}"


def select_signals(data: listener_fit.TurnArrays, signals: list[int]) -> listener_fit.TurnArrays:
    return replace(data, signals=data.signals[:, :, signals], listings=data.listings[signals])


def hits_without_own_words(data: listener_fit.TurnArrays) -> listener_fit.Array:
    """Return the hits on each board with weights fitted on the other boards without any of its words."""
    hits = np.zeros(len(data.turns))
    for board in range(int(data.boards.max()) + 1):
        held_out = np.flatnonzero(data.boards == board)
        words = {word for turn in held_out for word in data.turns[turn].words}
        seen = np.zeros(data.mask.shape, np.bool_)
        for number, turn in enumerate(data.turns):
            seen[number, : len(turn.words)] = [word in words for word in turn.words]
        others = replace(data, mask=data.mask & ~seen, shares=np.where(seen, 0.0, data.shares))
        useful = (others.shares.sum(axis=1) > 0) & (others.mask.sum(axis=1) > 1) & (data.boards != board)
        total = np.maximum(others.shares.sum(axis=1, keepdims=True), 1e-12)
        weights = listener_fit.fit_weights(replace(others, shares=others.shares / total), np.flatnonzero(useful))
        hits[held_out] = listener_fit.hits(data, listener_fit.chances(data, weights))[held_out]
    return hits


def format_interval(data: listener_fit.TurnArrays, rates: listener_fit.Array) -> str:
    rng = np.random.default_rng(1)
    boards = int(data.boards.max()) + 1
    sums, counts = np.bincount(data.boards, rates, boards), np.bincount(data.boards, minlength=boards)
    samples = rng.integers(boards, size=(BOOTSTRAP_DRAWS, boards))
    low, high = np.percentile(sums[samples].sum(axis=1) / counts[samples].sum(axis=1), [2.5, 97.5])
    return f"{low:.3f} to {high:.3f}"


def similarity_pairs(name: str) -> Iterator[tuple[str, str, float]]:
    """Read pairs of words with their similarity as judged by people, from the test data of gensim."""
    from gensim.test.utils import datapath

    for line in Path(datapath(name)).read_text("utf-8").splitlines():
        parts = line.split("\t")
        with suppress(ValueError, IndexError):
            yield parts[0], parts[1], float(parts[2])


def _weighted_signals(
    model: Model, weights: listener_fit.Array, clues: Sequence[str], words: Sequence[str]
) -> listener_fit.Array:
    """Return the weighted sum of the signals: (clues, words)."""
    return np.tensordot(weights, model.signals(clues, words), 1)


def spearman(
    association: Callable[[Sequence[str], Sequence[str]], Any], judgements: list[tuple[str, str, float]]
) -> str:
    """Format Spearman's rank correlation of the symmetric association with the judgements of people."""
    ours, theirs = [], []
    for first, second, score in judgements:
        with suppress(UnknownWord):
            ours.append(float(association([first], [second])[0, 0] + association([second], [first])[0, 0]))
            theirs.append(score)
    return f"{spearmanr(ours, theirs).statistic:.2f}" if np.ptp(ours) else ""


if __name__ == "__main__":
    main()
