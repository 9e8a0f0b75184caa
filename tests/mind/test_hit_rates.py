"""A player's skill is estimated from touches, and the giver adapts to it."""

import numpy as np
import pytest
from played import play_turns

from duo.core.key import Seat
from duo.mind.giver.giver import ExpectedValueGiver
from duo.mind.hit_rates import HUMAN_HIT_RATES, TouchTally, estimate_skill

ALWAYS_RIGHT = TouchTally(right=(((2, 0), 20), ((2, 1), 20)))
OFTEN_WRONG = TouchTally(right=(((2, 0), 8),), wrong=(((2, 0), 12),))


def test_nothing_known_of_a_player_is_people():
    skill, spread = estimate_skill(TouchTally())
    assert skill == pytest.approx(0)
    assert spread == pytest.approx(0.5, abs=0.01)
    assert HUMAN_HIT_RATES.with_skill(0.0).by_number[2] == pytest.approx(HUMAN_HIT_RATES.by_number[2])


def test_right_touches_ease_the_pace_and_wrong_ones_slow_it_the_more_the_surer():
    few, many = TouchTally(right=(((2, 1), 2),)), TouchTally(right=(((2, 1), 20),))
    assert 0 < estimate_skill(few)[0] < estimate_skill(many)[0]
    assert estimate_skill(OFTEN_WRONG)[0] < 0
    assert estimate_skill(many)[1] < estimate_skill(few)[1] < estimate_skill(TouchTally())[1]
    better = HUMAN_HIT_RATES.with_skill(estimate_skill(many)[0])
    assert all(
        fast > usual for fast, usual in zip(np.ravel(better.by_number[1]), HUMAN_HIT_RATES.by_number[1], strict=True)
    )


def test_the_grid_agrees_with_the_whole_integral():
    tally = TouchTally(right=(((1, 0), 3), ((2, 1), 1)), wrong=(((2, 0), 2),))
    fine = np.linspace(-8, 8, 200_001)
    density = np.exp(-((fine / 0.5) ** 2) / 2)
    for (number, place), count, right in [((1, 0), 3, True), ((2, 1), 1, True), ((2, 0), 2, False)]:
        base = HUMAN_HIT_RATES.by_number[number - 1][place]
        chance = 1 / (1 + np.exp(-np.log(base / (1 - base)) - fine))
        density *= (chance if right else 1 - chance) ** count
    assert estimate_skill(tally)[0] == pytest.approx((density @ fine) / density.sum(), abs=1e-3)


def test_touches_are_counted_by_number_and_place_and_not_beyond_the_number():
    position = play_turns("A: BOTH1 A1 A2 =", "B: N1")
    tally = TouchTally.from_turns(turn for turn in position.clues if turn.giver is Seat.A)
    number = position.clues[0].clue.count
    assert dict(tally.right) == {(number, place): 1 for place in range(min(number, 3))}
    assert TouchTally.from_turns(turn for turn in position.clues if turn.giver is Seat.B).hits == 0


def test_tallies_add_up():
    both = ALWAYS_RIGHT + OFTEN_WRONG
    assert both.touches == ALWAYS_RIGHT.touches + OFTEN_WRONG.touches
    assert both.hits == 48


def test_the_giver_expects_more_of_a_partner_who_finds_more(toy_listener):
    position = play_turns()
    clues = {}
    for name, tally in {"people": None, "quick": ALWAYS_RIGHT, "slow": OFTEN_WRONG}.items():
        giver = ExpectedValueGiver(toy_listener(), lambda clue, visible: True, tally=tally)
        clues[name] = giver.suggest(position.view(Seat.A), 1)[0]
    assert clues["quick"].p_all / clues["quick"].count > clues["people"].p_all / clues["people"].count * 0.99
    assert clues["slow"].expected < clues["people"].expected < clues["quick"].expected
