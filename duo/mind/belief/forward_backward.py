"""The forward-backward algorithm over the clues of one giver.

A meaning is a set of words that one clue may have meant. A hypothesis is a set of words that several clues together may
have meant. The forward pass adds one clue after another. Each step, called a join, combines every hypothesis about the
clues so far with every meaning of the next clue. Pairs of a hypothesis and a meaning that cover the same words become
one new hypothesis. The backward pass computes the chance of each meaning of each clue, given all other clues.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from duo.mind.listener.intent import NO_MEANING, IntentModel, Meanings, places_of_best_scores

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from duo.mind.belief.hypergeometric import Hypergeometric

    Array = NDArray[np.float64]
    Places = NDArray[np.integer]

_MIN_PAIR_LIMIT_DIVISOR = 4  # each join may use its share of `max_pairs`, which is at most a quarter


class JoinLimits(NamedTuple):
    """Bounds on the work of the forward pass.

    After each join, the `max_hypotheses` likeliest hypotheses are kept. All joins together weigh at most `max_pairs`
    pairs of a hypothesis and a meaning. To stay below, a join leaves out the least likely meanings of its clue.
    """

    max_hypotheses: int
    max_pairs: int


FULL_JOIN_LIMITS = JoinLimits(4096, 1 << 20)
COUNTING_JOIN_LIMITS = JoinLimits(1024, 1 << 18)  # for word counts, which are rounded to whole numbers


@dataclass(frozen=True, slots=True, eq=False)
class _ClueJoin:
    """One step of the forward pass, which adds the clue at `clue_place`.

    `before` and `after` are the hypotheses before and after the step. `pair_weights` has a row for each hypothesis of
    `before` and a column for each meaning of the clue. `pair_groups` numbers the pairs by the words that they cover:
    pairs with the same words have the same number. The groups in `kept_groups` become the hypotheses `after`.
    """

    clue_place: int
    pair_weights: "Array"
    pair_groups: "Places"
    kept_groups: "Places"
    before: Meanings
    after: Meanings

    def backward_values(self, after: "Array") -> "Array":
        """Return the backward value of every pair: (hypotheses, meanings).

        It is the value in `after` of the hypothesis that the pair became, or 0 if that hypothesis was dropped.
        """
        by_group = np.zeros(int(self.pair_groups.max()) + 1)
        by_group[self.kept_groups] = after
        return by_group[self.pair_groups].reshape(self.pair_weights.shape)


def join_clues(clues: Sequence[Meanings], pattern: "Hypergeometric", intent_model: IntentModel) -> Meanings:
    """Return the sets of words that all these clues together may have meant, with their weights."""
    hypotheses = NO_MEANING
    for join in _forward_joins(clues, pattern, intent_model, FULL_JOIN_LIMITS):
        hypotheses = join.after
    return hypotheses


def meaning_posteriors(
    clues: Sequence[Meanings],
    pattern: "Hypergeometric",
    intent_model: IntentModel,
    found_mask: np.uint64,
    limits: JoinLimits,
) -> "list[Array]":
    """Return one array for each clue: the chance of each of its meanings.

    The chances take into account all other clues, the pattern of the key card, and that the words in `found_mask` are
    agents.
    """
    joins = list(_forward_joins(clues, pattern, intent_model, limits))
    chances = [np.zeros(len(clue.masks)) for clue in clues]
    after = pattern.mask_chances((joins[-1].after if joins else NO_MEANING).masks | found_mask)
    for join in reversed(joins):
        pairs = join.pair_weights * join.backward_values(after)
        by_meaning = pairs.sum(axis=0)
        chances[join.clue_place][: len(by_meaning)] = by_meaning / max(float(by_meaning.sum()), 1e-300)
        after = pairs.sum(axis=1) / join.before.weights
    return chances


def _forward_joins(
    clues: Sequence[Meanings], pattern: "Hypergeometric", intent_model: IntentModel, limits: JoinLimits
) -> Iterator[_ClueJoin]:
    """Yield the steps of the forward pass. Clues with few meanings come first, because they leave few hypotheses."""
    before = NO_MEANING
    for place in sorted(range(len(clues)), key=lambda place: len(clues[place].masks)):
        max_meanings = max(limits.max_pairs // max(len(clues), _MIN_PAIR_LIMIT_DIVISOR) // len(before.masks), 1)
        clue = clues[place].select(slice(max_meanings))  # meanings are sorted, the likeliest first
        weights = _pair_weights(before, clue, intent_model)
        masks, groups = np.unique((before.masks[:, None] | clue.masks).ravel(), return_inverse=True)
        merged = Meanings(masks, np.bincount(groups, weights.ravel(), minlength=len(masks)).astype(np.float64))
        kept = places_of_best_scores(merged.weights * pattern.mask_chances(masks), limits.max_hypotheses)
        after = merged.select(kept)
        yield _ClueJoin(place, weights, groups, kept, before, after)
        before = after


def _pair_weights(before: Meanings, clue: Meanings, intent_model: IntentModel) -> "Array":
    """Return the weight of every pair of a hypothesis `before` and a meaning of the clue: (hypotheses, meanings)."""
    repeated = np.bitwise_count((before.masks[:, None] & clue.masks) & np.uint64((1 << 32) - 1))
    weights: Array = before.weights[:, None] * clue.weights * intent_model.repeat_factor ** repeated.astype(np.float64)
    return weights
