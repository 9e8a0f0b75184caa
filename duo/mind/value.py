"""The chance to win from a state of the game, by dynamic programming.

A state is the agents left to the seat that gives next, the agents left to the other seat, and the tokens by the side
that lies up. The giver chooses how many words to give a clue for. Each touch is right with a chance that depends only
on that number and on the touches before it. The tables do not depend on the words, so they are computed once. Giver and
guesser use them to weigh an agent found against a token spent.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from duo.core.key import AGENTS_PER_SIDE, SHARED_AGENTS
from duo.core.mission import Bank
from duo.mind.hit_rates import HUMAN_HIT_RATES, HitRates

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

_SIZE = AGENTS_PER_SIDE + 1


@dataclass(frozen=True, slots=True)
class Stakes:
    """The state before a turn: agents left on the giver's and the guesser's side, and the bank.

    The agents left on a side that the player cannot see are an expectation and need not be a whole number.
    """

    giver_left: float
    guesser_left: float
    bank: Bank
    hit_rates: HitRates = HUMAN_HIT_RATES

    def win_chance_after(self, found: int, *, missed: bool) -> float:
        """Return the chance to win after a turn that finds `found` agents and ends with a miss or a stop."""
        bank = self.bank.after_miss() if missed else self.bank.after_stop()
        if bank is None:
            return 0.0
        left = max(self.giver_left - found, 0.0)
        if left == 0 and self.guesser_left == 0:
            return 1.0
        # Some of the agents found are agents on the guesser's side too.
        other = max(self.guesser_left - found * _overlap(self.guesser_left), 0.0)
        return win_chance(other, left, bank, self.hit_rates)


def win_chance(giver_left: float, other_left: float, bank: Bank, hit_rates: HitRates = HUMAN_HIT_RATES) -> float:
    """Return the chance to win when the seat with `giver_left` agents gives next.

    The value between whole numbers of agents is interpolated.
    """
    table = _win_chance_table(bank.bystander_side, bank.checkmark_side, hit_rates)
    row, column = int(giver_left), int(other_left)
    a, b = giver_left - row, other_left - column
    next_row, next_column = min(row + 1, AGENTS_PER_SIDE), min(column + 1, AGENTS_PER_SIDE)
    return float(
        (1 - a) * ((1 - b) * table[row, column] + b * table[row, next_column])
        + a * ((1 - b) * table[next_row, column] + b * table[next_row, next_column])
    )


def _overlap(other_left: float) -> float:
    """Return the chance that an open agent of one side is an agent of the other side too."""
    both = SHARED_AGENTS / AGENTS_PER_SIDE * other_left / AGENTS_PER_SIDE
    return both / (both + 1 - SHARED_AGENTS / AGENTS_PER_SIDE)


@lru_cache(maxsize=512)
def _win_chance_table(bystander_side: int, checkmark_side: int, hit_rates: HitRates) -> "Array":
    """Return the chances to win with this bank: (agents left to the giver, agents left to the other)."""
    bank = Bank(bystander_side, checkmark_side)
    if not bank.tokens:
        return np.power(hit_rates.sudden_death, np.add.outer(np.arange(_SIZE), np.arange(_SIZE)))
    stopped = _next_turn_table(bank.after_stop(), hit_rates)
    missed = _next_turn_table(bank.after_miss(), hit_rates)
    by_number = [_clue_value(touches, stopped, missed, hit_rates.assassin_share) for touches in hit_rates.by_number]
    table: Array = np.max(by_number, axis=0)
    # A seat without agents gives no clues. The other seat gives instead, at no token.
    table[0, 1:] = table[1:, 0]
    table[0, 0] = 1.0
    # One more agent to find never helps. The overlap is an approximation and could make it look so.
    return np.minimum.accumulate(np.minimum.accumulate(table, axis=0), axis=1)


def _next_turn_table(bank: Bank | None, hit_rates: HitRates) -> "Array":
    """Return the table of the next turn, transposed: (agents left to this turn's giver, agents left to the other)."""
    if bank is None:
        return np.zeros((_SIZE, _SIZE))
    return _win_chance_table(bank.bystander_side, bank.checkmark_side, hit_rates).T


def _clue_value(touches: Sequence[float], stopped: "Array", missed: "Array", assassin: float) -> "Array":
    """Return the value of a clue whose touches are right with these chances, for every number of agents left."""
    value = np.zeros((_SIZE, _SIZE))
    for left in range(1, _SIZE):
        reached = 1.0  # the chance that all touches so far were right
        for found, right in enumerate(touches[:left]):
            value[left] += reached * (1 - right) * (1 - assassin) * _average_over_shared(missed[left - found], found)
            reached *= right
        value[left] += reached * _average_over_shared(stopped[left - min(len(touches), left)], min(len(touches), left))
    return value


def _average_over_shared(row: "Array", found: int) -> "Array":
    """Average a row over how many of the words found are agents of the other side too."""
    overlap = np.array([_overlap(other) for other in range(_SIZE)])
    for _ in range(found):
        row = (1 - overlap) * row + overlap * np.concatenate([row[:1], row[:-1]])
    return row
