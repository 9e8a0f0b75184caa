"""Sparse tables of word pairs: compounds, links of knowledge, words that meet in one definition."""

import json
import math
import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from duo.mind.build.vocabulary import Vocabulary
from duo.mind.build.wordnet import WordNet

Pairs = dict[tuple[int, int], float]  # the lower row first
_TOKEN = re.compile(r"[a-z']+")
_CORPUS_WORDS = 1_024_908_267_229.0
_RAREST = 1e5
_LINK_STOP = frozenset(
    (
        "a",
        "an",
        "and",
        "at",
        "be",
        "by",
        "for",
        "from",
        "in",
        "is",
        "it",
        "of",
        "on",
        "or",
        "the",
        "to",
        "with",
        "you",
        "your",
    )
)


class Rows:
    """Finds the row that carries a word's links: its own, or that of its base form."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        own = {word: row for row, word in enumerate(vocabulary.words)}
        self._rows = {word: own[base] for word, base in zip(vocabulary.words, vocabulary.bases, strict=True)}

    def get(self, word: str) -> int | None:
        return self._rows.get(word)

    def all(self, words: Iterable[str]) -> set[int]:
        return {row for word in words if (row := self._rows.get(word)) is not None}


def compounds(wordsegment: Path, rows: Rows) -> Pairs:
    """How much more often two words stand side by side than chance has it: row+boat, club+sandwich."""
    data = wordsegment / "wordsegment"
    chance = {
        word: float(count) / _CORPUS_WORDS
        for word, count in (line.split("\t") for line in (data / "unigrams.txt").read_text("utf-8").splitlines())
    }
    pairs: Pairs = {}
    for line in (data / "bigrams.txt").read_text("utf-8").splitlines():
        both, _, count = line.partition("\t")
        first, _, second = both.partition(" ")
        a, b = rows.get(first), rows.get(second)
        if a is None or b is None or a == b:
            continue
        expected = chance.get(first, _RAREST / _CORPUS_WORDS) * chance.get(second, _RAREST / _CORPUS_WORDS)
        surprise = math.log(float(count) / _CORPUS_WORDS / expected)
        if surprise > 0:
            key = (min(a, b), max(a, b))
            pairs[key] = max(pairs.get(key, 0.0), surprise)
    return pairs


def meetings(wordnet: WordNet, rows: Rows, most: int) -> Pairs:
    """How much more often two words stand in one definition than chance has it.

    A word keeps so many neighbours at most, the most surprising; a pair stays if either word keeps it.
    """
    texts = (" ".join([*synset.words, synset.gloss, synset.examples]) for synset in wordnet.synsets.values())
    present = [sorted(rows.all(_TOKEN.findall(text.lower()))) for text in texts]
    together = _products(present)
    alone = together.diagonal()
    together.setdiag(0)
    together.eliminate_zeros()
    found = together.tocoo()
    surprise = np.log(found.data * len(present) / (alone[found.row] * alone[found.col]))
    kept = surprise > 0
    row, column, value = found.row[kept], found.col[kept], surprise[kept]
    order = np.lexsort((column, -value, row))
    row, column, value = row[order], column[order], value[order]
    rank = np.arange(len(row)) - np.searchsorted(row, row)
    best = rank < most
    low, high = np.minimum(row, column)[best], np.maximum(row, column)[best]
    return dict(zip(zip(low.tolist(), high.tolist(), strict=True), value[best].tolist(), strict=True))


def _products(present: list[list[int]]) -> Any:
    """For every two rows the texts that hold both; long texts say less."""
    from scipy.sparse import csr_array

    counts = np.asarray([len(text) for text in present])
    weights = np.repeat(1 / np.sqrt(np.log(3 + counts)), counts)
    columns = np.concatenate([np.asarray(text, np.int32) for text in present])
    starts = np.concatenate([[0], np.cumsum(counts)])
    held = csr_array((weights, columns, starts), shape=(len(present), int(columns.max()) + 1))
    return (held.T @ held).tocsr()


def links(conceptnet: Path, rows: Rows) -> Pairs:
    """How many assertions link two words; those between long phrases count less."""
    folder = conceptnet / "package" / "data" / "conceptnet"
    weights: dict[tuple[int, int], float] = defaultdict(float)
    with (folder / "conceptnet-assertions-5.6.0-subset.ndjson").open(encoding="utf-8") as file:
        for line in file:
            assertion = json.loads(line)
            start, end = (_content(assertion[side]) for side in ("start", "end"))
            share = 1 / math.sqrt(max(1, len(start)) * max(1, len(end)))
            for a in rows.all(start):
                for b in rows.all(end) - {a}:
                    weights[min(a, b), max(a, b)] += share
    return {pair: math.log1p(weight) for pair, weight in weights.items()}


def _content(phrase: str) -> list[str]:
    return [word for word in _TOKEN.findall(phrase.lower()) if word not in _LINK_STOP]
