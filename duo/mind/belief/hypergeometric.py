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

    from duo.mind.belief.pattern import Group, Side

    Array = NDArray[np.float64]
    Counts = NDArray[np.uint8]
    Masks = NDArray[np.uint64]

MOST = 32  # words that a mask has room for; a table has 25
DENIED = np.uint64(MOST)  # by so many bits a word's denial stands above the word


@dataclass(frozen=True, slots=True, eq=False)
class Hypergeometric:
    """Draws without return, group by group: `groups` are masks, `all_green` and `finished` tables by what was drawn."""

    groups: "Masks"
    sizes: "Array"
    greens: "Array"
    all_green: tuple["Array", ...]
    finished: tuple["Array", ...]  # the chance that all agents of a group are covered; () if some are not for certain
    uncovered: np.uint64

    @classmethod
    def of(cls, side: "Side", bits: Mapping[str, int]) -> Self:
        """`bits` has the bit of each word of the side, which are folded there."""
        groups = [sum(1 << bits[fold(word)] for word in group.words) for group in side.groups]
        covered = [sum(word in side.covered for word in group.words) for group in side.groups]
        ends = all(group.green <= agents for group, agents in zip(side.groups, covered, strict=True))
        finished = (
            tuple(_finished(group, agents) for group, agents in zip(side.groups, covered, strict=True))
            if side.unfinished and ends
            else ()
        )
        uncovered = sum(
            1 << bits[fold(word)] for group in side.groups for word in group.words if word not in side.covered
        )
        return cls(
            np.array(groups, np.uint64), np.array([float(len(group.words)) for group in side.groups]),
            np.array([float(group.green) for group in side.groups]),
            tuple(_all_green(len(group.words), group.green) for group in side.groups),
            finished, np.uint64(uncovered),
        )  # fmt: skip

    def counts(self, masks: "Masks") -> "tuple[Counts, Counts]":
        """How many words of each group are meant and denied: (groups, masks) each."""
        groups = self.groups[:, None]
        return np.bitwise_count(masks & groups), np.bitwise_count((masks >> DENIED) & groups)

    def chance(self, masks: "Masks") -> "Array":
        """The chance that all that is meant is green and nothing that is denied."""
        chance = np.where(masks & (masks >> DENIED), 0.0, 1.0)
        for table, meant, denied in zip(self.all_green, *self.counts(masks), strict=True):
            chance *= table[meant, denied]
        return chance

    def next_green(self, masks: "Masks") -> "Array":
        """The chance of any other word of each group to be green, where that is so: (groups, masks)."""
        meant, denied = self.counts(masks)
        left = self.sizes[:, None] - meant - denied
        return np.divide(self.greens[:, None] - meant, left, out=np.zeros(left.shape), where=left > 0)

    def unfinished(self, masks: "Masks") -> "Array":
        """The chance that agents are left to find, where all this is so; 1 where that is not known."""
        if not self.finished:
            return np.ones(len(masks))
        meant, _ = self.counts(masks)
        over = np.where(masks & self.uncovered, 0.0, 1.0)
        for table, drawn in zip(self.finished, meant, strict=True):
            over *= table[drawn]
        return 1 - over


@lru_cache(maxsize=1024)  # the same few groups come back at every table
def _all_green(size: int, green: float) -> "Array":
    """The chance that so many words of a group are green and so many others are not."""
    table = np.outer(_falling(green, size), _falling(size - green, size))
    both = np.add.outer(np.arange(size + 1), np.arange(size + 1))
    table /= _falling(size, size)[np.minimum(both, size)]
    table[both > size] = 0.0
    table.flags.writeable = False
    return table


def _falling(number: float, most: int) -> "Array":
    """Number (number - 1) … with 0, 1, … factors up to so many, none of them below 0."""
    return np.cumprod([1.0, *(max(number - step, 0.0) for step in range(most))], dtype=np.float64)


def _finished(group: "Group", covered: int) -> "Array":
    """The chance that all greens of the group are covered, once so many covered words of it are known to be green."""
    size, green = len(group.words), round(group.green)
    table = np.zeros(size + 1)
    for known in range(min(green, covered) + 1):
        table[known] = comb(covered - known, green - known) / comb(size - known, green - known)
    return table
