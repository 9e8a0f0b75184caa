"""Computes the scores of every French word with every French board word, through English."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from databuild.models.pack import pack_nibbles
from duo.mind.model.look_alikes import LookAlikes
from duo.mind.model.model import Model
from duo.mind.model.signals import Scores, Signal
from duo.mind.model.translation import (
    BYTE_LEVELS,
    MAX_SAME_WORD_SCORE,
    NIBBLE_LEVELS,
    BestPairScorer,
    Rows,
    WordTranslations,
)
from duo.words.legality import legal_mask

Matrix = NDArray[np.float32]
_BLOCK_SIZE = 48  # board words per block
_USUAL_PRICE = 1.2  # up to this price a translation is a usual meaning
_SYNONYM_SCORE = 5.0  # of a word with itself, by French signals alone
_FINE_PER_UNIT, _SLACK = 2.0, 1.0  # a rival may be closer by the slack without a fine
_MIN_SCORE, _MAX_SCORE = -1.5, 13.8  # hardly any pair scores outside
_ROUNDS = 300  # until the levels have converged


@dataclass(frozen=True, slots=True, eq=False)
class TranslationArrays:
    """The arrays of the signal `translation`."""

    table: NDArray[np.uint8]
    dealt: NDArray[np.uint16]
    levels: Matrix
    weights: Matrix
    counts: NDArray[np.uint8]
    rows: NDArray[np.uint16]
    prices: NDArray[np.float16]


class _SpellingDiscountedPair(BestPairScorer):
    """The English blend without the part due to spelling.

    Words of one family, which are illegal as clues, are not discounted but capped like a word with itself: *organe* is
    not close to *orgue* just because both are organs.
    """

    def __init__(self, model: Model) -> None:
        super().__init__(model.parts, model.weights)
        self.words = model.vocabulary.words
        self.look_alikes = LookAlikes(self.words, model.look_alikes.discounts)
        self.lang = model.lang

    def blend(self, clues: NDArray[np.uint16], words: NDArray[np.uint16]) -> Scores:
        scores = super().blend(clues, words)
        places = np.full(len(self.words), -1)
        places[clues] = np.arange(len(clues))
        for column, row in enumerate(words.tolist()):
            word = self.words[row]
            pairs = [pair for pair in self.look_alikes.find_among_candidates([word]) if places[pair[0]] >= 0]
            legal = legal_mask([self.words[clue] for clue, _, _ in pairs], [word], self.lang)
            for (clue, _, kind), is_legal in zip(pairs, legal, strict=True):
                score = scores[places[clue], column]
                scores[places[clue], column] = (
                    score - self.look_alikes.discounts.get(kind, 0.0) if is_legal else min(score, MAX_SAME_WORD_SCORE)
                )
        return scores


@dataclass(frozen=True, slots=True, eq=False)
class FrenchEar:
    """Scores of French words by French signals alone, in units of the listener.

    The weights are roughly those of a listener fitted without English. Every row of the vocabulary is a candidate.
    """

    signals: tuple[tuple[float, Signal], ...]

    def scores(self, words: Sequence[int]) -> Scores:
        """Return the scores (rows, words). A word scores with itself like a synonym."""
        readings = [(word,) for word in words]
        terms = [weight * matrix for weight, signal in self.signals for matrix in signal.candidate_scores(readings)]
        found: Scores = np.add.reduce(terms, dtype=np.float32)
        found[list(words), np.arange(len(words))] = _SYNONYM_SCORE
        return found


class _Homonyms:
    """Fines for pairs that meet in an English word of several meanings.

    A scale is an *écaille*, an *échelle* and a *balance*, which makes them rivals. If *mesure* is much closer to a
    rival than to *écaille* by French signals, it does not mean the scale of a fish.
    """

    def __init__(self, ear: FrenchEar, stand_ins: WordTranslations) -> None:
        self.ear = ear
        usual = np.flatnonzero(stand_ins.costs <= _USUAL_PRICE)
        words = np.repeat(np.arange(len(stand_ins.starts) - 1), np.diff(stand_ins.starts))[usual]
        english_rows = stand_ins.rows[usual]
        order = np.argsort(english_rows, kind="stable")
        self.rivals = words[order]
        self.starts = np.searchsorted(english_rows[order], np.arange(np.iinfo(np.uint16).max + 2))

    def fines(self, clues: NDArray[np.uint16], words: NDArray[np.uint16], dealt: Sequence[int]) -> "_Fines":
        """Return the fines for the English rows of clues and of board words."""
        own = self.ear.scores(dealt)
        by_clue = _group_max(own, self._rivals(clues))
        others = self._rivals(words)
        distinct = np.unique(np.concatenate([*others, np.zeros(0, np.intp)]))
        rival_scores = self.ear.scores(distinct.tolist()).T if len(distinct) else np.zeros((0, len(own)), np.float32)
        return _Fines(own, by_clue, _group_max(rival_scores, [np.searchsorted(distinct, each) for each in others]))

    def _rivals(self, english: NDArray[np.uint16]) -> list[NDArray[np.intp]]:
        return [self.rivals[self.starts[row] : self.starts[row + 1]] for row in english]


@dataclass(frozen=True, slots=True, eq=False)
class _Fines:
    own: Scores  # by French signals: (rows, board words)
    by_clue: Scores  # the best rival of each clue's English row: (English rows, board words)
    by_word: Scores  # the best rival of each board word's English row: (English rows, rows)

    def for_word(self, place: int, row_of: NDArray[np.intp], clue_places: Rows, word_places: Rows) -> Scores:
        """Return the fines for one board word: (translations of all rows, its own translations)."""
        own = self.own[row_of, place]
        clue = np.maximum(self.by_clue[clue_places, place] - own - _SLACK, 0)
        word = np.maximum(self.by_word[word_places][:, row_of].T - own[:, None] - _SLACK, 0)
        fines: Scores = _FINE_PER_UNIT * (clue[:, None] + word)
        return fines


def _group_max(scores: Scores, rows: Sequence[NDArray[np.intp]]) -> Scores:
    """Return the maximum of each group of rows, minus infinity for an empty group."""
    maxima = np.full((len(rows), scores.shape[1]), -np.inf, np.float32)
    for place, group in enumerate(rows):
        if len(group):
            maxima[place] = scores[group].max(axis=0)
    return maxima


def build_table(
    words: Sequence[str],
    dealt: Sequence[str],
    english: Model,
    stand_ins: Sequence[Mapping[str, float]],
    ear: FrenchEar,
    progress: Callable[[int, int], None],
    *,
    exact: bool,
) -> TranslationArrays:
    """Build the table from the English translations of each word and their prices.

    `exact` keeps one byte per pair instead of four bits.
    """
    counts = np.asarray([len(each) for each in stand_ins], np.uint8)
    rows = np.asarray([english.vocabulary.reading(word)[0] for each in stand_ins for word in each], np.uint16)
    prices = np.asarray([price for each in stand_ins for price in each.values()], np.float16)
    starts = np.concatenate([[0], np.cumsum(counts, dtype=np.intp)])
    translations = WordTranslations(starts, rows, prices.astype(np.float32))
    row_of = {word: row for row, word in enumerate(words)}
    columns = [row_of[word] for word in dealt]
    pair, homonyms = _SpellingDiscountedPair(english), _Homonyms(ear, translations)
    step = (_MAX_SCORE - _MIN_SCORE) / (BYTE_LEVELS - 1)
    table = np.empty((len(dealt), len(words)), np.uint8)
    for start in range(0, len(dealt), _BLOCK_SIZE):
        progress(start, len(dealt))
        scores = _scores(pair, homonyms, translations, columns[start : start + _BLOCK_SIZE])
        table[start : start + _BLOCK_SIZE] = np.clip(np.rint((scores - _MIN_SCORE) / step), 0, BYTE_LEVELS - 1)
    levels, nearest = _fit_levels(np.bincount(table.ravel(), minlength=BYTE_LEVELS))
    return TranslationArrays(
        table if exact else pack_nibbles(nearest[table]),
        np.asarray(columns, np.uint16),
        (_MIN_SCORE + step * (np.arange(BYTE_LEVELS) if exact else levels)).astype(np.float32),
        english.weights.astype(np.float32),
        counts,
        rows,
        prices,
    )


def _fit_levels(counts: NDArray[np.intp]) -> tuple[NDArray[np.float64], NDArray[np.uint8]]:
    """Return sixteen levels for steps with these counts, and the nearest level of each step (Lloyd-Max).

    The first level is the lowest step. The others weigh steps by the square root of their counts, since strong pairs
    are few but decisive.
    """
    steps, weights = np.arange(len(counts)), np.sqrt(counts)
    reached = np.cumsum(weights[1:]) / weights[1:].sum()
    between = (np.arange(NIBBLE_LEVELS - 1) + 0.5) / (NIBBLE_LEVELS - 1)
    levels = np.concatenate([[0.0], np.interp(between, reached, steps[1:])])
    for _ in range(_ROUNDS):
        nearest = np.abs(steps[:, None] - levels).argmin(axis=1)
        total = np.bincount(nearest, weights, NIBBLE_LEVELS)
        means = np.bincount(nearest, weights * steps, NIBBLE_LEVELS) / np.maximum(total, 1e-9)
        levels[1:] = np.where(total > 0, means, levels)[1:]
    return levels, nearest.astype(np.uint8)


def _scores(
    pair: _SpellingDiscountedPair, homonyms: _Homonyms, translations: WordTranslations, dealt: Sequence[int]
) -> Scores:
    """Return the best score over pairs of translations, less prices and fines: (words, rows)."""
    targets = translations.select([(row,) for row in dealt])
    clues, clue_places = np.unique(translations.rows, return_inverse=True)
    words, word_places = np.unique(targets.rows, return_inverse=True)
    blend = pair.blend(clues, words)
    fines = homonyms.fines(clues, words, dealt)
    row_of = np.repeat(np.arange(len(translations.starts) - 1), np.diff(translations.starts))
    filled = np.flatnonzero(np.diff(translations.starts))
    scores = np.full((len(dealt), len(translations.starts) - 1), _MIN_SCORE, np.float32)
    for place in range(len(dealt)):
        own = slice(targets.starts[place], targets.starts[place + 1])
        if own.start < own.stop:
            pairs = blend[clue_places][:, word_places[own]] - targets.costs[own] - translations.costs[:, None]
            pairs -= fines.for_word(place, row_of, clue_places, word_places[own])
            scores[place, filled] = np.maximum.reduceat(pairs.max(axis=1), translations.starts[filled])
    scores[np.arange(len(dealt)), list(dealt)] = scores.max(
        axis=1
    )  # no clue beats the word itself, not even a name associated with it
    return np.maximum(scores, np.float32(_MIN_SCORE))
