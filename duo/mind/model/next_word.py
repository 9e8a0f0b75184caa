"""What a language model is about to say: a word after a clue, or a clue after a word."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from duo.mind.model.signals import Scores, decode_columns, decode_rows, mean_rows
from duo.mind.model.vocabulary import Reading


@dataclass(slots=True, eq=False)
class NextWord:
    """How much likelier a clue makes a word than other clues do, and the other way round.

    That is the product of two vectors, each direction as much as it counts: one for a word that was heard, one for a
    word that may be said next.
    """

    name: str
    context_vectors: NDArray[np.generic]
    output_vectors: NDArray[np.generic]
    strengths: NDArray[np.float32]
    candidates: int
    _candidate_columns: tuple[Scores, Scores] | None = field(default=None)

    @property
    def names(self) -> tuple[str, ...]:
        return (f"{self.name}-word-after-clue", f"{self.name}-clue-after-word")

    def scores(self, clues: Sequence[Reading], words: Sequence[Reading]) -> list[Scores]:
        return self._both_directions(
            mean_rows(self.context_vectors, clues).T, mean_rows(self.output_vectors, clues).T, words
        )

    def candidate_scores(self, words: Sequence[Reading]) -> list[Scores]:
        if self._candidate_columns is None:
            heard, said = (
                decode_columns(side, range(self.candidates), decode_rows)
                for side in (self.context_vectors, self.output_vectors)
            )
            self._candidate_columns = heard, said
        return self._both_directions(*self._candidate_columns, words)

    def _both_directions(self, heard: Scores, said: Scores, words: Sequence[Reading]) -> list[Scores]:
        """Out of what is heard and what is said of clues, a column a clue."""
        return [
            (self._scaled_rows(self.output_vectors, words) @ heard).T,
            (self._scaled_rows(self.context_vectors, words) @ said).T,
        ]

    def _scaled_rows(self, side: NDArray[np.generic], words: Sequence[Reading]) -> Scores:
        return mean_rows(side, words) * self.strengths
