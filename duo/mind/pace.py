"""How well a pair plays, in few numbers: people's figures to start from, and what a player's own touches add."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from duo.core.key import Colour

if TYPE_CHECKING:
    from duo.core.moves import Turn

# How far players lie apart in the logit of a touch to be right, and where the posterior is looked at; what people's
# turns say of the first is told by `scripts/builds/fit_pace.py`.
SKILL_SPREAD = 0.5
_SKILL_GRID = np.linspace(-3, 3, 121)


@dataclass(frozen=True, slots=True)
class HitRates:
    """For a clue of n, the chance of each touch in turn to be right.

    `assassin` is the share of misses that end the game, `blind` the chance of a touch in sudden death to be right. For
    one word and for two these are the figures of people who clue people, and so is the share of assassins; for more
    words, which they rarely clue, they go on in the same way.
    """

    by_number: tuple[tuple[float, ...], ...] = ((0.91,), (0.87, 0.61), (0.83, 0.60, 0.44), (0.79, 0.57, 0.41, 0.30))
    assassin_share: float = 0.19
    sudden_death: float = 0.3

    def with_skill(self, skill: float) -> "HitRates":
        """The pace of a player whose touches are right so much more often, in logits."""
        return replace(self, by_number=tuple(tuple(_shift_logit(p, skill) for p in row) for row in self.by_number))


HUMAN_HIT_RATES = HitRates()


@dataclass(frozen=True, slots=True)
class TouchTally:
    """How many touches of a player were right and how many wrong, by the clue's number and their place in the turn.

    Touches beyond the number are left out, as they answer other clues.
    """

    right: tuple[tuple[tuple[int, int], int], ...] = ()
    wrong: tuple[tuple[tuple[int, int], int], ...] = ()

    @classmethod
    def from_turns(cls, turns: Iterable["Turn"]) -> "TouchTally":
        """The touches of these turns, all of one player."""
        right, wrong = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
        for turn in turns:
            number = min(turn.clue.count, len(HUMAN_HIT_RATES.by_number))
            for place, touch in enumerate(turn.touches[:number]):
                (right if touch.colour is Colour.GREEN else wrong)[number, place] += 1
        return cls(tuple(sorted(right.items())), tuple(sorted(wrong.items())))

    def __add__(self, other: "TouchTally") -> "TouchTally":
        right, wrong = Counter(dict(self.right)), Counter(dict(self.wrong))
        right.update(dict(other.right))
        wrong.update(dict(other.wrong))
        return TouchTally(tuple(sorted(right.items())), tuple(sorted(wrong.items())))

    @property
    def touches(self) -> int:
        return sum(count for _, count in self.right + self.wrong)

    @property
    def hits(self) -> int:
        return sum(count for _, count in self.right)


@lru_cache(maxsize=1024)
def estimate_skill(
    tally: TouchTally, hit_rates: HitRates = HUMAN_HIT_RATES, spread: float = SKILL_SPREAD
) -> tuple[float, float]:
    """How much easier than people this player finds it, in logits: the mean and the spread of what is believed."""
    weight = -((_SKILL_GRID / spread) ** 2) / 2
    for cells, sign in ((tally.right, 1.0), (tally.wrong, -1.0)):
        for (number, place), count in cells:
            weight -= count * np.logaddexp(0.0, -sign * (_logit(hit_rates.by_number[number - 1][place]) + _SKILL_GRID))
    chances = np.exp(weight - weight.max())
    chances /= chances.sum()
    mean = float(chances @ _SKILL_GRID)
    return mean, float(np.sqrt(chances @ (_SKILL_GRID - mean) ** 2))


def _shift_logit(chance: float, skill: float) -> float:
    return float(1 / (1 + np.exp(-_logit(chance) - skill)))


def _logit(chance: float) -> float:
    return float(np.log(chance / (1 - chance)))
