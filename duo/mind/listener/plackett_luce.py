"""The law of Plackett and Luce: what follows when each next touch is drawn by the listener's weights.

The listener gives every open word a weight, and the next touch is a word with the chance of its share of the
weights still open. A run of touches then has closed forms: the same run falls out
when every word rings a bell after an exponential time with its weight as rate, and words are touched as they ring.
"""

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]
    Weights = NDArray[np.floating[Any]]
    Places = NDArray[np.intp]

MAX_RUN_LENGTH = 4
_LOG_TIME_STEP = 0.5  # of the logarithm of time; the rule's error falls as exp(-10 / step)
_MIN_WEIGHT_SHARE = 1e-9  # share of the weights below which a word is as good as never drawn


def inclusion_probabilities(weights: "Array", draws: int) -> "Array":
    """The chance of each word to be among the first `draws` words drawn; a word of weight 0 is never drawn."""
    chances = np.zeros(len(weights))
    if draws <= 0 or not weights.any():
        return chances
    alive = np.flatnonzero(weights > 0)
    if draws >= len(alive):
        chances[alive] = 1.0
        return chances
    shares = np.maximum(weights[alive] / weights[alive].sum(), _MIN_WEIGHT_SHARE)
    shares /= shares.sum()
    if draws == 1:
        chances[alive] = shares
    elif draws == 2:
        # First, or second after any other word j, which happens with the chance j * i / (1 - j).
        odds = shares / (1 - shares)
        chances[alive] = shares * (1 + odds.sum() - odds)
    else:
        chances[alive] = _integrate_inclusion(shares, draws)
    return chances


def _integrate_inclusion(rates: "Array", draws: int) -> "Array":
    """The chance that fewer than `draws` others have rung when a word rings, integrated over when it does."""
    last = np.sort(rates)[-draws - 1]
    time = np.exp(np.arange(np.log(1e-6), np.log(40 / last), _LOG_TIME_STEP))[:, None]
    silent = np.exp(-rates * time)
    rung = np.zeros((draws, len(time), len(rates)))  # how many of the others have rung: 0, 1, … draws - 1
    rung[0] = 1.0
    for other in range(len(rates)):
        quiet = np.repeat(silent[:, other, None], len(rates), axis=1)
        quiet[:, other] = 1.0  # a word is not one of its own others
        rung[1:] = rung[1:] * quiet + rung[:-1] * (1 - quiet)
        rung[0] *= quiet
    density: Array = rates * time * silent * rung.sum(axis=0)
    chances: Array = density.sum(axis=0) * _LOG_TIME_STEP
    return np.minimum(chances, 1.0)


def run_chances_up_to_two(green: "Weights", missing: "Weights") -> "tuple[Weights, Weights]":
    """The chances that at least one, and at least two greens are touched before the first miss.

    `green` has a row of weights for each clue, `missing` the sum of the weights of all other words. After green i
    the chance to go on is 1 - missing / (total - i), so one division a word is all it takes.
    """
    ones = np.ones(green.shape[1], dtype=green.dtype)
    greens = green @ ones
    total = greens + missing
    one = greens / total
    rest = np.maximum(total[:, None] - green, missing[:, None])  # rounding may take it all away
    two = (greens - missing * ((green / rest) @ ones)) / total
    return one, two


def run_chances(green: "Weights", missing: "Weights", max_length: int = MAX_RUN_LENGTH) -> "Array":
    """The chances of at least 1, 2, … `longest` greens before the first miss: (longest, clues), exact.

    The chance that the first touches are just the set S, in whatever order, is the sum over its last member; the
    sets of up to `longest - 1` greens are few enough to go through them all.
    """
    clues, width = green.shape
    greens = green.sum(axis=1)
    reached = np.zeros((max_length, clues))
    sets, weight = np.ones((1, clues)), np.zeros((1, clues))  # by set: the chance, and the weight of its members
    for size in range(max_length):
        go_on = sets / (greens - weight + missing)
        reached[size] = (go_on * np.maximum(greens - weight, 0)).sum(axis=0)
        if size == max_length - 1 or size == width:
            break
        members, without = _sets_of_size(width, size + 1)
        sets = (go_on[without] * green.T[members]).sum(axis=1)
        weight = weight[without[:, 0]] + green.T[members[:, 0]]
    return reached


@lru_cache(maxsize=64)
def _sets_of_size(width: int, size: int) -> "tuple[Places, Places]":
    """Every set of so many places, and for each of its members the number of the set that is left without it."""
    smaller = {members: number for number, members in enumerate(combinations(range(width), size - 1))}
    sets = list(combinations(range(width), size))
    without = [[smaller[members[:k] + members[k + 1 :]] for k in range(size)] for members in sets]
    return np.array(sets, dtype=np.intp), np.array(without, dtype=np.intp)
