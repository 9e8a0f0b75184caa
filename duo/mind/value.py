"""The chance to win from a state of the game, by dynamic programming.

A state has three parts: how many agents of the seat that gives next are left, how many of the other seat are left, and
the tokens, counted by the side that is up. The giver chooses the number of the clue. Each touch is right with a chance
that depends only on this number and on how many touches came before it. The tables do not depend on the words, so they
are computed once. Givers and guessers use them to compare finding an agent with keeping a token.
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

_TABLE_SIZE = AGENTS_PER_SIDE + 1  # rows and columns of a table: 0 to 9 agents left


@dataclass(frozen=True, slots=True)
class Stakes:
    """The state of the game before a turn: how many agents of each seat are left to find, and the tokens in the bank.

    A player cannot see the other side. So the number of agents left on it is an expectation and may be a fraction.
    """

    giver_left: float
    guesser_left: float
    bank: Bank
    hit_rates: HitRates = HUMAN_HIT_RATES

    def win_chance_after(self, found: int, *, missed: bool) -> float:
        """Return the chance to win after a turn that finds `found` agents and ends with a stop or a miss."""
        bank = self.bank.after_miss() if missed else self.bank.after_stop()
        if bank is None:
            return 0.0
        left = max(self.giver_left - found, 0.0)
        if left == 0 and self.guesser_left == 0:
            return 1.0
        # Some of the agents found are agents on the guesser's side too.
        other = max(self.guesser_left - found * _shared_agent_chance(self.guesser_left), 0.0)
        return win_chance(other, left, bank, self.hit_rates)


def win_chance(giver_left: float, other_left: float, bank: Bank, hit_rates: HitRates = HUMAN_HIT_RATES) -> float:
    """Return the chance to win in a state where the seat with `giver_left` agents left gives the next clue.

    The numbers of agents may be fractions. The chance is interpolated then.
    """
    table = _win_chance_table(bank.bystander_side, bank.checkmark_side, hit_rates)
    row, column = int(giver_left), int(other_left)
    a, b = giver_left - row, other_left - column
    next_row, next_column = min(row + 1, AGENTS_PER_SIDE), min(column + 1, AGENTS_PER_SIDE)
    return float(
        (1 - a) * ((1 - b) * table[row, column] + b * table[row, next_column])
        + a * ((1 - b) * table[next_row, column] + b * table[next_row, next_column])
    )


def _shared_agent_chance(other_left: float) -> float:
    """Return the chance that an open agent of one side is also an agent of the other side, which has `other_left`."""
    both = SHARED_AGENTS / AGENTS_PER_SIDE * other_left / AGENTS_PER_SIDE
    return both / (both + 1 - SHARED_AGENTS / AGENTS_PER_SIDE)


@lru_cache(maxsize=512)
def _win_chance_table(bystander_side: int, checkmark_side: int, hit_rates: HitRates) -> "Array":
    """Return the chances to win with these tokens: (agents left of the next giver, agents left of the other seat)."""
    bank = Bank(bystander_side, checkmark_side)
    if not bank.tokens:
        return np.power(hit_rates.sudden_death, np.add.outer(np.arange(_TABLE_SIZE), np.arange(_TABLE_SIZE)))
    stopped = _next_turn_table(bank.after_stop(), hit_rates)
    missed = _next_turn_table(bank.after_miss(), hit_rates)
    by_number = [
        _clue_win_chances(touches, stopped, missed, hit_rates.assassin_share) for touches in hit_rates.by_number
    ]
    table: Array = np.max(by_number, axis=0)
    # A seat without agents gives no clues. The other seat gives instead, at no token.
    table[0, 1:] = table[1:, 0]
    table[0, 0] = 1.0
    # One more agent to find never helps. The chance of shared agents is an approximation and could make it look so.
    return np.minimum.accumulate(np.minimum.accumulate(table, axis=0), axis=1)


def _next_turn_table(bank: Bank | None, hit_rates: HitRates) -> "Array":
    """Return the chances to win after this turn: (agents left of this turn's giver, agents left of the other seat).

    `bank` has the tokens after this turn, or is None if the turn loses the game.
    """
    if bank is None:
        return np.zeros((_TABLE_SIZE, _TABLE_SIZE))
    return _win_chance_table(bank.bystander_side, bank.checkmark_side, hit_rates).T


def _clue_win_chances(touches: Sequence[float], stopped: "Array", missed: "Array", assassin: float) -> "Array":
    """Return the chances to win by a clue: (agents left of the giver, agents left of the other seat).

    `touches` has the chance that the first, second, … touch is right. `stopped` and `missed` have the chances to win
    after a turn that ends with a stop or on a bystander. `assassin` is the share of misses that are assassins.
    """
    value = np.zeros((_TABLE_SIZE, _TABLE_SIZE))
    for left in range(1, _TABLE_SIZE):
        reached = 1.0  # the chance that all touches so far were right
        for found, right in enumerate(touches[:left]):
            value[left] += (
                reached * (1 - right) * (1 - assassin) * _average_over_shared_agents(missed[left - found], found)
            )
            reached *= right
        value[left] += reached * _average_over_shared_agents(
            stopped[left - min(len(touches), left)], min(len(touches), left)
        )
    return value


def _average_over_shared_agents(row: "Array", found: int) -> "Array":
    """Average chances to win over how many of the words found are agents of the other seat too.

    `row` has the chances by the number of agents that the other seat has left.
    """
    overlap = np.array([_shared_agent_chance(other) for other in range(_TABLE_SIZE)])
    for _ in range(found):
        row = (1 - overlap) * row + overlap * np.concatenate([row[:1], row[:-1]])
    return row
