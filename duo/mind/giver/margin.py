"""A giver with the classic rule of bots that use word vectors. It is a baseline to compare other givers with.

The margin of a clue for n words is how much closer its n-th closest agent is than the closest other word. The value of
a clue follows the published rule of Thomas Ahle's codenames bot:

    margin * (n ** 0.6 - 0.99) / (1 + log(rank))

where `rank` is the rank of the clue by frequency. So a clue for one word is hardly ever worth giving, and rare clues
need larger margins. The logarithm of an association is the cosine times a constant, which does not change the order.
"""

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from duo.core.word import fold
from duo.mind.giver.giver import LegalityCheck, Suggestion, VocabularyListener
from duo.mind.giver.query import ClueQuery, clue_query_from_view
from duo.mind.giver.reason import MarginReason
from duo.mind.listener import plackett_luce
from duo.words.language import with_ligatures

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from duo.core.view import View

    Weights = NDArray[np.float32]

_NUMBER_EXPONENT, _SINGLE_WORD_OFFSET = 0.6, 0.99
_MIN_ASSOCIATION = 1e-12


class MarginGiver:
    """A giver that considers margins only and ignores tokens, earlier clues and the cost of an assassin."""

    def __init__(self, listener: VocabularyListener, is_legal: LegalityCheck) -> None:
        self._listener = listener
        self._is_legal = is_legal

    def suggest(self, view: "View", top: int) -> list[Suggestion]:
        query = clue_query_from_view(view)
        agents = len(query.agents)
        if not agents:
            return []
        closeness = np.log(self._listener.candidate_associations(query.words, 1.0) + _MIN_ASSOCIATION)
        nth_agent = -np.sort(-closeness[:, :agents], axis=1)
        margins = nth_agent - closeness[:, agents:].max(axis=1, keepdims=True, initial=np.log(_MIN_ASSOCIATION))
        clues = islice(self._best_clues(query, margin_values(margins)), top)
        return [self._make_suggestion(query, word, number) for word, number in clues]

    def _best_clues(self, query: ClueQuery, values: "Weights") -> Iterator[tuple[str, int]]:
        """Yield legal clues that were not given before, each with its best number, best clue first."""
        given = set(query.given_clue_words)
        numbers = values.argmax(axis=1)
        best = values[np.arange(len(values)), numbers]
        for clue in np.argsort(-best, kind="stable").tolist():
            word = self._listener.candidates[clue]
            if fold(word) not in given and self._is_legal(word, query.visible):
                given.add(fold(word))
                yield word, int(numbers[clue]) + 1

    def _make_suggestion(self, query: ClueQuery, clue: str, number: int) -> Suggestion:
        chances = self._listener.touch(clue, query.words)
        agents, bystanders = len(query.agents), len(query.bystanders)
        miss_weight = float(chances[agents:].sum())
        run_chances = plackett_luce.run_chances(
            chances[None, :agents].astype(np.float64), np.array([miss_weight]), number
        )[:, 0]
        miss = 1 - float(run_chances[-1])
        assassin = miss * float(chances[agents + bystanders :].sum()) / max(miss_weight, _MIN_ASSOCIATION)
        targets = tuple(query.agents[place] for place in np.argsort(-chances[:agents], kind="stable")[:number])
        return Suggestion(
            word=with_ligatures(clue, self._listener.lang),
            count=number,
            targets=targets,
            p_all=float(run_chances[-1]),
            expected=float(run_chances.sum()),
            black=assassin,
            tan=miss - assassin,
            reason=MarginReason(targets),
        )


def margin_values(margins: "Weights") -> "Weights":
    """Return the value of each candidate with each number: (candidates, numbers).

    `margins` has the same shape. Its rows are ordered by frequency, the most frequent candidate first.
    """
    numbers = np.arange(1, margins.shape[1] + 1, dtype=np.float32)
    rarity = np.log(np.arange(1, len(margins) + 1, dtype=np.float32)) + 1
    values: Weights = margins * (numbers**_NUMBER_EXPONENT - _SINGLE_WORD_OFFSET) / rarity[:, None]
    return values
