"""Works out how close every French word comes to the words that boards are dealt from, through English."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from duo.mind.look_alikes import LookAlikes
from duo.mind.model import Model
from duo.mind.signals import Scores
from duo.mind.translation import BestPair, StandIns
from duo.words.legality import allowed

Matrix = NDArray[np.float32]
_BLOCK = 48  # dealt words at a time
_LOWEST, _HIGHEST = -1.5, 13.8  # what the blend says of hardly any pair; a byte has 256 steps between


@dataclass(frozen=True, slots=True, eq=False)
class Translated:
    """The arrays of a signal of translations."""

    table: NDArray[np.uint8]
    dealt: NDArray[np.uint16]
    scale: Matrix
    weights: Matrix
    counts: NDArray[np.uint8]
    rows: NDArray[np.uint16]
    prices: NDArray[np.float16]


class _LessSpelling(BestPair):
    """The blend of English, less what is owed to spelling; kin, which no clue of English may be, are no look-alikes."""

    def __init__(self, model: Model) -> None:
        super().__init__(model.parts, model.weights, len(model.candidates))
        self.words = model.vocabulary.words
        self.look_alikes = LookAlikes(self.words, model.look_alikes.discounts)
        self.lang = model.lang

    def _blend(self, clues: NDArray[np.uint16], words: NDArray[np.uint16]) -> Scores:
        scores = super()._blend(clues, words)
        places = np.full(len(self.words), -1)
        places[clues] = np.arange(len(clues))
        for column, row in enumerate(words.tolist()):
            word = self.words[row]
            pairs = [pair for pair in self.look_alikes.among_candidates([word]) if places[pair[0]] >= 0]
            legal = allowed([self.words[clue] for clue, _, _ in pairs], [word], self.lang)
            for (clue, _, kind), fine in zip(pairs, legal, strict=True):
                if fine:
                    scores[places[clue], column] -= self.look_alikes.discounts.get(kind, 0.0)
        return scores


def tabled(
    words: Sequence[str], dealt: Sequence[str], english: Model, found: Sequence[Mapping[str, float]]
) -> Translated:
    """`found` are the English stand-ins of each word with their prices."""
    counts = np.asarray([len(each) for each in found], np.uint8)
    rows = np.asarray([english.vocabulary.reading(word)[0] for each in found for word in each], np.uint16)
    prices = np.asarray([price for each in found for price in each.values()], np.float16)
    starts = np.concatenate([[0], np.cumsum(counts, dtype=np.intp)])
    everything = StandIns(starts, rows, prices.astype(np.float32))
    row_of = {word: row for row, word in enumerate(words)}
    columns = [(row_of[word],) for word in dealt]
    pair = _LessSpelling(english)
    step = (_HIGHEST - _LOWEST) / 255
    table = np.empty((len(dealt), len(words)), np.uint8)
    for start in range(0, len(dealt), _BLOCK):
        scores = pair.scores(everything, everything.of(columns[start : start + _BLOCK]), _LOWEST)
        table[start : start + _BLOCK] = np.clip(np.rint((scores.T - _LOWEST) / step), 0, 255)
    return Translated(
        table,
        np.asarray([row_of[word] for word in dealt], np.uint16),
        np.asarray([_LOWEST, step], np.float32),
        english.weights.astype(np.float32),
        counts,
        rows,
        prices,
    )
