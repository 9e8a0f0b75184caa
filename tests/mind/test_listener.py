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


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_letter_alone_is_heard_as_the_first_of_a_word(lang):
    listener = Listener(Model.load(lang))
    words = ("Cliff", "moon", "camel", "église", "elephant", "table")
    assert listener.hears("c")
    assert set(np.argsort(-listener.touch("C", words))[:2]) == {0, 2}
    assert set(np.argsort(-listener.pull("E", words, 1.0)[0])[:2]) == {3, 4}
    assert listener.touch("C", words).sum() == pytest.approx(1)
    assert not listener.hears("7")
    assert not listener.pull("7", words, 1.0).any()
