"""The clues of one giver joined, one after another, into hypotheses of what all of them together meant.

Each join weighs the hypotheses so far beside the meanings of the next clue; what comes to the same words is one
hypothesis from then on. What one clue meant, given all the others, is told by going back the same way: the
forward-backward algorithm.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from duo.mind.listener.intent import NOTHING, MeaningLaw, Meanings, best_places

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from duo.mind.belief.hypergeometric import Hypergeometric

    Array = NDArray[np.float64]
    Places = NDArray[np.integer]

_FEWEST_CLUES = 4  # that the pairs are shared among


class Bounds(NamedTuple):
    """How many hypotheses are kept, and how many pairs of one and a meaning are weighed for all clues together."""

    hypotheses: int
    pairs: int


FULL = Bounds(4096, 1 << 20)
FOR_COUNTING = Bounds(1024, 1 << 18)  # a number of words is told whole: what this changes is lost in rounding


@dataclass(frozen=True, slots=True, eq=False)
class _Join:
    """One clue joined with those before it: a row for each hypothesis before, a column for each of its meanings."""

    place: int
    weights: "Array"
    groups: "Places"  # pairs that come to the same words are one group; those of `kept` are the hypotheses after
    kept: "Places"
    before: Meanings
    after: Meanings

    def carried_back(self, after: "Array") -> "Array":
        """What the hypotheses after the join are given, for every pair that led to one of them."""
        given = np.zeros(int(self.groups.max()) + 1)
        given[self.kept] = after
        return given[self.groups].reshape(self.weights.shape)


def joined(clues: Sequence[Meanings], pattern: "Hypergeometric", law: MeaningLaw) -> Meanings:
    """What all these clues together may have meant, within bounds."""
    hypotheses = NOTHING
    for join in _joins(clues, pattern, law, FULL):
        hypotheses = join.after
    return hypotheses


def posteriors(
    clues: Sequence[Meanings], pattern: "Hypergeometric", law: MeaningLaw, found: np.uint64, bounds: Bounds
) -> "list[Array]":
    """The chance of each meaning of each clue, given all the others and that the words of `found` are green."""
    joins = list(_joins(clues, pattern, law, bounds))
    chances = [np.zeros(len(clue.masks)) for clue in clues]
    after = pattern.chance((joins[-1].after if joins else NOTHING).masks | found)
    for join in reversed(joins):
        pairs = join.weights * join.carried_back(after)
        by_meaning = pairs.sum(axis=0)
        chances[join.place][: len(by_meaning)] = by_meaning / max(float(by_meaning.sum()), 1e-300)
        after = pairs.sum(axis=1) / join.before.weights
    return chances


def _joins(clues: Sequence[Meanings], pattern: "Hypergeometric", law: MeaningLaw, bounds: Bounds) -> Iterator[_Join]:
    """The clearest clues come first, as they leave few hypotheses."""
    before = NOTHING
    for place in sorted(range(len(clues)), key=lambda place: len(clues[place].masks)):
        few = max(bounds.pairs // max(len(clues), _FEWEST_CLUES) // len(before.masks), 1)  # the likeliest come first
        clue = clues[place].at(slice(few))
        weights = _weights(before, clue, law)
        masks, groups = np.unique((before.masks[:, None] | clue.masks).ravel(), return_inverse=True)
        together = Meanings(masks, np.bincount(groups, weights.ravel(), minlength=len(masks)).astype(np.float64))
        kept = best_places(together.weights * pattern.chance(masks), bounds.hypotheses)
        after = together.at(kept)
        yield _Join(place, weights, groups, kept, before, after)
        before = after


def _weights(before: Meanings, clue: Meanings, law: MeaningLaw) -> "Array":
    """Of every meaning of a clue beside every hypothesis of the others: (hypotheses, meanings)."""
    again = np.bitwise_count((before.masks[:, None] & clue.masks) & np.uint64((1 << 32) - 1))
    weights: Array = before.weights[:, None] * clue.weights * law.again ** again.astype(np.float64)
    return weights
