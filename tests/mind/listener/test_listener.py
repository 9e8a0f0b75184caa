"""The listener: chances that add up, the same for one clue and for all, higher for what people mean."""

import numpy as np
import pytest

from duo.mind.listener.listener import Listener
from duo.mind.model.model import Model

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
