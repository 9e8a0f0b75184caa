"""Every value has one text form that reads back, and a board that prints without the hidden side."""

import random
import re

import pytest
from boards import KEY, WORDS
from hypothesis import given, settings
from hypothesis import strategies as st

import duo
from duo.core.game import Game
from duo.core.key import Seat
from duo.core.mission import Mission
from duo.core.moves import Clue, Guess, Stop
from duo.core.position import Position
from duo.core.refusal import Refusal


def play_at_random(seed, variants=()):
    """A whole random game; its positions are as varied as the rules allow."""
    rng = random.Random(seed)
    game = Game.start(WORDS, KEY, Mission(rng.randint(1, 9), 0, rng.choice(["", "Cairo", "a_b 100%"])), variants)
    while game.final.outcome() is None:
        moves = list(game.final.legal_moves())
        if game.final.givers:
            seat = rng.choice(game.final.givers)
            meant = tuple(rng.sample(game.final.visible_words, 2)) if rng.random() < 0.5 else ()
            moves = [Clue(seat, f"clue{len(game.final.clues)}", rng.randint(1, 4), rng.random() < 0.1, meant)]
        game = game.play(rng.choice(moves))
    return game


@given(st.integers(0, 10_000))
@settings(max_examples=40, deadline=None)
def test_every_position_of_a_game_reads_back(seed):
    for position in play_at_random(seed, ["several-clues"] if seed % 2 else []).positions():
        line = position.to_text()
        assert "\n" not in line
        assert Position.parse(line) == position
        assert Position.parse(line).to_text() == line


def test_a_game_reads_back_by_its_class():
    game = play_at_random(7)
    assert Game.parse(str(game)) == game == duo.read(str(game))


def test_a_line_that_breaks_a_rule_is_refused_with_the_rule():
    line = Game.start(WORDS, KEY).final.to_text()
    with pytest.raises(Refusal, match="29 parts, not 3"):
        Position.parse("a b c")
    with pytest.raises(Refusal, match="clue is one word"):
        Position.parse(f"{line} # A two words 2:")
    with pytest.raises(Refusal, match="has none of the marks"):
        Position.parse(f"{line} # A ocean 2: {WORDS[0].replace(' ', '_')}")


def test_a_printed_position_shows_no_side_of_the_key():
    position = Game.start(WORDS, KEY).final
    other = Game.start(WORDS, duo.KeyCard.from_number(12345)).final
    assert str(position) == str(other)
    assert position.svg() == other.svg() == position._repr_html_()
    assert position.svg(Seat.A) != other.svg(Seat.A)
    assert str(position).splitlines()[-1] == "A or B gives a clue; 9 tokens left, 0 of 15 agents found"


def test_a_printed_view_shows_its_own_side_alone():
    view = Game.start(WORDS, KEY).final.view(Seat.A)
    same_side = next(
        card
        for card in map(duo.KeyCard.from_number, range(KEY.number, KEY.number + 1000))
        if card.a == KEY.a and card.b != KEY.b
    )
    other = Game.start(WORDS, same_side).final.view(Seat.A)
    assert str(view) == str(other)
    assert view.svg() == other.svg()
    letters = "".join(re.findall(r"(?:^|  +)([gx.]) ", "\n".join(str(view).splitlines()[:5]), re.MULTILINE))
    assert letters == KEY.a


def test_a_picture_holds_no_markup_of_its_words():
    words = ["<script>", "a&b", *WORDS[2:]]
    assert "<script>" not in Position.start(words, KEY).svg()


@pytest.mark.parametrize(
    "make",
    [
        lambda: Clue(Seat.A, "weapon", 2.5),
        lambda: Clue(Seat.A, "weapon", True),
        lambda: Clue("A", "weapon", 2),
        lambda: Clue(Seat.A, None, 2),
        lambda: Clue(Seat.A, "weapon", 2, meant=["LANCE"]),
        lambda: Guess("B", "LANCE"),
        lambda: Guess(Seat.B, 3),
        lambda: Stop(None),
        lambda: Mission(9.0, 9),
    ],
)
def test_a_value_of_the_wrong_type_cannot_be_made(make):
    with pytest.raises(TypeError, match="not "):
        make()


@pytest.mark.parametrize(
    "make",
    [
        lambda: duo.partner("en", level="x"),
        lambda: duo.partner("en", style="x"),
        lambda: duo.partner("xx"),
        lambda: duo.deal("xx"),
        lambda: duo.deal("en", words=["ONE", "TWO"]),
        lambda: duo.deal("en", words=["ONE"] * 25),
        lambda: Mission(9, 9, 'a"b'),
        lambda: Mission(9, 9, " a"),
        lambda: Game.start(WORDS, KEY, lang='"'),
        lambda: duo.make_puzzles("en", kind="x"),
    ],
)
def test_what_cannot_be_written_or_found_is_refused_where_it_is_made(make):
    with pytest.raises(Refusal):
        make()


def test_a_deal_takes_words_of_your_own():
    game = duo.deal("en", seed=3, words=WORDS)
    assert game.final.words == tuple(WORDS)
    more = [f"WORD{number}" for number in range(60)]
    assert set(duo.deal("en", seed=3, words=more).final.words) < set(more)
