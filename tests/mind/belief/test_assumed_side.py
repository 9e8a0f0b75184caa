"""The assumptions about a table whose description is incomplete."""

import pytest

from duo.core.mission import Bank
from duo.mind.belief import assumed_side

WORDS = tuple(f"word{number}" for number in range(25))


def group(words, said, seen):
    [found] = assumed_side.uniform_side_prior(words, said, seen).groups
    assert found.agents + found.bystanders + found.assassins == pytest.approx(len(words))
    return found


def test_at_the_start_it_is_a_side_of_the_card():
    assert (group(WORDS, 2, {}).agents, group(WORDS, 2, {}).assassins) == (9, 3)


def test_most_words_that_are_gone_were_agents_of_the_giver():
    assert group(WORDS[:20], 1, {}).agents == pytest.approx(9 - 0.9 * 5)
    assert group(WORDS[:20], 6, {}).agents == 6  # as many as were just said, at least
    assert group(WORDS[:12], 0, {}).agents == 1
    assert group(WORDS[:2], 3, {}).agents == 2  # and no more than there are words


def test_what_has_been_seen_is_counted():
    seen = {"word20": "g", "word21": "g", "word22": "."}
    assert group(WORDS[:20], 1, seen).agents == pytest.approx(9 - 2 - (5 - 3) / 3)
    assert group(WORDS[:20], 1, seen).assassins == 3
    assert group(WORDS[:20], 1, seen | {"word23": "x"}).assassins == 2


@pytest.mark.parametrize(
    ("agents", "tokens", "mistakes", "bank"),
    [
        (9, None, None, Bank(5, 0)),
        (8, None, None, Bank(4, 0)),
        (0, None, None, Bank(1, 0)),
        (30, None, None, Bank(11, 0)),
        (9, 3, None, Bank(3, 0)),
        (9, 3, 1, Bank(1, 2)),
        (9, 3, 7, Bank(3, 0)),
        (9, 0, None, Bank(0, 0)),
        (9, None, 2, Bank(2, 3)),
    ],
)
def test_without_more_told_there_is_a_token_for_two_agents(agents, tokens, mistakes, bank):
    assert assumed_side.assumed_bank(agents, tokens, mistakes) == bank


@pytest.mark.parametrize(("own", "covered", "left"), [(4, 0, 4), (4, 5, 6), (9, 3, 3), (2, 3, 9), (8, 9, 0)])
def test_the_partners_agents_are_those_that_the_covered_words_leave(own, covered, left):
    assert assumed_side.assumed_partner_agents(own, covered) == left
