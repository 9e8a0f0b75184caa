"""The closed forms of the Plackett-Luce model agree with an enumeration of every order of touches."""

from itertools import permutations

import numpy as np
import pytest

from duo.mind.listener import plackett_luce


def chance_of(order, weights):
    chance, left = 1.0, weights.sum()
    for word in order:
        chance *= weights[word] / left
        left -= weights[word]
    return chance


def by_every_order(weights, draws):
    chances = np.zeros(len(weights))
    for order in permutations(range(len(weights)), draws):
        chances[list(order)] += chance_of(order, weights)
    return chances


@pytest.mark.parametrize("draws", [1, 2, 3, 4])
@pytest.mark.parametrize("seed", range(6))
def test_a_word_is_drawn_as_often_as_every_order_says(seed, draws):
    weights = np.exp(np.random.default_rng(seed).normal(size=7) * 3)
    assert plackett_luce.inclusion_probabilities(weights, draws) == pytest.approx(
        by_every_order(weights, draws), abs=1e-5
    )


def test_as_many_words_are_drawn_as_draws():
    weights = np.exp(np.random.default_rng(1).normal(size=25) * 4)
    for draws in range(1, 26):
        assert plackett_luce.inclusion_probabilities(weights, draws).sum() == pytest.approx(draws, abs=1e-4)


def test_a_word_without_weight_is_never_drawn():
    chances = plackett_luce.inclusion_probabilities(np.array([0.0, 2.0, 1.0, 0.0]), 3)
    assert list(chances) == [0, 1, 1, 0]
    assert not plackett_luce.inclusion_probabilities(np.zeros(3), 2).any()
    assert not plackett_luce.inclusion_probabilities(np.ones(3), 0).any()


@pytest.mark.parametrize("seed", range(6))
def test_a_run_of_greens_is_as_long_as_every_order_says(seed):
    weights = np.exp(np.random.default_rng(seed).normal(size=8) * 2)
    green, missing = weights[None, :5], weights[None, 5:].sum(axis=1)
    expected = [
        sum(chance_of(order, weights) for order in permutations(range(8), n) if max(order) < 5) for n in range(1, 5)
    ]
    assert plackett_luce.run_chances(green, missing)[:, 0] == pytest.approx(expected)
    one, two = plackett_luce.run_chances_up_to_two(green, missing)
    assert [one[0], two[0]] == pytest.approx(expected[:2])


def test_a_run_ends_with_the_last_green():
    reached = plackett_luce.run_chances(np.array([[3.0, 1.0]]), np.array([0.5]))
    assert reached[2, 0] == reached[3, 0] == 0
