"""Why a guesser touches a word or stops: the numbers behind the decision."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from duo.mind.belief.belief import Belief
    from duo.mind.belief.clue_history import ClueMemory

_MIN_SHARE_TO_NAME_CLUE = 0.1  # least chance that a clue meant a word for it to be named as the reason
_DECIMALS = 5  # of numbers in JSON


@dataclass(frozen=True, slots=True)
class WordEstimate:
    """A word, and the chance `p` that it is an agent.

    `clue` is the clue that most likely meant the word, or None if no clue seems to mean it. `share` is the chance that
    this clue meant the word.
    """

    word: str
    p: float
    clue: str | None
    share: float

    def to_json(self) -> dict[str, Any]:
        return {
            "word": self.word,
            "p": round(self.p, _DECIMALS),
            "clue": self.clue,
            "share": round(self.share, _DECIMALS),
        }


@dataclass(frozen=True, slots=True)
class Explanation:
    """The numbers behind a decision to touch `word`, or to stop if `word` is None.

    `estimates` has every word that may be touched, the touched word first. `touch_value` is the chance to win after
    touching the first of these words. `stop_value` is the chance to win after a stop, or None if the rules do not allow
    a stop. `all_answered` says that no clue seems to mean any word that is still open.
    """

    word: str | None
    estimates: tuple[WordEstimate, ...]
    touch_value: float
    stop_value: float | None
    all_answered: bool

    @property
    def lacks_clue_for_touch(self) -> bool:
        """Whether no clue seems to mean the touched word."""
        return not self.estimates or self.estimates[0].clue is None

    def to_json(self) -> dict[str, Any]:
        return {
            "word": self.word,
            "thoughts": [estimate.to_json() for estimate in self.estimates],
            "touch": round(self.touch_value, _DECIMALS),
            "stop": None if self.stop_value is None else round(self.stop_value, _DECIMALS),
            "answered": self.all_answered,
        }


def word_estimates(belief: "Belief", clues: "Sequence[ClueMemory]") -> tuple[WordEstimate, ...]:
    """Return an estimate for every word that may be touched, the likeliest agent first."""
    chances = belief.chances()
    shares = belief.meant_chances_by_clue()[:, : len(belief.words)] if clues else np.zeros((1, len(belief.words)))
    best = shares.argmax(axis=0)
    # Of equally likely agents, the one that is less likely an assassin comes first.
    order = np.lexsort((chances[:, 2], -chances[:, 0]))
    estimates = []
    for place in order:
        share = float(shares[best[place], place])
        clue = clues[best[place]].word if share >= _MIN_SHARE_TO_NAME_CLUE else None
        estimates.append(WordEstimate(belief.words[place], float(chances[place, 0]), clue, share if clue else 0.0))
    return tuple(estimates)
