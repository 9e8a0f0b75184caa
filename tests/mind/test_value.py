"""The chance to win agrees with a plain computation and with common sense."""

from functools import cache

import pytest

from duo.core.mission import Bank
from duo.mind.hit_rates import HUMAN_HIT_RATES
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
    assert Stakes(2, 0, Bank(1, 0)).win_chance_after(2, missed=False) == 1
    assert win_chance(9, 9, Bank(1, 0)) < 0.01


def test_a_miss_without_bystander_tokens_costs_two():
    rich, poor = Stakes(4, 4, Bank(5, 0)), Stakes(4, 4, Bank(0, 5))
    assert rich.win_chance_after(1, missed=True) == rich.win_chance_after(1, missed=False)
    assert poor.win_chance_after(1, missed=True) < poor.win_chance_after(1, missed=False)
    assert Stakes(4, 4, Bank(0, 1)).win_chance_after(1, missed=True) == 0


def test_agents_that_need_not_be_whole_are_read_between_the_whole_ones():
    low, high = win_chance(3, 3, Bank(4, 0)), win_chance(3, 4, Bank(4, 0))
    assert win_chance(3, 3.5, Bank(4, 0)) == pytest.approx((low + high) / 2)


def test_when_one_side_is_finished_the_other_gives_without_paying_for_the_change():
    assert win_chance(0, 3, Bank(4, 0)) == win_chance(3, 0, Bank(4, 0))


def overlap(other):
    """Return the chance that an open agent of one side is one of the `other` agents left to the other side."""
    return (3 / 9 * other / 9) / (3 / 9 * other / 9 + 6 / 9)


@cache
def plainly(giver, other, bystander_side, checkmark_side):
    """Return the chance to win, computed turn by turn, for the seat that gives next."""
    if not giver and not other:
        return 1.0
    if not giver:
        return plainly(other, 0, bystander_side, checkmark_side)
    bank = Bank(bystander_side, checkmark_side)
    if not bank.tokens:
        return HUMAN_HIT_RATES.sudden_death ** (giver + other)

    def after(found, left, bank_left):
        """The partner gives next. Some of the words found may be its agents too."""
        if bank_left is None:
            return 0.0
        if not found:
            return plainly(left, giver - done, bank_left.bystander_side, bank_left.checkmark_side)
        share = overlap(left)
        return (1 - share) * after(found - 1, left, bank_left) + share * after(found - 1, max(left - 1, 0), bank_left)

    best = 0.0
    for touches in HUMAN_HIT_RATES.by_number:
        reached, value = 1.0, 0.0
        for done, right in enumerate(touches[:giver]):
            value += (
                reached * (1 - right) * (1 - HUMAN_HIT_RATES.assassin_share) * after(done, other, bank.after_miss())
            )
            reached *= right
        done = min(len(touches), giver)
        best = max(best, value + reached * after(done, other, bank.after_stop()))
    return best


@pytest.mark.parametrize("bank", [(0, 0), (1, 0), (0, 1), (2, 0), (1, 2), (3, 0), (0, 4)], ids=str)
def test_the_table_is_what_going_through_the_turns_gives(bank):
    for giver in range(6):
        for other in range(4):
            assert win_chance(giver, other, Bank(*bank)) == pytest.approx(plainly(giver, other, *bank), abs=2e-3)


def test_a_third_of_what_is_found_first_is_the_partners_agent_too():
    bank = Bank(9, 0)
    assert Stakes(9, 9, bank).win_chance_after(3, missed=False) == pytest.approx(win_chance(8, 6, bank.after_stop()))
    assert Stakes(9, 9, bank).win_chance_after(3, missed=True) == pytest.approx(win_chance(8, 6, bank.after_miss()))
    assert Stakes(4, 0, bank).win_chance_after(1, missed=False) == pytest.approx(win_chance(0, 3, bank.after_stop()))
    few = Stakes(4, 3, bank).win_chance_after(2, missed=False)
    assert few == pytest.approx(win_chance(3 - 2 * overlap(3), 2, bank.after_stop()))


def test_nobody_finds_more_than_there_is():
    bank = Bank(3, 0)
    assert Stakes(1, 2, bank).win_chance_after(4, missed=False) == pytest.approx(
        win_chance(2 - 4 * overlap(2), 0, bank.after_stop())
    )
    assert Stakes(1, 0.2, bank).win_chance_after(9, missed=False) <= 1


def test_between_whole_numbers_it_is_read_in_both_directions():
    bank = Bank(4, 0)
    corners = [[win_chance(a, b, bank) for b in (5, 6)] for a in (3, 4)]
    expected = 0.75 * (0.5 * corners[0][0] + 0.5 * corners[0][1]) + 0.25 * (0.5 * corners[1][0] + 0.5 * corners[1][1])
    assert win_chance(3.25, 5.5, bank) == pytest.approx(expected)
    assert win_chance(9, 9, bank) == win_chance(9.0, 9.0, bank) < win_chance(8.5, 9, bank)


def test_a_partner_who_touches_better_wins_more():
    for bank in (Bank(3, 0), Bank(9, 0)):
        slow, usual, quick = (win_chance(4, 4, bank, HUMAN_HIT_RATES.with_skill(skill)) for skill in (-0.5, 0, 0.5))
        assert slow < usual < quick
