"""How likely each set of words is to be touched first, and whether one set is the clear answer.

Touches follow the Plackett-Luce model: each touch is drawn by the listener's weights from the words that are left. A
guesser with several clues touches the newest clue's words first, and then the words that older clues left open. An ear
is a listener that uses a chosen set of model signals. A place is the index of a word on the table.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from duo.mind.listener import plackett_luce
from duo.puzzle.puzzle import UnprovenTask
from duo.puzzle.survey import MIN_MARGIN

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]
    Places = NDArray[np.intp]


MIN_EAR_MARGIN = 2.0  # like MIN_MARGIN, for each of the other ears
MIN_EAR_FIRMNESS = 1.25  # like MIN_FIRMNESS, for every ear

# The figures of a reading's proof: the chances of the best and the next answer under the first two ears, the firmness
# of the weakest word, and the share of solvers. Generator 3 added the least margin under the other ears, and how near
# the nearest other word is.
READING_FIGURE_NAMES = frozenset({"chance", "next", "second-chance", "second-next", "firm", "solving"})
READING_OPTIONAL_FIGURE_NAMES = frozenset({"least-margin", "near"})


@dataclass(frozen=True, slots=True, eq=False)
class CountedWeights:
    """A clue's weight for every open word, and how many words of the clue are not found yet."""

    weights: "Array"
    count: int


@dataclass(frozen=True, slots=True, eq=False)
class RankedSets:
    """Sets of places that the guesser may touch, one set in each row, with their chances."""

    sets: "Places"
    chances: "Array"

    def best_two(self) -> tuple[int, int]:
        """Return the rows of the two most likely sets. Of equally likely sets, the first row comes first."""
        first = int(np.argmax(self.chances))
        others = self.chances.copy()
        others[first] = -1.0
        return first, int(np.argmax(others))


def set_chance(weights: "Array", chosen: Sequence[int]) -> float:
    """Return the chance that the first touches are exactly these places, in any order."""
    own = weights[list(chosen)][None, :]
    return float(plackett_luce.run_chances(own, weights.sum(keepdims=True) - own.sum(axis=1), len(chosen))[-1, 0])


def rank_sets(clues: Sequence[CountedWeights]) -> RankedSets:
    """Return all sets of places that these clues, newest first, can mean together. Their chances add up to 1."""
    size = sum(clue.count for clue in clues)
    sets = np.array(list(combinations(range(len(clues[0].weights)), size)), dtype=np.intp)
    return RankedSets(sets, _set_chances(sets, tuple(range(size)), (), clues))


@dataclass(frozen=True, slots=True)
class TopTwoAnswers:
    """The two most likely answers, as sets of places, with their chances."""

    best: tuple[int, ...]
    next: tuple[int, ...]
    chance: float
    next_chance: float

    @property
    def margin(self) -> float:
        """How many times as likely the best answer is as the next one."""
        return self.chance / max(self.next_chance, 1e-9)

    def figures(self, prefix: str = "") -> dict[str, float]:
        return {f"{prefix}chance": round(self.chance, 4), f"{prefix}next": round(self.next_chance, 4)}


def check_ear_agreement(first: TopTwoAnswers, others: Sequence[TopTwoAnswers]) -> float:
    """Return the smallest margin with which the other ears give the same answer as the main ear.

    `first` has the answers of the main ear, and `others` those of the other ears. Raises UnprovenTask if an ear gives
    another answer or its margin is too small.
    """
    if first.margin < MIN_MARGIN:
        raise UnprovenTask("another answer is nearly as likely")
    if any(other.best != first.best for other in others):
        raise UnprovenTask("another ear reads the clues differently")
    least_margin = min((other.margin for other in others), default=first.margin)
    if least_margin < MIN_EAR_MARGIN:
        raise UnprovenTask("another answer is nearly as likely for another ear")
    return least_margin


def find_top_two(clues: Sequence[CountedWeights]) -> TopTwoAnswers:
    """Return the two most likely answers to these clues, newest first."""
    return find_top_two_ranked(rank_sets(clues))


def find_top_two_ranked(ranked: RankedSets) -> TopTwoAnswers:
    first, second = ranked.best_two()
    best, next_ = (tuple(int(place) for place in ranked.sets[row]) for row in (first, second))
    return TopTwoAnswers(best, next_, float(ranked.chances[first]), float(ranked.chances[second]))


def _set_chances(
    sets: "Places", left: tuple[int, ...], touched: tuple[int, ...], clues: Sequence[CountedWeights]
) -> "Array":
    """Return the chance of each set of places, given one set in each row.

    `touched` has the columns of the places that are touched already, and `left` the columns of the rest.
    """
    if not clues:
        return np.ones(len(sets))
    newest, *older = clues
    total = np.zeros(len(sets))
    for picked in combinations(left, newest.count):
        own = newest.weights[sets[:, picked]]
        touched_weight = newest.weights[sets[:, touched]].sum(axis=1)
        missing = np.maximum(newest.weights.sum() - touched_weight - own.sum(axis=1), 0.0)
        newest_chance = plackett_luce.run_chances(own, missing, newest.count)[-1]
        rest = tuple(column for column in left if column not in picked)
        total += newest_chance * _set_chances(sets, rest, touched + picked, older)
    return total
