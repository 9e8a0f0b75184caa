"""How hard a puzzle is for people: the share of solvers, a rating, and a grade from 1 to 5.

The share of solvers is the share of people who find all words of a clue. It is predicted by a logistic regression that
`scripts/benchmarks/grade_on_people.py` fitted to the guesses of real players. It depends on the answer's chance for the
ears (sets of model signals that read clues), on the number of words, on how closely these are associated with one
another, and on how many signals rank a word low, which indicates a rare sense.

The rating expresses the same on the scale of Glicko-2: a player rated 1500 solves a puzzle rated 1500 half of the time.
It changes when people solve the puzzle or fail, and the grade follows the rating.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, log10
from statistics import fmean

from duo.puzzle.glicko import AVERAGE_RATING

# A puzzle has grade 1 if at least nine in ten average players solve it, and so on down to grade 5.
MIN_SOLVING_SHARES = (0.9, 0.8, 0.7, 0.55)
# Coefficients of the logistic regression: the intercept, then the features in the order of `DifficultyFeatures.values`.
FEATURE_WEIGHTS = (1.82, 0.32, -1.52, 0.23, -0.47)
# The share of solvers in the middle of each grade, for kinds whose grade is set by rule.
MIDDLE_SHARE_BY_GRADE = {1: 0.95, 2: 0.85, 3: 0.75, 4: 0.62, 5: 0.45}
_MAX_CLIPPED_CHANCE = 0.999


@dataclass(frozen=True, slots=True)
class DifficultyFeatures:
    """The features of an answer that predict the share of solvers.

    `chances` has the answer's chance for every ear, and `size` the number of its words. `kinship` is how much more
    closely the words of a clue are associated with one another than with other words of the board. `low_rank_share` is
    the share of signals that rank a word low.
    """

    chances: tuple[float, ...]
    size: int
    kinship: float = 0.0
    low_rank_share: float = 0.0

    @property
    def values(self) -> tuple[float, ...]:
        """The features as the regression uses them, after a 1 for the intercept."""
        return 1.0, fmean(map(_log_odds, self.chances)), log(self.size), self.kinship, self.low_rank_share


def solving_share(features: DifficultyFeatures, weights: Sequence[float] = FEATURE_WEIGHTS) -> float:
    """Return the predicted share of average players who solve the puzzle."""
    return 1 / (1 + exp(-sum(weight * value for weight, value in zip(weights, features.values, strict=True))))


def rating_from_share(share: float) -> float:
    """Return the rating of a puzzle that this share of average players solves."""
    return AVERAGE_RATING - 400 * log10(exp(_log_odds(share)))


def grade_from_share(share: float) -> int:
    return 1 + sum(share < bound for bound in MIN_SOLVING_SHARES)


def grade_from_rating(puzzle_rating: float) -> int:
    return 1 + sum(puzzle_rating > rating_from_share(bound) for bound in MIN_SOLVING_SHARES)


def _log_odds(chance: float) -> float:
    clipped = min(max(chance, 1 - _MAX_CLIPPED_CHANCE), _MAX_CLIPPED_CHANCE)
    return log(clipped / (1 - clipped))
