"""Sparse knowledge: tables of word pairs, and texts in which words meet."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from duo.mind.signals import Scores
from duo.mind.vocabulary import Reading

Rows = NDArray[np.intp]
LARGEST_SURPRISE = 12.0  # e to this is how often rare words meet at most; it brings the numbers under one


@dataclass(slots=True, eq=False)
class SparsePairs:
    """A symmetric table of word pairs with values from 0 to 255: compounds, links, synonyms.

    Each pair is kept once, under its lower row: row r has the next `counts[r]` of `others` and `values`.
    """

    name: str
    counts: NDArray[np.uint16]
    others: NDArray[np.uint16]
    values: NDArray[np.uint8]
    candidates: int
    _mirrored: tuple[Rows, NDArray[np.uint16], NDArray[np.uint8]] | None = field(default=None)

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name,)

    def of(self, clues: Sequence[Reading], words: Sequence[Reading]) -> list[Scores]:
        if len(clues) > len(words):  # the table is symmetric: look up the fewer
            return [self.of(words, clues)[0].T]
        rows = np.zeros((len(clues), len(self.counts)), np.float32)
        for line, reading in enumerate(clues):
            for clue in reading:
                near, values = self._neighbours(clue)
                rows[line, near] = np.maximum(rows[line, near], values)
        return [_strongest(rows, words) / np.float32(255)]

    def of_candidates(self, words: Sequence[Reading]) -> list[Scores]:
        scores = np.zeros((len(words), self.candidates), np.float32)
        for column, reading in enumerate(words):
            for word in reading:
                near, values = self._neighbours(word)
                end = int(np.searchsorted(near, self.candidates))
                chosen = near[:end]
                scores[column, chosen] = np.maximum(scores[column, chosen], values[:end])
        scores /= np.float32(255)
        return [scores.T]

    def _neighbours(self, row: int) -> tuple[NDArray[np.uint16], NDArray[np.uint8]]:
        """The rows paired with this one, in rising order, and the values of those pairs."""
        if self._mirrored is None:
            lower = np.repeat(np.arange(len(self.counts), dtype=np.uint16), self.counts)
            one, other = np.concatenate([self.others, lower]), np.concatenate([lower, self.others])
            order = np.argsort(one, kind="stable")  # the halves are sorted by their other row, and the lower come last
            starts = np.concatenate([[0], np.cumsum(np.bincount(one, minlength=len(self.counts)))])
            self._mirrored = starts, other[order], np.concatenate([self.values, self.values])[order]
        starts, near, values = self._mirrored
        span = slice(starts[row], starts[row + 1])
        return near[span], values[span]


def _strongest(rows: Scores, readings: Sequence[Reading]) -> Scores:
    """Columns of these rows for each reading; of several parts the one that counts most."""
    if all(len(reading) == 1 for reading in readings):
        return rows[:, [reading[0] for reading in readings]]
    return np.stack([rows[:, list(reading)].max(axis=1) for reading in readings], axis=1)


@dataclass(slots=True, eq=False)
class Cooccurrence:
    """How much more often two words stand in one short text, a definition, than chance has it.

    The texts follow one another in `rows`, text t with `counts[t]` different words.
    """

    name: str
    counts: NDArray[np.uint8]
    rows: NDArray[np.uint16]
    words: int
    candidates: int
    _index: "_Index | None" = field(default=None)

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name,)

    def of(self, clues: Sequence[Reading], words: Sequence[Reading]) -> list[Scores]:
        if len(clues) > len(words):  # words meet each other alike: look up the fewer
            return [_strongest(self._all(words), clues).T]
        return [_strongest(self._all(clues), words)]

    def of_candidates(self, words: Sequence[Reading]) -> list[Scores]:
        return [self._all(words)[:, : self.candidates].T]

    def _all(self, words: Sequence[Reading]) -> Scores:
        """Each word against every row; what is no more than chance counts nothing."""
        if self._index is None:
            self._index = _Index.of(self.counts, self.rows, self.words)
        surprise = np.stack([np.maximum.reduce([self._index.surprise(row) for row in reading]) for reading in words])
        return surprise.astype(np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class _Index:
    """The texts by the words in them, worked out once."""

    rows: NDArray[np.uint16]
    starts: Rows  # of each text
    weights: NDArray[np.float32]  # of each text: long ones say less
    order: Rows  # the places of `rows` by word
    firsts: Rows  # of each word in `order`
    text_of: NDArray[np.int32]
    alone: NDArray[np.float64]  # the weight of all texts with the word

    @classmethod
    def of(cls, counts: NDArray[np.uint8], rows: NDArray[np.uint16], words: int) -> "_Index":
        starts = np.concatenate([[0], np.cumsum(counts, dtype=np.intp)])
        weights = (1 / np.log(3 + counts.astype(np.float32))).astype(np.float32)
        text_of = np.repeat(np.arange(len(counts), dtype=np.int32), counts)
        order = np.argsort(rows, kind="stable")
        firsts = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=words))])
        alone = np.bincount(rows, weights[text_of], minlength=words).astype(np.float64)
        return cls(rows, starts, weights, order, firsts, text_of, alone)

    def surprise(self, row: int) -> NDArray[np.float64]:
        """For every row the logarithm of how many times more often than by chance it meets this one."""
        texts = self.text_of[self.order[self.firsts[row] : self.firsts[row + 1]]]
        lengths = self.starts[texts + 1] - self.starts[texts]
        ends = np.cumsum(lengths)
        places = np.arange(ends[-1] if len(ends) else 0) + np.repeat(self.starts[texts] - (ends - lengths), lengths)
        together = np.bincount(self.rows[places], np.repeat(self.weights[texts], lengths), minlength=len(self.alone))
        expected = self.alone * (self.alone[row] / len(self.weights))
        met = together > 0
        met[row] = False
        found = np.zeros(len(self.alone))
        found[met] = np.maximum(np.log(together[met] / expected[met]), 0) / LARGEST_SURPRISE
        return found
