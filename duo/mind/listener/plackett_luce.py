"""The Plackett-Luce model: words are touched one after another with chances proportional to their weights.

The chance that a word is touched next is its share of the total weight of all open words. The order of touches has the
same distribution if every word arrives after an exponential time whose rate is its weight, and words are touched as
they arrive. This gives closed forms for the chance that several agents are touched in a row.
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
_LOG_TIME_STEP = 0.5  # integration step in the logarithm of time; the error falls as exp(-10 / step)
_MIN_WEIGHT_SHARE = 1e-9  # smaller shares of the total weight are raised to this one


def inclusion_probabilities(weights: "Array", draws: int) -> "Array":
    """Return for each word the chance that it is among the first `draws` words touched. It is 0 for weight 0."""
    chances = np.zeros(len(weights))
    if draws <= 0 or not weights.any():
        return chances
    positive = np.flatnonzero(weights > 0)
    if draws >= len(positive):
        chances[positive] = 1.0
        return chances
    shares = np.maximum(weights[positive] / weights[positive].sum(), _MIN_WEIGHT_SHARE)
    shares /= shares.sum()
    if draws == 1:
        chances[positive] = shares
    elif draws == 2:
        # Word i is first, or second after any other word j with the chance share_j * share_i / (1 - share_j).
        odds = shares / (1 - shares)
        chances[positive] = shares * (1 + odds.sum() - odds)
    else:
        chances[positive] = _integrate_inclusion(shares, draws)
    return chances


def _integrate_inclusion(rates: "Array", draws: int) -> "Array":
    """Return for each word the chance that fewer than `draws` others arrive before it, by numerical integration."""
    last = np.sort(rates)[-draws - 1]
    time = np.exp(np.arange(np.log(1e-6), np.log(40 / last), _LOG_TIME_STEP))[:, None]
    not_arrived = np.exp(-rates * time)
    arrivals = np.zeros((draws, len(time), len(rates)))  # chances that 0, 1, … draws - 1 of the others have arrived
    arrivals[0] = 1.0
    for other in range(len(rates)):
        absent = np.repeat(not_arrived[:, other, None], len(rates), axis=1)
        absent[:, other] = 1.0  # a word does not count among its own others
        arrivals[1:] = arrivals[1:] * absent + arrivals[:-1] * (1 - absent)
        arrivals[0] *= absent
    density: Array = rates * time * not_arrived * arrivals.sum(axis=0)
    chances: Array = density.sum(axis=0) * _LOG_TIME_STEP
    return np.minimum(chances, 1.0)


def run_chances_up_to_two(agents: "Weights", misses: "Weights") -> "tuple[Weights, Weights]":
    """Return the chances that at least one and at least two agents are touched before the first miss.

    `agents` has a row of weights for each clue, `misses` the total weight of all other words. After agent i the chance
    of another agent is 1 - misses / (total - weight_i), so one division per word is enough.
    """
    ones = np.ones(agents.shape[1], dtype=agents.dtype)
    agent_total = agents @ ones
    total = agent_total + misses
    one = agent_total / total
    rest = np.maximum(total[:, None] - agents, misses[:, None])  # rounding could make the difference smaller
    two = (agent_total - misses * ((agents / rest) @ ones)) / total
    return one, two


def run_chances(agents: "Weights", misses: "Weights", max_length: int = MAX_RUN_LENGTH) -> "Array":
    """Return the exact chances of at least 1, 2, … `max_length` agents before the first miss: (max_length, clues).

    `agents` has a row of weights for each clue, `misses` the total weight of all other words. The chance that the first
    touches are the words of a set, in any order, is a sum over the word that is touched last. There are few enough sets
    of up to `max_length - 1` agents to go through all of them.
    """
    clues, width = agents.shape
    agent_total = agents.sum(axis=1)
    chances = np.zeros((max_length, clues))
    sets, weight = np.ones((1, clues)), np.zeros((1, clues))  # by set: the chance, and the weight of its members
    for size in range(max_length):
        per_weight = sets / (agent_total - weight + misses)
        chances[size] = (per_weight * np.maximum(agent_total - weight, 0)).sum(axis=0)
        if size == max_length - 1 or size == width:
            break
        members, without = _sets_of_size(width, size + 1)
        sets = (per_weight[without] * agents.T[members]).sum(axis=1)
        weight = weight[without[:, 0]] + agents.T[members[:, 0]]
    return chances


@lru_cache(maxsize=64)
def _sets_of_size(width: int, size: int) -> "tuple[Places, Places]":
    """Return every set of `size` places and, for each member of a set, the index of the set of the other members."""
    smaller = {members: number for number, members in enumerate(combinations(range(width), size - 1))}
    sets = list(combinations(range(width), size))
    without = [[smaller[members[:k] + members[k + 1 :]] for k in range(size)] for members in sets]
    return np.array(sets, dtype=np.intp), np.array(without, dtype=np.intp)
