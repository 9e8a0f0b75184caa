"""The next-word signal: how likely a language model says a word after a clue, or a clue after a word."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from duo.mind.model.signals import Scores, decode_columns, decode_rows, mean_rows
from duo.mind.model.vocabulary import Reading


@dataclass(slots=True, eq=False)
class NextWordSignal:
    """Two scores: how much more likely a clue makes a word, and how much more likely a word makes a clue.

    Each score is the weighted product of two vectors. The context vector stands for the word that comes first, the
    output vector for the word that may come next. `strengths` has the weights of the dimensions.
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
        return self._score_both_directions(
            mean_rows(self.context_vectors, clues).T, mean_rows(self.output_vectors, clues).T, words
        )

    def candidate_scores(self, words: Sequence[Reading]) -> list[Scores]:
        if self._candidate_columns is None:
            context, output = (
                decode_columns(vectors, range(self.candidates), decode_rows)
                for vectors in (self.context_vectors, self.output_vectors)
            )
            self._candidate_columns = context, output
        return self._score_both_directions(*self._candidate_columns, words)

    def _score_both_directions(self, context: Scores, output: Scores, words: Sequence[Reading]) -> list[Scores]:
        """Return both matrices of scores. `context` and `output` have the vectors of the clues as columns."""
        return [
            (self._scaled_rows(self.output_vectors, words) @ context).T,
            (self._scaled_rows(self.context_vectors, words) @ output).T,
        ]

    def _scaled_rows(self, vectors: NDArray[np.generic], words: Sequence[Reading]) -> Scores:
        return mean_rows(vectors, words) * self.strengths
