"""Words that begin alike, and what that counts for: nothing.

Networks read words in pieces, so words that share their first letters seem closer to them than they are. How much,
was measured on pairs that have no other link (`scripts/builds/fit_listener.py`); so much is taken off.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from duo.core.word import fold
from duo.mind.model.signals import Scores
from duo.words.spelling import bare

SHORTEST = 3  # letters in common
KINDS = ("3", "4", "5", "whole")  # letters in common, 5 for more; `whole` where one word is the beginning of the other
_MOST_REMEMBERED = 1024  # words, each with the few candidates that begin alike
Pair = tuple[int, int, str]  # the places of a clue and of a word, and how they are alike


def alike(one: str, other: str) -> str | None:
    """How two words, written without accents, begin alike; a word is no look-alike of itself."""
    if one[:SHORTEST] != other[:SHORTEST] or one == other:  # most words differ at once
        return None
    if one.startswith(other) or other.startswith(one):
        return "whole"
    return "5" if one[:5] == other[:5] else "4" if one[:4] == other[:4] else "3"


class LookAlikes:
    """The look-alikes among the candidates of a model, found by their first letters."""

    def __init__(self, candidates: Sequence[str], discounts: Mapping[str, float]) -> None:
        self.discounts = discounts
        self._candidates = candidates
        self._openings = lru_cache(maxsize=1)(self._by_opening)
        self._of_word = lru_cache(maxsize=_MOST_REMEMBERED)(self._discounted)

    def discount(self, scores: Scores, clues: Sequence[str], words: Sequence[str]) -> None:
        """Take off what is owed to spelling; `scores` is (clues, words)."""
        if not any(self.discounts.values()):
            return
        if clues is self._candidates:
            for place, word in enumerate(words):
                rows, amounts = self._of_word(word)
                scores[rows, place] -= amounts
            return
        for clue, place, kind in _among(clues, words):
            scores[clue, place] -= np.float32(self.discounts.get(kind, 0.0))

    def among_candidates(self, words: Sequence[str]) -> Iterator[Pair]:
        openings = self._openings()
        for place, word in enumerate(map(_spelt, words)):
            for clue, spelt in openings.get(word[:SHORTEST], ()):
                if kind := alike(spelt, word):
                    yield clue, place, kind

    def _discounted(self, word: str) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
        """The candidates that begin like the word, and what is taken off for each."""
        pairs = list(self.among_candidates([word]))
        amounts = [self.discounts.get(kind, 0.0) for _, _, kind in pairs]
        return np.array([clue for clue, _, _ in pairs], np.intp), np.array(amounts, np.float32)

    def _by_opening(self) -> dict[str, list[tuple[int, str]]]:
        openings: dict[str, list[tuple[int, str]]] = defaultdict(list)
        for clue, spelt in enumerate(map(_spelt, self._candidates)):
            openings[spelt[:SHORTEST]].append((clue, spelt))
        return openings


def _spelt(word: str) -> str:
    return bare(fold(word))


def _among(clues: Sequence[str], words: Sequence[str]) -> Iterator[Pair]:
    spelt = [_spelt(word) for word in words]
    for place, clue in enumerate(map(_spelt, clues)):
        for column, word in enumerate(spelt):
            if kind := alike(clue, word):
                yield place, column, kind
