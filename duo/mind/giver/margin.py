"""The classic giver of word-vector bots, kept as a yardstick, by the best rule that was published for it.

A clue's margin for n words is how much closer its n-th green word is than the closest word of another colour. The
rule is that of Thomas Ahle's codenames bot: the margin times (n to the power of 0.6, less 0.99), so that one word alone
is hardly ever worth a clue, over one plus the logarithm of the clue's rank by how common it is, so that rare words need
more. A listener pulls to a word by the exponential of its cosine, so the logarithm of a pull is the cosine but for a
constant factor, which changes no order.
"""

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from duo.core.word import fold
from duo.mind.giver.giver import ClueQuery, LegalityCheck, Suggestion, VocabularyListener, clue_query_from_view
from duo.mind.giver.reason import format_words
from duo.mind.listener import plackett_luce
from duo.text import _
from duo.words.spelling import with_ligatures

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from duo.core.view import View

    Weights = NDArray[np.float32]

_AGGRESSION, _SINGLE_WORD_OFFSET = 0.6, 0.99
_MIN_ASSOCIATION = 1e-12


class MarginGiver:
    """Looks only at margins: neither tokens nor earlier clues nor an assassin's price move it."""

    def __init__(self, listener: VocabularyListener, is_legal: LegalityCheck) -> None:
        self._listener = listener
        self._legal = is_legal

    def suggest(self, view: "View", top: int) -> list[Suggestion]:
        asked = clue_query_from_view(view)
        greens = len(asked.agents)
        if not greens:
            return []
        closeness = np.log(self._listener.candidate_associations(asked.words, 1.0) + _MIN_ASSOCIATION)
        meant = -np.sort(-closeness[:, :greens], axis=1)
        margins = meant - closeness[:, greens:].max(axis=1, keepdims=True, initial=np.log(_MIN_ASSOCIATION))
        finds = islice(self._best_clues(asked, margin_values(margins)), top)
        return [self._make_suggestion(asked, word, number) for word, number in finds]

    def _best_clues(self, query: ClueQuery, values: "Weights") -> Iterator[tuple[str, int]]:
        """Clues, each with its best number, the best first."""
        given = set(query.said_words)
        numbers = values.argmax(axis=1)
        best = values[np.arange(len(values)), numbers]
        for clue in np.argsort(-best, kind="stable").tolist():
            word = self._listener.candidates[clue]
            if fold(word) not in given and self._legal(word, query.visible):
                given.add(fold(word))
                yield word, int(numbers[clue]) + 1

    def _make_suggestion(self, query: ClueQuery, clue: str, number: int) -> Suggestion:
        drawn = self._listener.touch(clue, query.words)
        greens, tans = len(query.agents), len(query.bystanders)
        missing = float(drawn[greens:].sum())
        reached = plackett_luce.run_chances(drawn[None, :greens].astype(np.float64), np.array([missing]), number)[:, 0]
        failed = 1 - float(reached[-1])
        black = failed * float(drawn[greens + tans :].sum()) / max(missing, _MIN_ASSOCIATION)
        targets = tuple(query.agents[place] for place in np.argsort(-drawn[:greens], kind="stable")[:number])
        return Suggestion(
            word=with_ligatures(clue, self._listener.lang),
            count=number,
            targets=targets,
            p_all=float(reached[-1]),
            expected=float(reached.sum()),
            black=black,
            tan=failed - black,
            why=_("{words}: closer than every other word", words=format_words(targets)),
        )


def margin_values(margins: "Weights") -> "Weights":
    """What a clue is worth with each number: (candidates, numbers), the most common candidates first."""
    numbers = np.arange(1, margins.shape[1] + 1, dtype=np.float32)
    rarity = np.log(np.arange(1, len(margins) + 1, dtype=np.float32)) + 1
    found: Weights = margins * (numbers**_AGGRESSION - _SINGLE_WORD_OFFSET) / rarity[:, None]
    return found
