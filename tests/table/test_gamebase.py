"""Games in a database: versions instead of locks, migrations, and one list of what waits."""

import sqlite3

import pytest
from boards import KEY, WORDS

from duo.core.game import Game
from duo.core.key import Seat
from duo.core.moves import Clue
from duo.core.refusal import Refusal
from duo.table.database import MIGRATIONS, Database
from duo.table.gamebase import DatabaseStore, JoinedStores, Outdated
from duo.table.saves import FolderStore

WITH_HOUSE = {"A": "person", "B": "duo balanced expert"}


def game(more=None):
    return Game.start(WORDS, KEY, more=more or WITH_HOUSE)


@pytest.fixture
def store(tmp_path):
    return DatabaseStore(Database(tmp_path / "web.sqlite"))


def test_a_game_comes_back_as_it_was_and_its_version_rises(store):
    stored = store.add(game())
    after = store.change(stored, stored.game.play(Clue(Seat.A, "ZEBRA", 1)))
    assert store.load(stored.id) == after
    assert (stored.version, after.version, store.version(stored.id)) == (1, 2, 2)


def test_who_changes_what_has_changed_meanwhile_is_told_and_changes_nothing(store):
    stored = store.add(game())
    store.change(stored, stored.game.play(Clue(Seat.A, "ZEBRA", 1)))
    with pytest.raises(Outdated):
        store.change(stored, stored.game.play(Clue(Seat.A, "YACHT", 1)))
    assert store.load(stored.id).game.final.clues[0].clue.word == "ZEBRA"


def test_another_process_finds_what_has_changed(store, tmp_path):
    other = DatabaseStore(Database(tmp_path / "web.sqlite"))
    first = store.add(game())
    (_, seen), *_ = other.changed_since(0)
    store.change(first, first.game.play(Clue(Seat.A, "ZEBRA", 1)))
    assert [name for name, _ in other.changed_since(seen)] == [first.id]


def test_the_database_keeps_its_schema_number_and_refuses_a_newer_one(tmp_path):
    path = tmp_path / "web.sqlite"
    Database(path)
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    with pytest.raises(Refusal, match="newer duo"):
        Database(path)


def test_what_is_no_database_is_refused_and_left_as_it_is(tmp_path):
    path = tmp_path / "web.sqlite"
    path.write_bytes(b"this is no database at all, whatever its name says" * 20)
    before = path.read_bytes()
    with pytest.raises((Refusal, sqlite3.DatabaseError)):
        Database(path)
    assert path.read_bytes() == before


def test_missions_of_both_stores_wait_in_one_list_and_stay_where_they_began(store, tmp_path):
    folder = FolderStore(tmp_path / "games")
    both = JoinedStores(folder, store)
    in_browser = store.add(game())
    with both.begin(game()) as saved:
        in_folder = saved.id
    assert {mission.id for mission in both.unfinished()[0]} == {in_browser.id, in_folder}
    found, saved = both.resume(in_browser.id)
    with saved:
        saved.keep(found.play(Clue(Seat.A, "ZEBRA", 1)))
    assert store.load(in_browser.id).version == 2
    assert [name for name, _ in folder.all_games()] == [in_folder]
    assert both.give_up(in_browser.id)
    assert not store.load(in_browser.id).game.final.outcome()
    assert [mission.id for mission in both.unfinished()[0]] == [in_folder]


def test_a_game_of_two_people_does_not_wait_at_the_terminal(store):
    store.add(game({"A": "person", "B": "person"}))
    assert store.unfinished() == ([], [])
