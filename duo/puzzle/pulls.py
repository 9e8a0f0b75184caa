"""How strongly clue words pull to the words of boards, for all familiar clue words at once."""

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from duo.mind.listener import Listener

    Weights = NDArray[np.float32]

# So many clue words, in the order of familiarity; rarer ones would make riddles of vocabulary.
FAMILIAR = 9_000
_PORTION = 25  # words that are looked at together


class Pulls:
    """The pulls of one listener, kept for the word list that boards are dealt from."""

    def __init__(self, listener: "Listener", words: Sequence[str]) -> None:
        self._listener = listener
        self._words = words

    def to(self, words: Sequence[str]) -> "Weights":
        """The pull of each familiar clue word to each of these words, at full sharpness: (clues, words)."""
        if all(word in self._kept for word in words):
            return np.stack([self._kept[word] for word in words], axis=1)
        return self._found(words)

    @cached_property
    def _kept(self) -> "dict[str, Weights]":
        """By words of the list; always found in the same portions, so that every process has the same last digits."""
        portions = [self._words[start : start + _PORTION] for start in range(0, len(self._words), _PORTION)]
        return {word: row for few in portions for word, row in zip(few, self._found(few).T.copy(), strict=True)}

    def _found(self, words: Sequence[str]) -> "Weights":
        return self._listener.pull_all(words, 1.0)[:FAMILIAR]
