"""The next-word signal of a language model: a word after a clue, and a clue after a word."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from duo.mind.model.signals import Scores, decode_columns, decode_rows, mean_rows
from duo.mind.model.vocabulary import Reading


@dataclass(slots=True, eq=False)
class NextWord:
    """How much likelier a clue makes a word than other clues do, and a word a clue.

    The score is the product of a context vector, for the word that was heard, and an output vector, for the word that
    may come next. `strengths` weights the dimensions.
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
            context, output = (
                decode_columns(vectors, range(self.candidates), decode_rows)
                for vectors in (self.context_vectors, self.output_vectors)
            )
            self._candidate_columns = context, output
        return self._both_directions(*self._candidate_columns, words)

    def _both_directions(self, context: Scores, output: Scores, words: Sequence[Reading]) -> list[Scores]:
        """Return both matrices from the context and output vectors of the clues, one column per clue."""
        return [
            (self._scaled_rows(self.output_vectors, words) @ context).T,
            (self._scaled_rows(self.context_vectors, words) @ output).T,
        ]

    def _scaled_rows(self, vectors: NDArray[np.generic], words: Sequence[Reading]) -> Scores:
        return mean_rows(vectors, words) * self.strengths
