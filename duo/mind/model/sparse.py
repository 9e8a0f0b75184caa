"""Sparse knowledge: tables of word pairs, and texts in which words meet."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from duo.mind.model.signals import Scores
from duo.mind.model.vocabulary import Reading

Rows = NDArray[np.intp]
MAX_PMI = 12.0  # e to this is how often rare words meet at most; it brings the numbers under one


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
    _mirrored: tuple[Rows, NDArray[np.uint16], NDArray[np.uint8]] | None = field(default=None, init=False)

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name,)

    def scores(self, clues: Sequence[Reading], words: Sequence[Reading]) -> list[Scores]:
        if len(clues) > len(words):  # the table is symmetric: look up the fewer
            return [self.scores(words, clues)[0].T]
        columns, parts = _flatten_readings(words, self.others.dtype)
        found = np.zeros((len(clues), len(columns)), np.float32)
        for line, reading in zip(found, clues, strict=True):
            for clue in reading:
                near, values = self._neighbours(clue)
                places = np.searchsorted(near, columns)
                places[places == len(near)] = 0
                if len(near):
                    np.maximum(line, np.where(near[places] == columns, values[places], 0), out=line)
        return [_max_by_reading(found, parts) / np.float32(255)]

    def candidate_scores(self, words: Sequence[Reading]) -> list[Scores]:
        scores = np.zeros((len(words), self.candidates), np.float32)
        for column, reading in enumerate(words):
            for word in reading:
                near, values = self._neighbours(word)
                end = int(np.searchsorted(near, self.candidates))
                chosen = near[:end]
                scores[column, chosen] = np.maximum(scores[column, chosen], values[:end] / np.float32(255))
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


class Associations(SparsePairs):
    """What comes to mind because it is listed: a list of pairs, and no degree for all others.

    It speaks in two ways: it adds to what else speaks for a word, and it brings a word to mind by itself.
    """

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name, f"{self.name}-alone")

    def scores(self, clues: Sequence[Reading], words: Sequence[Reading]) -> list[Scores]:
        return 2 * super().scores(clues, words)

    def candidate_scores(self, words: Sequence[Reading]) -> list[Scores]:
        return 2 * super().candidate_scores(words)


def _flatten_readings(readings: Sequence[Reading], kind: DTypeLike) -> tuple[NDArray[Any], Rows]:
    """The rows of all these readings one after another, and where each reading begins among them."""
    ends = np.cumsum([len(reading) for reading in readings], dtype=np.intp)
    return np.array([row for reading in readings for row in reading], kind), np.concatenate([[0], ends[:-1]])


def _max_by_reading(columns: Scores, parts: Rows) -> Scores:
    """One column for each reading; of several parts the one that counts most."""
    if columns.shape[1] == len(parts):
        return columns
    strongest: Scores = np.maximum.reduceat(columns, parts, axis=1)
    return strongest


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
    _index: "_TextIndex | None" = field(default=None, init=False)

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name,)

    def scores(self, clues: Sequence[Reading], words: Sequence[Reading]) -> list[Scores]:
        if len(clues) > len(words):  # words meet each other alike: look up the fewer
            return [self.scores(words, clues)[0].T]
        columns, parts = _flatten_readings(words, np.intp)
        return [_max_by_reading(self._pmi_rows(clues, columns), parts)]

    def candidate_scores(self, words: Sequence[Reading]) -> list[Scores]:
        return [self._pmi_rows(words, slice(self.candidates)).T]

    def _pmi_rows(self, words: Sequence[Reading], columns: "Rows | slice") -> Scores:
        """Each word against these rows; what is no more than chance counts nothing."""
        if self._index is None:
            self._index = _TextIndex.from_texts(self.counts, self.rows, self.words)
        index = self._index
        return np.stack(
            [np.maximum.reduce([index.pmi(row, columns) for row in reading]).astype(np.float32) for reading in words]
        )


@dataclass(frozen=True, slots=True, eq=False)
class _TextIndex:
    """The texts by the words in them, worked out once."""

    rows: NDArray[np.uint16]
    starts: Rows  # of each text
    weights: NDArray[np.float32]  # of each text: long ones say less
    order: Rows  # the places of `rows` by word
    word_starts: Rows  # of each word in `order`
    text_of: NDArray[np.int32]
    word_weights: NDArray[np.float64]  # the weight of all texts with the word

    @classmethod
    def from_texts(cls, counts: NDArray[np.uint8], rows: NDArray[np.uint16], words: int) -> "_TextIndex":
        starts = np.concatenate([[0], np.cumsum(counts, dtype=np.intp)])
        weights = (1 / np.log(3 + counts.astype(np.float32))).astype(np.float32)
        text_of = np.repeat(np.arange(len(counts), dtype=np.int32), counts)
        order = np.argsort(rows, kind="stable")
        firsts = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=words))])
        alone = np.bincount(rows, weights[text_of], minlength=words).astype(np.float64)
        return cls(rows, starts, weights, order, firsts, text_of, alone)

    def pmi(self, row: int, columns: "Rows | slice") -> NDArray[np.float64]:
        """For these rows the logarithm of how many times more often than by chance each meets this one.

        A word meets itself wherever it stands: a name may bring to mind the very word that lies on the table.
        """
        texts = self.text_of[self.order[self.word_starts[row] : self.word_starts[row + 1]]]
        lengths = self.starts[texts + 1] - self.starts[texts]
        ends = np.cumsum(lengths)
        places = np.arange(ends[-1] if len(ends) else 0) + np.repeat(self.starts[texts] - (ends - lengths), lengths)
        together = np.bincount(
            self.rows[places], np.repeat(self.weights[texts], lengths), minlength=len(self.word_weights)
        )
        together = together[columns]
        expected = self.word_weights[columns] * (self.word_weights[row] / len(self.weights))
        met = together > 0
        found = np.zeros(len(together))
        found[met] = np.maximum(np.log(together[met] / expected[met]), 0) / MAX_PMI
        return found
