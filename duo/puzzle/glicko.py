"""Glicko-2 ratings of puzzles and solvers.

The algorithm follows Mark Glickman, "Example of the Glicko-2 system" (2012). A first try is a game between solver and
puzzle: the solver wins by solving it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt

AVERAGE_RATING = 1500.0
_POINTS_PER_GLICKO2_UNIT = 173.7178  # Glicko points per unit of Glicko-2
_SYSTEM_CONSTANT_TAU = 0.5  # system constant that limits how fast the volatility changes
_VOLATILITY_TOLERANCE = 1e-6


@dataclass(frozen=True, slots=True)
class GlickoRating:
    """A rating, its uncertainty, and how much it tends to change."""

    rating: float = AVERAGE_RATING
    deviation: float = 350.0
    volatility: float = 0.06

    def expected_score(self, other: "GlickoRating") -> float:
        """Return the chance that the owner of this rating beats the owner of the other."""
        return _expected_score((self.rating - AVERAGE_RATING) / _POINTS_PER_GLICKO2_UNIT, other)

    def after_results(self, results: Sequence[tuple["GlickoRating", float]]) -> "GlickoRating":
        """Return the rating after one rating period.

        Each result is the opponent's rating and a score: 1 for a win, 0 for a loss.
        """
        mu, phi = (self.rating - AVERAGE_RATING) / _POINTS_PER_GLICKO2_UNIT, self.deviation / _POINTS_PER_GLICKO2_UNIT
        chances = [(_deviation_weight(other), _expected_score(mu, other), score) for other, score in results]
        variance = 1 / sum(weight**2 * chance * (1 - chance) for weight, chance, _ in chances)
        improvement = sum(weight * (score - chance) for weight, chance, score in chances)
        volatility = _new_volatility(self.volatility, phi, variance, variance * improvement)
        new_phi = 1 / sqrt(1 / (phi**2 + volatility**2) + 1 / variance)
        return GlickoRating(
            AVERAGE_RATING + _POINTS_PER_GLICKO2_UNIT * (mu + new_phi**2 * improvement),
            _POINTS_PER_GLICKO2_UNIT * new_phi,
            volatility,
        )


def _deviation_weight(other: GlickoRating) -> float:
    """Return the weight of a result against this opponent, Glickman's g. It is lower if their rating is uncertain."""
    return 1 / sqrt(1 + 3 * (other.deviation / _POINTS_PER_GLICKO2_UNIT) ** 2 / pi**2)


def _expected_score(mu: float, other: GlickoRating) -> float:
    """Return the expected score against this opponent, Glickman's E. `mu` is the own rating in Glicko-2 units."""
    return 1 / (1 + exp(-_deviation_weight(other) * (mu - (other.rating - AVERAGE_RATING) / _POINTS_PER_GLICKO2_UNIT)))


def _new_volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Return the volatility after a rating period: the root of Glickman's function f, found by the Illinois method.

    The parameters have the names of Glickman's paper.
    """
    a = log(sigma**2)

    def f(x: float) -> float:
        exp_x = exp(x)
        total = phi**2 + variance + exp_x
        return exp_x * (delta**2 - total) / (2 * total**2) - (x - a) / _SYSTEM_CONSTANT_TAU**2

    low, high = a, log(delta**2 - phi**2 - variance) if delta**2 > phi**2 + variance else a - _SYSTEM_CONSTANT_TAU
    while high < a and f(high) < 0:
        high -= _SYSTEM_CONSTANT_TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _VOLATILITY_TOLERANCE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)
