"""The chance, by the pattern alone, that these words are green and those are not.

Sets of words are masks: bit i stands for word i, and bit 32 + i for its being denied. Within a group of the pattern all
words are alike, so only how many of each group are in a set counts.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Self

import numpy as np

from duo.core.word import fold

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from duo.mind.belief.pattern import PatternGroup, SidePrior

    Array = NDArray[np.float64]
    Counts = NDArray[np.uint8]
    Masks = NDArray[np.uint64]

MAX_WORDS = 32  # words that a mask has room for; a table has 25
DENIED_SHIFT = np.uint64(MAX_WORDS)  # by so many bits a word's denial stands above the word


@dataclass(frozen=True, slots=True, eq=False)
class Hypergeometric:
    """Draws without return, group by group: `groups` are masks, `all_green` and `finished` tables by what was drawn."""

    group_masks: "Masks"
    group_sizes: "Array"
    agent_counts: "Array"
    chance_tables: tuple["Array", ...]
    finished_tables: tuple[
        "Array", ...
    ]  # the chance that all agents of a group are covered; () if some are not for certain
    uncovered_mask: np.uint64

    @classmethod
    def from_side(cls, side: "SidePrior", bits: Mapping[str, int]) -> Self:
        """`bits` has the bit of each word of the side, which are folded there."""
        groups = [sum(1 << bits[fold(word)] for word in group.words) for group in side.groups]
        covered = [sum(word in side.covered for word in group.words) for group in side.groups]
        ends = all(group.agents <= agents for group, agents in zip(side.groups, covered, strict=True))
        finished = (
            tuple(_finished_table(group, agents) for group, agents in zip(side.groups, covered, strict=True))
            if side.has_agents_left and ends
            else ()
        )
        uncovered = sum(
            1 << bits[fold(word)] for group in side.groups for word in group.words if word not in side.covered
        )
        return cls(
            np.array(groups, np.uint64),
            np.array([float(len(group.words)) for group in side.groups]),
            np.array([float(group.agents) for group in side.groups]),
            tuple(_chance_table(len(group.words), group.agents) for group in side.groups),
            finished,
            np.uint64(uncovered),
        )

    def counts(self, masks: "Masks") -> "tuple[Counts, Counts]":
        """How many words of each group are meant and denied: (groups, masks) each."""
        groups = self.group_masks[:, None]
        return np.bitwise_count(masks & groups), np.bitwise_count((masks >> DENIED_SHIFT) & groups)

    def chance(self, masks: "Masks") -> "Array":
        """The chance that all that is meant is green and nothing that is denied."""
        chance = np.where(masks & (masks >> DENIED_SHIFT), 0.0, 1.0)
        for table, meant, denied in zip(self.chance_tables, *self.counts(masks), strict=True):
            chance *= table[meant, denied]
        return chance

    def next_agent_chance(self, masks: "Masks") -> "Array":
        """The chance of any other word of each group to be green, where that is so: (groups, masks)."""
        meant, denied = self.counts(masks)
        left = self.group_sizes[:, None] - meant - denied
        return np.divide(self.agent_counts[:, None] - meant, left, out=np.zeros(left.shape), where=left > 0)

    def unfinished_chance(self, masks: "Masks") -> "Array":
        """The chance that agents are left to find, where all this is so; 1 where that is not known."""
        if not self.finished_tables:
            return np.ones(len(masks))
        meant, _ = self.counts(masks)
        over = np.where(masks & self.uncovered_mask, 0.0, 1.0)
        for table, drawn in zip(self.finished_tables, meant, strict=True):
            over *= table[drawn]
        return 1 - over


@lru_cache(maxsize=1024)  # the same few groups come back at every table
def _chance_table(size: int, agents: float) -> "Array":
    """The chance that so many words of a group are green and so many others are not."""
    table = np.outer(_falling_factorials(agents, size), _falling_factorials(size - agents, size))
    both = np.add.outer(np.arange(size + 1), np.arange(size + 1))
    table /= _falling_factorials(size, size)[np.minimum(both, size)]
    table[both > size] = 0.0
    table.flags.writeable = False
    return table


def _falling_factorials(number: float, max_factors: int) -> "Array":
    """Number (number - 1) … with 0, 1, … factors up to so many, none of them below 0."""
    return np.cumprod([1.0, *(max(number - step, 0.0) for step in range(max_factors))], dtype=np.float64)


def _finished_table(group: "PatternGroup", covered: int) -> "Array":
    """The chance that all greens of the group are covered, once so many covered words of it are known to be green."""
    size, green = len(group.words), round(group.agents)
    table = np.zeros(size + 1)
    for known in range(min(green, covered) + 1):
        table[known] = comb(covered - known, green - known) / comb(size - known, green - known)
    return table
