"""What a language model is about to say: a word after a clue, or a clue after a word."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from duo.mind.model.signals import Scores, columns_of, mean_rows, opened
from duo.mind.model.vocabulary import Reading


@dataclass(slots=True, eq=False)
class NextWord:
    """How much likelier a clue makes a word than other clues do, and the other way round.

    That is the product of two vectors, each direction as much as it counts: one for a word that was heard, one for a
    word that may be said next.
    """

    name: str
    heard: NDArray[np.generic]
    said: NDArray[np.generic]
    strengths: NDArray[np.float32]
    candidates: int
    _candidate_columns: tuple[Scores, Scores] | None = field(default=None)

    @property
    def names(self) -> tuple[str, ...]:
        return (f"{self.name}-word-after-clue", f"{self.name}-clue-after-word")

    def of(self, clues: Sequence[Reading], words: Sequence[Reading]) -> list[Scores]:
        return self._both(mean_rows(self.heard, clues).T, mean_rows(self.said, clues).T, words)

    def of_candidates(self, words: Sequence[Reading]) -> list[Scores]:
        if self._candidate_columns is None:
            heard, said = (columns_of(side, range(self.candidates), opened) for side in (self.heard, self.said))
            self._candidate_columns = heard, said
        return self._both(*self._candidate_columns, words)

    def _both(self, heard: Scores, said: Scores, words: Sequence[Reading]) -> list[Scores]:
        """Out of what is heard and what is said of clues, a column a clue."""
        return [(self._counted(self.said, words) @ heard).T, (self._counted(self.heard, words) @ said).T]

    def _counted(self, side: NDArray[np.generic], words: Sequence[Reading]) -> Scores:
        return mean_rows(side, words) * self.strengths
