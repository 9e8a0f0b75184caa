"""Clue search: the clues with the best expected result, over the whole vocabulary.

A touch is judged by its colour and not by what the giver had in mind. So for a clue and a number n the result
depends only on how many greens the partner touches before the first miss, up to n: the sensible target set of a
clue and a number is the n greens that the listener draws most, and what is left to choose is the clue and the
number. Every clue is looked at with every number.

For all clues the chances of one and of two greens have a closed form. It gives each clue a value that it reaches,
and a bound that it cannot pass with a larger number, as the third green cannot be touched more often than the
second. Only clues whose bound passes the best values reached are worked out further, so none that could win is lost.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from duo.mind.listener import plackett_luce
from duo.mind.skill import PlayStyle
from duo.mind.value import AGENTS_PER_SIDE, Stakes

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Array = NDArray[np.float64]
    Weights = NDArray[np.floating[Any]]
    Clues = NDArray[np.intp]
    Acceptable = Callable[[Clues], NDArray[np.bool_]]

_BATCH_SIZE = 64  # clues that are brought into order at once
_MAX_CONTENDERS = (
    500  # clues that stay in the race where there are more greens than on any card: their sets are too many
)
_FLOAT32_TOLERANCE = 1e-5  # of float32, in which the whole vocabulary is looked at


@dataclass(frozen=True, slots=True, eq=False)
class ClueWeights:
    """For every clue: the weights of the greens, and the sums of the weights of bystanders and assassins.

    `credit` is what an agent found counts: less than 1 for one that an earlier clue is likely to bring in anyway.
    """

    agents: "Weights"
    bystanders: "Weights"
    assassins: "Weights"
    credit: "Weights"

    def select(self, clues: "Clues") -> "ClueWeights":
        return ClueWeights(
            *(part[clues].astype(np.float64) for part in (self.agents, self.bystanders, self.assassins, self.credit))
        )


@dataclass(frozen=True, slots=True)
class Rewards:
    """What a turn is worth that ends with k = 0, 1, … agents found, by a stop or by a miss."""

    stop_values: tuple[float, ...]
    miss_values: tuple[float, ...]
    style: PlayStyle

    @classmethod
    def from_stakes(cls, stakes: Stakes, style: PlayStyle, max_number: int) -> "Rewards":
        found = range(max_number + 1)
        return cls(
            tuple(stakes.win_chance_after(k, missed=False) for k in found),
            tuple(stakes.win_chance_after(k, missed=True) for k in found),
            style,
        )

    def stop_gain(self, k: int) -> float:
        return self.stop_values[k] - self.stop_values[0] + k * self.style.agent_bonus

    def miss_gain(self, k: int) -> float:
        return self.miss_values[k] - self.miss_values[0] + k * self.style.agent_bonus

    def expected_value(self, weights: ClueWeights, reached: "Weights", number: int) -> "Weights":
        """The expected worth of saying this number; `reached` has the chances of 1, 2, … greens in a row."""
        last = reached[number - 1]
        tan_share = weights.bystanders / (weights.bystanders + weights.assassins)
        gain = last * self.stop_gain(number)
        for k in range(1, number):
            gain = gain + (reached[k - 1] - reached[k]) * tan_share * self.miss_gain(k)
        unfound = number - reached[:number].sum(axis=0)
        worth: Weights = self._end_value(tan_share, last) + weights.credit * gain - self.style.unfound_cost * unfound
        return worth

    def upper_bound(self, weights: ClueWeights, reached: "Weights") -> "Weights":
        """What no number above the runs reached can pass: as if every such run found the most there is to gain."""
        last = reached[-1]
        tan_share = weights.bystanders / (weights.bystanders + weights.assassins)
        most = range(len(self.stop_values))
        gain = last * max(*map(self.stop_gain, most), *map(self.miss_gain, most))
        for k in range(1, len(reached)):
            gain = gain + (reached[k - 1] - reached[k]) * tan_share * self.miss_gain(k)
        unfound = len(reached) + 1 - reached.sum(axis=0) - last
        worth: Weights = self._end_value(tan_share, last) + weights.credit * gain - self.style.unfound_cost * unfound
        return worth

    def _end_value(self, tan_share: "Weights", last: "Weights") -> "Weights":
        """The worth of the turn's end alone, were nothing found."""
        miss = (
            tan_share * (self.miss_values[0] - self.style.miss_cost + self.style.assassin_cost)
            - self.style.assassin_cost
        )
        return last * self.stop_values[0] + (1 - last) * miss


@dataclass(frozen=True, slots=True)
class FoundClue:
    """A clue by its place in the vocabulary, the number to say, its worth, and the chances of runs of 1, 2 and more."""

    clue: int
    number: int
    value: float
    run_chances: tuple[float, ...]


def best_clues(weights: ClueWeights, rewards: Rewards, acceptable: "Acceptable", top: int) -> list[FoundClue]:
    """The `top` best acceptable clues, best first, each with its best number."""
    most = min(len(rewards.stop_values) - 1, weights.agents.shape[1])
    two = np.stack(plackett_luce.run_chances_up_to_two(weights.agents, weights.bystanders + weights.assassins))
    worth = [rewards.expected_value(weights, two, number) for number in range(1, min(most, 2) + 1)]
    value = np.maximum.reduce(worth)
    best = _best_acceptable(value, acceptable, top)
    if most > 2:
        # A clue stays in the race if a larger number could bring it among the best.
        bound = rewards.upper_bound(weights, two)
        bar = value[best].min() if len(best) == top else -np.inf
        race = np.flatnonzero(bound >= bar - _FLOAT32_TOLERANCE)
        if weights.agents.shape[1] > AGENTS_PER_SIDE:
            race = race[np.argsort(-bound[race], kind="stable")[:_MAX_CONTENDERS]]
        best = np.union1d(best, race)
    finds = _evaluate(weights.select(best), rewards, best, most)
    order = _best_acceptable(np.array([find.value for find in finds]), lambda places: acceptable(best[places]), top)
    return [finds[place] for place in order]


def _evaluate(weights: ClueWeights, rewards: Rewards, clues: "Clues", max_number: int) -> list[FoundClue]:
    """The exact worth of these clues with every number, each with its best."""
    reached = plackett_luce.run_chances(weights.agents, weights.bystanders + weights.assassins, max_number)
    worth = np.stack([rewards.expected_value(weights, reached, number) for number in range(1, max_number + 1)])
    return [
        FoundClue(int(clue), int(number) + 1, float(worth[number, place]), tuple(reached[:, place].tolist()))
        for place, (clue, number) in enumerate(zip(clues, np.argmax(worth, axis=0), strict=True))
    ]


def _best_acceptable(value: "Weights", acceptable: "Acceptable", top: int) -> "Clues":
    """The places of the highest acceptable values, highest first; of equals the first, which is the most familiar."""
    found: list[int] = []
    start, size = 0, max(_BATCH_SIZE, 4 * top)
    while start < len(value):
        size = min(size, len(value))
        leading = np.flatnonzero(value >= np.partition(value, -size)[-size])
        leading = leading[np.lexsort((leading, -value[leading]))]
        for few in range(start, len(leading), top):
            some = leading[few : few + top]
            found += some[acceptable(some)].tolist()
            if len(found) >= top:
                return np.array(found[:top], dtype=np.intp)
        start, size = len(leading), size * 4
    return np.array(found, dtype=np.intp)
