"""Ratings agree with the worked example of Glickman's paper, and move as the paper says."""

from itertools import permutations, product
from math import exp, log, pi

import pytest

from duo.puzzle.glicko import GlickoRating

# Mark Glickman, "Example of the Glicko-2 system": a player of 1500 meets three opponents, and beats the first.
PLAYER = GlickoRating(1500, 200, 0.06)
RESULTS = [(GlickoRating(1400, 30), 1.0), (GlickoRating(1550, 100), 0.0), (GlickoRating(1700, 300), 0.0)]


def test_the_example_of_glickmans_paper_comes_out():
    after = PLAYER.after_results(RESULTS)
    assert after.rating == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=1e-5)


def test_the_chances_of_the_example_come_out():
    assert [PLAYER.expected_score(other) for other, _ in RESULTS] == pytest.approx([0.639, 0.432, 0.303], abs=5e-4)


def test_the_order_of_results_within_a_period_does_not_matter():
    once = PLAYER.after_results(RESULTS)
    for order in permutations(RESULTS):
        after = PLAYER.after_results(order)
        assert (after.rating, after.deviation) == pytest.approx((once.rating, once.deviation))


def test_a_win_raises_and_a_loss_lowers_the_rating_more_the_less_it_was_expected():
    changes = []
    for rating in (1100, 1400, 1700, 2000):
        other = GlickoRating(rating, 80)
        won, lost = (GlickoRating().after_results([(other, score)]).rating for score in (1.0, 0.0))
        assert lost < 1500 < won
        changes.append((won - 1500, 1500 - lost))
    assert [won for won, _ in changes] == sorted(won for won, _ in changes)
    assert [lost for _, lost in changes] == sorted((lost for _, lost in changes), reverse=True)


def test_equals_gain_by_a_win_what_they_lose_by_a_loss():
    won, lost = (GlickoRating().after_results([(GlickoRating(), score)]) for score in (1.0, 0.0))
    assert won.rating - 1500 == pytest.approx(1500 - lost.rating)
    assert won.deviation == pytest.approx(lost.deviation)


def test_every_game_makes_a_new_rating_more_certain():
    rating = GlickoRating()
    for game in range(20):
        after = rating.after_results([(GlickoRating(1500, 60), float(game % 2))])
        assert after.deviation < rating.deviation
        rating = after
    assert rating.deviation < 110


def test_a_rating_that_is_certain_moves_less():
    moves = [
        GlickoRating(1500, deviation).after_results([(GlickoRating(1600, 60), 1.0)]).rating - 1500
        for deviation in (350, 200, 100, 50)
    ]
    assert moves == sorted(moves, reverse=True)


def test_an_opponent_whose_rating_is_uncertain_tells_less():
    chances = [GlickoRating(1800).expected_score(GlickoRating(1500, deviation)) for deviation in (30, 150, 350)]
    assert chances == sorted(chances, reverse=True)
    assert min(chances) > 0.5
    assert GlickoRating(1500, 99).expected_score(GlickoRating(1500, 350)) == 0.5


def test_surprising_results_raise_the_volatility_and_expected_ones_lower_it():
    strong, weak = GlickoRating(1900, 50), GlickoRating(1100, 50)
    player = GlickoRating(1500, 50)
    assert player.after_results([(strong, 1.0)] * 6).volatility > player.volatility
    assert player.after_results([(weak, 1.0)] * 6).volatility < player.volatility


@pytest.mark.parametrize(
    ("sigma", "deviation", "rating", "score"),
    list(product([0.04, 0.06, 0.2], [30, 350], [900, 1500, 2100], [0.0, 1.0])),
)
def test_the_volatility_is_the_root_of_the_papers_equation(sigma, deviation, rating, score):
    """Find the root of the paper's f (step 5) by bisection."""
    other = GlickoRating(rating, 100)
    player = GlickoRating(1500, deviation, sigma)
    phi, weight = deviation / 173.7178, 1 / (1 + 3 * (100 / 173.7178) ** 2 / pi**2) ** 0.5
    chance = player.expected_score(other)
    variance = 1 / (weight**2 * chance * (1 - chance))
    delta = variance * weight * (score - chance)

    def f(x):
        total = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - total) / (2 * total**2) - (x - log(sigma**2)) / 0.25

    low, high = log(sigma**2) - 20, log(sigma**2) + 20
    assert f(low) > 0 > f(high)
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    assert player.after_results([(other, score)]).volatility == pytest.approx(exp(low / 2), rel=1e-5)
