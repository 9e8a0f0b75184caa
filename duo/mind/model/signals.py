"""The signals of a model that are computed from vectors.

A signal is one source of scores in a model. It gives one or two scores for a clue and a word. The rows of its arrays
belong to the words of the model. A reading is the rows that stand for a word: usually one, or several for a word that
the model reads by its parts. Candidates are the words that may be given as clues. They have the first rows.
"""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from duo.mind.model.vocabulary import Reading

Scores = NDArray[np.float32]
RowDecoder = Callable[[NDArray[np.generic]], Scores]
_ROWS_PER_BLOCK = 2048  # rows that are decoded at once


class Signal(Protocol):
    """A source of scores for every clue and word, one matrix for each of its names."""

    @property
    def names(self) -> tuple[str, ...]: ...

    def scores(self, clues: Sequence[Reading], words: Sequence[Reading]) -> list[Scores]:
        """Return the matrices for these clues and words: (clues, words) each."""

    def candidate_scores(self, words: Sequence[Reading]) -> list[Scores]:
        """Return the matrices for all candidates and these words: (candidates, words) each."""


# The values of four bits: the sixteen levels of the Lloyd-Max quantizer of the standard normal distribution.
_POSITIVE_LEVELS = (0.1284, 0.3881, 0.6568, 0.9424, 1.2562, 1.6181, 2.0690, 2.7326)
QUANTIZATION_LEVELS = np.asarray([*(-level for level in reversed(_POSITIVE_LEVELS)), *_POSITIVE_LEVELS], np.float32)
_LEVEL_PAIRS_BY_BYTE = np.stack(
    [QUANTIZATION_LEVELS[np.arange(256) >> 4], QUANTIZATION_LEVELS[np.arange(256) & 15]], axis=1
)


def decode_rows(vectors: NDArray[np.generic]) -> Scores:
    """Return the rows as float32. Unsigned bytes hold two numbers of four bits each."""
    if vectors.dtype != np.uint8:
        return vectors.astype(np.float32)
    rows: Scores = _LEVEL_PAIRS_BY_BYTE[vectors].reshape(len(vectors), -1)
    return rows


def count_dimensions(vectors: NDArray[np.generic]) -> int:
    """Return how many numbers a row has. Unsigned bytes hold two numbers each."""
    width: int = vectors.shape[1]
    return 2 * width if vectors.dtype == np.uint8 else width


def unit_rows(vectors: NDArray[np.generic]) -> Scores:
    """Return the rows as float32, scaled to length one."""
    dense = decode_rows(vectors)
    lengths = np.sqrt(np.einsum("ij,ij->i", dense, dense))
    dense /= np.maximum(lengths, 1e-12)[:, None]
    return dense


def decode_columns(vectors: NDArray[np.generic], rows: Sequence[int] | NDArray[np.intp], decode: RowDecoder) -> Scores:
    """Return these rows as columns of float32: (dimensions, rows). Products with a few words are fastest this way."""
    columns = np.empty((count_dimensions(vectors), len(rows)), np.float32)
    for start in range(0, len(rows), _ROWS_PER_BLOCK):  # in blocks, because all at once would take twice the memory
        columns[:, start : start + _ROWS_PER_BLOCK] = decode(vectors[rows[start : start + _ROWS_PER_BLOCK]]).T
    return columns


def mean_rows(vectors: NDArray[np.generic], readings: Sequence[Reading]) -> Scores:
    """Return a vector for each reading: the mean of its rows."""
    if all(len(reading) == 1 for reading in readings):
        return decode_rows(vectors[[reading[0] for reading in readings]])
    return np.stack([decode_rows(vectors[list(reading)]).mean(axis=0) for reading in readings])


def unit_mean_rows(vectors: NDArray[np.generic], readings: Sequence[Reading]) -> Scores:
    """Return a vector of length one for each reading: the direction of the mean of its scaled rows."""
    single = all(len(reading) == 1 for reading in readings)
    if single:
        return unit_rows(vectors[[reading[0] for reading in readings]])
    return unit_rows(np.stack([unit_rows(vectors[list(reading)]).mean(0) for reading in readings]))


@dataclass(slots=True, eq=False)
class CosineSignal:
    """The signal whose score is the cosine of two word vectors."""

    name: str
    vectors: NDArray[np.generic]
    candidates: int
    _candidate_columns: Scores | None = field(default=None)

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name,)

    def scores(self, clues: Sequence[Reading], words: Sequence[Reading]) -> list[Scores]:
        return [unit_mean_rows(self.vectors, clues) @ unit_mean_rows(self.vectors, words).T]

    def candidate_scores(self, words: Sequence[Reading]) -> list[Scores]:
        if self._candidate_columns is None:
            self._candidate_columns = decode_columns(self.vectors, range(self.candidates), unit_rows)
        return [(unit_mean_rows(self.vectors, words) @ self._candidate_columns).T]


@dataclass(slots=True, eq=False)
class BilinearSignal:
    """The signal whose score is the weighted product of two word vectors.

    `strengths` weights the dimensions. A negative weight makes words that share a dimension less associated.
    """

    name: str
    vectors: NDArray[np.generic]
    strengths: NDArray[np.float32]
    candidates: int
    _candidate_columns: Scores | None = field(default=None)

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name,)

    def scores(self, clues: Sequence[Reading], words: Sequence[Reading]) -> list[Scores]:
        return [mean_rows(self.vectors, clues) @ self._scaled_rows(words).T]

    def candidate_scores(self, words: Sequence[Reading]) -> list[Scores]:
        if self._candidate_columns is None:
            self._candidate_columns = decode_columns(self.vectors, range(self.candidates), decode_rows)
        return [(self._scaled_rows(words) @ self._candidate_columns).T]

    def _scaled_rows(self, readings: Sequence[Reading]) -> Scores:
        return mean_rows(self.vectors, readings) * self.strengths


