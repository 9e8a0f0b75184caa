"""A discount on the scores of look-alikes, which are a clue and a word that begin with the same letters.

Neural networks read words in pieces, so they score look-alikes too high. The discount is measured on look-alikes that
have nothing else in common (`scripts/builds/fit_listener.py`).
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from duo.core.word import fold
from duo.mind.model.signals import Scores
from duo.words.spelling import strip_accents

MIN_COMMON_LETTERS = 3
# The number of common first letters (5 for more), or `whole` if one word is the beginning of the other.
LOOK_ALIKE_KINDS = ("3", "4", "5", "whole")
_MAX_CACHED_WORDS = 1024  # each with the few candidates that begin alike
LookAlikePair = tuple[int, int, str]  # the places of a clue and a word, and the kind of look-alike


def look_alike_kind(one: str, other: str) -> str | None:
    """Return which of `LOOK_ALIKE_KINDS` two words without accents are.

    Returns None if they are equal or if fewer than three of their first letters are the same.
    """
    if one[:MIN_COMMON_LETTERS] != other[:MIN_COMMON_LETTERS] or one == other:  # true of most words
        return None
    if one.startswith(other) or other.startswith(one):
        return "whole"
    return "5" if one[:5] == other[:5] else "4" if one[:4] == other[:4] else "3"


class LookAlikes:
    """The discounts of look-alikes by kind, and an index of a model's candidate clues by their first letters."""

    def __init__(self, candidates: Sequence[str], discounts: Mapping[str, float]) -> None:
        self.discounts = discounts
        self._candidates = candidates
        self._cached_openings = lru_cache(maxsize=1)(self._candidates_by_opening)
        self._cached_discounts = lru_cache(maxsize=_MAX_CACHED_WORDS)(self._candidate_discounts)

    def subtract_discounts(self, scores: Scores, clues: Sequence[str], words: Sequence[str]) -> None:
        """Subtract the discount from the scores of all look-alikes, in place. `scores` has the shape (clues, words)."""
        if not any(self.discounts.values()):
            return
        if clues is self._candidates:
            for place, word in enumerate(words):
                rows, amounts = self._cached_discounts(word)
                scores[rows, place] -= amounts
            return
        for clue, place, kind in _find_look_alikes(clues, words):
            scores[clue, place] -= np.float32(self.discounts.get(kind, 0.0))

    def find_among_candidates(self, words: Sequence[str]) -> Iterator[LookAlikePair]:
        """Yield all look-alikes of a candidate clue and one of these words."""
        openings = self._cached_openings()
        for place, word in enumerate(map(_fold_without_accents, words)):
            for clue, spelt in openings.get(word[:MIN_COMMON_LETTERS], ()):
                if kind := look_alike_kind(spelt, word):
                    yield clue, place, kind

    def _candidate_discounts(self, word: str) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
        """Return the places of the candidates that are look-alikes of the word, and the discount of each."""
        pairs = list(self.find_among_candidates([word]))
        amounts = [self.discounts.get(kind, 0.0) for _, _, kind in pairs]
        return np.array([clue for clue, _, _ in pairs], np.intp), np.array(amounts, np.float32)

    def _candidates_by_opening(self) -> dict[str, list[tuple[int, str]]]:
        openings: dict[str, list[tuple[int, str]]] = defaultdict(list)
        for clue, spelt in enumerate(map(_fold_without_accents, self._candidates)):
            openings[spelt[:MIN_COMMON_LETTERS]].append((clue, spelt))
        return openings


def _fold_without_accents(word: str) -> str:
    return strip_accents(fold(word))


def _find_look_alikes(clues: Sequence[str], words: Sequence[str]) -> Iterator[LookAlikePair]:
    """Yield all look-alikes of one of these clues and one of these words."""
    spelt = [_fold_without_accents(word) for word in words]
    for place, clue in enumerate(map(_fold_without_accents, clues)):
        for column, word in enumerate(spelt):
            if kind := look_alike_kind(clue, word):
                yield place, column, kind
