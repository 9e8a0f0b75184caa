"""Saved games in a folder: written, resumed, locked, put aside when broken."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from boards import KEY, WORDS, A, winning_moves

from duo.core.game import Game, read
from duo.core.position import Clue
from duo.table.store.folder import FolderStore

GAME = Game.start(WORDS, KEY)


@pytest.fixture
def saves(tmp_path):
    return FolderStore(tmp_path / "games")


def test_a_new_game_is_on_disk_at_once_and_waits_when_it_is_left(saves):
    assert not list(saves.all_games())
    with saves.begin(GAME) as saved:
        assert read(saved.path.read_text()) == GAME
        saved.save(GAME.play(Clue(A, "SEA", 1)))
    assert list(saves.all_games())
    [waiting], broken = saves.unfinished()
    assert waiting.id == saved.id
    assert waiting.game.final.clues[0].clue.word == "SEA"
    assert broken == []


def test_a_game_that_is_over_does_not_wait(saves):
    game = GAME
    for move in winning_moves():
        game = game.play(move)
    with saves.begin(game):
        pass
    assert saves.unfinished() == ([], [])
    assert [game for _, game in saves.all_games()] == [game]


def test_a_game_that_somebody_plays_is_not_offered(saves, tmp_path):
    with saves.begin(GAME) as saved:
        assert _run_in_other_process(tmp_path, f"print(saves.unfinished()[0], saves.resume({saved.id!r}))") == "[] None"
    assert _run_in_other_process(tmp_path, "print(len(saves.unfinished()[0]))") == "1"


def test_a_player_killed_in_mid_game_leaves_it_to_be_gone_on_with(saves, tmp_path):
    killed = "from boards import KEY, WORDS; from duo.core.game import Game; import os, signal\n"
    killed += "saved = saves.begin(Game.start(WORDS, KEY)); os.kill(os.getpid(), signal.SIGKILL)"
    _run_in_other_process(tmp_path, killed)
    [waiting], _ = saves.unfinished()
    assert waiting.game == GAME
    game, resumed = saves.resume(waiting.id)
    with resumed:
        assert game == GAME


def test_the_game_left_last_is_the_first_that_waits(saves):
    with saves.begin(GAME) as first, saves.begin(GAME) as second:
        pass
    os.utime(second.path, (0, 0))
    assert [waiting.id for waiting in saves.unfinished()[0]] == [first.id, second.id]


def test_a_game_is_gone_on_with_as_it_is_now_and_not_as_it_was_when_it_was_offered(saves):
    with saves.begin(GAME) as saved:
        pass
    [waiting], _ = saves.unfinished()
    _, elsewhere = saves.resume(waiting.id)
    with elsewhere:
        elsewhere.save(GAME.play(Clue(A, "SEA", 1)))
    game, resumed = saves.resume(saved.id)
    with resumed:
        assert game.final.clues[0].clue.word == "SEA"
        won = GAME
        for move in winning_moves():
            won = won.play(move)
        resumed.save(won)
    assert saves.resume(saved.id) is None


@pytest.mark.parametrize("damage", [b"", b"[Duo", b"\xff\xfe", b'[Duo "1"]\n\n', b"x" * 2_000_000])
def test_a_broken_save_is_put_aside_and_reported(saves, tmp_path, damage):
    with saves.begin(GAME) as saved:
        pass
    saved.path.write_bytes(damage)
    waiting, [broken] = saves.unfinished()
    assert waiting == []
    aside = tmp_path / "games" / "broken" / saved.path.name
    assert broken.location == str(aside)
    assert aside.read_bytes() == damage
    assert str(broken.reason)
    assert saves.unfinished() == ([], [])


def test_a_game_that_is_given_up_waits_no_more_and_its_record_tells_so(saves):
    with saves.begin(GAME) as saved:
        assert not saves.give_up(saved.id)
    assert saves.give_up(saved.id)
    assert saves.unfinished() == ([], [])
    assert saves.resume(saved.id) is None
    assert not saves.give_up(saved.id)
    [(name, game)] = saves.all_games()
    assert name == saved.id
    assert game.header("GivenUp")
    assert game.final == GAME.final


def test_a_discarded_game_is_gone_unless_somebody_plays_it(saves):
    with saves.begin(GAME) as saved:
        assert not saves.discard(saved.id)
    assert saves.discard(saved.id)
    assert not saves.discard(saved.id)
    assert list(saves.all_games()) == []
    assert not saved.path.exists()


@pytest.mark.parametrize("name", ["", "nothing", "../secret", "/etc/passwd", "a/../../b"])
def test_an_id_that_names_no_game_of_the_store_finds_nothing(saves, tmp_path, name):
    (tmp_path / "secret.duo").write_text(str(GAME))
    with saves.begin(GAME):
        pass
    assert saves.resume(name) is None
    assert not saves.discard(name)
    assert (tmp_path / "secret.duo").exists()


def _run_in_other_process(home, code):
    """The output of this code in another process."""
    script = "from pathlib import Path\nfrom duo.table.store.folder import FolderStore\n"
    script += f"saves = FolderStore(Path({str(home)!r}) / 'games')\n{code}"
    there = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, env=there)
    return run.stdout.strip()


def test_what_a_killed_beginning_left_is_swept_when_the_next_game_begins(saves, tmp_path):
    games = tmp_path / "games"
    games.mkdir()
    left = [".2026-01-01-000000-abcd.duo.0a1b2c3d", "2026-01-01-000000-abcd.lock"]
    young = [".2026-01-01-000001-abcd.duo.0a1b2c3d", "2026-01-01-000001-abcd.lock"]
    for name in left + young + ["notes.txt"]:
        (games / name).touch()
    for name in [*left, "notes.txt"]:
        os.utime(games / name, (0, 0))
    with saves.begin(GAME) as saved:
        names = {path.name for path in games.iterdir()}
    assert names == {*young, "notes.txt", saved.path.name, f"{saved.id}.lock"}


def test_what_is_no_file_is_passed_over_and_told_and_the_rest_works(saves, tmp_path):
    with saves.begin(GAME):
        pass
    games = tmp_path / "games"
    (games / "folder.duo").mkdir()
    (games / "loop.duo").symlink_to("loop.duo")
    (games / "nowhere.duo").symlink_to("/no/such/file")
    os.mkfifo(games / "pipe.duo")
    waiting, broken = saves.unfinished()
    assert len(waiting) == 1
    assert [Path(each.location).name for each in broken] == ["folder.duo", "loop.duo", "nowhere.duo", "pipe.duo"]
    assert not any(each.put_aside for each in broken)
    assert len(list(saves.all_games())) == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is unreadable for root")
def test_an_unreadable_game_is_passed_over(saves, tmp_path):
    with saves.begin(GAME) as saved:
        pass
    saved.path.chmod(0)
    assert [each.put_aside for each in saves.unfinished()[1]] == [False]


def test_a_save_cut_inside_its_result_is_put_aside_and_told(saves, tmp_path):
    with saves.begin(GAME) as saved:
        pass
    text = saved.path.read_bytes()
    for place in range(text.index(b"[Result"), text.index(b"[Result") + len(b'[Result "*"]')):
        cut = tmp_path / "games" / f"cut-{place}.duo"
        cut.write_bytes(text[:place])
        _, [broken] = saves.unfinished()
        assert Path(broken.location).name == cut.name
        assert broken.put_aside


@pytest.mark.parametrize("time", [253402300800, 1 << 60, -(1 << 40)])
def test_a_game_with_a_time_that_no_calendar_has_still_waits(saves, time):
    with saves.begin(GAME) as saved:
        pass
    try:
        os.utime(saved.path, (time, time))
    except OverflowError:
        pytest.skip("this file system keeps no such time")
    assert [waiting.id for waiting in saves.unfinished()[0]] == [saved.id]


def test_a_save_is_for_its_owner_alone(saves):
    with saves.begin(GAME) as saved:
        assert saved.path.stat().st_mode & 0o777 == 0o600
        assert saved.path.parent.stat().st_mode & 0o777 == 0o700
