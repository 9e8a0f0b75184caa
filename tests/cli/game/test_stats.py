"""`duo stats` and `duo completion`."""

import json
import shutil
import subprocess

import pytest
from boards import KEY, WORDS, winning_moves

from duo.core.game import Game
from duo.table.store.folder import FolderStore


def test_stats_count_what_was_played(duo, tmp_path, monkeypatch):
    monkeypatch.setenv("DUO_HOME", str(tmp_path))
    assert "Start one with `duo play`" in duo("stats").stdout
    game = Game.start(WORDS, KEY, extra_headers={"A": "person", "B": "duo bold expert"})
    for move in winning_moves():
        game = game.play(move)
    with FolderStore(tmp_path / "games").begin(game):
        pass
    answer = json.loads(duo("stats", "--json").stdout)
    assert answer["wins"] == answer["by"]["partner"]["duo bold expert"]["wins"] == 1
    shown = duo("stats").stdout
    assert "1 mission, 1 won (100%)" in shown
    assert "duo bold expert" in shown
    french = duo("--ui", "fr", "stats").stdout
    assert "1 mission" in french
    assert "duo audacieux expert" in french


@pytest.mark.parametrize("kind", ["bash", "zsh", "fish"])
def test_completion_scripts_are_printed(duo, kind):
    ran = duo("completion", kind)
    assert ran.code == 0
    assert "_DUO_COMPLETE" in ran.stdout


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not here")
def test_bash_understands_its_script(duo):
    script = duo("completion", "bash").stdout
    subprocess.run(["bash", "-n"], input=script, text=True, check=True)


@pytest.mark.parametrize("content", [b"garbage" * 1000, b"SQLite format 3\0" + bytes(5000)])
def test_a_broken_database_of_the_browser_is_told_and_the_rest_works(duo, tmp_path, monkeypatch, content):
    monkeypatch.setenv("DUO_HOME", str(tmp_path))
    finished = Game.start(WORDS, KEY, extra_headers={"A": "person", "B": "duo balanced expert"})
    FolderStore(tmp_path / "games").begin(finished).close()
    (tmp_path / "web.sqlite").write_bytes(content)
    ran = duo("play", "--list")
    assert ran.code == 0, ran.stderr
    assert "with duo balanced expert" in ran.stdout
    assert "duo: Skipped " in ran.stderr
    assert "web.sqlite: " in ran.stderr
    assert duo("stats").code == 0
    assert (tmp_path / "web.sqlite").read_bytes() == content
