"""The sparse signals of a model: tables of word pairs, and co-occurrence of words in short texts.

A signal is one source of scores for clues and words. A reading is the rows of the model that stand for a word.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from duo.mind.model.signals import Scores
from duo.mind.model.vocabulary import Reading

Rows = NDArray[np.intp]
MAX_PMI = 12.0  # largest pointwise mutual information, which gives the score 1


@dataclass(slots=True, eq=False)
class PairTableSignal:
    """A symmetric table of word pairs with values from 0 to 255: compounds, links, synonyms.

    Each pair of rows is stored once, under the lower row. Row r has `counts[r]` pairs, stored after those of row r - 1:
    `others` has the other row of each pair, `values` its value.
    """

    name: str
    counts: NDArray[np.uint16]
    others: NDArray[np.uint16]
    values: NDArray[np.uint8]
    candidates: int
    _symmetric_table: tuple[Rows, NDArray[np.uint16], NDArray[np.uint8]] | None = field(default=None, init=False)

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name,)

    def scores(self, clues: Sequence[Reading], words: Sequence[Reading]) -> list[Scores]:
        if len(clues) > len(words):  # the table is symmetric, so look up the shorter list
            return [self.scores(words, clues)[0].T]
        columns, starts = _flatten_readings(words, self.others.dtype)
        pair_values = np.zeros((len(clues), len(columns)), np.float32)
        for line, reading in zip(pair_values, clues, strict=True):
            for clue in reading:
                neighbours, values = self._neighbours(clue)
                places = np.searchsorted(neighbours, columns)
                places[places == len(neighbours)] = 0
                if len(neighbours):
                    np.maximum(line, np.where(neighbours[places] == columns, values[places], 0), out=line)
        return [_max_by_reading(pair_values, starts) / np.float32(255)]

    def candidate_scores(self, words: Sequence[Reading]) -> list[Scores]:
        scores = np.zeros((len(words), self.candidates), np.float32)
        for column, reading in enumerate(words):
            for word in reading:
                neighbours, values = self._neighbours(word)
                end = int(np.searchsorted(neighbours, self.candidates))
                candidates = neighbours[:end]
                scores[column, candidates] = np.maximum(scores[column, candidates], values[:end] / np.float32(255))
        return [scores.T]

    def _neighbours(self, row: int) -> tuple[NDArray[np.uint16], NDArray[np.uint8]]:
        """Return the rows paired with this one, in ascending order, and the values of the pairs."""
        if self._symmetric_table is None:
            lower = np.repeat(np.arange(len(self.counts), dtype=np.uint16), self.counts)
            one, other = np.concatenate([self.others, lower]), np.concatenate([lower, self.others])
            order = np.argsort(one, kind="stable")  # keeps the other rows sorted
            starts = np.concatenate([[0], np.cumsum(np.bincount(one, minlength=len(self.counts)))])
            self._symmetric_table = starts, other[order], np.concatenate([self.values, self.values])[order]
        starts, neighbours, values = self._symmetric_table
        span = slice(starts[row], starts[row + 1])
        return neighbours[span], values[span]


class AssociationSignal(PairTableSignal):
    """A list of associated pairs.

    It gives the same matrix twice. One is added to the other signals. The other is a listing: a listed pair can get a
    high score from it even if all other signals score the pair low (see `blend`).
    """

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name, f"{self.name}-alone")

    def scores(self, clues: Sequence[Reading], words: Sequence[Reading]) -> list[Scores]:
        return 2 * super().scores(clues, words)

    def candidate_scores(self, words: Sequence[Reading]) -> list[Scores]:
        return 2 * super().candidate_scores(words)


def _flatten_readings(readings: Sequence[Reading], kind: DTypeLike) -> tuple[NDArray[Any], Rows]:
    """Return the rows of all readings one after another, and where each reading starts."""
    ends = np.cumsum([len(reading) for reading in readings], dtype=np.intp)
    return np.array([row for reading in readings for row in reading], kind), np.concatenate([[0], ends[:-1]])


def _max_by_reading(columns: Scores, starts: Rows) -> Scores:
    """Return one column for each reading: the maximum of the columns of its rows. `starts` has its first column."""
    if columns.shape[1] == len(starts):
        return columns
    maxima: Scores = np.maximum.reduceat(columns, starts, axis=1)
    return maxima


@dataclass(slots=True, eq=False)
class CooccurrenceSignal:
    """The pointwise mutual information of two words in short texts, such as definitions.

    The texts follow one another in `rows`. Text t has `counts[t]` different words.
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
        if len(clues) > len(words):  # co-occurrence is symmetric, so look up the shorter list
            return [self.scores(words, clues)[0].T]
        columns, starts = _flatten_readings(words, np.intp)
        return [_max_by_reading(self._pmi_scores(clues, columns), starts)]

    def candidate_scores(self, words: Sequence[Reading]) -> list[Scores]:
        return [self._pmi_scores(words, slice(self.candidates)).T]

    def _pmi_scores(self, words: Sequence[Reading], columns: "Rows | slice") -> Scores:
        """Return the score of each word with each row in `columns`: (words, columns)."""
        if self._index is None:
            self._index = _TextIndex.from_texts(self.counts, self.rows, self.words)
        index = self._index
        return np.stack(
            [np.maximum.reduce([index.pmi(row, columns) for row in reading]).astype(np.float32) for reading in words]
        )


@dataclass(frozen=True, slots=True, eq=False)
class _TextIndex:
    """An index of the texts by their words."""

    rows: NDArray[np.uint16]
    starts: Rows  # where each text starts in `rows`
    weights: NDArray[np.float32]  # of each text; long texts weigh less
    order: Rows  # the places of `rows`, sorted by word
    word_starts: Rows  # where each word starts in `order`
    text_of: NDArray[np.int32]  # the text of each place of `rows`
    word_weights: NDArray[np.float64]  # total weight of the texts with each word

    @classmethod
    def from_texts(cls, counts: NDArray[np.uint8], rows: NDArray[np.uint16], words: int) -> "_TextIndex":
        starts = np.concatenate([[0], np.cumsum(counts, dtype=np.intp)])
        weights = (1 / np.log(3 + counts.astype(np.float32))).astype(np.float32)
        text_of = np.repeat(np.arange(len(counts), dtype=np.int32), counts)
        order = np.argsort(rows, kind="stable")
        word_starts = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=words))])
        word_weights = np.bincount(rows, weights[text_of], minlength=words).astype(np.float64)
        return cls(rows, starts, weights, order, word_starts, text_of, word_weights)

    def pmi(self, row: int, columns: "Rows | slice") -> NDArray[np.float64]:
        """Return the positive pointwise mutual information of `row` with each row in `columns`, divided by `MAX_PMI`.

        A word co-occurs with itself in each of its texts. This matters if a name brings to mind a word on the table.
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
        scores = np.zeros(len(together))
        scores[met] = np.maximum(np.log(together[met] / expected[met]), 0) / MAX_PMI
        return scores
