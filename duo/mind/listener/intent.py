"""What one clue may have meant: every set of words with its weight."""

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

_MAX_SETS = 13_000  # all there are for a number up to 4; larger ones are sought among the words that fit best
_DROPPED_SHARE = 1e-4  # the share of what may be meant that is not looked at further
_USUAL_SPREAD = 2.5  # of the logarithms of the pulls of a table, as people's clues for three words have it
_MIN_RELATIVE_ASSOCIATION = 1e-9  # of the strongest pull, below which a word is as good as never meant


@dataclass(frozen=True, slots=True)
class IntentModel:
    """How givers choose words and clues, in a few numbers; `scripts/builds/fit_belief.py` fits them on people.

    `focus` is how much sharper the word meant by a clue of 1 stands out than those touched first, `stretch` how fast
    this falls with the number (as a power of it), `kinship` what it counts that two words of a set belong together,
    in standard deviations of the table, and `astray` the share of clues given for a reason that nobody sees. `even` is
    how far a clue for several words that pulls to one of them far more than to the others is taken for no sharper than
    usual: it was given for the others too. `touched`
    is how many times stronger a clue pulls to a word that somebody else touched for it and found, and `again` how many
    times oftener a word is meant that an earlier clue meant and that is still open: people come back to what was not
    understood. These are no fits: `denied`, how many words a clue of 0 speaks of, and `unsure`, the share of clues that
    say no more to one who stopped before their number.
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
# What somebody else has made of the clues: that a person touched a word, or stopped, tells what that person heard.
PARTNER_INTENT_MODEL = IntentModel(touch_factor=16.0, unexplained_if_stopped=0.5)


class ClueListener(Protocol):
    """The part of a listener that a guesser needs."""

    def touch(self, clue: str, words: Sequence[str]) -> "Array":
        """The chance of each word to be the next one touched."""
        ...

    def associations(self, clue: str, words: Sequence[str], sharpness: float) -> "NDArray[np.floating]":
        """How strongly the clue pulls to each word, whatever else lies on the table: (1, words); 0 if nobody knows."""
        ...

    def kinship(self, words: Sequence[str]) -> "Array":
        """How much every two words have to do with each other, in standard deviations of these pairs."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Meanings:
    """What a clue may have meant, as masks of words, and how likely it is."""

    masks: "Masks"
    weights: "Array"

    def best(self, scores: "Array", max_count: int) -> "Meanings":
        """Those with the highest scores: nearly all of the total, and no more than `most`."""
        return self.select(best_places(scores, max_count))

    def select(self, places: "Places | slice") -> "Meanings":
        return Meanings(self.masks[places], self.weights[places])


NO_MEANING = Meanings(np.zeros(1, np.uint64), np.ones(1, np.float64))


def best_places(scores: "Array", max_count: int) -> "Places":
    """Where the highest scores are: nearly all of the total, and no more than `most`."""
    order = np.argsort(-scores, kind="stable")[:max_count]
    reached = np.cumsum(scores[order])
    kept = order[: int(np.searchsorted(reached, (1 - _DROPPED_SHARE) * float(scores.sum()))) + 1]
    best: Places = kept[scores[kept] > 0]
    return best


def set_chances(
    associations: "Array", kinship: "Array", number: int, intent_model: IntentModel = DEFAULT_INTENT_MODEL
) -> "tuple[Places, Array]":
    """Sets of `number` places with the chance of each to be the set that is meant."""
    sets = _candidate_sets(associations, number)
    fits = np.log(np.maximum(associations / associations.max(), _MIN_RELATIVE_ASSOCIATION))
    sharpness = intent_model.focus * number**-intent_model.focus_decay
    if number > 1:
        sharpness *= 1 - intent_model.evenness + intent_model.evenness * _USUAL_SPREAD / max(float(fits.std()), 1.0)
    energy = sharpness * fits[sets].sum(axis=1)
    for one, other in combinations(range(number), 2):
        energy += intent_model.kinship * kinship[sets[:, one], sets[:, other]]
    chances = np.exp(energy - energy.max())
    return sets, chances / chances.sum()


def _candidate_sets(associations: "Array", number: int) -> "Places":
    pool = words = len(associations)
    while pool > number and comb(pool, number) > _MAX_SETS:
        pool -= 1
    if pool == words:
        return _combinations(words, number)
    likeliest = np.argsort(-associations, kind="stable")[:pool]
    return likeliest[_combinations(pool, number)]


@lru_cache(maxsize=64)
def _combinations(words: int, number: int) -> "Places":
    found = np.array(list(combinations(range(words), number)), dtype=np.uint8)
    return found.reshape(-1, number)
