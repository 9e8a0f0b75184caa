"""The end of a mission fits the screen."""

import pytest
from boards import KEY, WORDS, A, B, words_of
from rich.text import Text

from duo.cli.terminal.ending import game_end_lines
from duo.cli.terminal.grid import DisplaySettings
from duo.cli.terminal.symbols import UNICODE_SYMBOLS
from duo.core.game import Game
from duo.core.mission import Mission
from duo.core.position import Clue, Guess, Stop


def long_game():
    """A game of ten turns with one word each, and an assassin in the eleventh."""
    game = Game.start(WORDS, KEY, Mission(11, 5))
    words = {A: words_of(A, "g"), B: [word for word in words_of(B, "g") if word not in words_of(A, "g")]}
    for turn in range(5):
        for seat in (A, B):
            game = game.play(Clue(seat, f"CLUE{turn}", 1)).play(Guess(seat.other, words[seat][turn]))
            game = game.play(Stop(seat.other))
    return game.play(Clue(A, "LAST", 1)).play(Guess(B, words_of(A, "x")[-1]))


@pytest.mark.parametrize("below", [0, 1, 4])
def test_the_end_of_a_long_mission_fits_24_lines_with_its_last_turn(below):
    lines = game_end_lines(long_game(), DisplaySettings(80, 24, UNICODE_SYMBOLS), [Text("below")] * below)
    assert len(lines) + 1 <= 24
    shown = "\n".join(line.plain for line in lines)
    assert all(word in shown for word in WORDS)
    assert "11A LAST 1" in shown
    assert "Mission failed: that was an assassin." in shown


def test_a_tall_screen_shows_every_turn():
    shown = "\n".join(line.plain for line in game_end_lines(long_game(), DisplaySettings(80, 50, UNICODE_SYMBOLS)))
    assert "1A CLUE0 1" in shown
    assert "\n\nMission failed" in shown
