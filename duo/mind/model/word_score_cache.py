"""A cache of the scores of all candidate clues with a word. A table keeps its words for a whole game."""

from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar

import numpy as np

from duo.mind.model.signals import Scores

_Key = TypeVar("_Key", bound=Hashable)


class WordScoreCache(Generic[_Key]):
    """A thread-safe cache of the scores of all candidates with each word. It keeps the `max_words` words used last."""

    def __init__(self, compute: Callable[[Sequence[_Key]], Scores], max_words: int) -> None:
        self._compute = compute
        self._max_words = max_words
        self._columns: dict[_Key, Scores] = {}

    def scores(self, words: Sequence[_Key]) -> Scores:
        """Return the scores of these words, computed or cached: (candidates, words)."""
        columns = self._columns
        if new := [word for word in dict.fromkeys(words) if word not in columns]:
            # A word must have the same scores whatever words it is computed with. A single column would be a
            # matrix-vector product, which adds up in another order.
            scores = self._compute(new if len(new) > 1 else new * 2)
            columns = columns | {word: scores[:, place].copy() for place, word in enumerate(new)}
        used = {word: columns[word] for word in words}
        kept = {word: column for word, column in columns.items() if word not in used} | used
        self._columns = dict(list(kept.items())[-self._max_words :])
        return np.stack([used[word] for word in words]).T
