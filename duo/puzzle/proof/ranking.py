"""How likely each set of words is to be touched first, and whether one set is the clear answer.

Touches follow the Plackett-Luce model: each touch is drawn by the listener's weights from the words that are left. A
guesser with several clues touches the newest clue's words first, and then the words that older clues left open.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from duo.mind.listener import plackett_luce
from duo.puzzle.puzzle import Unproven
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
READING_FIGURES = frozenset({"chance", "next", "second-chance", "second-next", "firm", "solving"})
READING_OPTIONAL_FIGURES = frozenset({"least-margin", "near"})


@dataclass(frozen=True, slots=True, eq=False)
class CountedWeights:
    """One clue's weight for every open word, and how many words it still means."""

    weights: "Array"
    count: int


@dataclass(frozen=True, slots=True, eq=False)
class RankedSets:
    """Sets of places, one a row, with their chances."""

    sets: "Places"
    chances: "Array"

    def best_two(self) -> tuple[int, int]:
        """Return the rows of the most likely set and of the next. Ties go to the first row."""
        first = int(np.argmax(self.chances))
        others = self.chances.copy()
        others[first] = -1.0
        return first, int(np.argmax(others))


def set_chance(weights: "Array", chosen: Sequence[int]) -> float:
    """Return the chance that the first touches are exactly these places, in any order."""
    own = weights[list(chosen)][None, :]
    return float(plackett_luce.run_chances(own, weights.sum(keepdims=True) - own.sum(axis=1), len(chosen))[-1, 0])


def rank_sets(clues: Sequence[CountedWeights]) -> RankedSets:
    """Rank all sets that these clues, newest first, can mean together. The chances add up to 1."""
    size = sum(clue.count for clue in clues)
    sets = np.array(list(combinations(range(len(clues[0].weights)), size)), dtype=np.intp)
    return RankedSets(sets, _chances(sets, tuple(range(size)), (), clues))


@dataclass(frozen=True, slots=True)
class TopTwo:
    """The best and the next answer as sets of places, with their chances."""

    best: tuple[int, ...]
    next: tuple[int, ...]
    chance: float
    next_chance: float

    @property
    def margin(self) -> float:
        """How many times as likely the best answer is as the next."""
        return self.chance / max(self.next_chance, 1e-9)

    def figures(self, prefix: str = "") -> dict[str, float]:
        return {f"{prefix}chance": round(self.chance, 4), f"{prefix}next": round(self.next_chance, 4)}


def check_agreement(first: TopTwo, others: Sequence[TopTwo]) -> float:
    """Return the smallest margin with which the other ears give the same answer.

    Raises Unproven if an ear disagrees or a margin is too small.
    """
    if first.margin < MIN_MARGIN:
        raise Unproven("another answer is nearly as likely")
    if any(other.best != first.best for other in others):
        raise Unproven("another ear reads the clues differently")
    least_margin = min((other.margin for other in others), default=first.margin)
    if least_margin < MIN_EAR_MARGIN:
        raise Unproven("another answer is nearly as likely for another ear")
    return least_margin


def top_two(clues: Sequence[CountedWeights]) -> TopTwo:
    """Return the best and the next answer to these clues, newest first."""
    return top_two_of_ranked(rank_sets(clues))


def top_two_of_ranked(ranked: RankedSets) -> TopTwo:
    first, second = ranked.best_two()
    best, next_ = (tuple(int(place) for place in ranked.sets[row]) for row in (first, second))
    return TopTwo(best, next_, float(ranked.chances[first]), float(ranked.chances[second]))


def _chances(
    sets: "Places", left: tuple[int, ...], touched: tuple[int, ...], clues: Sequence[CountedWeights]
) -> "Array":
    """Return the chance of each set.

    The columns `touched` of a set are touched already, and the columns `left` are not.
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
        total += newest_chance * _chances(sets, rest, touched + picked, older)
    return total
