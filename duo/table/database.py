"""The database of games played in the browser: SQLite, the record text as the truth, every move one transaction.

Each game has a version that rises with every change: whoever changes a game says which version was seen, and of two
who change the same one, the second is told so. A counter over all games tells other processes what has changed.
"""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from duo.core.refusal import Refusal

# Numbered from 1; what has been released is never edited, only added to.
MIGRATIONS = (
    """
    CREATE TABLE games (
      id TEXT PRIMARY KEY,
      record TEXT NOT NULL,
      version INTEGER NOT NULL,
      sequence INTEGER NOT NULL,
      begun TEXT NOT NULL,
      changed TEXT NOT NULL,
      waits INTEGER NOT NULL,
      open_a INTEGER NOT NULL DEFAULT 0,
      open_b INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX games_by_sequence ON games (sequence);
    CREATE TABLE links (
      secret BLOB PRIMARY KEY,
      game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
      role TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX links_by_game ON links (game);
    CREATE TABLE holders (
      game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
      player BLOB NOT NULL,
      role TEXT NOT NULL,
      name TEXT NOT NULL DEFAULT '',
      seen REAL NOT NULL DEFAULT 0,
      PRIMARY KEY (game, player)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX holders_by_player ON holders (player);
    CREATE TABLE notes (
      player BLOB NOT NULL,
      name TEXT NOT NULL,
      text TEXT NOT NULL,
      PRIMARY KEY (player, name)
    ) STRICT, WITHOUT ROWID;
    """,
)
_BUSY = 10.0  # seconds that a writer waits for another


class Database:
    """A file of games. Each thread has a connection of its own."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._local = threading.local()
        path.parent.mkdir(parents=True, exist_ok=True)
        with self.writing() as connection:
            _migrate(connection, path)

    @property
    def connection(self) -> sqlite3.Connection:
        """The connection of this thread."""
        opened: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if opened is None:
            opened = self._local.connection = self._open()
        return opened

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction, on disk when it is left; an error leaves everything as it was."""
        connection = self.connection
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield connection
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")

    def _open(self) -> sqlite3.Connection:
        try:
            connection = sqlite3.connect(self.path, timeout=_BUSY, isolation_level=None)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")  # a move is on disk before it is answered
            connection.execute("PRAGMA foreign_keys = ON")
        except sqlite3.Error as error:
            raise Refusal("{file} cannot be opened as a database: {reason}", file=self.path, reason=error) from error
        return connection


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Bring an older file up to date; one of a newer version is left alone."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > len(MIGRATIONS):
        raise Refusal("{file} was written by a newer duo; this one reads version {version}",
                      file=path, version=len(MIGRATIONS))  # fmt: skip
    for number, migration in enumerate(MIGRATIONS[version:], start=version + 1):
        for statement in filter(str.strip, migration.split(";")):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {number}")
