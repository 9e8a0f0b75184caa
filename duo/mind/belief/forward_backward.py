"""The forward-backward algorithm over the clues of one giver.

The forward pass joins the clues one after another. Each join pairs the hypotheses so far with the meanings of the next
clue and merges pairs that mean the same words into one hypothesis. The backward pass gives the chance of each meaning
of one clue, given all others.
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

_MIN_CLUES = 4  # the limit of pairs is divided by at least this many clues


class JoinLimits(NamedTuple):
    """How many hypotheses each join keeps, and how many pairs of hypothesis and meaning all joins weigh together."""

    hypotheses: int
    pairs: int


FULL_LIMITS = JoinLimits(4096, 1 << 20)
COUNTING_LIMITS = JoinLimits(1024, 1 << 18)  # enough for counts of words, which are rounded to whole numbers


@dataclass(frozen=True, slots=True, eq=False)
class _Join:
    """One clue joined with those before it: rows are earlier hypotheses, columns meanings of the clue."""

    place: int
    weights: "Array"
    groups: "Places"  # the group of each pair; pairs that mean the same words share one, and `kept` become hypotheses
    kept: "Places"
    before: Meanings
    after: Meanings

    def carry_back(self, after: "Array") -> "Array":
        """Return for every pair the backward value of the hypothesis that it became, 0 if that was dropped."""
        by_group = np.zeros(int(self.groups.max()) + 1)
        by_group[self.kept] = after
        return by_group[self.groups].reshape(self.weights.shape)


def join_clues(clues: Sequence[Meanings], pattern: "Hypergeometric", intent_model: IntentModel) -> Meanings:
    """Return the hypotheses of what all these clues together meant."""
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
    """Return the chance of each meaning of each clue, given all others and that the words of `found_mask` are found."""
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
    """Yield the joins, the clues with the fewest meanings first, as they leave few hypotheses."""
    before = NO_MEANING
    for place in sorted(range(len(clues)), key=lambda place: len(clues[place].masks)):
        max_meanings = max(limits.pairs // max(len(clues), _MIN_CLUES) // len(before.masks), 1)
        clue = clues[place].select(slice(max_meanings))  # meanings are sorted, the likeliest first
        weights = _pair_weights(before, clue, intent_model)
        masks, groups = np.unique((before.masks[:, None] | clue.masks).ravel(), return_inverse=True)
        merged = Meanings(masks, np.bincount(groups, weights.ravel(), minlength=len(masks)).astype(np.float64))
        kept = best_places(merged.weights * pattern.chance(masks), limits.hypotheses)
        after = merged.select(kept)
        yield _Join(place, weights, groups, kept, before, after)
        before = after


def _pair_weights(before: Meanings, clue: Meanings, intent_model: IntentModel) -> "Array":
    """Return the weight of every pair of an earlier hypothesis and a meaning: (hypotheses, meanings)."""
    repeated = np.bitwise_count((before.masks[:, None] & clue.masks) & np.uint64((1 << 32) - 1))
    weights: Array = before.weights[:, None] * clue.weights * intent_model.repeat_factor ** repeated.astype(np.float64)
    return weights
