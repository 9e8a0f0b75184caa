"""A choice of clues is for different sets of words."""

import random
from itertools import combinations

import pytest

from duo.core.key import Seat, deal
from duo.core.position import Position
from duo.mind.giver.alternatives import MAX_DIVERSE_CLUES, diverse_clues
from duo.mind.giver.giver import ExpectedValueGiver
from duo.mind.giver.query import clue_query_from_view, clue_query_from_words

WORDS = tuple(f"word{number}" for number in range(25))


@pytest.fixture
def giver(toy_listener):
    return ExpectedValueGiver(toy_listener(), lambda _clue, _visible: True)


@pytest.mark.parametrize("seed", range(5))
def test_no_two_of_the_first_five_are_for_the_same_words(giver, seed):
    position = Position.start(WORDS, deal(random.Random(seed)))
    query = clue_query_from_view(position.view(Seat.A))
    found = diverse_clues(giver, query, 5)
    assert len({frozenset(clue.targets) for clue in found}) == len(found) == MAX_DIVERSE_CLUES
    assert found[0] == giver.answer(query, 1)[0]


def test_ideas_share_at_most_half_of_their_words_where_there_are_enough(giver):
    query = clue_query_from_words(WORDS[:9], WORDS[9:22], WORDS[22:])
    groups = [frozenset(clue.targets) for clue in diverse_clues(giver, query, 5)]
    disjoint = [
        three
        for three in combinations(groups, 3)
        if all(2 * len(one & other) <= min(len(one), len(other)) for one, other in combinations(three, 2))
    ]
    assert disjoint


def test_after_the_first_five_the_best_follow(giver):
    query = clue_query_from_words(WORDS[:9], WORDS[9:22], WORDS[22:])
    found = diverse_clues(giver, query, 20)
    assert len(found) == 20
    assert len({clue.word for clue in found}) == 20
    assert len({frozenset(clue.targets) for clue in found[:MAX_DIVERSE_CLUES]}) == MAX_DIVERSE_CLUES
    best = giver.answer(query, 20)
    assert [clue for clue in best if clue not in found[:MAX_DIVERSE_CLUES]][:15] == found[MAX_DIVERSE_CLUES:]


@pytest.mark.parametrize(("greens", "sets"), [(1, 1), (2, 3), (3, 5)])
def test_where_few_agents_are_left_there_are_as_many_clues_as_sets_of_them(giver, greens, sets):
    found = diverse_clues(giver, clue_query_from_words(WORDS[:greens], WORDS[9:15], WORDS[22:]), 5)
    assert len({frozenset(clue.targets) for clue in found}) == len(found) == sets


def test_without_agents_there_is_no_idea(giver):
    assert diverse_clues(giver, clue_query_from_words((), WORDS[:3], ()), 5) == []
