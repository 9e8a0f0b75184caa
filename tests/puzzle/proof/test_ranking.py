"""Chances that a set of words is touched first."""

from itertools import permutations
from math import isclose

import numpy as np
import pytest

from duo.puzzle.proof.ranking import CountedWeights, find_top_two, rank_sets, set_chance

RNG = np.random.default_rng(4)
FIRST, SECOND = RNG.dirichlet(np.ones(9) / 2, size=2)


def in_order(weights, order, gone=()):
    """Return the chance to touch these places in this order, after `gone`."""
    chance, left = 1.0, weights.sum() - weights[list(gone)].sum()
    for place in order:
        chance *= weights[place] / left
        left -= weights[place]
    return chance


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_the_chance_of_a_set_is_the_sum_over_its_orders(size):
    ranked = rank_sets([CountedWeights(FIRST, size)])
    assert isclose(ranked.chances.sum(), 1)
    for places, chance in list(zip(ranked.sets, ranked.chances, strict=True))[::7]:
        expected = sum(in_order(FIRST, order) for order in permutations(places.tolist()))
        assert isclose(chance, expected, rel_tol=1e-9)
        assert isclose(set_chance(FIRST, places.tolist()), expected, rel_tol=1e-9)


def test_the_newest_clue_is_followed_first_and_then_the_older_one():
    ranked = rank_sets([CountedWeights(FIRST, 2), CountedWeights(SECOND, 1)])
    assert isclose(ranked.chances.sum(), 1)
    for places, chance in list(zip(ranked.sets.tolist(), ranked.chances, strict=True))[::5]:
        expected = sum(
            in_order(FIRST, order[:2]) * in_order(SECOND, order[2:], gone=order[:2]) for order in permutations(places)
        )
        assert isclose(chance, expected, rel_tol=1e-9)


def test_the_heaviest_words_are_the_best_set_and_the_next_changes_one_of_them():
    order = np.argsort(-FIRST)
    clear = find_top_two([CountedWeights(FIRST, 3)])
    assert set(clear.best) == set(order[:3])
    assert set(clear.next) == {*order[:2], order[3]}
    assert clear.margin == pytest.approx(clear.chance / clear.next_chance)
