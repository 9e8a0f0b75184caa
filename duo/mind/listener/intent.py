"""What one clue may have meant: the sets of words that a giver may intend, with their weights."""

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

_MAX_SETS = 13_000  # enough for all sets of up to 4 words; larger sets use only the words that fit best
_DROPPED_SHARE = 1e-4  # share of the total weight that is dropped as negligible
_USUAL_SPREAD = 2.5  # standard deviation of log associations on a table, measured on people's clues for three words
_MIN_RELATIVE_ASSOCIATION = 1e-9  # relative to the strongest association; weaker words are practically never meant


@dataclass(frozen=True, slots=True)
class IntentModel:
    """Parameters of how givers choose the words that a clue means; `scripts/builds/fit_belief.py` fits them on people.

    - `focus`: sharpness of the associations for a clue of 1, relative to those of touches.
    - `focus_decay`: how fast the sharpness falls with the number, as a power of it.
    - `kinship`: weight of the kinship of two words of a set, per standard deviation of the table.
    - `evenness`: how far the sharpness is normalised to the usual spread of associations, for a clue that is much
      closer to one word than to the others it was given for. From 0 to 1.
    - `unexplained`: share of clues that were given for a reason that nobody else sees.
    - `repeat_factor`: how many times likelier a clue means an open word that an earlier clue meant, because people come
      back to what was not understood.
    - `touch_factor`: how many times stronger the association with a word is that somebody touched for the clue and
      found.

    Two parameters are not fitted:

    - `denied_words`: how many words a clue of 0 denies.
    - `unexplained_if_stopped`: share of unexplained clues if the guesser stopped before the number.
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
# How somebody else understood the clues: the touches and stops of a person show what that person heard.
PARTNER_INTENT_MODEL = IntentModel(touch_factor=16.0, unexplained_if_stopped=0.5)


class ClueListener(Protocol):
    """The part of a listener that a guesser needs."""

    def touch(self, clue: str, words: Sequence[str]) -> "Array":
        """Return the chance that each word is touched next."""
        ...

    def associations(self, clue: str, words: Sequence[str], sharpness: float) -> "NDArray[np.floating]":
        """Return the association of the clue with each word: (1, words); 0 for an unknown clue.

        It does not depend on the other words of the table.
        """
        ...

    def kinship(self, words: Sequence[str]) -> "Array":
        """Return how strongly every two words are associated, in standard deviations of these pairs: (words, words)."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Meanings:
    """The sets of words that a clue may have meant, as masks, with their weights."""

    masks: "Masks"
    weights: "Array"

    def best(self, scores: "Array", max_count: int) -> "Meanings":
        """Return the meanings with the highest scores, as `best_places` selects them."""
        return self.select(best_places(scores, max_count))

    def select(self, places: "Places | slice") -> "Meanings":
        return Meanings(self.masks[places], self.weights[places])


NO_MEANING = Meanings(np.zeros(1, np.uint64), np.ones(1, np.float64))


def best_places(scores: "Array", max_count: int) -> "Places":
    """Return the places of the highest scores: at most `max_count`, and no more than hold nearly all of the total."""
    order = np.argsort(-scores, kind="stable")[:max_count]
    cumulated = np.cumsum(scores[order])
    kept = order[: int(np.searchsorted(cumulated, (1 - _DROPPED_SHARE) * float(scores.sum()))) + 1]
    best: Places = kept[scores[kept] > 0]
    return best


def set_chances(
    associations: "Array", kinship: "Array", number: int, intent_model: IntentModel = DEFAULT_INTENT_MODEL
) -> "tuple[Places, Array]":
    """Return sets of `number` places, and the chance that each is the set that the clue means."""
    sets = _candidate_sets(associations, number)
    log_associations = np.log(np.maximum(associations / associations.max(), _MIN_RELATIVE_ASSOCIATION))
    sharpness = intent_model.focus * number**-intent_model.focus_decay
    if number > 1:
        spread = max(float(log_associations.std()), 1.0)
        sharpness *= 1 - intent_model.evenness + intent_model.evenness * _USUAL_SPREAD / spread
    log_weights = sharpness * log_associations[sets].sum(axis=1)
    for one, other in combinations(range(number), 2):
        log_weights += intent_model.kinship * kinship[sets[:, one], sets[:, other]]
    chances = np.exp(log_weights - log_weights.max())
    return sets, chances / chances.sum()


def _candidate_sets(associations: "Array", number: int) -> "Places":
    pool_size = words = len(associations)
    while pool_size > number and comb(pool_size, number) > _MAX_SETS:
        pool_size -= 1
    if pool_size == words:
        return _combinations(words, number)
    pool = np.argsort(-associations, kind="stable")[:pool_size]
    return pool[_combinations(pool_size, number)]


@lru_cache(maxsize=64)
def _combinations(words: int, number: int) -> "Places":
    return np.array(list(combinations(range(words), number)), dtype=np.uint8).reshape(-1, number)