@dataclass(slots=True, eq=False)
class SenseSignal:
    """The cosine of a clue with the closest sense of a word, and of a word with the closest sense of a clue.

    A gloss is the dictionary definition of one sense. The senses of a word are its own vector and the vectors of its
    glosses. `starts[r]:starts[r + 1]` are the glosses of row r.
    """

    name: str
    vectors: NDArray[np.generic]
    glosses: NDArray[np.generic]
    starts: NDArray[np.uint32]
    candidates: int
    _ranked_glosses: "_RankedGlosses | None" = field(default=None)

    @property
    def names(self) -> tuple[str, ...]:
        return (f"{self.name}-of-word", f"{self.name}-of-clue")

    def scores(self, clues: Sequence[Reading], words: Sequence[Reading]) -> list[Scores]:
        clue_rows, word_rows = unit_mean_rows(self.vectors, clues), unit_mean_rows(self.vectors, words)
        clue_senses, clue_starts = self._stack_sense_vectors(clues, clue_rows)
        word_senses, word_starts = self._stack_sense_vectors(words, word_rows)
        return [
            np.maximum.reduceat(clue_rows @ word_senses.T, word_starts, axis=1),
            np.maximum.reduceat(clue_senses @ word_rows.T, clue_starts, axis=0),
        ]

    def candidate_scores(self, words: Sequence[Reading]) -> list[Scores]:
        if self._ranked_glosses is None:
            starts = self.starts[: self.candidates + 1].astype(np.intp)
            self._ranked_glosses = _RankedGlosses.from_glosses(
                decode_columns(self.vectors, range(self.candidates), unit_rows), self.glosses, starts
            )
        word_rows = unit_mean_rows(self.vectors, words)
        word_senses, starts = self._stack_sense_vectors(words, word_rows)
        products = word_senses @ self._ranked_glosses.own
        of_clue = self._ranked_glosses.closest_gloss_products(word_rows)
        np.maximum(of_clue, products[starts], out=of_clue)
        of_word = np.empty_like(of_clue)
        # There are few words, and reduceat is ten times slower than a loop along this axis.
        for best, (start, end) in zip(of_word, itertools.pairwise([*starts.tolist(), len(products)]), strict=True):
            products[start:end].max(axis=0, out=best)
        return [of_word.T, of_clue.T]

    def _stack_sense_vectors(self, readings: Sequence[Reading], rows: Scores) -> tuple[Scores, NDArray[np.intp]]:
        """Return the vectors of the senses of all readings, one after another, and where each reading starts."""
        gloss_rows: list[int] = []
        counts = []
        for reading in readings:
            spans = [(self.starts[row], self.starts[row + 1]) for row in reading]
            glosses = [gloss for start, end in spans for gloss in range(start, end)]
            gloss_rows += glosses
            counts.append(len(glosses))
        starts = np.concatenate([[0], np.cumsum(np.asarray(counts, np.intp) + 1)[:-1]])
        senses = np.empty((len(gloss_rows) + len(readings), rows.shape[1]), np.float32)
        is_gloss = np.ones(len(senses), bool)
        is_gloss[starts] = False
        senses[starts] = rows
        if gloss_rows:
            senses[is_gloss] = unit_rows(self.glosses[gloss_rows])
        return senses, starts.astype(np.intp)


@dataclass(frozen=True, slots=True, eq=False)
class _RankedGlosses:
    """The senses of the candidates as columns: own vectors in `own`, and all first, second, … glosses in `glosses`.

    In `glosses`, candidates with many glosses come first. So the candidates that have an n-th gloss are the first
    `runs[n]` candidates. A maximum over such runs is several times faster than one over the senses of each candidate.
    """

    own: Scores
    glosses: Scores
    runs: tuple[int, ...]
    places: NDArray[np.intp]  # of each candidate among those with a gloss; the place after the last for others

    @classmethod
    def from_glosses(cls, own: Scores, glosses: NDArray[np.generic], starts: NDArray[np.intp]) -> "_RankedGlosses":
        counts = np.diff(starts)
        order = np.argsort(-counts, kind="stable")
        runs = [int((counts > rank).sum()) for rank in range(int(counts.max(initial=0)))]
        rows = [starts[order[:run]] + rank for rank, run in enumerate(runs)]
        columns = decode_columns(glosses, np.concatenate([*rows, np.zeros(0, np.intp)]), unit_rows)
        return cls(own, columns, tuple(runs), np.minimum(np.argsort(order, kind="stable"), max(runs, default=0)))

    def closest_gloss_products(self, word_rows: Scores) -> Scores:
        """Return the cosine of each word with the closest gloss of each candidate, -inf if it has no glosses."""
        first, *others = self.runs or (0,)
        best = np.full((len(word_rows), first + 1), -np.inf, np.float32)
        products = word_rows @ self.glosses
        best[:, :first] = products[:, :first]
        start = first
        for run in others:
            np.maximum(best[:, :run], products[:, start : start + run], out=best[:, :run])
            start += run
        return best.take(self.places, axis=1)
