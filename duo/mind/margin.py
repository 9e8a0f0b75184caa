"""The classic giver of word-vector bots, kept as a yardstick: the largest gap between what is meant and the rest.

A clue's margin for n words is how much closer its n-th green word is than the closest word of another colour. It
says the largest number that some clue reaches with a safe margin. For a listener whose chances are a softmax of
cosines, the logarithm of two chances' ratio is, but for its lapses, the difference of the cosines times a constant.
"""

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from duo.core.word import fold
from duo.mind import plackett_luce
from duo.mind.giver import Legal, Speaker, Suggestion, Task, task
from duo.mind.reason import listed
from duo.text import _
from duo.words.spelling import written

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from duo.core.view import View

    Weights = NDArray[np.float32]

_MOST = 4
_SAFE = 1.0  # the least log-ratio with which a number above 1 is said; best for two that share these vectors
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
        drawn = self._listener.touch_all(asked.words)
        closeness = np.log(drawn + _FAINTEST)
        meant = -np.sort(-closeness[:, :greens], axis=1)[:, :_MOST]
        margins = meant - closeness[:, greens:].max(axis=1, keepdims=True)
        finds = islice(self._finds(asked, margins), top)
        return [self._suggestion(asked, clue, number, drawn[clue]) for clue, number in finds]

    def _finds(self, asked: Task, margins: "Weights") -> Iterator[tuple[int, int]]:
        """Clues and numbers, the largest numbers with a safe margin first."""
        given = set(asked.said)
        for number in range(margins.shape[1], 0, -1):
            margin = margins[:, number - 1]
            order = np.argsort(-margin, kind="stable")
            safe = order[margin[order] >= _SAFE] if number > 1 else order
            for clue in safe.tolist():
                word = self._listener.candidates[clue]
                if fold(word) not in given and self._legal(word, asked.visible):
                    given.add(fold(word))
                    yield clue, number

    def _suggestion(self, asked: Task, clue: int, number: int, drawn: "Weights") -> Suggestion:
        greens, tans = len(asked.green), len(asked.tan)
        missing = float(drawn[greens:].sum())
        reached = plackett_luce.run(drawn[None, :greens].astype(np.float64), np.array([missing]), number)[:, 0]
        failed = 1 - float(reached[-1])
        black = failed * float(drawn[greens + tans :].sum()) / max(missing, _FAINTEST)
        targets = tuple(asked.green[place] for place in np.argsort(-drawn[:greens], kind="stable")[:number])
        return Suggestion(
            word=written(self._listener.candidates[clue], self._listener.lang), count=number,
            targets=targets, p_all=float(reached[-1]),
            expected=float(reached.sum()), black=black, tan=failed - black,
            why=_("{words}: closer than every other word", words=listed(targets)),
        )  # fmt: skip
