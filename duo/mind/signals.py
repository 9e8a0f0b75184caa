"""The kinds of knowledge in a model, each giving one or two numbers for a clue and a word."""

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from duo.mind.vocabulary import Reading

Scores = NDArray[np.float32]


def weighted(weights: NDArray[np.float32], matrices: Iterable[Scores], shape: tuple[int, int]) -> Scores:
    """The sum of what signals say, each with its weight."""
    total = np.zeros(shape, np.float32)
    for weight, matrix in zip(weights, matrices, strict=True):
        total += weight * matrix
    return total


class Signal(Protocol):
    """Numbers for every clue and word, a matrix a name."""

    @property
    def names(self) -> tuple[str, ...]: ...

    def of(self, clues: Sequence[Reading], words: Sequence[Reading]) -> list[Scores]:
        """The matrices for these clues."""

    def of_candidates(self, words: Sequence[Reading]) -> list[Scores]:
        """The matrices for the candidates of the model, all of them."""


# What four bits stand for: the sixteen levels that lose least of normal numbers with a spread of one (Lloyd and Max).
_UPPER_LEVELS = (0.1284, 0.3881, 0.6568, 0.9424, 1.2562, 1.6181, 2.0690, 2.7326)
LEVELS = np.asarray([*(-level for level in reversed(_UPPER_LEVELS)), *_UPPER_LEVELS], np.float32)
_BOTH_LEVELS = np.stack([LEVELS[np.arange(256) >> 4], LEVELS[np.arange(256) & 15]], axis=1)


def opened(vectors: NDArray[np.generic]) -> Scores:
    """Rows as float32; those of unsigned bytes have two numbers of four bits a byte."""
    if vectors.dtype != np.uint8:
        return vectors.astype(np.float32)
    rows: Scores = _BOTH_LEVELS[vectors].reshape(len(vectors), -1)
    return rows


def dimensions(vectors: NDArray[np.generic]) -> int:
    """How many numbers a row has, packed or not."""
    width: int = vectors.shape[1]
    return 2 * width if vectors.dtype == np.uint8 else width


def unit(vectors: NDArray[np.generic]) -> Scores:
    """Rows as float32 of length one."""
    dense = opened(vectors)
    lengths = np.sqrt(np.einsum("ij,ij->i", dense, dense))
    dense /= np.maximum(lengths, 1e-12)[:, None]
    return dense


def rows_of(vectors: NDArray[np.generic], readings: Sequence[Reading]) -> Scores:
    """A vector for each reading: its row, or the mean of its rows."""
    single = all(len(reading) == 1 for reading in readings)
    if single:
        return unit(vectors[[reading[0] for reading in readings]])
    return unit(np.stack([unit(vectors[list(reading)]).mean(0) for reading in readings]))


@dataclass(slots=True, eq=False)
class Vectors:
    """The cosine of two word vectors."""

    name: str
    vectors: NDArray[np.generic]
    candidates: int
    _candidate_rows: Scores | None = field(default=None)

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name,)

    def of(self, clues: Sequence[Reading], words: Sequence[Reading]) -> list[Scores]:
        return [rows_of(self.vectors, clues) @ rows_of(self.vectors, words).T]

    def of_candidates(self, words: Sequence[Reading]) -> list[Scores]:
        if self._candidate_rows is None:
            self._candidate_rows = unit(self.vectors[: self.candidates])
        return [self._candidate_rows @ rows_of(self.vectors, words).T]


@dataclass(slots=True, eq=False)
class BilinearSignal:
    """How much two words bring each other to mind: the product of their vectors, each direction as much as it counts.

    A direction may count against: words that share it then bring each other less to mind.
    """

    name: str
    vectors: NDArray[np.generic]
    strengths: NDArray[np.float32]
    candidates: int
    _candidate_rows: Scores | None = field(default=None)

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name,)

    def of(self, clues: Sequence[Reading], words: Sequence[Reading]) -> list[Scores]:
        return [self._rows(clues) @ self._counted(words).T]

    def of_candidates(self, words: Sequence[Reading]) -> list[Scores]:
        if self._candidate_rows is None:
            self._candidate_rows = opened(self.vectors[: self.candidates])
        return [self._candidate_rows @ self._counted(words).T]

    def _counted(self, readings: Sequence[Reading]) -> Scores:
        return self._rows(readings) * self.strengths

    def _rows(self, readings: Sequence[Reading]) -> Scores:
        if all(len(reading) == 1 for reading in readings):
            return opened(self.vectors[[reading[0] for reading in readings]])
        return np.stack([opened(self.vectors[list(reading)]).mean(axis=0) for reading in readings])


