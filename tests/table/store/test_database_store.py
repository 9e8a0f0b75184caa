"""Games in a database: versions, migrations, and the joint list of unfinished games."""

import contextlib
import sqlite3
import threading
import time

import pytest
from boards import KEY, WORDS
from servers import wait_until

from duo.core.game import Game
from duo.core.key import Seat
from duo.core.moves import Clue
from duo.core.refusal import Refusal
from duo.table.store.connect import open_database
from duo.table.store.database_store import DatabaseStore
from duo.table.store.folder import FolderStore
from duo.table.store.game_store import OutdatedGame
from duo.table.store.joined import JoinedStores
from duo.table.store.migrations import MIGRATIONS
from duo.table.store.sqlite import SqliteDatabase

WITH_AI = {"A": "person", "B": "duo balanced expert"}


def game(more=None):
    return Game.start(WORDS, KEY, extra_headers=more or WITH_AI)


@pytest.fixture
def store(any_store):
    with contextlib.closing(open_database(any_store)) as database:
        yield DatabaseStore(database)


def test_a_game_comes_back_as_it_was_and_its_version_rises(store):
    stored = store.add(game())
    after = store.change(stored, stored.game.play(Clue(Seat.A, "ZEBRA", 1)))
    assert store.load(stored.id) == after
    assert (stored.version, after.version, store.version(stored.id)) == (1, 2, 2)


def test_who_changes_what_has_changed_meanwhile_is_told_and_changes_nothing(store):
    stored = store.add(game())
    store.change(stored, stored.game.play(Clue(Seat.A, "ZEBRA", 1)))
    with pytest.raises(OutdatedGame):
        store.change(stored, stored.game.play(Clue(Seat.A, "YACHT", 1)))
    assert store.load(stored.id).game.final.clues[0].clue.word == "ZEBRA"


def changes_heard(database, act, wanted):
    """The changes that a watcher reports during `act`, until it has reported those wanted."""
    changes, done, stopped = [], threading.Event(), threading.Event()

    def hear(game):
        changes.append(game)
        if game == wanted:
            done.set()

    watcher = threading.Thread(target=database.watch, args=(hear, stopped))
    watcher.start()
    try:
        time.sleep(0.3)
        act(changes)
        assert done.wait(20), changes
    finally:
        stopped.set()
        watcher.join()
    return [game for game in changes if game]


def test_another_process_hears_of_a_game_that_begins_and_of_every_change(store, any_store):
    with contextlib.closing(open_database(any_store)) as other:
        first, second = store.add(game()), store.add(game())
        changes = changes_heard(
            other, lambda _heard: store.change(first, first.game.play(Clue(Seat.A, "ZEBRA", 1))), first.id
        )
        assert second.id not in changes

        def announce(_heard):
            with store.database.transaction() as writer:
                writer.announce(second.id)

        assert set(changes_heard(other, announce, second.id)) == {second.id}


def test_what_fails_in_the_middle_of_a_transaction_leaves_everything_as_it_was(store):
    stored = store.add(game())

    def fail():
        with store.database.transaction() as writer:
            writer.execute("UPDATE games SET version = 9 WHERE id = ?", stored.id)
            raise Refusal("no")

    with pytest.raises(Refusal, match=r"^no$"):
        fail()
    assert store.load(stored.id) == stored


def test_of_many_who_change_one_game_at_once_one_wins(store):
    stored = store.add(game())
    words = ["ZEBRA", "YACHT", "OPERA", "LUNAR", "VELVET", "CANYON", "PEPPER", "SONNET"]
    start, won, refusals = threading.Barrier(len(words)), [], []

    def change(word):
        start.wait()
        try:
            store.change(stored, stored.game.play(Clue(Seat.A, word, 1)))
            won.append(word)
        except OutdatedGame as outdated:
            refusals.append(outdated)

    threads = [threading.Thread(target=change, args=(word,)) for word in words]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(won), len(refusals)) == (1, len(words) - 1)
    assert store.load(stored.id).game.final.clues[0].clue.word == won[0]


