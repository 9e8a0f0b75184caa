"""Grades from 1 to 5: how likely people are to solve a puzzle.

The share of people who find all words of a clue was fitted on real turns of the game (`scripts/grade_on_people.py`).
The number of words counts most, then how likely the listener finds the answer. Near misses and rare senses are in
that chance already: fitted beside it, they add nothing.
"""

from math import exp, log

# A puzzle has grade 1 if at least four fifths of people solve it, grade 2 if three fifths do, and so on.
BOUNDS = (0.8, 0.6, 0.4, 0.2)
# Of the logistic curve: its base, the weight of the log-odds of the answer, the weight of the log of its size.
WEIGHTS = (1.65, 0.21, -2.3)
_SUREST = 0.999


def grade(solving: float) -> int:
    return 1 + sum(solving < bound for bound in BOUNDS)


def features(chance: float, size: int) -> tuple[float, float, float]:
    """What the share of solvers depends on: the answer's chance under the listener, and how many words it has."""
    kept = min(max(chance, 1 - _SUREST), _SUREST)
    return 1.0, log(kept / (1 - kept)), log(size)


def solving(chance: float, size: int) -> float:
    """The share of people who solve it."""
    return 1 / (1 + exp(-sum(w * x for w, x in zip(WEIGHTS, features(chance, size), strict=True))))
