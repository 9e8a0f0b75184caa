"""The chance, by the pattern alone, that some words are agents and others are not.

Sets of words are masks: bit i says that word i is an agent (meant), bit 32 + i that it is not (denied). All words of a
group of the pattern are alike, so a chance depends only on how many words of each group are in the set.
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

MAX_WORDS = 32  # room for words in a mask; a table has 25
DENIED_SHIFT = np.uint64(MAX_WORDS)  # distance between the two bits of a word


@dataclass(frozen=True, slots=True, eq=False)
class Hypergeometric:
    """A multivariate hypergeometric distribution: draws without replacement from each group of the pattern.

    `chance_tables[group][meant, denied]` is the chance that so many words are agents and so many others are not.
    `finished_tables[group][known]` is the chance that all agents of the group are covered if `known` covered words are
    agents. It is empty if some agents are certainly not covered.
    """

    group_masks: "Masks"
    group_sizes: "Array"
    agent_counts: "Array"
    chance_tables: tuple["Array", ...]
    finished_tables: tuple["Array", ...]
    uncovered_mask: np.uint64

    @classmethod
    def from_side(cls, side: "SidePrior", bits: Mapping[str, int]) -> Self:
        """Build the distribution of a side. `bits` maps each folded word of the side to its bit."""
        groups = [sum(1 << bits[fold(word)] for word in group.words) for group in side.groups]
        covered = [sum(word in side.covered for word in group.words) for group in side.groups]
        can_be_finished = all(group.agents <= count for group, count in zip(side.groups, covered, strict=True))
        finished = (
            tuple(_finished_table(group, count) for group, count in zip(side.groups, covered, strict=True))
            if side.has_agents_left and can_be_finished
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
        """Return how many words of each group are meant and how many are denied: (groups, masks) each."""
        groups = self.group_masks[:, None]
        return np.bitwise_count(masks & groups), np.bitwise_count((masks >> DENIED_SHIFT) & groups)

    def chance(self, masks: "Masks") -> "Array":
        """Return the chance that all words meant are agents and no word denied is one."""
        chance = np.where(masks & (masks >> DENIED_SHIFT), 0.0, 1.0)
        for table, meant, denied in zip(self.chance_tables, *self.counts(masks), strict=True):
            chance *= table[meant, denied]
        return chance

    def next_agent_chance(self, masks: "Masks") -> "Array":
        """Return the chance that any other word of each group is an agent, given the mask: (groups, masks)."""
        meant, denied = self.counts(masks)
        left = self.group_sizes[:, None] - meant - denied
        return np.divide(self.agent_counts[:, None] - meant, left, out=np.zeros(left.shape), where=left > 0)

    def unfinished_chance(self, masks: "Masks") -> "Array":
        """Return the chance that some agents are not covered, given the mask; 1 if that is not known of the side."""
        if not self.finished_tables:
            return np.ones(len(masks))
        meant, _ = self.counts(masks)
        finished = np.where(masks & self.uncovered_mask, 0.0, 1.0)
        for table, known in zip(self.finished_tables, meant, strict=True):
            finished *= table[known]
        return 1 - finished


@lru_cache(maxsize=1024)  # the same few groups occur at every table
def _chance_table(size: int, agents: float) -> "Array":
    """Return the chances by (number of words meant, number of words denied) for a group."""
    table = np.outer(_falling_factorials(agents, size), _falling_factorials(size - agents, size))
    both = np.add.outer(np.arange(size + 1), np.arange(size + 1))
    table /= _falling_factorials(size, size)[np.minimum(both, size)]
    table[both > size] = 0.0
    table.flags.writeable = False
    return table


def _falling_factorials(number: float, max_factors: int) -> "Array":
    """Return the products number · (number - 1) · … of 0 to `max_factors` factors, each at least 0."""
    return np.cumprod([1.0, *(max(number - step, 0.0) for step in range(max_factors))], dtype=np.float64)


def _finished_table(group: "PatternGroup", covered: int) -> "Array":
    """Return the chance that all agents of the group are covered, by how many covered words are known to be agents."""
    size, agents = len(group.words), round(group.agents)
    table = np.zeros(size + 1)
    for known in range(min(agents, covered) + 1):
        table[known] = comb(covered - known, agents - known) / comb(size - known, agents - known)
    return table
