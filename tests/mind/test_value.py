"""The worth of a state follows the sense of the game."""

import pytest

from duo.core.mission import Bank
from duo.mind.value import Stakes, win_chance


def test_more_tokens_are_never_worse_and_more_agents_left_never_better():
    for left in range(10):
        for other in range(10):
            for tokens in range(1, 11):
                here = win_chance(left, other, Bank(tokens, 0))
                assert here <= win_chance(left, other, Bank(tokens + 1, 0)) + 1e-12
                if left < 9:
                    assert here >= win_chance(left + 1, other, Bank(tokens, 0)) - 1e-12
                assert 0 <= here <= 1


def test_all_agents_found_is_a_win_and_a_lost_token_race_is_not():
    assert win_chance(0, 0, Bank(0, 0)) == 1
    assert Stakes(2, 0, Bank(1, 0)).after(2, missed=False) == 1
    assert win_chance(9, 9, Bank(1, 0)) < 0.01


def test_a_miss_without_bystander_tokens_costs_two():
    rich, poor = Stakes(4, 4, Bank(5, 0)), Stakes(4, 4, Bank(0, 5))
    assert rich.after(1, missed=True) == rich.after(1, missed=False)
    assert poor.after(1, missed=True) < poor.after(1, missed=False)
    assert Stakes(4, 4, Bank(0, 1)).after(1, missed=True) == 0


def test_agents_that_need_not_be_whole_are_read_between_the_whole_ones():
    low, high = win_chance(3, 3, Bank(4, 0)), win_chance(3, 4, Bank(4, 0))
    assert win_chance(3, 3.5, Bank(4, 0)) == pytest.approx((low + high) / 2)


def test_when_one_side_is_finished_the_other_gives_without_paying_for_the_change():
    assert win_chance(0, 3, Bank(4, 0)) == win_chance(3, 0, Bank(4, 0))
