"""How likely a set of words is to be touched first, for every set there is.

A touch is a word drawn by the listener's weights, and the next one is drawn from the words that are left. A guesser
who has heard several clues touches the newest clue's words first, then goes back to what the older ones left open.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from duo.mind import plackett_luce

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]
    Places = NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """What one clue draws: a weight for every open word, and how many words it still means."""

    weights: "Array"
    count: int


@dataclass(frozen=True, slots=True, eq=False)
class Ranked:
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
    return float(plackett_luce.run(own, weights.sum(keepdims=True) - own.sum(axis=1), len(chosen))[-1, 0])


def rank(clues: Sequence[Drawn]) -> Ranked:
    """Every set that these clues, the newest first, can mean together; the chances add up to 1."""
    size = sum(clue.count for clue in clues)
    sets = np.array(list(combinations(range(len(clues[0].weights)), size)), dtype=np.intp)
    return Ranked(sets, _chances(sets, tuple(range(size)), (), clues))


def _chances(sets: "Places", left: tuple[int, ...], gone: tuple[int, ...], clues: Sequence[Drawn]) -> "Array":
    """The chance of each set, when its columns `gone` are touched already and its columns `left` are to be."""
    if not clues:
        return np.ones(len(sets))
    newest, *older = clues
    total = np.zeros(len(sets))
    for picked in combinations(left, newest.count):
        own = newest.weights[sets[:, picked]]
        away = newest.weights[sets[:, gone]].sum(axis=1)
        missing = np.maximum(newest.weights.sum() - away - own.sum(axis=1), 0.0)
        here = plackett_luce.run(own, missing, newest.count)[-1]
        rest = tuple(column for column in left if column not in picked)
        total += here * _chances(sets, rest, gone + picked, older)
    return total
