"""Words of one language heard through those of another: the best pair of what each may stand for.

A French word stands for a few English ones, each at a price: nothing for its usual meaning, more for a rare one. Two
French words are as close as the closest pair of these, less what the pair costs. For the words that boards are dealt
from that was worked out when the model was made, exactly and for every clue; for any other it is worked out here.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np
from numpy.typing import NDArray

from duo.mind.model.blend import are_listings, join, weighted
from duo.mind.model.signals import Scores, Signal
from duo.mind.model.vocabulary import Reading
from duo.mind.model.word_score_cache import ColumnMemory

Rows = NDArray[np.intp]
_BLOCK = 2000  # clues that are heard at a time: all at once would open every row of the other model, and keep it
_MOST_REMEMBERED = 64  # words that are not dealt, with all that may be said for them: 50 kB each
NIBBLE, BYTE = 16, 256  # levels that four and eight bits tell apart
SAME = np.float32(6.0)  # at most, for words that stand for one and the same: perhaps in two meanings, as an organ


@dataclass(frozen=True, slots=True, eq=False)
class StandIns:
    """The rows of the other language that each word may stand for: `starts[r]:starts[r + 1]` are those of row r."""

    starts: Rows
    rows: NDArray[np.uint16]
    prices: NDArray[np.float32]

    def of(self, readings: Sequence[Reading]) -> "StandIns":
        """Those of these readings, one after the other; a reading of several rows has those of all."""
        spans = [[np.arange(self.starts[row], self.starts[row + 1]) for row in reading] for reading in readings]
        each = [np.concatenate(span) if span else np.zeros(0, np.intp) for span in spans]
        picked = np.concatenate([*each, np.zeros(0, np.intp)]).astype(np.intp)
        starts = np.concatenate([[0], np.cumsum([len(found) for found in each])]).astype(np.intp)
        return StandIns(starts, self.rows[picked], self.prices[picked])

    def first(self, rows: int) -> "StandIns":
        """Those of so many rows from the start."""
        end = self.starts[rows]
        return StandIns(self.starts[: rows + 1], self.rows[:end], self.prices[:end])


@dataclass(slots=True, eq=False)
class BestPair:
    """Scores of the other language's signals, weighted, for the best pair of stand-ins."""

    signals: tuple[Signal, ...]
    weights: NDArray[np.float32]

    def scores(self, clues: StandIns, words: StandIns, nothing: float) -> Scores:
        """(clues, words); `nothing` for a word that stands for nothing."""
        ours, clue_places = np.unique(clues.rows, return_inverse=True)
        theirs, word_places = np.unique(words.rows, return_inverse=True)
        if not len(ours) or not len(theirs):
            return np.full((len(clues.starts) - 1, len(words.starts) - 1), nothing, np.float32)
        pairs = self.blend(ours, theirs)[:, word_places] - words.prices
        by_word = _best(pairs.T, words.starts, nothing)
        by_clue = _best(by_word.T[clue_places] - clues.prices[:, None], clues.starts, nothing)
        return np.maximum(by_clue, np.float32(nothing))

    def blend(self, clues: NDArray[np.uint16], words: NDArray[np.uint16]) -> Scores:
        targets = [(int(row),) for row in words]
        blocks = [clues[start : start + _BLOCK] for start in range(0, len(clues), _BLOCK)]
        total = np.concatenate([self._heard([(int(row),) for row in block], targets) for block in blocks])
        same = clues[:, None] == words[None, :]
        total[same] = np.minimum(total[same], SAME)
        return total

    def _heard(self, clues: Sequence[Reading], words: Sequence[Reading]) -> Scores:
        matrices = (matrix for signal in self.signals for matrix in signal.of(clues, words))
        total, listed = weighted(self.weights, matrices, are_listings(self.signals), (len(clues), len(words)))
        join(total, listed)
        return total


def _best(rows: Scores, starts: Rows, nothing: float) -> Scores:
    """The largest of each run of rows; `nothing` for an empty run."""
    found = np.full((len(starts) - 1, rows.shape[1]), nothing, np.float32)
    filled = np.flatnonzero(np.diff(starts))
    if len(filled):
        found[filled] = np.maximum.reduceat(rows, starts[filled], axis=0)
    return found


@dataclass(slots=True, eq=False)
class Translation:
    """The signal: a table for the words that are dealt, the best pair of stand-ins for any other."""

    name: str
    table: NDArray[np.uint8]  # dealt words by rows, as places among the levels; two a byte if these are sixteen
    dealt: NDArray[np.uint16]  # the rows of the dealt words
    levels: Scores  # rising
    stand_ins: StandIns
    other: Callable[[], BestPair]  # opened only for words that are not dealt
    candidates: int
    _columns: dict[int, int] = field(init=False)
    _other: BestPair | None = field(default=None)
    _of_strange: ColumnMemory[Reading] = field(init=False)

    def __post_init__(self) -> None:
        self._columns = {int(row): place for place, row in enumerate(self.dealt)}
        self._of_strange = ColumnMemory(partial(self._best_pairs, None), _MOST_REMEMBERED)

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name,)

    def of(self, clues: Sequence[Reading], words: Sequence[Reading]) -> list[Scores]:
        return [self._scores(clues, words)]

    def of_candidates(self, words: Sequence[Reading]) -> list[Scores]:
        return [self._scores(None, words)]

    def _scores(self, clues: Sequence[Reading] | None, words: Sequence[Reading]) -> Scores:
        """For these clues, or for all candidates."""
        height = self.candidates if clues is None else len(clues)
        scores = np.empty((height, len(words)), np.float32, order="F")
        strange = []
        for place, reading in enumerate(words):
            columns = [self._columns[row] for row in reading if row in self._columns]
            if len(columns) == len(reading):
                scores[:, place] = self._told(columns, clues)
            else:
                strange.append(place)
        if strange:
            readings = [words[place] for place in strange]
            scores[:, strange] = self._of_strange.of(readings) if clues is None else self._best_pairs(clues, readings)
        return scores

    def _best_pairs(self, clues: Sequence[Reading] | None, words: Sequence[Reading]) -> Scores:
        if self._other is None:
            self._other = self.other()
        sources = self.stand_ins.first(self.candidates) if clues is None else self.stand_ins.of(clues)
        return self._other.scores(sources, self.stand_ins.of(words), float(self.levels[0]))

    def _told(self, columns: list[int], clues: Sequence[Reading] | None) -> Scores:
        """What the table says of one word."""
        if clues is None:
            return self.levels[self._places(columns, np.arange(self.candidates))]
        starts = np.cumsum([0, *map(len, clues[:-1])])
        places = self._places(columns, np.asarray([row for clue in clues for row in clue], np.intp))
        return self.levels[np.maximum.reduceat(places, starts)]

    def _places(self, columns: list[int], rows: Rows) -> Rows:
        """The highest place among the levels that each of these rows has in any of the columns."""
        lines = self.table[columns]
        places = lines[:, rows] if len(self.levels) > NIBBLE else lines[:, rows // 2] >> 4 * (1 - rows % 2) & 15
        highest: Rows = places.max(axis=0)
        return highest
