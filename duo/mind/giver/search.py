"""Clue search: the clues with the highest expected value over the whole vocabulary.

A touch counts by the role of the word and not by what the giver meant. So the result of a clue with number n depends
only on how many agents the partner touches before the first miss, up to n. The targets are therefore the n agents with
the largest weights, and the search chooses a clue and a number. It considers every clue with every number.

The chances of one and of two agents in a row have a closed form. They give each clue a value for the numbers 1 and 2
and an upper bound for larger numbers, because a third agent in a row is no more likely than a second. Only clues whose
bound exceeds the best values are evaluated exactly, so no best clue is missed.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from duo.core.key import AGENTS_PER_SIDE
from duo.mind.listener import plackett_luce
from duo.mind.skill import PlayStyle
from duo.mind.value import Stakes

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Array = NDArray[np.float64]
    Weights = NDArray[np.floating[Any]]
    Clues = NDArray[np.intp]
    Acceptable = Callable[[Clues], NDArray[np.bool_]]

_CLUES_PER_BATCH = 64  # clues that are sorted at once
# Clues that are evaluated exactly if there are more agents than on a card, where the sets of agents are too many.
_MAX_CLUES_EVALUATED_EXACTLY = 500
_FLOAT32_TOLERANCE = 1e-5  # rounding error of the values of the whole vocabulary, which are float32


@dataclass(frozen=True, slots=True, eq=False)
class ClueWeights:
    """How likely the partner is to touch words after each clue, as weights.

    `agents` has a weight for each clue and agent. `bystanders` and `assassins` have for each clue the total weight of
    all such words. `credit` is for each clue the share of the gain that an agent found is worth. It is less than 1 if
    an earlier clue is likely to lead the partner to the agent anyway.
    """

    agents: "Weights"
    bystanders: "Weights"
    assassins: "Weights"
    credit: "Weights"

    def select(self, clues: "Clues") -> "ClueWeights":
        """Return the weights of these clues only."""
        return ClueWeights(
            *(part[clues].astype(np.float64) for part in (self.agents, self.bystanders, self.assassins, self.credit))
        )


@dataclass(frozen=True, slots=True)
class TurnRewards:
    """The value of a turn, by the number of agents found and by how the turn ends.

    `stop_values[k]` is the value of a turn that finds k agents and ends with a stop, `miss_values[k]` of one that ends
    on a bystander. `style` adds costs and bonuses.
    """

    stop_values: tuple[float, ...]
    miss_values: tuple[float, ...]
    style: PlayStyle

    @classmethod
    def from_stakes(cls, stakes: Stakes, style: PlayStyle, max_number: int) -> "TurnRewards":
        found = range(max_number + 1)
        return cls(
            tuple(stakes.win_chance_after(k, missed=False) for k in found),
            tuple(stakes.win_chance_after(k, missed=True) for k in found),
            style,
        )

    def stop_gain(self, k: int) -> float:
        """Return how much more a turn with k agents found is worth than one with none, if it ends with a stop."""
        return self.stop_values[k] - self.stop_values[0] + k * self.style.agent_bonus

    def miss_gain(self, k: int) -> float:
        """Return how much more a turn with k agents found is worth than one with none, if it ends on a bystander."""
        return self.miss_values[k] - self.miss_values[0] + k * self.style.agent_bonus

    def expected_value(self, weights: ClueWeights, runs: "Weights", number: int) -> "Weights":
        """Return the expected value of each clue with this number. `runs` has the chances of 1, 2, … hits in a row."""
        complete = runs[number - 1]
        bystander_share = weights.bystanders / (weights.bystanders + weights.assassins)
        gain = complete * self.stop_gain(number)
        for k in range(1, number):
            gain = gain + (runs[k - 1] - runs[k]) * bystander_share * self.miss_gain(k)
        unfound = number - runs[:number].sum(axis=0)
        end = self._end_value(bystander_share, complete)
        value: Weights = end + weights.credit * gain - self.style.unfound_cost * unfound
        return value

    def upper_bound(self, weights: ClueWeights, runs: "Weights") -> "Weights":
        """Return for each clue an upper bound of its value with any number above `len(runs)`.

        The bound assumes that every turn without a miss among the first `len(runs)` touches has the largest gain.
        """
        complete = runs[-1]
        bystander_share = weights.bystanders / (weights.bystanders + weights.assassins)
        counts = range(len(self.stop_values))
        gain = complete * max(*map(self.stop_gain, counts), *map(self.miss_gain, counts))
        for k in range(1, len(runs)):
            gain = gain + (runs[k - 1] - runs[k]) * bystander_share * self.miss_gain(k)
        unfound = len(runs) + 1 - runs.sum(axis=0) - complete
        end = self._end_value(bystander_share, complete)
        value: Weights = end + weights.credit * gain - self.style.unfound_cost * unfound
        return value

    def _end_value(self, bystander_share: "Weights", complete: "Weights") -> "Weights":
        """Return the expected value of a turn if agents found were worth nothing."""
        miss = (
            bystander_share * (self.miss_values[0] - self.style.miss_cost + self.style.assassin_cost)
            - self.style.assassin_cost
        )
        return complete * self.stop_values[0] + (1 - complete) * miss


@dataclass(frozen=True, slots=True)
class FoundClue:
    """A clue that the search found, with its best number and its expected value.

    `clue` is the index of the clue among the candidates. `run_chances` has the chances to find at least 1, 2, … agents
    before the first miss.
    """

    clue: int
    number: int
    value: float
    run_chances: tuple[float, ...]


def best_clues(weights: ClueWeights, rewards: TurnRewards, acceptable: "Acceptable", top: int) -> list[FoundClue]:
    """Return the `top` clues with the highest expected value that `acceptable` admits, best first."""
    max_number = min(len(rewards.stop_values) - 1, weights.agents.shape[1])
    runs = np.stack(plackett_luce.run_chances_up_to_two(weights.agents, weights.bystanders + weights.assassins))
    values = [rewards.expected_value(weights, runs, number) for number in range(1, min(max_number, 2) + 1)]
    value = np.maximum.reduce(values)
    best = _best_acceptable_places(value, acceptable, top)
    if max_number > 2:
        # A clue is a contender if a larger number could bring it among the best.
        bound = rewards.upper_bound(weights, runs)
        threshold = value[best].min() if len(best) == top else -np.inf
        contenders = np.flatnonzero(bound >= threshold - _FLOAT32_TOLERANCE)
        if weights.agents.shape[1] > AGENTS_PER_SIDE:
            contenders = contenders[np.argsort(-bound[contenders], kind="stable")[:_MAX_CLUES_EVALUATED_EXACTLY]]
        best = np.union1d(best, contenders)
    finds = _evaluate_clues(weights.select(best), rewards, best, max_number)
    order = _best_acceptable_places(
        np.array([find.value for find in finds]), lambda places: acceptable(best[places]), top
    )
    return [finds[place] for place in order]


def _evaluate_clues(weights: ClueWeights, rewards: TurnRewards, clues: "Clues", max_number: int) -> list[FoundClue]:
    """Compute the exact expected value of these clues with every number. Return each clue with its best number."""
    runs = plackett_luce.run_chances(weights.agents, weights.bystanders + weights.assassins, max_number)
    values = np.stack([rewards.expected_value(weights, runs, number) for number in range(1, max_number + 1)])
    return [
        FoundClue(int(clue), int(number) + 1, float(values[number, place]), tuple(runs[:, place].tolist()))
        for place, (clue, number) in enumerate(zip(clues, np.argmax(values, axis=0), strict=True))
    ]


def _best_acceptable_places(value: "Weights", acceptable: "Acceptable", top: int) -> "Clues":
    """Return the places of the `top` highest values that `acceptable` admits, highest first.

    Of equal values the first comes first, which is the more familiar clue.
    """
    found: list[int] = []
    start, size = 0, max(_CLUES_PER_BATCH, 4 * top)
    while start < len(value):
        size = min(size, len(value))
        leading = np.flatnonzero(value >= np.partition(value, -size)[-size])
        leading = leading[np.lexsort((leading, -value[leading]))]
        for offset in range(start, len(leading), top):
            batch = leading[offset : offset + top]
            found += batch[acceptable(batch)].tolist()
            if len(found) >= top:
                return np.array(found[:top], dtype=np.intp)
        start, size = len(leading), size * 4
    return np.array(found, dtype=np.intp)