@dataclass(slots=True, eq=False)
class Senses:
    """How close a clue comes to the closest meaning of a word, and a word to the closest meaning of a clue.

    A word's meanings are its own vector and those of its glosses; `starts[r]:starts[r + 1]` are the glosses of row r.
    """

    name: str
    vectors: NDArray[np.generic]
    glosses: NDArray[np.generic]
    starts: NDArray[np.uint32]
    candidates: int
    _ranked: "_Ranked | None" = field(default=None)

    @property
    def names(self) -> tuple[str, ...]:
        return (f"{self.name}-of-word", f"{self.name}-of-clue")

    def of(self, clues: Sequence[Reading], words: Sequence[Reading]) -> list[Scores]:
        clue_rows, word_rows = rows_of(self.vectors, clues), rows_of(self.vectors, words)
        clue_senses, clue_starts = self._meanings(clues, clue_rows)
        word_senses, word_starts = self._meanings(words, word_rows)
        return [
            np.maximum.reduceat(clue_rows @ word_senses.T, word_starts, axis=1),
            np.maximum.reduceat(clue_senses @ word_rows.T, clue_starts, axis=0),
        ]

    def of_candidates(self, words: Sequence[Reading]) -> list[Scores]:
        if self._ranked is None:
            self._ranked = _Ranked.of(self.vectors, self.glosses, self.starts[: self.candidates + 1].astype(np.intp))
        word_rows = rows_of(self.vectors, words)
        word_senses, word_starts = self._meanings(words, word_rows)
        products = word_senses @ self._ranked.rows.T
        # A loop over the few words: reduceat is ten times slower along this axis.
        spans = itertools.pairwise([*word_starts.tolist(), len(products)])
        of_word = np.stack([products[start:end].max(axis=0) for start, end in spans], axis=1)
        return [self._ranked.placed(of_word), self._ranked.closest(word_rows)]

    def _meanings(self, readings: Sequence[Reading], rows: Scores) -> tuple[Scores, NDArray[np.intp]]:
        picked: list[int] = []
        counts = []
        for reading in readings:
            spans = [(self.starts[b], self.starts[b + 1]) for b in reading]
            own = [row for start, end in spans for row in range(start, end)]
            picked += own
            counts.append(len(own))
        starts = np.concatenate([[0], np.cumsum(np.asarray(counts, np.intp) + 1)[:-1]])
        senses = np.empty((len(picked) + len(readings), rows.shape[1]), np.float32)
        is_gloss = np.ones(len(senses), bool)
        is_gloss[starts] = False
        senses[starts] = rows
        if picked:
            senses[is_gloss] = unit(self.glosses[picked])
        return senses, starts.astype(np.intp)


@dataclass(frozen=True, slots=True, eq=False)
class _Ranked:
    """The meanings of the candidates in float32: their own vectors, then all first glosses, all second ones ...

    Candidates with many glosses come first, so that those with a gloss of some rank are a run from the start: a
    maximum over such runs is several times faster than one over the few meanings of each word.
    """

    meanings: Scores
    runs: tuple[int, ...]  # how many candidates have a meaning of each rank; all have their own vector
    places: NDArray[np.intp]  # of each candidate in this order

    @classmethod
    def of(cls, vectors: NDArray[np.generic], glosses: NDArray[np.generic], starts: NDArray[np.intp]) -> "_Ranked":
        counts = np.diff(starts)
        order = np.argsort(-counts, kind="stable")
        runs = [int((counts > rank).sum()) for rank in range(int(counts.max(initial=0)))]
        meanings = np.empty((len(counts) + sum(runs), dimensions(vectors)), np.float32)
        meanings[: len(counts)] = unit(vectors[: len(counts)][order])
        start = len(counts)
        for rank, run in enumerate(runs):  # filled part by part: all at once would take the memory twice
            meanings[start : start + run] = unit(glosses[starts[order[:run]] + rank])
            start += run
        return cls(meanings, (len(counts), *runs), np.argsort(order, kind="stable"))

    @property
    def rows(self) -> Scores:
        return self.meanings[: self.runs[0]]

    def closest(self, word_rows: Scores) -> Scores:
        """For every candidate the product of its closest meaning with each word."""
        products = self.meanings @ word_rows.T
        best, start = products[: self.runs[0]], self.runs[0]
        for run in self.runs[1:]:
            np.maximum(best[:run], products[start : start + run], out=best[:run])
            start += run
        return self.placed(best)

    def placed(self, ranked: Scores) -> Scores:
        """Rows back in the order of the candidates."""
        return ranked[self.places]
