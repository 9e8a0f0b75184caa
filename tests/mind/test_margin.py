"""The yardstick gives the clue whose targets stand out most, and nothing else moves it."""

import random

import numpy as np
import pytest

from duo.core.key import Seat, deal
from duo.core.position import Position
from duo.mind.giver import task
from duo.mind.margin import MarginGiver

WORDS = tuple(f"word{number}" for number in range(25))


@pytest.fixture
def view():
    return Position.start(WORDS, deal(random.Random(4))).view(Seat.A)


def margin(listener, view, word, number):
    """The log-ratio of the number-th green and the best other word, worked out plainly."""
    asked = task(view)
    chances = dict(zip(asked.words, listener.touch(word, asked.words), strict=True))
    greens = sorted((chances[green] for green in asked.green), reverse=True)
    return np.log(greens[number - 1] / max(chances[other] for other in asked.tan + asked.black))


def test_it_says_the_largest_number_that_some_clue_reaches_safely(toy_listener, view):
    listener = toy_listener(candidates=120)
    best = MarginGiver(listener, lambda clue, visible: True).suggest(view, 1)[0]
    assert margin(listener, view, best.word, best.count) == pytest.approx(
        max(margin(listener, view, word, best.count) for word in listener.candidates), abs=1e-4
    )
    larger = [margin(listener, view, word, best.count + 1) for word in listener.candidates]
    assert max(larger) < 1.0
    assert best.count == len(best.targets)
    assert set(best.targets) <= set(task(view).green)


def test_it_gives_only_legal_clues_each_once(toy_listener, view):
    giver = MarginGiver(toy_listener(candidates=120), lambda clue, visible: clue.endswith("3"))
    words = [suggestion.word for suggestion in giver.suggest(view, 8)]
    assert len(set(words)) == 8
    assert all(word.endswith("3") for word in words)


def test_it_tells_honestly_what_its_own_listener_expects(toy_listener, view):
    for suggestion in MarginGiver(toy_listener(candidates=120), lambda clue, visible: True).suggest(view, 5):
        assert suggestion.p_all + suggestion.black + suggestion.tan == pytest.approx(1)
        assert suggestion.expected <= suggestion.count
