"""What a state of the game is worth: the chance to win from it, between two steady players.

A small dynamic programme over (agents left to the seat that gives next, agents left to the other, tokens by the
side that lies up). A turn is simplified to its numbers: the giver chooses how many words to clue, and each touch
is right with a chance that depends only on that number and on how many touches came before. It knows nothing of
words, so it is computed once and then read; giver and guesser use it to weigh a word found against a token spent.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from duo.core.mission import Bank
from duo.mind.pace import HUMAN_HIT_RATES, HitRates

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

AGENTS_PER_SIDE = 9
_SHARED_AGENTS = 3  # agents that are green on both sides
_SIZE = AGENTS_PER_SIDE + 1


@dataclass(frozen=True, slots=True)
class Stakes:
    """What the turn is played for: agents left on the giver's side and on the guesser's, and the bank.

    The agents left on a side that one cannot see are an expectation, so they need not be whole.
    """

    giver_left: float
    guesser_left: float
    bank: Bank
    hit_rates: HitRates = HUMAN_HIT_RATES

    def win_chance_after(self, found: int, *, missed: bool) -> float:
        """The chance to win once the turn ends with so many agents found, by a miss or by a stop."""
        bank = self.bank.after_miss() if missed else self.bank.after_stop()
        if bank is None:
            return 0.0
        left = max(self.giver_left - found, 0.0)
        if left == 0 and self.guesser_left == 0:
            return 1.0
        # Some of what was found was the guesser's own agent too.
        other = max(self.guesser_left - found * _overlap(self.guesser_left), 0.0)
        return win_chance(other, left, bank, self.hit_rates)


def win_chance(giver_left: float, other_left: float, bank: Bank, hit_rates: HitRates = HUMAN_HIT_RATES) -> float:
    """The chance to win when the seat with `giver_left` agents gives next, read between whole numbers of agents."""
    table = _win_chance_table(bank.bystander_side, bank.checkmark_side, hit_rates)
    low, high = int(giver_left), int(other_left)
    a, b = giver_left - low, other_left - high
    up, over = min(low + 1, AGENTS_PER_SIDE), min(high + 1, AGENTS_PER_SIDE)
    return float(
        (1 - a) * ((1 - b) * table[low, high] + b * table[low, over])
        + a * ((1 - b) * table[up, high] + b * table[up, over])
    )


def _overlap(other_left: float) -> float:
    """The chance that an open agent of one side is an agent of the other side too."""
    both = _SHARED_AGENTS / AGENTS_PER_SIDE * other_left / AGENTS_PER_SIDE
    return both / (both + 1 - _SHARED_AGENTS / AGENTS_PER_SIDE)


@lru_cache(maxsize=512)
def _win_chance_table(bystander_side: int, checkmark_side: int, hit_rates: HitRates) -> "Array":
    """The chances to win by (agents left to the giver, agents left to the other) with this bank."""
    bank = Bank(bystander_side, checkmark_side)
    if not bank.tokens:
        return np.power(hit_rates.sudden_death, np.add.outer(np.arange(_SIZE), np.arange(_SIZE)))
    stopped = _next_turn_table(bank.after_stop(), hit_rates)
    missed = _next_turn_table(bank.after_miss(), hit_rates)
    said = [_clue_value(touches, stopped, missed, hit_rates.assassin_share) for touches in hit_rates.by_number]
    table: Array = np.max(said, axis=0)
    # A side without agents gives no clues: the other gives, and no token is spent on the change.
    table[0, 1:] = table[1:, 0]
    table[0, 0] = 1.0
    # An agent more to find cannot help; the overlap, taken as if words were drawn anew, could seem to.
    return np.minimum.accumulate(np.minimum.accumulate(table, axis=0), axis=1)


def _next_turn_table(bank: Bank | None, hit_rates: HitRates) -> "Array":
    """The next turn's table as the giver of this turn reads it: (agents left to this giver, to the other)."""
    if bank is None:
        return np.zeros((_SIZE, _SIZE))
    return _win_chance_table(bank.bystander_side, bank.checkmark_side, hit_rates).T


def _clue_value(touches: Sequence[float], stopped: "Array", missed: "Array", assassin: float) -> "Array":
    """The value of saying this many, for every number of agents left."""
    value = np.zeros((_SIZE, _SIZE))
    for left in range(1, _SIZE):
        going = 1.0
        for found, right in enumerate(touches[:left]):
            value[left] += going * (1 - right) * (1 - assassin) * _average_over_shared(missed[left - found], found)
            going *= right
        value[left] += going * _average_over_shared(stopped[left - min(len(touches), left)], min(len(touches), left))
    return value


def _average_over_shared(row: "Array", found: int) -> "Array":
    """A row over the other side's agents, averaged over how many of the words found were theirs too."""
    overlap = np.array([_overlap(other) for other in range(_SIZE)])
    for _ in range(found):
        row = (1 - overlap) * row + overlap * np.concatenate([row[:1], row[:-1]])
    return row
