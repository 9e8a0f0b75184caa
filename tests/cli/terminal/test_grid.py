"""The table as lines of text."""

import re

import pytest
from boards import KEY, WORDS, A, B, words_of
from rich.text import Text

from duo.cli.terminal import grid
from duo.cli.terminal.grid import DisplaySettings
from duo.cli.terminal.symbols import ASCII_SYMBOLS, UNICODE_SYMBOLS
from duo.core.key import KeyCard
from duo.core.mission import Mission
from duo.core.position import Clue, Guess, Position, Stop

START = Position.start(WORDS, KEY)


def lines(position, seat=A, *, width=80, height=24, symbols=UNICODE_SYMBOLS, notes=()):
    shown = grid.screen_lines(
        position.view(seat), [Text(note) for note in notes], DisplaySettings(width, height, symbols)
    )
    return [line.plain for line in shown]


def position_after(*moves):
    position = START
    for move in moves:
        position = position.apply(move)
    return position


def nine_turns():
    moves = []
    for place in range(4):
        moves += [Clue(A, f"CLUE{place}", 9), Guess(B, words_of(A, "g")[place]), Stop(B)]
        agents = [word for word in words_of(B, "g") if word not in words_of(A, "g")]
        moves += [Clue(B, f"WORD{place}", 9), Guess(A, agents[place]), Stop(A)]
    return position_after(*moves)


@pytest.mark.parametrize("position", [START, nine_turns()])
@pytest.mark.parametrize(("width", "height"), [(80, 24), (60, 20), (120, 24), (200, 60)])
def test_everything_fits_the_terminal(position, width, height):
    shown = lines(position, width=width, height=height, notes=["Your partner touches WHALE: an agent!"] * 2)
    assert len(shown) <= height - 1
    assert all(len(line) <= width for line in shown)
    assert all(any(word[: width // 5 - 4] in line for line in shown) for word in WORDS)


def test_each_word_has_the_sign_of_its_colour_on_the_seats_own_side():
    for seat in (A, B):
        signs = [sign for line in lines(START, seat) for sign in line if sign in "■✖"]
        assert signs == ["■✖"["gx".index(letter)] for letter in KEY.side(seat) if letter != "."]


def test_the_partners_side_changes_nothing_that_is_shown():
    other = KeyCard(KEY.a, _shuffled_partner(KEY))
    assert other != KEY
    here, there = (
        grid.screen_lines(Position.start(WORDS, key).view(A), [], DisplaySettings(80, 24, UNICODE_SYMBOLS))
        for key in (KEY, other)
    )
    assert here == there


def _shuffled_partner(key):
    """Return another side B for the same side A: cells of equal colour on side A swap places."""
    b = list(key.b)
    for colour in "g.x":
        places = [place for place in range(25) if key.a[place] == colour]
        letters = [b[place] for place in places]
        for place, letter in zip(places, letters[1:] + letters[:1], strict=True):
            b[place] = letter
    return "".join(b)


def test_agents_and_misses_are_shown_with_whose_they_are():
    agent, bystander = words_of(A, "g")[0], words_of(A, ".")[0]
    shown = "\n".join(lines(position_after(Clue(A, "sea", 2), Guess(B, agent), Guess(B, bystander))))
    assert f"✓{agent}" in shown
    assert "○B" in shown
    assert "○A" not in shown
    assert f"1A SEA 2  {agent}✓  {bystander}○  · 1 unfound" in shown


def test_the_two_kinds_of_tokens_are_told_apart():
    shown = lines(Position.start(WORDS, KEY, Mission(9, 5, "Cairo")))
    assert shown[0].startswith("Cairo 9-5")
    assert "●●●●●✓✓✓✓ 9 left, 5 for mistakes" in shown[1]


def test_ascii_terminals_get_ascii():
    position = position_after(Clue(A, "sea", 2), Guess(B, words_of(A, "g")[0]), Guess(B, words_of(A, ".")[0]))
    assert all(line.isascii() for line in lines(position, symbols=ASCII_SYMBOLS))


@pytest.mark.parametrize("width", [40, 60, 80, 100, 120])
@pytest.mark.parametrize("longest", ["MILKY WAY", "SAPEUR-POMPIER", "X" * 28])
def test_no_word_is_cut_at_any_width(width, longest):
    words = [*WORDS[:7], longest, *WORDS[8:]]
    shown = lines(Position.start(words, KEY), width=width, height=40)
    assert max(map(len, shown)) <= width
    assert all(any(word in line for line in shown) for word in words)


def test_monstrous_words_are_cut_and_not_the_table():
    words = [f"{word}{'X' * 30}"[:40] for word in WORDS]
    shown = lines(Position.start(words, KEY), width=40, height=40)
    assert max(map(len, shown)) <= 40
    assert sum("…" in line for line in shown) == 25


def test_no_more_words_are_unfound_than_the_side_has():
    found, missed = words_of(A, "g")[0], words_of(A, ".")[0]
    shown = "\n".join(lines(position_after(Clue(A, "sea", 25), Guess(B, found), Guess(B, missed))))
    assert "8 unfound" in shown


def test_markup_in_words_is_shown_and_not_obeyed():
    words = ["[bold]X[/]", *WORDS[1:]]
    assert any("[bold]X[/]" in line for line in lines(Position.start(words, KEY)))


@pytest.mark.parametrize("width", [30, 40, 59])
def test_on_a_narrow_terminal_every_word_is_there_whole(width):
    shown = lines(nine_turns(), width=width, height=40)
    assert all(len(line) <= width for line in shown)
    text = " ".join(shown)
    for place, (word, colour) in enumerate(zip(WORDS, KEY.a, strict=True), start=1):
        assert re.search(rf"\b{place} {UNICODE_SYMBOLS.key_colours[colour]}\S* +{word}\b", text)


@pytest.mark.parametrize("width", [100, 120, 140])
def test_a_clue_of_many_touches_is_told_to_its_end(width):
    long = position_after(Clue(A, "INTERNATIONALLY", 9), *(Guess(B, word) for word in words_of(A, "g")[:7]), Stop(B))
    shown = lines(long, width=width, height=40)
    text = " ".join(" ".join(shown).split())
    assert all(len(line.rstrip()) <= width for line in shown)
    assert "2 unfound" in text
    for word in words_of(A, "g")[:7]:
        assert f"{word}✓" in text


@pytest.mark.parametrize(
    ("first", "sentence"),
    [(None, "either of you may give a clue"), (A, "you give a clue"), (B, "your partner gives a clue")],
)
def test_who_gives_the_first_clue_is_told_where_it_is_agreed(first, sentence):
    display = DisplaySettings(100, 30, UNICODE_SYMBOLS, first_giver=first)
    assert sentence in " ".join(str(line) for line in grid.status_lines(position_after().view(A), display))
