"""The clues of one giver joined, one after another, into hypotheses of what all of them together meant.

Each join weighs the hypotheses so far beside the meanings of the next clue; what comes to the same words is one
hypothesis from then on. What one clue meant, given all the others, is told by going back the same way: the
forward-backward algorithm.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from duo.mind.listener.intent import NO_MEANING, IntentModel, Meanings, best_places

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from duo.mind.belief.hypergeometric import Hypergeometric

    Array = NDArray[np.float64]
    Places = NDArray[np.integer]

_MIN_CLUES = 4  # that the pairs are shared among


class JoinLimits(NamedTuple):
    """How many hypotheses are kept, and how many pairs of one and a meaning are weighed for all clues together."""

    hypotheses: int
    pairs: int


FULL_LIMITS = JoinLimits(4096, 1 << 20)
COUNTING_LIMITS = JoinLimits(1024, 1 << 18)  # a number of words is told whole: what this changes is lost in rounding


@dataclass(frozen=True, slots=True, eq=False)
class _Join:
    """One clue joined with those before it: a row for each hypothesis before, a column for each of its meanings."""

    place: int
    weights: "Array"
    groups: "Places"  # pairs that come to the same words are one group; those of `kept` are the hypotheses after
    kept: "Places"
    before: Meanings
    after: Meanings

    def carry_back(self, after: "Array") -> "Array":
        """What the hypotheses after the join are given, for every pair that led to one of them."""
        given = np.zeros(int(self.groups.max()) + 1)
        given[self.kept] = after
        return given[self.groups].reshape(self.weights.shape)


def join_clues(clues: Sequence[Meanings], pattern: "Hypergeometric", intent_model: IntentModel) -> Meanings:
    """What all these clues together may have meant, within bounds."""
    hypotheses = NO_MEANING
    for join in _join_steps(clues, pattern, intent_model, FULL_LIMITS):
        hypotheses = join.after
    return hypotheses


def meaning_posteriors(
    clues: Sequence[Meanings],
    pattern: "Hypergeometric",
    intent_model: IntentModel,
    found_mask: np.uint64,
    limits: JoinLimits,
) -> "list[Array]":
    """The chance of each meaning of each clue, given all the others and that the words of `found` are green."""
    joins = list(_join_steps(clues, pattern, intent_model, limits))
    chances = [np.zeros(len(clue.masks)) for clue in clues]
    after = pattern.chance((joins[-1].after if joins else NO_MEANING).masks | found_mask)
    for join in reversed(joins):
        pairs = join.weights * join.carry_back(after)
        by_meaning = pairs.sum(axis=0)
        chances[join.place][: len(by_meaning)] = by_meaning / max(float(by_meaning.sum()), 1e-300)
        after = pairs.sum(axis=1) / join.before.weights
    return chances


def _join_steps(
    clues: Sequence[Meanings], pattern: "Hypergeometric", intent_model: IntentModel, limits: JoinLimits
) -> Iterator[_Join]:
    """The clearest clues come first, as they leave few hypotheses."""
    before = NO_MEANING
    for place in sorted(range(len(clues)), key=lambda place: len(clues[place].masks)):
        few = max(limits.pairs // max(len(clues), _MIN_CLUES) // len(before.masks), 1)  # the likeliest come first
        clue = clues[place].select(slice(few))
        weights = _pair_weights(before, clue, intent_model)
        masks, groups = np.unique((before.masks[:, None] | clue.masks).ravel(), return_inverse=True)
        together = Meanings(masks, np.bincount(groups, weights.ravel(), minlength=len(masks)).astype(np.float64))
        kept = best_places(together.weights * pattern.chance(masks), limits.hypotheses)
        after = together.select(kept)
        yield _Join(place, weights, groups, kept, before, after)
        before = after


def _pair_weights(before: Meanings, clue: Meanings, intent_model: IntentModel) -> "Array":
    """Of every meaning of a clue beside every hypothesis of the others: (hypotheses, meanings)."""
    again = np.bitwise_count((before.masks[:, None] & clue.masks) & np.uint64((1 << 32) - 1))
    weights: Array = before.weights[:, None] * clue.weights * intent_model.repeat_factor ** again.astype(np.float64)
    return weights
