"""A small listener with a fixed association between every clue and every word."""

import hashlib
from collections.abc import Sequence
from functools import cache

import numpy as np
import pytest


class ToyListener:
    """Associations are seeded by the two words, so they are the same in every test and on every table."""

    lang = "en"

    def __init__(self, candidates: int = 300, sharpness: float = 2.5) -> None:
        self.candidates = tuple(f"clue{number}" for number in range(candidates))
        self.familiarity = np.linspace(1.0, 0.3, candidates)
        self._sharpness = sharpness

    def touch(self, clue: str, words: Sequence[str]) -> np.ndarray:
        weights = self._associations(clue, words, 1.0)
        return weights / weights.sum()

    def associations(self, clue: str, words: Sequence[str], sharpness: float) -> np.ndarray:
        return self._associations(clue, words, sharpness)[None]

    def kinship(self, words: Sequence[str]) -> np.ndarray:
        return np.zeros((len(words), len(words)))

    def touch_all(self, words: Sequence[str]) -> np.ndarray:
        return np.array([self.touch(clue, words) for clue in self.candidates], dtype=np.float32)

    def candidate_associations(self, words: Sequence[str], sharpness: float) -> np.ndarray:
        return np.array([self._associations(clue, words, sharpness) for clue in self.candidates], dtype=np.float32)

    def _associations(self, clue: str, words: Sequence[str], sharpness: float) -> np.ndarray:
        return np.exp(np.array([_log_association(clue, word) for word in words]) * self._sharpness * sharpness)


@cache
def _log_association(clue: str, word: str) -> float:
    seed = int.from_bytes(hashlib.sha256(f"{clue} {word}".encode()).digest()[:8], "big")
    return float(np.random.default_rng(seed).normal())


@pytest.fixture
def toy_listener():
    """Return the class. A test chooses the number of clues and the sharpness of their associations."""
    return ToyListener
