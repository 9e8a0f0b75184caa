"""Games under way: kept, found again, locked, put aside when broken."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from boards import KEY, WORDS, A, winning_moves

from duo.core.game import Game
from duo.core.position import Clue
from duo.core.record import read
from duo.table import saves

GAME = Game.start(WORDS, KEY)


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("DUO_HOME", str(tmp_path))
    return tmp_path


def test_a_new_game_is_on_disk_at_once_and_waits_when_it_is_left():
    assert saves.none_yet()
    with saves.begin(GAME) as saved:
        assert read(saved.path.read_text()) == GAME
        saved.keep(GAME.play(Clue(A, "SEA", 1)))
    assert not saves.none_yet()
    [waiting], broken = saves.unfinished()
    assert waiting.path == saved.path
    assert waiting.game.final.clues[0].clue.word == "SEA"
    assert broken == []


def test_a_game_that_is_over_does_not_wait():
    game = GAME
    for move in winning_moves():
        game = game.play(move)
    with saves.begin(game):
        pass
    assert saves.unfinished() == ([], [])
    assert [game for _, game in saves.all_games()] == [game]


def test_a_game_that_somebody_plays_is_not_offered():
    with saves.begin(GAME) as saved:
        assert _asked_elsewhere(f"print(saves.unfinished()[0], saves.resume(Path({str(saved.path)!r})))") == "[] None"
    assert _asked_elsewhere("print(len(saves.unfinished()[0]))") == "1"


def test_a_player_killed_in_mid_game_leaves_it_to_be_gone_on_with():
    killed = "from boards import KEY, WORDS; from duo.core.game import Game; import os, signal\n"
    killed += "saved = saves.begin(Game.start(WORDS, KEY)); os.kill(os.getpid(), signal.SIGKILL)"
    _asked_elsewhere(killed)
    [waiting], _ = saves.unfinished()
    assert waiting.game == GAME
    game, resumed = saves.resume(waiting.path)
    with resumed:
        assert game == GAME


def test_the_game_left_last_is_the_first_that_waits():
    with saves.begin(GAME) as first, saves.begin(GAME) as second:
        pass
    os.utime(second.path, (0, 0))
    assert [waiting.path for waiting in saves.unfinished()[0]] == [first.path, second.path]


def test_a_game_is_gone_on_with_as_it_is_now_and_not_as_it_was_when_it_was_offered():
    with saves.begin(GAME) as saved:
        pass
    [waiting], _ = saves.unfinished()
    _, elsewhere = saves.resume(waiting.path)
    with elsewhere:
        elsewhere.keep(GAME.play(Clue(A, "SEA", 1)))
    game, resumed = saves.resume(saved.path)
    with resumed:
        assert game.final.clues[0].clue.word == "SEA"
        won = GAME
        for move in winning_moves():
            won = won.play(move)
        resumed.keep(won)
    assert saves.resume(saved.path) is None


@pytest.mark.parametrize("damage", [b"", b"[Duo", b"\xff\xfe", b'[Duo "1"]\n\n', b"x" * 2_000_000])
def test_a_broken_save_is_put_aside_and_reported(home, damage):
    with saves.begin(GAME) as saved:
        pass
    saved.path.write_bytes(damage)
    waiting, [broken] = saves.unfinished()
    assert waiting == []
    assert broken.path == home / "games" / "broken" / saved.path.name
    assert broken.path.read_bytes() == damage
    assert str(broken.reason)
    assert saves.unfinished() == ([], [])


def _asked_elsewhere(code):
    """What another process prints."""
    script = "from pathlib import Path\nfrom duo.table import saves\n" + code
    there = os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])}
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, env=there)
    return run.stdout.strip()
