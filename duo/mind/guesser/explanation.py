"""Why a guesser touches a word or stops: the numbers behind the decision."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from duo.mind.belief.belief import Belief
    from duo.mind.belief.clue_history import ClueMemory

_MIN_SHARE = 0.1  # a clue is named as the reason for a word if it meant the word with at least this chance
_DIGITS = 5


@dataclass(frozen=True, slots=True)
class WordEstimate:
    """A word, the chance that it is an agent, and the clue that most likely meant it, if any did.

    `share` is the chance that this clue meant the word.
    """

    word: str
    p: float
    clue: str | None
    share: float

    def to_json(self) -> dict[str, Any]:
        return {"word": self.word, "p": round(self.p, _DIGITS), "clue": self.clue, "share": round(self.share, _DIGITS)}


@dataclass(frozen=True, slots=True)
class Explanation:
    """A touch, or a stop if `word` is None, with an estimate for every word, the touched word first.

    `touch_value` is the chance to win by touching the first of the estimates, and `stop_value` the chance by stopping.
    `stop_value` is None if the rules leave no choice. `all_answered` tells that no clue seems to mean another word.
    """

    word: str | None
    estimates: tuple[WordEstimate, ...]
    touch_value: float
    stop_value: float | None
    all_answered: bool

    @property
    def has_no_clue(self) -> bool:
        """Whether no clue is a reason for the touch."""
        return not self.estimates or self.estimates[0].clue is None

    def to_json(self) -> dict[str, Any]:
        return {
            "word": self.word,
            "thoughts": [estimate.to_json() for estimate in self.estimates],
            "touch": round(self.touch_value, _DIGITS),
            "stop": None if self.stop_value is None else round(self.stop_value, _DIGITS),
            "answered": self.all_answered,
        }


def word_estimates(belief: "Belief", clues: "Sequence[ClueMemory]") -> tuple[WordEstimate, ...]:
    """Return an estimate for every word that may be touched, the likeliest agent first."""
    chances = belief.chances()
    shares = belief.attribution()[:, : len(belief.words)] if clues else np.zeros((1, len(belief.words)))
    best = shares.argmax(axis=0)
    # Of equally likely agents, the one that is less likely an assassin comes first.
    order = np.lexsort((chances[:, 2], -chances[:, 0]))
    estimates = []
    for place in order:
        share = float(shares[best[place], place])
        clue = clues[best[place]].word if share >= _MIN_SHARE else None
        estimates.append(WordEstimate(belief.words[place], float(chances[place, 0]), clue, share if clue else 0.0))
    return tuple(estimates)
