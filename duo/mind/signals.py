"""The kinds of knowledge in a model, each giving one or two numbers for a clue and a word."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[np.float32]
Reading = tuple[int, ...]  # the rows that stand for a word: one, or those of its parts


class Signal(Protocol):
    """Numbers for every clue and word, a matrix a name."""

    @property
    def names(self) -> tuple[str, ...]: ...

    def of(self, clues: Sequence[Reading], words: Sequence[Reading]) -> list[Scores]:
        """The matrices for these clues."""

    def of_candidates(self, words: Sequence[Reading]) -> list[Scores]:
        """The matrices for the candidates of the model, all of them."""


def unit(vectors: NDArray[np.generic]) -> Scores:
    """Rows as float32 of length one."""
    dense = vectors.astype(np.float32)
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
class Senses:
    """How close a clue comes to the closest meaning of a word, and a word to the closest meaning of a clue.

    A word's meanings are its own vector and those of its glosses; `starts[r]:starts[r + 1]` are the glosses of
    row r, and `bases[r]` is the row whose glosses an inflected form shares.
    """

    name: str
    vectors: NDArray[np.generic]
    glosses: NDArray[np.generic]
    starts: NDArray[np.uint32]
    bases: NDArray[np.uint16]
    candidates: int
    _candidate_rows: Scores | None = field(default=None)
    _candidate_glosses: Scores | None = field(default=None)
    _ranks: list[tuple[NDArray[np.intp], slice]] = field(default_factory=list)

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
        rows, glosses = self._prepared()
        word_rows = rows_of(self.vectors, words)
        word_senses, word_starts = self._meanings(words, word_rows)
        of_word = np.maximum.reduceat(word_senses @ rows.T, word_starts, axis=0).T
        of_clue = rows @ word_rows.T
        products = glosses @ word_rows.T
        for chosen, part in self._ranks:
            of_clue[chosen] = np.maximum(of_clue[chosen], products[part])
        return [of_word, of_clue]

    def _meanings(self, readings: Sequence[Reading], rows: Scores) -> tuple[Scores, NDArray[np.intp]]:
        picked: list[int] = []
        counts = []
        for reading in readings:
            spans = [(self.starts[b], self.starts[b + 1]) for b in (int(self.bases[row]) for row in reading)]
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

    def _prepared(self) -> tuple[Scores, Scores]:
        """Glosses of the candidates in float32, all first ones before all second ones.

        A maximum by rank is several times faster than a maximum by word.
        """
        if self._candidate_rows is None or self._candidate_glosses is None:
            starts = self.starts[: self.candidates + 1].astype(np.intp)
            counts = np.diff(starts)
            order, at = [], 0
            for rank in range(int(counts.max(initial=0))):
                chosen = np.flatnonzero(counts > rank)
                order.append(starts[chosen] + rank)
                self._ranks.append((chosen, slice(at, at + len(chosen))))
                at += len(chosen)
            picked = np.concatenate(order) if order else np.empty(0, np.intp)
            self._candidate_glosses = unit(self.glosses[picked])
            self._candidate_rows = unit(self.vectors[: self.candidates])
        return self._candidate_rows, self._candidate_glosses


@dataclass(slots=True, eq=False)
class Pairs:
    """A sparse symmetric table of word pairs: compounds, links, words that meet in definitions.

    Row r has the neighbours `indices[starts[r]:starts[r + 1]]`, in rising order, with `values` from 0 to 255.
    """

    name: str
    starts: NDArray[np.uint32]
    indices: NDArray[np.uint16]
    values: NDArray[np.uint8]
    bases: NDArray[np.uint16]
    candidates: int

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name,)

    def of(self, clues: Sequence[Reading], words: Sequence[Reading]) -> list[Scores]:
        scores = np.zeros((len(clues), len(words)), np.float32)
        bases = [[int(self.bases[row]) for row in reading] for reading in clues]
        for column, reading in enumerate(words):
            for neighbours, values in self._rows(reading):
                for line, rows in enumerate(bases):
                    places = np.searchsorted(neighbours, rows)
                    for place, row in zip(places.tolist(), rows, strict=True):
                        if place < len(neighbours) and neighbours[place] == row:
                            scores[line, column] = max(scores[line, column], values[place] / 255)
        return [scores]

    def of_candidates(self, words: Sequence[Reading]) -> list[Scores]:
        scores = np.zeros((len(words), self.candidates), np.float32)
        for column, reading in enumerate(words):
            for neighbours, values in self._rows(reading):
                end = np.searchsorted(neighbours, self.candidates)
                near = neighbours[:end]
                scores[column, near] = np.maximum(scores[column, near], values[:end] * np.float32(1 / 255))
        return [scores.T]

    def _rows(self, reading: Reading) -> list[tuple[NDArray[np.uint16], NDArray[np.uint8]]]:
        spans = [(self.starts[b], self.starts[b + 1]) for b in (int(self.bases[row]) for row in reading)]
        return [(self.indices[start:end], self.values[start:end]) for start, end in spans]
