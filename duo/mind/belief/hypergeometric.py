"""The chance, by the pattern of the key card alone, that some words are agents and others are not.

The words in question are given as a mask: bit i says that word i is an agent (meant), bit 32 + i that it is not
(denied). The pattern puts the words into groups. All words of a group have the same chances, so the chance of a mask
depends only on how many words of each group are meant and denied.
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

MAX_MASK_WORDS = 32  # a table has 25 words
DENIED_BIT_SHIFT = np.uint64(MAX_MASK_WORDS)  # distance between the two bits of a word


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
            tuple(_all_covered_table(group, count) for group, count in zip(side.groups, covered, strict=True))
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
            tuple(_agent_chance_table(len(group.words), group.agents) for group in side.groups),
            finished,
            np.uint64(uncovered),
        )

    def count_by_group(self, masks: "Masks") -> "tuple[Counts, Counts]":
        """Return two arrays, (groups, masks) each: how many words of the group are meant, and how many are denied."""
        groups = self.group_masks[:, None]
        return np.bitwise_count(masks & groups), np.bitwise_count((masks >> DENIED_BIT_SHIFT) & groups)

    def mask_chances(self, masks: "Masks") -> "Array":
        """Return for each mask the chance that all its meant words are agents and none of its denied words is one."""
        chance = np.where(masks & (masks >> DENIED_BIT_SHIFT), 0.0, 1.0)
        for table, meant, denied in zip(self.chance_tables, *self.count_by_group(masks), strict=True):
            chance *= table[meant, denied]
        return chance

    def other_word_chances(self, masks: "Masks") -> "Array":
        """Return the chance that a word which is neither meant nor denied is an agent: (groups, masks).

        All such words of a group have the same chance. It is given that the mask is right.
        """
        meant, denied = self.count_by_group(masks)
        left = self.group_sizes[:, None] - meant - denied
        return np.divide(self.agent_counts[:, None] - meant, left, out=np.zeros(left.shape), where=left > 0)

    def agents_left_chances(self, masks: "Masks") -> "Array":
        """Return for each mask the chance that some agents are not covered yet, given that the mask is right.

        It is 1 if `finished_tables` is empty.
        """
        if not self.finished_tables:
            return np.ones(len(masks))
        meant, _ = self.count_by_group(masks)
        finished = np.where(masks & self.uncovered_mask, 0.0, 1.0)
        for table, known in zip(self.finished_tables, meant, strict=True):
            finished *= table[known]
        return 1 - finished


@lru_cache(maxsize=1024)  # the same few groups occur at every table
def _agent_chance_table(size: int, agents: float) -> "Array":
    """Return the chances for a group of `size` words of which `agents` are agents: (words meant, words denied)."""
    table = np.outer(_falling_factorials(agents, size), _falling_factorials(size - agents, size))
    both = np.add.outer(np.arange(size + 1), np.arange(size + 1))
    table /= _falling_factorials(size, size)[np.minimum(both, size)]
    table[both > size] = 0.0
    table.flags.writeable = False
    return table


def _falling_factorials(number: float, max_factors: int) -> "Array":
    """Return the products number · (number - 1) · … of 0 to `max_factors` factors, each at least 0."""
    return np.cumprod([1.0, *(max(number - step, 0.0) for step in range(max_factors))], dtype=np.float64)


def _all_covered_table(group: "PatternGroup", covered: int) -> "Array":
    """Return the chance that all agents of the group are covered, by how many covered words are known to be agents."""
    size, agents = len(group.words), round(group.agents)
    table = np.zeros(size + 1)
    for known in range(min(agents, covered) + 1):
        table[known] = comb(covered - known, agents - known) / comb(size - known, agents - known)
    return table
