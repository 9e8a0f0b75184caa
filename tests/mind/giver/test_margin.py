"""The baseline giver chooses the clue with the best margin and considers nothing else."""

import random

import numpy as np
import pytest

from duo.core.key import Seat, deal
from duo.core.position import Position
from duo.mind.giver.margin import MarginGiver
from duo.mind.giver.query import clue_query_from_view

WORDS = tuple(f"word{number}" for number in range(25))


@pytest.fixture
def view():
    return Position.start(WORDS, deal(random.Random(4))).view(Seat.A)


def margin(listener, view, word, number):
    """Return the log ratio of the number-th best agent to the best other word."""
    query = clue_query_from_view(view)
    chances = dict(zip(query.words, listener.touch(word, query.words), strict=True))
    agents = sorted((chances[green] for green in query.agents), reverse=True)
    return np.log(agents[number - 1] / max(chances[other] for other in query.bystanders + query.assassins))


def test_it_says_the_clue_and_number_whose_margin_is_worth_most(toy_listener, view):
    listener = toy_listener(candidates=120)
    best = MarginGiver(listener, lambda clue, visible: True).suggest(view, 1)[0]
    values = {
        (word, number): margin(listener, view, word, number) * (number**0.6 - 0.99) / (1 + np.log(rank))
        for rank, word in enumerate(listener.candidates, 1)
        for number in range(1, len(clue_query_from_view(view).agents) + 1)
    }
    assert (best.word, best.count) == max(values, key=values.get)
    assert best.count == len(best.targets)
    assert set(best.targets) <= set(clue_query_from_view(view).agents)


def test_with_no_margin_anywhere_it_means_one_word(toy_listener, view):
    listener = toy_listener(candidates=120)
    dead = MarginGiver(listener, lambda clue, visible: max(margin(listener, view, clue, n) for n in (1, 2)) < 0)
    assert {suggestion.count for suggestion in dead.suggest(view, 3)} == {1}


def test_it_gives_only_legal_clues_each_once(toy_listener, view):
    giver = MarginGiver(toy_listener(candidates=120), lambda clue, visible: clue.endswith("3"))
    words = [suggestion.word for suggestion in giver.suggest(view, 8)]
    assert len(set(words)) == 8
    assert all(word.endswith("3") for word in words)


def test_it_tells_honestly_what_its_own_listener_expects(toy_listener, view):
    for suggestion in MarginGiver(toy_listener(candidates=120), lambda clue, visible: True).suggest(view, 5):
        assert suggestion.p_all + suggestion.black + suggestion.tan == pytest.approx(1)
        assert suggestion.expected <= suggestion.count