def test_a_store_of_the_first_version_is_brought_up_to_date_with_its_games(tmp_path):
    path = tmp_path / "web.sqlite"
    with contextlib.closing(sqlite3.connect(path)) as old, old:
        old.executescript(MIGRATIONS[0])
        old.execute("INSERT INTO games VALUES ('0123456789abcdef', ?, 3, 7, 'then', 'then', 1, 0, 0)", (str(game()),))
        old.execute("PRAGMA user_version = 1")
    with contextlib.closing(open_database(str(path))) as database:
        found = DatabaseStore(database).load("0123456789abcdef")
    # An old file does not say whether the AI must move, so every waiting game is checked once.
    assert (found.game, found.version, found.ai_due) == (game(), 3, True)


def test_both_kinds_have_the_same_tables(postgres, tmp_path):
    with contextlib.closing(open_database(str(tmp_path / "web.sqlite"))) as database:
        columns = {
            (table, name)
            for (table,) in database.rows("SELECT name FROM sqlite_master WHERE type = 'table'")
            for (_number, name, *_rest) in database.rows(f"PRAGMA table_info({table})")
        }
    address = postgres.schema("tables")
    with contextlib.closing(open_database(address)) as database:
        rows = database.rows(
            "SELECT table_name, column_name FROM information_schema.columns "
            "WHERE table_schema = current_schema() AND table_name <> 'duo_schema'"
        )
        assert columns == set(rows)
        # Reopening changes nothing, and a newer version is refused.
        open_database(address).close()
        with database.transaction() as writer:
            writer.execute("INSERT INTO duo_schema VALUES (?)", len(MIGRATIONS) + 1)
    with pytest.raises(Refusal, match="newer duo"):
        open_database(address)


def test_a_server_that_restarts_is_asked_again(postgres):
    with contextlib.closing(open_database(postgres.schema("restarts"))) as database:
        store = DatabaseStore(database)
        stored = store.add(game())

        def restart(changes):
            postgres.stop()
            postgres.start()
            # The watcher is told that any game may have changed, and keeps watching.
            wait_until(lambda: changes.count(None) == 2)
            store.change(stored, stored.game.play(Clue(Seat.A, "ZEBRA", 1)))

        changes_heard(database, restart, stored.id)
        assert store.load(stored.id).version == 2


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("postgresql://duo:SECRET@127.0.0.1:1/none", "cannot be opened"),
        ("postgresql://duo:SECRET@127.0.0.1:99999/none", "cannot be opened"),
        ("postgresql://duo:SECRET@127.0.0.1/none?nonsense=1", "cannot be opened"),
        ("mysql://duo:SECRET@127.0.0.1/none", "neither a file nor"),
    ],
)
def test_an_address_that_opens_nothing_is_refused_without_its_password(address, reason):
    with pytest.raises(Refusal, match=reason) as refused:
        open_database(address)
    assert "SECRET" not in str(refused.value)


def test_the_database_keeps_its_schema_number_and_refuses_a_newer_one(tmp_path):
    path = tmp_path / "web.sqlite"
    SqliteDatabase(path)
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    with pytest.raises(Refusal, match="newer duo"):
        SqliteDatabase(path)


def test_what_is_no_database_is_refused_and_left_as_it_is(tmp_path):
    path = tmp_path / "web.sqlite"
    path.write_bytes(b"this is no database at all, whatever its name says" * 20)
    before = path.read_bytes()
    with pytest.raises((Refusal, sqlite3.DatabaseError)):
        SqliteDatabase(path)
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
        saved.save(found.play(Clue(Seat.A, "ZEBRA", 1)))
    assert store.load(in_browser.id).version == 2
    assert [name for name, _ in folder.all_games()] == [in_folder]
    assert both.give_up(in_browser.id)
    assert not store.load(in_browser.id).game.final.outcome()
    assert [mission.id for mission in both.unfinished()[0]] == [in_folder]


def test_a_game_of_two_people_does_not_wait_at_the_terminal(store):
    store.add(game({"A": "person", "B": "person"}))
    assert store.unfinished() == ([], [])


def test_a_database_is_for_its_owner_alone(tmp_path):
    with contextlib.closing(SqliteDatabase(tmp_path / "web.sqlite")) as database:
        DatabaseStore(database).add(game())
        assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}
