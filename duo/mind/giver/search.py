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
from duo.mind.skill import Style
from duo.mind.value import AGENTS_OF_A_SIDE, Stakes

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Array = NDArray[np.float64]
    Weights = NDArray[np.floating[Any]]
    Clues = NDArray[np.intp]
    Acceptable = Callable[[Clues], NDArray[np.bool_]]

_BATCH = 64  # clues that are brought into order at once
_RACE = 500  # clues that stay in the race where there are more greens than on any card: their sets are too many
_ROUNDING = 1e-5  # of float32, in which the whole vocabulary is looked at


@dataclass(frozen=True, slots=True, eq=False)
class ClueWeights:
    """For every clue: the weights of the greens, and the sums of the weights of bystanders and assassins.

    `credit` is what an agent found counts: less than 1 for one that an earlier clue is likely to bring in anyway.
    """

    green: "Weights"
    tan: "Weights"
    black: "Weights"
    credit: "Weights"

    def of(self, clues: "Clues") -> "ClueWeights":
        return ClueWeights(
            *(part[clues].astype(np.float64) for part in (self.green, self.tan, self.black, self.credit))
        )


@dataclass(frozen=True, slots=True)
class Rewards:
    """What a turn is worth that ends with k = 0, 1, … agents found, by a stop or by a miss."""

    stopped: tuple[float, ...]
    missed: tuple[float, ...]
    style: Style

    @classmethod
    def of(cls, stakes: Stakes, style: Style, most: int) -> "Rewards":
        found = range(most + 1)
        return cls(
            tuple(stakes.after(k, missed=False) for k in found),
            tuple(stakes.after(k, missed=True) for k in found),
            style,
        )

    def gain_stopped(self, k: int) -> float:
        return self.stopped[k] - self.stopped[0] + k * self.style.agent

    def gain_missed(self, k: int) -> float:
        return self.missed[k] - self.missed[0] + k * self.style.agent

    def expect(self, weights: ClueWeights, reached: "Weights", number: int) -> "Weights":
        """The expected worth of saying this number; `reached` has the chances of 1, 2, … greens in a row."""
        last = reached[number - 1]
        tan_share = weights.tan / (weights.tan + weights.black)
        gain = last * self.gain_stopped(number)
        for k in range(1, number):
            gain = gain + (reached[k - 1] - reached[k]) * tan_share * self.gain_missed(k)
        unfound = number - reached[:number].sum(axis=0)
        worth: Weights = self._ends(tan_share, last) + weights.credit * gain - self.style.unfound * unfound
        return worth

    def bound(self, weights: ClueWeights, reached: "Weights") -> "Weights":
        """What no number above the runs reached can pass: as if every such run found the most there is to gain."""
        last = reached[-1]
        tan_share = weights.tan / (weights.tan + weights.black)
        most = range(len(self.stopped))
        gain = last * max(*map(self.gain_stopped, most), *map(self.gain_missed, most))
        for k in range(1, len(reached)):
            gain = gain + (reached[k - 1] - reached[k]) * tan_share * self.gain_missed(k)
        unfound = len(reached) + 1 - reached.sum(axis=0) - last
        worth: Weights = self._ends(tan_share, last) + weights.credit * gain - self.style.unfound * unfound
        return worth

    def _ends(self, tan_share: "Weights", last: "Weights") -> "Weights":
        """The worth of the turn's end alone, were nothing found."""
        miss = tan_share * (self.missed[0] - self.style.miss + self.style.assassin) - self.style.assassin
        return last * self.stopped[0] + (1 - last) * miss


@dataclass(frozen=True, slots=True)
class Find:
    """A clue by its place in the vocabulary, the number to say, its worth, and the chances of runs of 1, 2 and more."""

    clue: int
    number: int
    worth: float
    reached: tuple[float, ...]


def best_clues(weights: ClueWeights, rewards: Rewards, acceptable: "Acceptable", top: int) -> list[Find]:
    """The `top` best acceptable clues, best first, each with its best number."""
    most = min(len(rewards.stopped) - 1, weights.green.shape[1])
    two = np.stack(plackett_luce.run_of_two(weights.green, weights.tan + weights.black))
    worth = [rewards.expect(weights, two, number) for number in range(1, min(most, 2) + 1)]
    value = np.maximum.reduce(worth)
    best = _first(value, acceptable, top)
    if most > 2:
        # A clue stays in the race if a larger number could bring it among the best.
        bound = rewards.bound(weights, two)
        bar = value[best].min() if len(best) == top else -np.inf
        race = np.flatnonzero(bound >= bar - _ROUNDING)
        if weights.green.shape[1] > AGENTS_OF_A_SIDE:
            race = race[np.argsort(-bound[race], kind="stable")[:_RACE]]
        best = np.union1d(best, race)
    finds = _work_out(weights.of(best), rewards, best, most)
    order = _first(np.array([find.worth for find in finds]), lambda places: acceptable(best[places]), top)
    return [finds[place] for place in order]


def _work_out(weights: ClueWeights, rewards: Rewards, clues: "Clues", most: int) -> list[Find]:
    """The exact worth of these clues with every number, each with its best."""
    reached = plackett_luce.run(weights.green, weights.tan + weights.black, most)
    worth = np.stack([rewards.expect(weights, reached, number) for number in range(1, most + 1)])
    return [
        Find(int(clue), int(number) + 1, float(worth[number, place]), tuple(reached[:, place].tolist()))
        for place, (clue, number) in enumerate(zip(clues, np.argmax(worth, axis=0), strict=True))
    ]


def _first(value: "Weights", acceptable: "Acceptable", top: int) -> "Clues":
    """The places of the highest acceptable values, highest first; of equals the first, which is the most familiar."""
    found: list[int] = []
    start, size = 0, max(_BATCH, 4 * top)
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
