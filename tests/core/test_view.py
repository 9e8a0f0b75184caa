"""What a seat sees, and what it must not see."""

import pickle
import random

import pytest
from played import ALL_OF_A, CARD, WORDS, A, B, play_turn, play_turns, start

from duo.core.key import PATTERN, KeyCard, Seat
from duo.core.position import Clue, Guess, Position, RuleBroken
from duo.core.view import View


def test_a_view_has_its_own_side_and_the_public_table():
    position = play_turns("A: A1 N1", "B: B1")
    view = position.view(A)
    assert view.own == CARD.a
    assert (view.words, view.marks, view.bank, view.clues) == (WORDS, position.marks, position.bank, position.clues)
    assert (view.phase, view.to_act, view.outcome()) == (position.phase, position.to_act, None)


def test_a_view_has_no_way_to_the_key_or_the_position():
    view = start().view(A)
    assert not hasattr(view, "key")
    assert not hasattr(view, "__dict__")
    reachable = [getattr(view, name) for name in dir(view) if not name.startswith("__")]
    assert not any(isinstance(part, Position | KeyCard) for part in reachable)


def test_a_seat_sees_what_its_touches_have_shown_of_the_partners_side():
    view = play_turns("A: A1 N1", "B: B1 =", "A: BOTH1 =").view(B)
    shown = dict(zip(WORDS, view.seen, strict=True))
    assert (shown["A1"], shown["N1"], shown["BOTH1"], shown["B1"]) == ("g", ".", "g", "?")
    assert dict(zip(WORDS, view.revealed_side(B), strict=True))["B1"] == "g"


def test_a_seat_knows_what_its_own_clues_meant_and_not_what_the_partners_did():
    position = start().apply(Clue(A, "OCEAN", 1, meant=("a1",)))
    assert position.view(A).clues[0].clue.meant == ("A1",)
    assert position.view(B).clues[0].clue.meant == ()
    assert "meant=('A1',)" not in repr(position.view(B))


def test_a_seat_hears_when_the_partners_side_is_finished():
    assert play_turns(f"A: {ALL_OF_A}").view(B).finished == {A}


def test_a_seat_may_touch_what_it_has_neither_found_nor_missed():
    view = play_turns("A: A1 N1").view(B)
    assert {WORDS[place] for place in view.touchable_places} == set(WORDS) - {"A1", "N1"}


def other_cards(position: Position, seat: Seat, rng: random.Random, tries: int = 40):
    """Cards with the same side for this seat that explain everything touched so far."""
    own = position.key.side(seat)
    known = {touch.place for touch in position.touches() if touch.seat is seat}
    for _ in range(tries):
        hidden = list(position.key.side(seat.other))
        for colour in "g.x":
            free = [place for place in range(25) if own[place] == colour and place not in known]
            letters = [hidden[place] for place in free]
            rng.shuffle(letters)
            for place, letter in zip(free, letters, strict=True):
                hidden[place] = letter
        sides = (own, "".join(hidden)) if seat is A else ("".join(hidden), own)
        yield KeyCard(*sides)


def replay(position: Position, card: KeyCard) -> Position:
    copy = Position.start(position.words, card, position.mission, position.variants)
    for turn in position.clues:
        copy = play_turn(copy, f"{turn.giver}: {' '.join(touch.word for touch in turn.touches)}{' =' * turn.stopped}")
    return copy


@pytest.mark.parametrize("seed", range(30))
def test_a_view_does_not_change_when_the_hidden_side_changes(seed):
    rng = random.Random(seed)
    position = start()
    for _ in range(rng.randrange(1, 5)):
        giver = rng.choice(position.givers)
        words = [word for word in WORDS if position.key.side(giver)[WORDS.index(word)] != "x"]
        open_words = [word for word in words if word in position.open_words(giver.other)]
        position = position.apply(Clue(giver, "CLUE", 1)).apply(Guess(giver.other, rng.choice(open_words)))
        if position.to_act is giver.other and position.clues[-1].touches[-1].colour == "g":
            position = position.apply(next(move for move in position.legal_moves() if not isinstance(move, Guess)))
        if position.finished:
            break
    changed = 0
    for seat in Seat:
        for card in other_cards(position, seat, rng):
            changed += card != position.key
            other = replay(position, card).view(seat)
            assert other == position.view(seat)
            assert repr(other) == repr(position.view(seat))
            assert pickle.dumps(other) == pickle.dumps(position.view(seat))
    assert changed > 20, sum(PATTERN.values())


def test_no_refusal_tells_anything_of_the_hidden_side():
    """Illegal moves get the same answers for every hidden side."""
    position = play_turns("A: A1 N1", "B:")
    rng = random.Random(1)
    for card in other_cards(position, A, rng, tries=10):
        other = replay(play_turns("A: A1 N1"), card).apply(Clue(B, "CLUE", 1))
        for word in (*WORDS, "ZEBRA"):
            assert message(position, Guess(B, word)) == message(other, Guess(B, word))


def message(position: Position, move: Guess) -> str:
    with pytest.raises(RuleBroken) as refusal:
        position.apply(move)
    return str(refusal.value)


def test_a_view_is_a_value():
    view = start().view(A)
    assert view == start().view(A)
    assert pickle.loads(pickle.dumps(view)) == view  # noqa: S301 - our own bytes
    assert isinstance(view, View)
