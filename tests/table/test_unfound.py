"""Unfound words of a clue are inferred from the touches of every turn."""

import pytest
from boards import KEY, WORDS

from duo.core.key import Seat
from duo.core.position import Clue, Guess, Position, Stop
from duo.table.unfound import unfound_counts, unfound_counts_by_turn

AGENTS = ("WHALE", "SHARK", "PIRATE", "KING", "QUEEN", "CASTLE")


def words_in_order():
    """The words in an order that makes AGENTS agents of A."""
    agents, others = list(AGENTS), [word for word in WORDS if word not in AGENTS]
    return Position.start([(agents or others if colour == "g" else others).pop(0) for colour in KEY.a], KEY)


@pytest.fixture(scope="module")
def start():
    return words_in_order()


def position_after(start, *moves):
    for move in moves:
        start = start.apply(move)
    return start


def unrelated_turns(start, count):
    """Turns that find agents of B alone, each with a meaningless clue."""
    sides = zip(start.words, start.key.a, start.key.b, strict=True)
    return [word for word, a, b in sides if b == "g" and a != "g"][:count]


def test_a_find_in_a_later_turn_answers_the_earlier_clue(start):
    (agent,) = unrelated_turns(start, 1)
    table = position_after(
        start,
        Clue(Seat.A, "ocean", 2),
        Guess(Seat.B, "WHALE"),
        Stop(Seat.B),
        Clue(Seat.B, "zzz", 1),
        Guess(Seat.A, agent),
        Stop(Seat.A),
        Clue(Seat.A, "royal", 1),
        Guess(Seat.B, "SHARK"),
        Stop(Seat.B),
    ).view(Seat.B)
    assert unfound_counts_by_turn(table) == (1, 0, 0)
    left = unfound_counts(table, "en")
    assert left[0] == 0
    assert left[2] == 1  # KING or QUEEN is still to be found


def test_where_it_is_known_what_was_meant_it_is_counted(start):
    table = position_after(
        start, Clue(Seat.A, "royal", 2, meant=("KING", "WHALE")), Guess(Seat.B, "KING"), Stop(Seat.B)
    )
    assert unfound_counts(table.view(Seat.A), "en") == (1,)


def test_a_language_without_a_model_goes_by_the_turns(start):
    table = position_after(start, Clue(Seat.A, "royal", 2), Guess(Seat.B, "KING"), Stop(Seat.B)).view(Seat.B)
    assert unfound_counts(table, "xx") == (1,)
    assert unfound_counts(start.view(Seat.A), "en") == ()
