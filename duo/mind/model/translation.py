"""The translation signal, one source of scores in a model: words are compared by their translations.

A French word has a few English translations, each with a cost: 0 for its usual meaning, more for a rare one. The score
of two French words is the highest score of a pair of their translations, less the costs of the pair. For the words of
the word list the scores of all clues are precomputed when the model is built. For other words they are computed here.
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
_CLUES_PER_BLOCK = 2000  # clues that are scored at once; more would decode and cache every row of the other model
_MAX_CACHED_WORDS = 64  # words that are not in the word list; the scores of all candidates for one take 50 kB
NIBBLE_LEVELS, BYTE_LEVELS = 16, 256  # levels that four and eight bits can tell apart
MAX_SAME_WORD_SCORE = np.float32(6.0)  # for two words with the same translation, perhaps in two senses (organ)


@dataclass(frozen=True, slots=True, eq=False)
class WordTranslations:
    """The translations of each word, and the cost of each translation.

    `rows` has translations as rows of the other language's model. The translations of row r of this language's model
    are `rows[starts[r]:starts[r + 1]]`.
    """

    starts: Rows
    rows: NDArray[np.uint16]
    costs: NDArray[np.float32]

    def select(self, readings: Sequence[Reading]) -> "WordTranslations":
        """Return the translations of these readings. A reading has the translations of all its rows."""
        spans = [[np.arange(self.starts[row], self.starts[row + 1]) for row in reading] for reading in readings]
        by_reading = [np.concatenate(span) if span else np.zeros(0, np.intp) for span in spans]
        places = np.concatenate([*by_reading, np.zeros(0, np.intp)]).astype(np.intp)
        starts = np.concatenate([[0], np.cumsum([len(part) for part in by_reading])]).astype(np.intp)
        return WordTranslations(starts, self.rows[places], self.costs[places])

    def first_rows(self, rows: int) -> "WordTranslations":
        """Return the translations of the first `rows` words of this language's model."""
        end = self.starts[rows]
        return WordTranslations(self.starts[: rows + 1], self.rows[:end], self.costs[:end])


@dataclass(slots=True, eq=False)
class BestPairScorer:
    """Scores words by their best pair of translations.

    The score of a pair of translations is the blend of the other language's `signals` with these `weights`.
    """

    signals: tuple[Signal, ...]
    weights: NDArray[np.float32]

    def scores(self, clues: WordTranslations, words: WordTranslations, default: float) -> Scores:
        """Return the scores: (clues, words). They are at least `default`, the score of a word without translations."""
        clue_rows, clue_places = np.unique(clues.rows, return_inverse=True)
        word_rows, word_places = np.unique(words.rows, return_inverse=True)
        if not len(clue_rows) or not len(word_rows):
            return np.full((len(clues.starts) - 1, len(words.starts) - 1), default, np.float32)
        pairs = self.blend(clue_rows, word_rows)[:, word_places] - words.costs
        by_word = _max_by_run(pairs.T, words.starts, default)
        by_clue = _max_by_run(by_word.T[clue_places] - clues.costs[:, None], clues.starts, default)
        return np.maximum(by_clue, np.float32(default))

    def blend(self, clues: NDArray[np.uint16], words: NDArray[np.uint16]) -> Scores:
        """Return the blended scores of these rows of the other language's model: (clues, words)."""
        targets = [(int(row),) for row in words]
        blocks = [clues[start : start + _CLUES_PER_BLOCK] for start in range(0, len(clues), _CLUES_PER_BLOCK)]
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
    """Return the maximum over the rows `starts[i]:starts[i + 1]` for each i, and `default` where there are none."""
    maxima = np.full((len(starts) - 1, rows.shape[1]), default, np.float32)
    filled = np.flatnonzero(np.diff(starts))
    if len(filled):
        maxima[filled] = np.maximum.reduceat(rows, starts[filled], axis=0)
    return maxima


@dataclass(slots=True, eq=False)
class TranslationSignal:
    """The translation signal.

    Scores of the words of the word list, which are the words that may be dealt, are in a table. Scores of other words
    are computed from their best pairs of translations.
    """

    name: str
    table: NDArray[np.uint8]  # indices of levels: (dealt words, rows); two per byte if there are sixteen levels
    dealt: NDArray[np.uint16]  # the rows of the words of the word list
    levels: Scores  # ascending
    translations: WordTranslations
    load_scorer: Callable[[], BestPairScorer]  # called only for words that are not in the word list
    candidates: int
    _columns: dict[int, int] = field(init=False)
    _scorer: BestPairScorer | None = field(default=None)
    _unlisted_word_cache: WordScoreCache[Reading] = field(init=False)

    def __post_init__(self) -> None:
        self._columns = {int(row): place for place, row in enumerate(self.dealt)}
        self._unlisted_word_cache = WordScoreCache(partial(self._best_pair_scores, None), _MAX_CACHED_WORDS)

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name,)

    def scores(self, clues: Sequence[Reading], words: Sequence[Reading]) -> list[Scores]:
        return [self._score_matrix(clues, words)]

    def candidate_scores(self, words: Sequence[Reading]) -> list[Scores]:
        return [self._score_matrix(None, words)]

    def _score_matrix(self, clues: Sequence[Reading] | None, words: Sequence[Reading]) -> Scores:
        """Return the scores for these clues, or for all candidates if `clues` is None."""
        height = self.candidates if clues is None else len(clues)
        scores = np.empty((height, len(words)), np.float32, order="F")
        undealt = []
        for place, reading in enumerate(words):
            columns = [self._columns[row] for row in reading if row in self._columns]
            if len(columns) == len(reading):
                scores[:, place] = self._table_scores(columns, clues)
            else:
                undealt.append(place)
        if undealt:
            readings = [words[place] for place in undealt]
            scores[:, undealt] = (
                self._unlisted_word_cache.scores(readings) if clues is None else self._best_pair_scores(clues, readings)
            )
        return scores

    def _best_pair_scores(self, clues: Sequence[Reading] | None, words: Sequence[Reading]) -> Scores:
        """Compute the scores by the best pairs of translations. `clues` of None stands for all candidates."""
        if self._scorer is None:
            self._scorer = self.load_scorer()
        sources = self.translations.first_rows(self.candidates) if clues is None else self.translations.select(clues)
        return self._scorer.scores(sources, self.translations.select(words), float(self.levels[0]))

    def _table_scores(self, columns: list[int], clues: Sequence[Reading] | None) -> Scores:
        """Return the scores of all clues with one word, whose columns of the table these are."""
        if clues is None:
            return self.levels[self._level_indices(columns, np.arange(self.candidates))]
        starts = np.cumsum([0, *map(len, clues[:-1])])
        indices = self._level_indices(columns, np.asarray([row for clue in clues for row in clue], np.intp))
        return self.levels[np.maximum.reduceat(indices, starts)]

    def _level_indices(self, columns: list[int], rows: Rows) -> Rows:
        """Return for each row the highest number in these columns of the table. It is an index of `levels`."""
        lines = self.table[columns]
        indices = lines[:, rows] if len(self.levels) > NIBBLE_LEVELS else lines[:, rows // 2] >> 4 * (1 - rows % 2) & 15
        highest: Rows = indices.max(axis=0)
        return highest
