"""What one clue may have meant: the sets of words that a giver may intend, with their weights.

The association of a clue with a word is how strongly the clue brings the word to mind. The kinship of two words is how
strongly they bring each other to mind. Sharpness is a power to which associations are raised: a larger one increases
the differences between words.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Protocol

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]
    Masks = NDArray[np.uint64]
    Places = NDArray[np.integer]

_MAX_WORD_SETS = 13_000  # enough for all sets of up to 4 words; larger sets use only the words that fit best
_DROPPED_WEIGHT_SHARE = 1e-4  # share of the total weight that is dropped as negligible
_USUAL_LOG_ASSOCIATION_SPREAD = (
    2.5  # standard deviation of log associations on a table, measured on people's clues for three words
)
_MIN_RELATIVE_ASSOCIATION = 1e-9  # relative to the strongest association; weaker words are practically never meant


@dataclass(frozen=True, slots=True)
class IntentModel:
    """Parameters of how givers choose the words that a clue means.

    `scripts/builds/fit_belief.py` fits most of them on games of people:

    - `focus`: sharpness of the associations for a clue of 1, relative to those of touches.
    - `focus_decay`: how fast the sharpness falls with the number, as a power of it.
    - `kinship`: weight of the kinship of two words of a set, per standard deviation of the table.
    - `evenness`: how far associations are scaled to their usual spread on a table, from 0 to 1. It matters for a clue
      that is much closer to one of its words than to its other words.
    - `unexplained`: share of clues that were given for a reason that nobody else sees.
    - `repeat_factor`: how many times likelier a clue means an open word if an earlier clue meant it too. Givers repeat
      words that were not found.
    - `touch_factor`: by how much the association with a word is multiplied if the word was touched and found in the
      turn of the clue.

    Two parameters are not fitted:

    - `denied_words`: how many words a clue of 0 denies.
    - `unexplained_if_stopped`: takes the place of `unexplained` if the guesser stopped before the number was reached.
    """

    focus: float = 1.1
    focus_decay: float = 0.3
    kinship: float = 0.3
    evenness: float = 0.5
    unexplained: float = 0.05
    repeat_factor: float = 1.5
    denied_words: int = 2
    touch_factor: float = 1.0
    unexplained_if_stopped: float = 0.05


DEFAULT_INTENT_MODEL = IntentModel()
# For how another person understood the clues: the touches and stops of that person are evidence of it.
PARTNER_INTENT_MODEL = IntentModel(touch_factor=16.0, unexplained_if_stopped=0.5)


class ClueListener(Protocol):
    """The methods of a listener, a model of how people understand clues, that a guesser needs."""

    def touch(self, clue: str, words: Sequence[str]) -> "Array":
        """Return for each word the chance that a person who hears the clue touches it next."""
        ...

    def associations(self, clue: str, words: Sequence[str], sharpness: float) -> "NDArray[np.floating]":
        """Return how strongly the clue brings each word to mind: (1, words).

        The association with a word does not depend on the other words. All are 0 for an unknown clue.
        """
        ...

    def kinship(self, words: Sequence[str]) -> "Array":
        """Return how strongly every two of the words are associated with each other: (words, words).

        The unit is the standard deviation over all pairs of these words, and the mean is 0.
        """
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Meanings:
    """The sets of words that one clue, or several clues together, may have meant: a mask and a weight for each set."""

    masks: "Masks"
    weights: "Array"

    def select_best(self, scores: "Array", max_count: int) -> "Meanings":
        """Return the meanings with the highest scores. `places_of_best_scores` says how many these are."""
        return self.select(places_of_best_scores(scores, max_count))

    def select(self, places: "Places | slice") -> "Meanings":
        return Meanings(self.masks[places], self.weights[places])


NO_MEANING = Meanings(np.zeros(1, np.uint64), np.ones(1, np.float64))


def places_of_best_scores(scores: "Array", max_count: int) -> "Places":
    """Return the places of the highest positive scores, highest first.

    There are at most `max_count`. Scores that add next to nothing to the total are left out.
    """
    order = np.argsort(-scores, kind="stable")[:max_count]
    cumulated = np.cumsum(scores[order])
    kept = order[: int(np.searchsorted(cumulated, (1 - _DROPPED_WEIGHT_SHARE) * float(scores.sum()))) + 1]
    best: Places = kept[scores[kept] > 0]
    return best


def word_set_chances(
    associations: "Array", kinship: "Array", number: int, intent_model: IntentModel = DEFAULT_INTENT_MODEL
) -> "tuple[Places, Array]":
    """Return sets of `number` words, and for each set the chance that the clue means it.

    A set is a row of places: (sets, number).
    """
    sets = _plausible_word_sets(associations, number)
    log_associations = np.log(np.maximum(associations / associations.max(), _MIN_RELATIVE_ASSOCIATION))
    sharpness = intent_model.focus * number**-intent_model.focus_decay
    if number > 1:
        spread = max(float(log_associations.std()), 1.0)
        sharpness *= 1 - intent_model.evenness + intent_model.evenness * _USUAL_LOG_ASSOCIATION_SPREAD / spread
    log_weights = sharpness * log_associations[sets].sum(axis=1)
    for one, other in combinations(range(number), 2):
        log_weights += intent_model.kinship * kinship[sets[:, one], sets[:, other]]
    chances = np.exp(log_weights - log_weights.max())
    return sets, chances / chances.sum()


def _plausible_word_sets(associations: "Array", number: int) -> "Places":
    """Return all sets of `number` places, or those of the strongest associations if all sets would be too many."""
    pool_size = words = len(associations)
    while pool_size > number and comb(pool_size, number) > _MAX_WORD_SETS:
        pool_size -= 1
    if pool_size == words:
        return _place_combinations(words, number)
    pool = np.argsort(-associations, kind="stable")[:pool_size]
    return pool[_place_combinations(pool_size, number)]


@lru_cache(maxsize=64)
def _place_combinations(words: int, number: int) -> "Places":
    return np.array(list(combinations(range(words), number)), dtype=np.uint8).reshape(-1, number)
