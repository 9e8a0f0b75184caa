"""A query is the same from a view and from a description of the table."""

import random

import numpy as np
import pytest
from played import play_turn, play_turns

from duo.core.key import Seat, deal
from duo.core.mission import Bank, Mission
from duo.core.position import Clue, Guess, Phase, Position, Stop
from duo.core.refusal import Refusal
from duo.mind.belief.clue_history import ClueMemory, clue_memories
from duo.mind.guesser.query import TableDescription, guess_query_from_description, guess_query_from_view

WORDS = tuple(f"word{number}" for number in range(25))


def describe(view):
    """Return the view as another program would describe it."""
    clues = clue_memories(view.partner, view)
    clue = clues[-1] if view.phase is Phase.GUESS else None
    return TableDescription(
        words=view.open_words(view.seat),
        clue=clue,
        earlier_clues=clues[:-1] if clue else clues,
        own=dict(zip(WORDS, view.own, strict=True)),
        seen={touch.word: touch.colour for touch in view.sudden if touch.seat is view.seat},
        tokens=view.bank.tokens,
        mistakes=view.bank.bystander_side,
    )


def random_game(rng):
    """Yield the positions of a random game in which somebody has to guess."""
    position = Position.start(WORDS, deal(rng), Mission(9, 4))
    while position.phase is not Phase.OVER:
        if position.phase is Phase.CLUE:
            position = position.apply(
                Clue(rng.choice(position.givers), f"clue{len(position.clues)}", rng.randint(1, 3))
            )
            continue
        yield position
        safe = [
            move
            for move in position.legal_moves()
            if isinstance(move, Guess) and position.key.side(move.seat.other)[position.words.index(move.word)] != "x"
        ]
        stops = [move for move in position.legal_moves() if isinstance(move, Stop) and position.phase is Phase.GUESS]
        position = position.apply(rng.choice(stops or safe) if rng.random() < 0.4 else rng.choice(safe))


def test_a_table_that_is_told_asks_what_the_view_asks():
    rng = random.Random(3)
    met = 0
    for _ in range(20):
        for position in random_game(rng):
            seat = position.guessers[0]
            # A description cannot say that the giver is finished or that the partner found a word this seat had missed.
            if seat.other in position.finished or position.marks.agents & position.marks.missed_by(seat):
                continue
            view = position.view(seat)
            one, other = guess_query_from_view(view), guess_query_from_description(describe(view))
            assert one.words == other.words
            assert (one.clue, one.earlier_clues) == (other.clue, other.earlier_clues)
            np.testing.assert_allclose(one.prior, other.prior, atol=1e-12)
            assert one.stakes.giver_left == pytest.approx(other.stakes.giver_left)
            assert one.stakes.guesser_left == other.stakes.guesser_left
            assert one.stakes.bank == other.stakes.bank
            met += 1
    assert met > 100


def test_words_found_in_this_turn_count_as_found():
    before = guess_query_from_description(TableDescription(WORDS[:10], ClueMemory("sea", 3)))
    after = guess_query_from_description(TableDescription(WORDS[:10], ClueMemory("sea", 3, found=("word20",))))
    assert after.found_count == 1
    assert after.stakes.giver_left == pytest.approx(after.prior[:, 0].sum() + 1)
    assert before.found_count == 0


def test_a_miss_is_a_bystander_of_the_givers_side():
    own = dict(zip(WORDS, "g" * 9 + "." * 13 + "x" * 3, strict=True))
    words = tuple(word for word in WORDS if word not in ("word9", "word10"))
    untold = guess_query_from_description(TableDescription(words, ClueMemory("sea", 1), own=own))
    missed = guess_query_from_description(
        TableDescription(
            words,
            ClueMemory("sea", 1),
            (ClueMemory("sky", 2, missed=("word9",)), ClueMemory("air", 1, missed=("word10",))),
            own,
        )
    )
    place = words.index("word11")  # of the same own colour: fewer bystanders are left for it
    assert missed.prior[place, 0] > untold.prior[place, 0]


def test_without_a_clue_it_is_sudden_death_and_the_bank_is_empty():
    query = guess_query_from_description(
        TableDescription(WORDS[:5], None, (ClueMemory("sea", 2, ("word9",)),), tokens=3)
    )
    assert query.clue is None
    assert query.stakes.bank == Bank(0, 0)


def test_words_that_are_gone_unseen_are_the_partners_finds_of_which_a_third_are_green_for_both():
    earlier = (ClueMemory("clue", 3, found=(WORDS[0],), missed=(WORDS[1],)),)
    few = guess_query_from_description(TableDescription(words=WORDS[2:7], clue=None, earlier_clues=earlier))
    assert few.prior[:, 0].sum() == pytest.approx(9 - 1 - 18 / 3)
    many = guess_query_from_description(TableDescription(words=WORDS[2:25], clue=None, earlier_clues=earlier))
    assert many.prior[:, 0].sum() == pytest.approx(9 - 1)


def test_what_fits_no_card_is_refused():
    own = dict(zip(WORDS, "g" * 9 + "." * 13 + "x" * 3, strict=True))
    with pytest.raises(Refusal, match="no key card"):
        guess_query_from_description(
            TableDescription(WORDS[:20], ClueMemory("sea", 1), own=own, seen={"word22": "x", "word23": "x"})
        )
    with pytest.raises(Refusal, match="elsewhere"):
        guess_query_from_description(TableDescription(("elsewhere",), ClueMemory("sea", 1), own=own))


def test_a_seat_sees_its_partner_as_giver():
    position = Position.start(WORDS, deal(random.Random(1))).apply(Clue(Seat.A, "sea", 2))
    assert guess_query_from_view(position.view(Seat.B)).clue == ClueMemory("sea", 2)


def test_ones_own_agents_left_are_those_that_are_not_covered():
    fresh, later = play_turns("B: N1"), play_turns("B: BOTH1 B1 =", "A: A1 N1", "B: N2")
    assert guess_query_from_view(play_turn(fresh, "A: A1").view(Seat.B)).stakes.guesser_left == 9
    assert guess_query_from_view(play_turn(later, "A: A2").view(Seat.B)).stakes.guesser_left == 9 - 2
