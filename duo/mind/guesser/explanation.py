"""Why a guesser touched a word or stopped: the numbers by which it was decided."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from duo.mind.belief.belief import Belief
    from duo.mind.belief.clue_history import ClueMemory

_MIN_SHARE = 0.1  # the least chance of a word to be meant by a clue with which the clue is named as a reason for it
_DIGITS = 5


@dataclass(frozen=True, slots=True)
class WordEstimate:
    """A word, the chance that a touch of it is green, and the clue that speaks for it most, if any does.

    `share` is the chance that it is one of the words that this clue meant.
    """

    word: str
    p: float
    clue: str | None
    share: float

    def to_json(self) -> dict[str, Any]:
        return {"word": self.word, "p": round(self.p, _DIGITS), "clue": self.clue, "share": round(self.share, _DIGITS)}


@dataclass(frozen=True, slots=True)
class Explanation:
    """A touch, or with no word a stop, and what was thought of: every word, the one of the decision first.

    `touch` and `stop` are the chances to win that were weighed against each other: those of touching the first thought,
    and of stopping instead. Where the rules left no choice `stop` is None. `answered` tells that no clue seemed to mean
    another word.
    """

    word: str | None
    estimates: tuple[WordEstimate, ...]
    touch_value: float
    stop_value: float | None
    all_answered: bool

    @property
    def has_no_clue(self) -> bool:
        """Whether no clue speaks for the word."""
        return not self.estimates or self.estimates[0].clue is None

    def to_json(self) -> dict[str, Any]:
        return {
            "word": self.word,
            "thoughts": [thought.to_json() for thought in self.estimates],
            "touch": round(self.touch_value, _DIGITS),
            "stop": None if self.stop_value is None else round(self.stop_value, _DIGITS),
            "answered": self.all_answered,
        }


def word_estimates(belief: "Belief", clues: "Sequence[ClueMemory]") -> tuple[WordEstimate, ...]:
    """Every word that may be touched, the likeliest first, each with the clue that speaks for it."""
    chances = belief.chances()
    shares = belief.attribution()[:, : len(belief.words)] if clues else np.zeros((1, len(belief.words)))
    best = shares.argmax(axis=0)
    # Of equals the one that is less likely the assassin comes first.
    order = np.lexsort((chances[:, 2], -chances[:, 0]))
    found = []
    for place in order:
        share = float(shares[best[place], place])
        clue = clues[best[place]].word if share >= _MIN_SHARE else None
        found.append(WordEstimate(belief.words[place], float(chances[place, 0]), clue, share if clue else 0.0))
    return tuple(found)
