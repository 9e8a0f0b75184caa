"""The listener: chances that add up, the same for one clue and for all, higher for what people mean."""

import numpy as np
import pytest

from duo.mind.listener import Listener
from duo.mind.model import Model

BOARD = ("whale", "pirate", "king", "tower", "fall", "rose", "note", "bell", "castle", "piano", "robot", "moon")


@pytest.fixture(scope="module")
def listener():
    return Listener(Model.load("en"))


def test_the_chances_of_the_open_words_add_up_to_one(listener):
    touch = listener.touch("ocean", BOARD)
    assert touch.shape == (len(BOARD),)
    assert touch.sum() == pytest.approx(1)
    assert BOARD[int(touch.argmax())] == "whale"


def test_every_candidate_is_heard_as_it_is_alone(listener):
    everything = listener.touch_all(BOARD)
    assert everything.shape == (len(listener.candidates), len(BOARD))
    np.testing.assert_allclose(everything.sum(axis=1), 1, rtol=1e-4)
    for place in (0, 500, 10_000):
        np.testing.assert_allclose(everything[place], listener.touch(listener.candidates[place], BOARD), atol=1e-4)


def test_a_touch_is_green_at_least_as_often_as_it_is_meant(listener):
    touch = np.array([0.2, 0.5, 0.9])
    green = listener.green(touch)
    assert (np.diff(green) > 0).all()
    assert (green[:2] > touch[:2]).all()
    assert ((green > 0) & (green < 1)).all()
