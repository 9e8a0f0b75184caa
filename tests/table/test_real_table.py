"""A game at a real table, followed from one seat."""

import pytest
from boards import KEY, WORDS, A, B, words_of
from hypothesis import given, settings
from hypothesis import strategies as st

from duo.core.key import CARD_COUNT, Colour, KeyCard
from duo.core.position import Clue, Guess, Phase, Position, RuleBroken, Stop
from duo.core.refusal import Refusal
from duo.table.real_table import RealTable

TABLE = RealTable(tuple(WORDS), KEY.a)


def test_it_follows_a_turn_of_each():
    table = TABLE.with_clue(Clue(A, "sea", 2)).with_partner_touch("whale").with_partner_touch(words_of(A, ".")[0])
    view = table.view()
    assert view.to_act is B
    assert view.found == 1
    table = table.with_clue(Clue(B, "sky", 1)).with_own_touch("shark", Colour.GREEN).with_stop(A)
    view = table.view()
    assert (view.phase, view.to_act, view.found, view.checks) == (Phase.CLUE, A, 2, 1)
    assert view.seen[WORDS.index("SHARK")] == "g"


def test_moves_against_the_rules_are_refused():
    with pytest.raises(RuleBroken):
        TABLE.with_partner_touch("whale")
    with pytest.raises(RuleBroken, match="at least one word"):
        TABLE.with_clue(Clue(A, "sea", 2)).with_stop(B)


def test_colours_that_fit_no_card_are_refused():
    table = TABLE.with_clue(Clue(B, "sky", 9))
    for word in words_of(A, "g")[:3]:
        table = table.with_own_touch(word, Colour.GREEN)
    with pytest.raises(Refusal, match="fit no key card"):
        table.with_own_touch(words_of(A, "g")[3], Colour.GREEN)


def test_a_move_can_be_taken_back_with_what_it_showed():
    after_clue = TABLE.with_clue(Clue(B, "sky", 1))
    assert after_clue.with_own_touch("shark", Colour.BYSTANDER).undo() == after_clue
    with pytest.raises(Refusal, match="no move"):
        TABLE.undo()


def test_the_partners_word_that_its_side_is_done_is_checked():
    with pytest.raises(Refusal, match="cannot be yet"):
        TABLE.with_partner_finished()


@settings(max_examples=40)
@given(st.integers(0, CARD_COUNT - 1), st.randoms(use_true_random=False))
def test_whatever_happens_it_knows_what_the_seat_at_the_table_knows(number, rng):
    """Every view equals that of a position with the whole card."""
    key = KeyCard.from_number(number)
    position = Position.start(WORDS, key)
    table = RealTable(tuple(WORDS), key.a)
    while position.phase is not Phase.OVER:
        if position.phase is Phase.CLUE:
            move = Clue(rng.choice(position.givers), f"word{len(position.clues)}", 1)
        else:
            move = rng.choice(position.legal_moves())
        before, position = position, position.apply(move)
        table = _apply_move(table, move, key)
        if B in position.finished and B not in before.finished and position.phase is not Phase.OVER:
            table = table.with_partner_finished()
        if position.phase is not Phase.OVER:
            assert table.view() == position.view(A)


def _apply_move(table, move, key):
    match move:
        case Clue():
            return table.with_clue(move)
        case Stop(seat):
            return table.with_stop(seat)
        case Guess(seat, word) if seat is A:
            return table.with_own_touch(word, Colour(key.b[WORDS.index(word)]))
        case Guess(_, word):
            return table.with_partner_touch(word)
