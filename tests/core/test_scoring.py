"""Points and ratings, as the rulebook counts them."""

import pytest
from played import ALL_OF_A, REST_OF_B, play_turns

from duo.core.mission import Mission
from duo.core.refusal import Refusal
from duo.core.scoring import Rating, figure_problems, points, rating, score, score_from_figures

WIN = (f"A: {ALL_OF_A} =", f"B: {REST_OF_B}")


@pytest.mark.parametrize("turn", range(2, 10))
@pytest.mark.parametrize("bystanders", range(3))
def test_a_win_on_turn_k_with_b_bystanders_scores_3_for_each_turn_left_and_1_for_each_check(turn, bystanders):
    if bystanders > turn - 1:
        pytest.skip("the winning turn is no miss")
    assert points(9 - turn, turn - bystanders, sudden_death=False) == 3 * (9 - turn) + (turn - bystanders)


def test_the_token_of_the_winning_turn_counts():
    assert score(play_turns(*WIN)) == 3 * 7 + 2


def test_sudden_death_costs_a_point():
    misses = [f"{'AB'[turn % 2]}: N{turn // 2 + 1}" for turn in range(8)]
    won = play_turns(*misses, f"A: {ALL_OF_A} =", "SD: A:B1 A:B2 A:B3 A:B4 A:B5 A:TRAPA")
    assert score(won) == 1 - 1


def test_only_a_won_mission_of_nine_tokens_scores_cairo_too():
    assert score(play_turns("A: HITA")) is None
    assert score(play_turns("A: A1")) is None
    assert score(play_turns(*WIN, mission=Mission(11, 2))) is None
    assert score(play_turns(*WIN, mission=Mission(9, 5))) == 23


def test_a_discarded_token_scores_nothing():
    assert score(play_turns(f"A!: {ALL_OF_A} =", f"B: {REST_OF_B}")) == 3 * 6 + 2


@pytest.mark.parametrize(
    ("won", "word"),
    [
        (-1, Rating.WON),
        (5, Rating.WON),
        (6, Rating.GOOD),
        (8, Rating.GOOD),
        (9, Rating.INCREDIBLE),
        (10, Rating.INCREDIBLE),
        (11, Rating.MISSION_MAP),
    ],
)
def test_more_than_5_is_good_9_or_10_is_incredible_above_10_plays_the_mission_map(won, word):
    assert rating(won) is word


@pytest.mark.parametrize(
    ("tokens_left", "checks", "sudden_death", "reason"),
    [
        (8, 1, False, "two turns at least"),
        (10, 1, False, "two turns at least"),
        (3, 0, False, "one at least"),
        (5, 5, False, "more than nine together"),
        (0, 10, True, "more than nine together"),
        (1, 3, True, "bank is empty"),
        (-1, 3, False, "counted from 0"),
    ],
)
def test_figures_that_cannot_be_are_refused_with_the_reason(tokens_left, checks, sudden_death, reason):
    with pytest.raises(Refusal, match=reason):
        score_from_figures(tokens_left, checks, sudden_death=sudden_death)


def test_every_fault_of_the_figures_is_named():
    assert len(figure_problems(8, 0, sudden_death=False)) == 2


@pytest.mark.parametrize(
    ("tokens_left", "checks", "sudden_death", "due"),
    [(2, 5, False, 11), (0, 0, True, -1), (7, 1, False, 22), (0, 9, True, 8)],
)
def test_figures_that_can_be_are_scored(tokens_left, checks, sudden_death, due):
    assert score_from_figures(tokens_left, checks, sudden_death=sudden_death) == due
