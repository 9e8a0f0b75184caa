"""What every store of games does: load a game by its id, in a time that does not grow with the store, and change it."""

import contextlib
import os

import pytest
from boards import KEY, WORDS, A, winning_moves
from opened_files import watch_files

from duo.core.game import Game
from duo.core.moves import Clue
from duo.core.refusal import Refusal
from duo.table.store.connect import open_database
from duo.table.store.database_store import DatabaseStore
from duo.table.store.folder import FolderStore
from duo.table.store.game_store import OutdatedGame
from duo.table.store.joined import JoinedStores
from duo.table.store.sqlite import SqliteDatabase

GAME = Game.start(WORDS, KEY, extra_headers={"A": "person", "B": "duo balanced expert"})
AFTER = GAME.play(Clue(A, "ZEBRA", 1))


def fill(folder, count):
    """Writes this many saved games, without the lock and the sync that only a played game needs."""
    folder.mkdir(mode=0o700)
    for number in range(count):
        (folder / f"2026-05-31-120000-{number:04x}.duo").write_text(str(AFTER if number % 2 else GAME))


@pytest.fixture(params=["folder", "sqlite", "postgresql", "joined"])
def store(request, tmp_path):
    if request.param == "folder":
        yield FolderStore(tmp_path / "games")
        return
    address = str(tmp_path / "games.sqlite")
    if request.param == "postgresql":
        address = request.getfixturevalue("postgres").schema(f"store_{os.urandom(8).hex()}")
    with contextlib.closing(open_database(address)) as database:
        browser = DatabaseStore(database)
        yield JoinedStores(FolderStore(tmp_path / "games"), browser) if request.param == "joined" else browser


@pytest.mark.parametrize("count", [10, 3_000])
def test_loading_a_game_opens_one_file_however_many_are_saved(tmp_path, count):
    games = tmp_path / "games"
    fill(games, count)
    name = f"2026-05-31-120000-{count - 1:04x}"
    with watch_files(games) as seen:
        stored = FolderStore(games).load(name)
    assert (stored.id, stored.game) == (name, AFTER)
    assert seen == [str(games / f"{name}.duo")]


@pytest.mark.parametrize("count", [10, 3_000])
def test_a_game_that_is_not_there_opens_no_file(tmp_path, count):
    fill(tmp_path / "games", count)
    with watch_files(tmp_path / "games") as seen:
        assert FolderStore(tmp_path / "games").load("2026-05-31-120000-ffff") is None
    assert seen == []


def test_the_games_of_a_day_are_read_without_those_of_other_days(tmp_path):
    games = tmp_path / "games"
    fill(games, 10)
    (games / "2026-06-01-000000-0000.duo").write_text(str(AFTER))
    with watch_files(games) as seen:
        assert list(FolderStore(games).all_games(begun_on="2026-06-01")) == [("2026-06-01-000000-0000", AFTER)]
    assert [name for name in seen if name.endswith(".duo")] == [str(games / "2026-06-01-000000-0000.duo")]


def test_a_database_finds_a_game_by_its_primary_key(tmp_path):
    with contextlib.closing(SqliteDatabase(tmp_path / "games.sqlite")) as database:
        statements = []
        database.connection.set_trace_callback(statements.append)
        DatabaseStore(database).load("0123456789abcdef")
        [(*_numbers, plan)] = database.rows(f"EXPLAIN QUERY PLAN {statements[0]}")
    assert plan.startswith("SEARCH games USING INDEX")


def test_a_loaded_game_is_changed_and_its_version_rises(store):
    with store.begin(GAME) as saved:
        pass
    before = store.load(saved.id)
    after = store.change(before, AFTER)
    assert (before.game, after.game) == (GAME, AFTER)
    assert (before.version, after.version) == (1, 2)
    assert store.load(saved.id) == after
    assert store.version(saved.id) == 2


def test_an_undo_raises_the_version_too(store):
    with store.begin(GAME) as saved:
        pass
    played = store.change(store.load(saved.id), AFTER)
    undone = store.change(played, GAME.with_header("Undone", "1"))
    assert undone.version > played.version


def test_who_changes_an_outdated_game_is_refused_and_changes_nothing(store):
    with store.begin(GAME) as saved:
        pass
    before = store.load(saved.id)
    store.change(before, AFTER)
    with pytest.raises(OutdatedGame, match="has changed in the meantime"):
        store.change(before, GAME.play(Clue(A, "YACHT", 1)))
    assert store.load(saved.id).game == AFTER


def test_a_finished_game_is_loaded_as_well(store):
    game = GAME
    for move in winning_moves():
        game = game.play(move)
    with store.begin(game) as saved:
        pass
    assert store.resume(saved.id) is None
    assert store.load(saved.id).game == game


@pytest.mark.parametrize("name", ["", "nothing", "../secret", "/etc/passwd", "a/../../b", ".", "..", "x" * 5_000])
def test_an_id_that_names_no_game_loads_nothing(store, tmp_path, name):
    (tmp_path / "secret.duo").write_text(str(GAME))
    with store.begin(GAME):
        pass
    assert store.load(name) is None
    assert store.version(name) == 0


def test_an_id_with_a_null_or_half_a_character_names_no_file(tmp_path):
    fill(tmp_path / "games", 1)
    for name in ("a\0b", "\ud800"):
        assert FolderStore(tmp_path / "games").load(name) is None


def test_a_game_that_was_deleted_cannot_be_changed(store):
    with store.begin(GAME) as saved:
        pass
    before = store.load(saved.id)
    assert store.discard(saved.id)
    with pytest.raises(OutdatedGame):
        store.change(before, AFTER)
    assert store.load(saved.id) is None


def test_a_file_that_somebody_plays_is_loaded_but_not_changed(tmp_path):
    games = FolderStore(tmp_path / "games")
    with games.begin(GAME) as saved:
        before = games.load(saved.id)
        with pytest.raises(OutdatedGame, match="played at the terminal"):
            games.change(before, AFTER)
    assert games.load(saved.id) == before


def test_a_broken_record_is_refused_and_a_folder_in_its_place_is_no_game(tmp_path):
    fill(tmp_path / "games", 1)
    (tmp_path / "games" / "broken.duo").write_text("[Duo")
    (tmp_path / "games" / "folder.duo").mkdir()
    games = FolderStore(tmp_path / "games")
    with pytest.raises(Refusal):
        games.load("broken")
    assert games.load("folder") is None
