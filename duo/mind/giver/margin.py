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
from duo.mind.giver.giver import Legal, Speaker, Suggestion, Task, task
from duo.mind.giver.reason import listed
from duo.mind.listener import plackett_luce
from duo.text import _
from duo.words.spelling import written

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from duo.core.view import View

    Weights = NDArray[np.float32]

_AGGRESSION, _SINGLE = 0.6, 0.99
_FAINTEST = 1e-12


class MarginGiver:
    """Looks only at margins: neither tokens nor earlier clues nor an assassin's price move it."""

    def __init__(self, listener: Speaker, legal: Legal) -> None:
        self._listener = listener
        self._legal = legal

    def suggest(self, view: "View", top: int) -> list[Suggestion]:
        asked = task(view)
        greens = len(asked.green)
        if not greens:
            return []
        closeness = np.log(self._listener.pull_all(asked.words, 1.0) + _FAINTEST)
        meant = -np.sort(-closeness[:, :greens], axis=1)
        margins = meant - closeness[:, greens:].max(axis=1, keepdims=True, initial=np.log(_FAINTEST))
        finds = islice(self._finds(asked, worth(margins)), top)
        return [self._suggestion(asked, word, number) for word, number in finds]

    def _finds(self, asked: Task, worths: "Weights") -> Iterator[tuple[str, int]]:
        """Clues, each with its best number, the best first."""
        given = set(asked.said)
        numbers = worths.argmax(axis=1)
        best = worths[np.arange(len(worths)), numbers]
        for clue in np.argsort(-best, kind="stable").tolist():
            word = self._listener.candidates[clue]
            if fold(word) not in given and self._legal(word, asked.visible):
                given.add(fold(word))
                yield word, int(numbers[clue]) + 1

    def _suggestion(self, asked: Task, clue: str, number: int) -> Suggestion:
        drawn = self._listener.touch(clue, asked.words)
        greens, tans = len(asked.green), len(asked.tan)
        missing = float(drawn[greens:].sum())
        reached = plackett_luce.run(drawn[None, :greens].astype(np.float64), np.array([missing]), number)[:, 0]
        failed = 1 - float(reached[-1])
        black = failed * float(drawn[greens + tans :].sum()) / max(missing, _FAINTEST)
        targets = tuple(asked.green[place] for place in np.argsort(-drawn[:greens], kind="stable")[:number])
        return Suggestion(
            word=written(clue, self._listener.lang), count=number,
            targets=targets, p_all=float(reached[-1]),
            expected=float(reached.sum()), black=black, tan=failed - black,
            why=_("{words}: closer than every other word", words=listed(targets)),
        )  # fmt: skip


def worth(margins: "Weights") -> "Weights":
    """What a clue is worth with each number: (candidates, numbers), the most common candidates first."""
    numbers = np.arange(1, margins.shape[1] + 1, dtype=np.float32)
    rarity = np.log(np.arange(1, len(margins) + 1, dtype=np.float32)) + 1
    found: Weights = margins * (numbers**_AGGRESSION - _SINGLE) / rarity[:, None]
    return found
