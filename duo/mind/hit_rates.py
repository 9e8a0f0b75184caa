"""Hit rates of people, and an estimate of one player's skill from that player's touches."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from duo.core.key import Colour

if TYPE_CHECKING:
    from duo.core.moves import Turn

SKILL_SPREAD_LOGITS = (
    0.5  # standard deviation of skill between players, in logits; `scripts/builds/fit_pace.py` estimates it
)
_SKILL_GRID = np.linspace(-3, 3, 121)  # where the posterior of skill is evaluated


@dataclass(frozen=True, slots=True)
class HitRates:
    """The chance that each touch of a turn is right, by the number of the clue.

    `by_number[n - 1]` has the chances of the first, second, … touch after a clue of n. `assassin_share` is the share of
    misses that end the game. `sudden_death` is the chance that a touch in sudden death is right.

    The chances for one and two words and the share of assassins are measured on people who give clues to people. People
    rarely give clues for more words, so those chances are extrapolated.
    """

    by_number: tuple[tuple[float, ...], ...] = ((0.91,), (0.87, 0.61), (0.83, 0.60, 0.44), (0.79, 0.57, 0.41, 0.30))
    assassin_share: float = 0.19
    sudden_death: float = 0.3

    def with_skill(self, skill: float) -> "HitRates":
        """Return the hit rates of a player who is better than people: `skill` is added to the logit of each rate."""
        return replace(
            self, by_number=tuple(tuple(_shift_chance_by_logits(p, skill) for p in row) for row in self.by_number)
        )


HUMAN_HIT_RATES = HitRates()


@dataclass(frozen=True, slots=True)
class TouchTally:
    """A player's right and wrong touches, counted by the number of the clue and the position in the turn.

    A cell is `((number, position), count)`. Touches beyond the number are not counted because they answer other clues.
    """

    right: tuple[tuple[tuple[int, int], int], ...] = ()
    wrong: tuple[tuple[tuple[int, int], int], ...] = ()

    @classmethod
    def from_turns(cls, turns: Iterable["Turn"]) -> "TouchTally":
        """Count the touches of these turns, which must all be of one player."""
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
    tally: TouchTally, hit_rates: HitRates = HUMAN_HIT_RATES, spread: float = SKILL_SPREAD_LOGITS
) -> tuple[float, float]:
    """Return the posterior mean and standard deviation of a player's skill, in logits above people's hit rates.

    The prior is normal with mean 0 and standard deviation `spread`.
    """
    log_posterior = -((_SKILL_GRID / spread) ** 2) / 2
    for cells, sign in ((tally.right, 1.0), (tally.wrong, -1.0)):
        for (number, place), count in cells:
            logits = _logit(hit_rates.by_number[number - 1][place]) + _SKILL_GRID
            log_posterior -= count * np.logaddexp(0.0, -sign * logits)
    posterior = np.exp(log_posterior - log_posterior.max())
    posterior /= posterior.sum()
    mean = float(posterior @ _SKILL_GRID)
    return mean, float(np.sqrt(posterior @ (_SKILL_GRID - mean) ** 2))


def _shift_chance_by_logits(chance: float, skill: float) -> float:
    return float(1 / (1 + np.exp(-_logit(chance) - skill)))


def _logit(chance: float) -> float:
    return float(np.log(chance / (1 - chance)))
