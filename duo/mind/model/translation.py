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

from duo.mind.model.blend import add_listings, listing_flags, weighted_sum
from duo.mind.model.signals import Scores, Signal
from duo.mind.model.vocabulary import Reading
from duo.mind.model.word_score_cache import WordScoreCache

Rows = NDArray[np.intp]
_BLOCK_CLUES = 2000  # clues that are heard at a time: all at once would open every row of the other model, and keep it
_MAX_CACHED_WORDS = 64  # words that are not dealt, with all that may be said for them: 50 kB each
NIBBLE_LEVELS, BYTE_LEVELS = 16, 256  # levels that four and eight bits tell apart
MAX_SAME_WORD_SCORE = np.float32(
    6.0
)  # at most, for words that stand for one and the same: perhaps in two meanings, as an organ


@dataclass(frozen=True, slots=True, eq=False)
class WordTranslations:
    """The rows of the other language that each word may stand for: `starts[r]:starts[r + 1]` are those of row r."""

    starts: Rows
    rows: NDArray[np.uint16]
    costs: NDArray[np.float32]

    def select(self, readings: Sequence[Reading]) -> "WordTranslations":
        """Those of these readings, one after the other; a reading of several rows has those of all."""
        spans = [[np.arange(self.starts[row], self.starts[row + 1]) for row in reading] for reading in readings]
        each = [np.concatenate(span) if span else np.zeros(0, np.intp) for span in spans]
        picked = np.concatenate([*each, np.zeros(0, np.intp)]).astype(np.intp)
        starts = np.concatenate([[0], np.cumsum([len(found) for found in each])]).astype(np.intp)
        return WordTranslations(starts, self.rows[picked], self.costs[picked])

    def first_rows(self, rows: int) -> "WordTranslations":
        """Those of so many rows from the start."""
        end = self.starts[rows]
        return WordTranslations(self.starts[: rows + 1], self.rows[:end], self.costs[:end])


@dataclass(slots=True, eq=False)
class BestPairScorer:
    """Scores of the other language's signals, weighted, for the best pair of stand-ins."""

    signals: tuple[Signal, ...]
    weights: NDArray[np.float32]

    def scores(self, clues: WordTranslations, words: WordTranslations, default: float) -> Scores:
        """(clues, words); `nothing` for a word that stands for nothing."""
        ours, clue_places = np.unique(clues.rows, return_inverse=True)
        theirs, word_places = np.unique(words.rows, return_inverse=True)
        if not len(ours) or not len(theirs):
            return np.full((len(clues.starts) - 1, len(words.starts) - 1), default, np.float32)
        pairs = self.blend(ours, theirs)[:, word_places] - words.costs
        by_word = _max_by_run(pairs.T, words.starts, default)
        by_clue = _max_by_run(by_word.T[clue_places] - clues.costs[:, None], clues.starts, default)
        return np.maximum(by_clue, np.float32(default))

    def blend(self, clues: NDArray[np.uint16], words: NDArray[np.uint16]) -> Scores:
        targets = [(int(row),) for row in words]
        blocks = [clues[start : start + _BLOCK_CLUES] for start in range(0, len(clues), _BLOCK_CLUES)]
        total = np.concatenate([self._blend_block([(int(row),) for row in block], targets) for block in blocks])
        same = clues[:, None] == words[None, :]
        total[same] = np.minimum(total[same], MAX_SAME_WORD_SCORE)
        return total

    def _blend_block(self, clues: Sequence[Reading], words: Sequence[Reading]) -> Scores:
        matrices = (matrix for signal in self.signals for matrix in signal.scores(clues, words))
        total, listed = weighted_sum(self.weights, matrices, listing_flags(self.signals), (len(clues), len(words)))
        add_listings(total, listed)
        return total


def _max_by_run(rows: Scores, starts: Rows, default: float) -> Scores:
    """The largest of each run of rows; `nothing` for an empty run."""
    found = np.full((len(starts) - 1, rows.shape[1]), default, np.float32)
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
    translations: WordTranslations
    load_scorer: Callable[[], BestPairScorer]  # opened only for words that are not dealt
    candidates: int
    _columns: dict[int, int] = field(init=False)
    _scorer: BestPairScorer | None = field(default=None)
    _undealt_cache: WordScoreCache[Reading] = field(init=False)

    def __post_init__(self) -> None:
        self._columns = {int(row): place for place, row in enumerate(self.dealt)}
        self._undealt_cache = WordScoreCache(partial(self._best_pairs, None), _MAX_CACHED_WORDS)

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name,)

    def scores(self, clues: Sequence[Reading], words: Sequence[Reading]) -> list[Scores]:
        return [self._all_scores(clues, words)]

    def candidate_scores(self, words: Sequence[Reading]) -> list[Scores]:
        return [self._all_scores(None, words)]

    def _all_scores(self, clues: Sequence[Reading] | None, words: Sequence[Reading]) -> Scores:
        """For these clues, or for all candidates."""
        height = self.candidates if clues is None else len(clues)
        scores = np.empty((height, len(words)), np.float32, order="F")
        strange = []
        for place, reading in enumerate(words):
            columns = [self._columns[row] for row in reading if row in self._columns]
            if len(columns) == len(reading):
                scores[:, place] = self._table_scores(columns, clues)
            else:
                strange.append(place)
        if strange:
            readings = [words[place] for place in strange]
            scores[:, strange] = (
                self._undealt_cache.scores(readings) if clues is None else self._best_pairs(clues, readings)
            )
        return scores

    def _best_pairs(self, clues: Sequence[Reading] | None, words: Sequence[Reading]) -> Scores:
        if self._scorer is None:
            self._scorer = self.load_scorer()
        sources = self.translations.first_rows(self.candidates) if clues is None else self.translations.select(clues)
        return self._scorer.scores(sources, self.translations.select(words), float(self.levels[0]))

    def _table_scores(self, columns: list[int], clues: Sequence[Reading] | None) -> Scores:
        """What the table says of one word."""
        if clues is None:
            return self.levels[self._level_indices(columns, np.arange(self.candidates))]
        starts = np.cumsum([0, *map(len, clues[:-1])])
        places = self._level_indices(columns, np.asarray([row for clue in clues for row in clue], np.intp))
        return self.levels[np.maximum.reduceat(places, starts)]

    def _level_indices(self, columns: list[int], rows: Rows) -> Rows:
        """The highest place among the levels that each of these rows has in any of the columns."""
        lines = self.table[columns]
        places = lines[:, rows] if len(self.levels) > NIBBLE_LEVELS else lines[:, rows // 2] >> 4 * (1 - rows % 2) & 15
        highest: Rows = places.max(axis=0)
        return highest
