"""A giver's query holds what the table shows, and assumes what it does not."""

import random

import pytest
from played import play_turns

from duo.core.key import Colour, Seat, deal
from duo.core.mission import Bank
from duo.core.position import Clue, Guess, Position
from duo.mind.giver.query import clue_query_from_view, clue_query_from_words
from duo.mind.hit_rates import HUMAN_HIT_RATES
from duo.mind.value import Stakes

WORDS = tuple(f"word{number}" for number in range(25))


def test_a_table_becomes_the_words_that_the_partner_may_touch():
    card = deal(random.Random(4))
    position = Position.start(WORDS, card).apply(Clue(Seat.A, "sea", 1))
    missed = WORDS[card.a.index(".")]
    position = position.apply(Guess(Seat.B, missed))
    seen = clue_query_from_view(position.view(Seat.A))
    assert missed not in seen.words
    assert missed in seen.visible
    assert len(seen.agents) == 9
    assert seen.given_clue_words == {"sea"}
    assert all(card.a[WORDS.index(word)] == Colour.ASSASSIN for word in seen.assassins)


def test_the_partners_agents_are_counted_not_supposed():
    fresh = clue_query_from_view(play_turns().view(Seat.A)).stakes
    assert fresh.guesser_left == pytest.approx(9)
    later = clue_query_from_view(play_turns("A: BOTH1 A1 =", "B: BOTH2 B1 B2 =").view(Seat.A)).stakes
    assert later.giver_left == 9 - 3
    # B1 and B2 are seen to be the partner's; of BOTH1, A1 and the rest the pattern tells how many there may be.
    assert 4 < later.guesser_left < 7


def test_a_tables_partner_has_what_the_covered_words_leave():
    assert clue_query_from_words(WORDS[:4], WORDS[9:15], WORDS[22:], covered=5).stakes == Stakes(4, 6, Bank(5, 0))
    assert clue_query_from_words(WORDS[:4], WORDS[9:15], WORDS[22:], tokens=6, mistakes=2).stakes.bank == Bank(2, 4)


def test_a_slightly_changed_opinion_of_the_partner_changes_nothing():
    query = clue_query_from_words(WORDS[:9], WORDS[9:22], WORDS[22:])
    assert query.with_partner_skill(0.04) == query.with_partner_skill(0.0)
    assert query.with_partner_skill(0.06).partner_skill == pytest.approx(0.1)
    assert query.with_partner_skill(-0.26).stakes.hit_rates.by_number[0][0] == pytest.approx(
        HUMAN_HIT_RATES.with_skill(-0.3).by_number[0][0]
    )
