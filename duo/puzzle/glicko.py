"""Glicko-2: ratings of puzzles and solvers that move with every first try.

As Mark Glickman describes it in "Example of the Glicko-2 system" (2012). A solver who solves a puzzle has beaten it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt

AVERAGE_RATING = 1500.0
_SCALE = 173.7178  # points of Glicko to one unit of Glicko-2
_TAU = 0.5  # how far a volatility may move
_TOLERANCE = 1e-6


@dataclass(frozen=True, slots=True)
class GlickoRating:
    """A rating with how uncertain it is, and how much it tends to move."""

    rating: float = AVERAGE_RATING
    deviation: float = 350.0
    volatility: float = 0.06

    def expected_score(self, other: "GlickoRating") -> float:
        """The chance to beat the other."""
        return _expected((self.rating - AVERAGE_RATING) / _SCALE, other)

    def after_results(self, results: Sequence[tuple["GlickoRating", float]]) -> "GlickoRating":
        """The rating after these results of one period: 1 for each win, 0 for each defeat."""
        mu, phi = (self.rating - AVERAGE_RATING) / _SCALE, self.deviation / _SCALE
        chances = [(_weight(other), _expected(mu, other), score) for other, score in results]
        variance = 1 / sum(weight**2 * chance * (1 - chance) for weight, chance, _ in chances)
        gained = sum(weight * (score - chance) for weight, chance, score in chances)
        volatility = _volatility(self.volatility, phi, variance, variance * gained)
        moved = 1 / sqrt(1 / (phi**2 + volatility**2) + 1 / variance)
        return GlickoRating(AVERAGE_RATING + _SCALE * (mu + moved**2 * gained), _SCALE * moved, volatility)


def _weight(other: GlickoRating) -> float:
    return 1 / sqrt(1 + 3 * (other.deviation / _SCALE) ** 2 / pi**2)


def _expected(mu: float, other: GlickoRating) -> float:
    return 1 / (1 + exp(-_weight(other) * (mu - (other.rating - AVERAGE_RATING) / _SCALE)))


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """The new volatility: the root of Glickman's f, found by the Illinois method."""
    a = log(sigma**2)

    def f(x: float) -> float:
        grown = exp(x)
        rest = phi**2 + variance + grown
        return grown * (delta**2 - rest) / (2 * rest**2) - (x - a) / _TAU**2

    low, high = a, log(delta**2 - phi**2 - variance) if delta**2 > phi**2 + variance else a - _TAU
    while high < a and f(high) < 0:
        high -= _TAU
    at_low, at_high = f(low), f(high)
    while abs(high - low) > _TOLERANCE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
