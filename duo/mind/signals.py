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
class Roles:
    """How much a clue makes one say a word, and a word the clue.

    A word has a vector for each of the two roles; its length counts, so it is kept apart from the bytes.
    """

    name: str
    heard: NDArray[np.int8]
    heard_scale: NDArray[np.float32]
    said: NDArray[np.int8]
    said_scale: NDArray[np.float32]
    candidates: int
    _candidate_roles: tuple[Scores, Scores] | None = field(default=None)

    @property
    def names(self) -> tuple[str, ...]:
        return (f"{self.name}-to-word", f"{self.name}-to-clue")

    def of(self, clues: Sequence[Reading], words: Sequence[Reading]) -> list[Scores]:
        return self._both(self._heard(clues), self._said(clues), words)

    def of_candidates(self, words: Sequence[Reading]) -> list[Scores]:
        if self._candidate_roles is None:
            first = slice(self.candidates)
            self._candidate_roles = (
                self.heard[first] * self.heard_scale[first, None],
                self.said[first] * self.said_scale[first, None],
            )
        return self._both(*self._candidate_roles, words)

    def _both(self, heard: Scores, said: Scores, words: Sequence[Reading]) -> list[Scores]:
        return [heard @ self._said(words).T, said @ self._heard(words).T]

    def _heard(self, readings: Sequence[Reading]) -> Scores:
        return _scaled(self.heard, self.heard_scale, readings)

    def _said(self, readings: Sequence[Reading]) -> Scores:
        return _scaled(self.said, self.said_scale, readings)


def _scaled(vectors: NDArray[np.int8], scale: NDArray[np.float32], readings: Sequence[Reading]) -> Scores:
    parts = [vectors[list(reading)] * scale[list(reading), None] for reading in readings]
    return np.stack([part.mean(axis=0) for part in parts])


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
