"""How likely each set of words is to be touched first, and whether one of them is the clear answer.

A touch is a word drawn by the listener's weights, and the next one is drawn from the words that are left. A guesser
who has heard several clues touches the newest clue's words first, then goes back to what the older ones left open.
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


MIN_EAR_MARGIN = 2.0  # MARGIN under each ear of other sources; with less the next answer is within its reach
MIN_EAR_FIRMNESS = 1.25  # FIRM for every ear

# What the proof of a reading tells: the chances under both ears, how firm its weakest word is, and who solves it;
# since generator 3 also how far the answer stands before the next under the ear that likes it least, and how near the
# nearest other word is.
READING_FIGURES = frozenset({"chance", "next", "second-chance", "second-next", "firm", "solving"})
READING_OPTIONAL_FIGURES = frozenset({"least-margin", "near"})


@dataclass(frozen=True, slots=True, eq=False)
class CountedWeights:
    """What one clue draws: a weight for every open word, and how many words it still means."""

    weights: "Array"
    count: int


@dataclass(frozen=True, slots=True, eq=False)
class RankedSets:
    """Sets of places, a row each, with their chances."""

    sets: "Places"
    chances: "Array"

    def best_two(self) -> tuple[int, int]:
        """The rows of the likeliest set and of the next; of equals the first."""
        first = int(np.argmax(self.chances))
        others = self.chances.copy()
        others[first] = -1.0
        return first, int(np.argmax(others))


def set_chance(weights: "Array", chosen: Sequence[int]) -> float:
    """The chance that the first touches are just these places, in whatever order."""
    own = weights[list(chosen)][None, :]
    return float(plackett_luce.run_chances(own, weights.sum(keepdims=True) - own.sum(axis=1), len(chosen))[-1, 0])


def rank_sets(clues: Sequence[CountedWeights]) -> RankedSets:
    """Every set that these clues, the newest first, can mean together; the chances add up to 1."""
    size = sum(clue.count for clue in clues)
    sets = np.array(list(combinations(range(len(clues[0].weights)), size)), dtype=np.intp)
    return RankedSets(sets, _chances(sets, tuple(range(size)), (), clues))


@dataclass(frozen=True, slots=True)
class TopTwo:
    """The best answer and the next as sets of places, with their chances."""

    best: tuple[int, ...]
    next: tuple[int, ...]
    chance: float
    next_chance: float

    @property
    def margin(self) -> float:
        """How many times as likely as the next answer it is."""
        return self.chance / max(self.next_chance, 1e-9)

    def figures(self, prefix: str = "") -> dict[str, float]:
        return {f"{prefix}chance": round(self.chance, 4), f"{prefix}next": round(self.next_chance, 4)}


def check_agreement(first: TopTwo, others: Sequence[TopTwo]) -> float:
    """The least margin by which ears of other sources give the same answer; raises Unproven where it is not clear."""
    if first.margin < MIN_MARGIN:
        raise Unproven("another answer is nearly as likely")
    if any(other.best != first.best for other in others):
        raise Unproven("another ear hears it otherwise")
    least = min((other.margin for other in others), default=first.margin)
    if least < MIN_EAR_MARGIN:
        raise Unproven("another word is within reach of another ear")
    return least


def top_two(clues: Sequence[CountedWeights]) -> TopTwo:
    """What these clues, the newest first, mean best and next."""
    return top_two_of_ranked(rank_sets(clues))


def top_two_of_ranked(ranked: RankedSets) -> TopTwo:
    first, second = ranked.best_two()
    best, next_ = (tuple(int(place) for place in ranked.sets[row]) for row in (first, second))
    return TopTwo(best, next_, float(ranked.chances[first]), float(ranked.chances[second]))


def _chances(sets: "Places", left: tuple[int, ...], gone: tuple[int, ...], clues: Sequence[CountedWeights]) -> "Array":
    """The chance of each set, when its columns `gone` are touched already and its columns `left` are to be."""
    if not clues:
        return np.ones(len(sets))
    newest, *older = clues
    total = np.zeros(len(sets))
    for picked in combinations(left, newest.count):
        own = newest.weights[sets[:, picked]]
        away = newest.weights[sets[:, gone]].sum(axis=1)
        missing = np.maximum(newest.weights.sum() - away - own.sum(axis=1), 0.0)
        here = plackett_luce.run_chances(own, missing, newest.count)[-1]
        rest = tuple(column for column in left if column not in picked)
        total += here * _chances(sets, rest, gone + picked, older)
    return total
