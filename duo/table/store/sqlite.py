"""A SQLite database in WAL mode, for the processes of one machine. Watchers poll a change counter."""

import contextlib
import os
import sqlite3
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from duo.core.refusal import Refusal
from duo.table.store.database import ChangeCallback, Cursor, DatabaseUnavailable, Row
from duo.table.store.migrations import MIGRATIONS, split_statements

_BUSY_TIMEOUT_SECONDS = 10.0  # how long a writer waits for another
_SQLITE_MAGIC_BYTES = b"SQLite format 3\0"
_CACHE_KILOBYTES = 256  # for each thread; the operating system caches the file for all of them
_POLL_SECONDS = 0.1  # between looks at the change counter


class SqliteDatabase:
    """A SQLite file. Each thread has its own connection."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._local = threading.local()
        # Writers of one process wait here, instead of polling the lock of the file.
        self._turn = threading.Lock()
        path.parent.mkdir(parents=True, exist_ok=True)
        if _is_not_sqlite(path):
            raise Refusal(
                "{file} cannot be opened as a database: {reason}",
                file=path,
                reason=Refusal("it is not a database, and was left unchanged"),
            )
        with contextlib.suppress(OSError):  # SQLite explains better why a file cannot be opened
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # private, since it contains every key card
        self._migrate()

    @property
    def location(self) -> str:
        return str(self.path)

    def row(self, statement: str, *values: object) -> Row | None:
        with _translate_errors():
            found: Row | None = self.connection.execute(statement, values).fetchone()
        return found

    def rows(self, statement: str, *values: object) -> list[Row]:
        with _translate_errors():
            return self.connection.execute(statement, values).fetchall()

    @contextmanager
    def transaction(self, *, durable: bool = True) -> Iterator["SqliteWriter"]:
        with self._turn, _translate_errors():
            connection = self.connection
            connection.execute(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield SqliteWriter(connection)
            except BaseException:
                connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")

    def watch(self, on_change: ChangeCallback, stopped: threading.Event) -> None:
        known, last = None, self._last_change_number()
        while not stopped.wait(_POLL_SECONDS):
            try:
                # This counter changes when another connection has written. Reading it is cheap.
                (counter,) = self.connection.execute("PRAGMA data_version").fetchone()
                if counter == known:
                    continue
                changed = self.rows("SELECT id, sequence FROM games WHERE sequence > ? ORDER BY sequence", last)
            except (sqlite3.Error, DatabaseUnavailable):
                continue  # the file is locked for a moment; look again
            known = counter
            for game, sequence in changed:
                last = max(last, sequence)
                on_change(game)

    def close(self) -> None:
        """Close the connection of this thread. Other threads close theirs when they end."""
        self.connection.close()
        del self._local.connection

    @property
    def connection(self) -> sqlite3.Connection:
        """The connection of this thread."""
        opened: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if opened is None:
            opened = self._local.connection = self._open_connection()
        return opened

    def _last_change_number(self) -> int:
        row = self.row("SELECT coalesce(max(sequence), 0) FROM games")
        return int(row[0]) if row else 0

    def _open_connection(self) -> sqlite3.Connection:
        try:
            connection = sqlite3.connect(self.path, timeout=_BUSY_TIMEOUT_SECONDS, isolation_level=None)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute(f"PRAGMA cache_size = -{_CACHE_KILOBYTES}")
        except sqlite3.Error as error:
            raise Refusal("{file} cannot be opened as a database: {reason}", file=self.path, reason=error) from error
        return connection

    def _migrate(self) -> None:
        """Bring the tables of an older file up to date. Raises Refusal for a file that a newer duo has written."""
        with self.transaction() as writer:
            (version,) = writer.execute("PRAGMA user_version").fetchone()
            if version > len(MIGRATIONS):
                raise Refusal(
                    "{file} was written by a newer duo; this one reads version {version}",
                    file=self.path,
                    version=len(MIGRATIONS),
                )
            for number, migration in enumerate(MIGRATIONS[version:], start=version + 1):
                for statement in split_statements(migration):
                    writer.execute(statement)
                writer.execute(f"PRAGMA user_version = {number}")


def _is_not_sqlite(path: Path) -> bool:
    """Return whether the path holds something other than a SQLite database, which SQLite might overwrite."""
    if not path.is_file():
        return path.exists()  # a folder, or a pipe, on which SQLite would block
    with path.open("rb") as file:
        beginning = file.read(len(_SQLITE_MAGIC_BYTES))
    return beginning not in (b"", _SQLITE_MAGIC_BYTES)


class SqliteWriter:
    """The statements of one open SQLite transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def execute(self, statement: str, *values: object) -> Cursor:
        return self._connection.execute(statement, values)

    def execute_many(self, statement: str, rows: Iterable[Row]) -> None:
        self._connection.executemany(statement, rows)

    def announce(self, game: str) -> None:
        """Give the changed game the next change number. A watcher asks for numbers above the last one it has seen."""
        self._connection.execute(
            "UPDATE games SET sequence = (SELECT max(sequence) + 1 FROM games) WHERE id = ?", (game,)
        )


@contextmanager
def _translate_errors() -> Iterator[None]:
    """Re-raise an error of SQLite as DatabaseUnavailable."""
    try:
        yield
    except sqlite3.Error as error:
        raise DatabaseUnavailable("Not done, because it could not be saved: {reason}", reason=str(error)) from error
