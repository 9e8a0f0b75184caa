"""How hard a puzzle is for people: a share of solvers, a rating, a grade from 1 to 5.

`scripts/benchmarks/grade_on_people.py` fitted the share of people who find all words of a clue on real readings:
how likely the ears find the answer, how many words it has, how far these are from one another, and how many of the
model's kinds of knowledge see none of it, which marks a rare sense. A near miss is in the chances already; beside them
it adds nothing.

A rating is the same on the scale of Glicko-2: a player rated 1500 solves a puzzle rated 1500 half of the time. It
moves when people solve the puzzle or fail, and the grade follows it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, log10
from statistics import fmean

from duo.puzzle.glicko import AVERAGE_RATING

# A puzzle has grade 1 if at least nine in ten average players solve it, and so on down to grade 5.
GRADE_BOUNDS = (0.9, 0.8, 0.7, 0.55)
# Of the logistic curve: its base, then the weights of the features below.
WEIGHTS = (1.82, 0.32, -1.52, 0.23, -0.47)
# The share of solvers in the middle of a grade, for kinds whose grade is a rule.
MIDDLE_SHARES = {1: 0.95, 2: 0.85, 3: 0.75, 4: 0.62, 5: 0.45}
_MAX_CHANCE = 0.999


@dataclass(frozen=True, slots=True)
class Features:
    """What the share of solvers depends on.

    `chances` has the answer's chance under every ear, `size` the number of its words. `kinship` is how much more the
    words of a clue have to do with one another than with other words of the board, and `unseen` the share of the
    model's kinds of knowledge that put a word far down the board.
    """

    chances: tuple[float, ...]
    size: int
    kinship: float = 0.0
    low_rank_share: float = 0.0

    @property
    def values(self) -> tuple[float, ...]:
        return 1.0, fmean(map(_log_odds, self.chances)), log(self.size), self.kinship, self.low_rank_share


def solving_share(features: Features, weights: Sequence[float] = WEIGHTS) -> float:
    """The share of average players who solve it."""
    return 1 / (1 + exp(-sum(weight * value for weight, value in zip(weights, features.values, strict=True))))


def rating_from_share(share: float) -> float:
    """The rating of a puzzle that this share of average players solves."""
    return AVERAGE_RATING - 400 * log10(exp(_log_odds(share)))


def grade_from_share(share: float) -> int:
    return 1 + sum(share < bound for bound in GRADE_BOUNDS)


def grade_from_rating(puzzle_rating: float) -> int:
    """The grade of a puzzle with this rating."""
    return 1 + sum(puzzle_rating > rating_from_share(bound) for bound in GRADE_BOUNDS)


def _log_odds(chance: float) -> float:
    kept = min(max(chance, 1 - _MAX_CHANCE), _MAX_CHANCE)
    return log(kept / (1 - kept))
