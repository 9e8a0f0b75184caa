"""What a player's touches say of the player's pace, and what the giver makes of it."""

import numpy as np
import pytest
from played import played

from duo.core.key import Seat
from duo.mind.giver.giver import ExpectingGiver
from duo.mind.pace import PEOPLE, Tally, ease_of

ALWAYS_RIGHT = Tally(right=(((2, 0), 20), ((2, 1), 20)))
OFTEN_WRONG = Tally(right=(((2, 0), 8),), wrong=(((2, 0), 12),))


def test_nothing_known_of_a_player_is_people():
    ease, spread = ease_of(Tally())
    assert ease == pytest.approx(0)
    assert spread == pytest.approx(0.5, abs=0.01)
    assert PEOPLE.eased(0.0).touches[2] == pytest.approx(PEOPLE.touches[2])


def test_right_touches_ease_the_pace_and_wrong_ones_slow_it_the_more_the_surer():
    few, many = Tally(right=(((2, 1), 2),)), Tally(right=(((2, 1), 20),))
    assert 0 < ease_of(few)[0] < ease_of(many)[0]
    assert ease_of(OFTEN_WRONG)[0] < 0
    assert ease_of(many)[1] < ease_of(few)[1] < ease_of(Tally())[1]
    better = PEOPLE.eased(ease_of(many)[0])
    assert all(fast > usual for fast, usual in zip(np.ravel(better.touches[1]), PEOPLE.touches[1], strict=True))


def test_the_grid_agrees_with_the_whole_integral():
    tally = Tally(right=(((1, 0), 3), ((2, 1), 1)), wrong=(((2, 0), 2),))
    fine = np.linspace(-8, 8, 200_001)
    density = np.exp(-((fine / 0.5) ** 2) / 2)
    for (number, place), count, right in [((1, 0), 3, True), ((2, 1), 1, True), ((2, 0), 2, False)]:
        base = PEOPLE.touches[number - 1][place]
        chance = 1 / (1 + np.exp(-np.log(base / (1 - base)) - fine))
        density *= (chance if right else 1 - chance) ** count
    assert ease_of(tally)[0] == pytest.approx((density @ fine) / density.sum(), abs=1e-3)


def test_touches_are_counted_by_number_and_place_and_not_beyond_the_number():
    position = played("A: BOTH1 A1 A2 =", "B: N1")
    tally = Tally.of(turn for turn in position.clues if turn.giver is Seat.A)
    number = position.clues[0].clue.count
    assert dict(tally.right) == {(number, place): 1 for place in range(min(number, 3))}
    assert Tally.of(turn for turn in position.clues if turn.giver is Seat.B).hits == 0


def test_tallies_add_up():
    both = ALWAYS_RIGHT + OFTEN_WRONG
    assert both.touches == ALWAYS_RIGHT.touches + OFTEN_WRONG.touches
    assert both.hits == 48


def test_the_giver_expects_more_of_a_partner_who_finds_more(toy_listener):
    position = played()
    told = {}
    for name, tally in {"people": None, "quick": ALWAYS_RIGHT, "slow": OFTEN_WRONG}.items():
        giver = ExpectingGiver(toy_listener(), lambda clue, visible: True, tally=tally)
        told[name] = giver.suggest(position.view(Seat.A), 1)[0]
    assert told["quick"].p_all / told["quick"].count > told["people"].p_all / told["people"].count * 0.99
    assert told["slow"].expected < told["people"].expected < told["quick"].expected
