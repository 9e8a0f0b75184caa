"""What was worked out for all candidates of a model, remembered by word: a table keeps its words for a whole game."""

from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar

import numpy as np

from duo.mind.model.signals import Scores

_Key = TypeVar("_Key", bound=Hashable)


class WordScoreCache(Generic[_Key]):
    """Columns of scores, of which the `most` that were asked for last are kept; any thread may ask."""

    def __init__(self, compute: Callable[[Sequence[_Key]], Scores], max_words: int) -> None:
        self._work_out = compute
        self._most = max_words
        self._columns: dict[_Key, Scores] = {}

    def scores(self, words: Sequence[_Key]) -> Scores:
        """(candidates, words), as `work_out` tells it."""
        columns = self._columns
        if fresh := [word for word in dict.fromkeys(words) if word not in columns]:
            # One column alone would be a product with a vector, which is summed in another order: a word is to have the
            # same scores whatever it was asked for with.
            scores = self._work_out(fresh if len(fresh) > 1 else fresh * 2)
            columns = columns | {word: scores[:, place].copy() for place, word in enumerate(fresh)}
        asked = {word: columns[word] for word in words}
        kept = {word: column for word, column in columns.items() if word not in asked} | asked
        self._columns = dict(list(kept.items())[-self._most :])
        return np.stack([asked[word] for word in words]).T
