"""The games in PostgreSQL, for any number of machines: a pool of connections, and NOTIFY for news."""

import contextlib
import logging
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict
from psycopg_pool import ConnectionPool, PoolTimeout

from duo.core.refusal import Refusal
from duo.table.store.database import ChangeCallback, Cursor, Row, Unavailable
from duo.table.store.migrations import MIGRATIONS, split_statements

_CHANNEL = "duo_games"
_MIGRATION_LOCK = 0x64756F  # whoever migrates holds it
_POOL_TIMEOUT_SECONDS = 8.0  # seconds that a request waits for a connection, which a restart of the server can take
_RETRY_SECONDS = 0.5  # seconds between attempts to listen again
# SQLite's words in the schema, and PostgreSQL's.
_DIALECT_REPLACEMENTS = (
    ("STRICT, WITHOUT ROWID", ""),
    ("STRICT", ""),
    ("BLOB", "BYTEA"),
    ("INTEGER", "BIGINT"),
    ("REAL", "DOUBLE PRECISION"),
)
_log = logging.getLogger(__name__)


class PostgresDatabase:
    """A database of a PostgreSQL server, by its address. So many threads of a process ask it at once."""

    def __init__(self, address: str, max_connections: int = 8) -> None:
        self._address = address
        self.location = _without_password(address)
        try:
            with psycopg.connect(address, connect_timeout=10) as connection:
                _migrate(connection, self.location)
        except (psycopg.Error, UnicodeError) as error:
            raise Refusal(
                "{file} cannot be opened as a database: {reason}",
                file=self.location,
                reason=" ".join(str(error).split()),
            ) from error
        self._pool: ConnectionPool[psycopg.Connection[Row]] = ConnectionPool(
            address,
            min_size=1,
            max_size=max_connections,
            timeout=_POOL_TIMEOUT_SECONDS,
            max_idle=300,
            kwargs={"autocommit": True},
            reconnect_timeout=3600,
            open=True,
        )

    def row(self, statement: str, *values: object) -> Row | None:
        found = self.rows(statement, *values)
        return found[0] if found else None

    def rows(self, statement: str, *values: object) -> list[Row]:
        with _translate_errors():
            try:
                return self._fetch(statement, values)
            except PoolTimeout:
                raise
            except psycopg.OperationalError:
                # The connection was of a server that has restarted since; nothing was changed by asking.
                self._pool.check()
                return self._fetch(statement, values)

    @contextmanager
    def transaction(self, *, durable: bool = True) -> Iterator["PostgresWriter"]:
        with (
            _translate_errors(),
            self._begin("BEGIN" if durable else "BEGIN; SET LOCAL synchronous_commit = off") as connection,
        ):
            writer = PostgresWriter(connection)
            try:
                yield writer
            except BaseException:
                with contextlib.suppress(psycopg.Error):
                    connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")
            writer.send_notifications()

    def watch(self, on_change: ChangeCallback, stopped: threading.Event) -> None:
        while not stopped.is_set():
            try:
                with psycopg.connect(self._address, autocommit=True, connect_timeout=10) as connection:
                    connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(_CHANNEL)))
                    on_change(None)
                    while not stopped.is_set():
                        for notify in connection.notifies(timeout=0.5):
                            on_change(notify.payload)
            except psycopg.Error as error:
                _log.warning("no news from the database: %s", error)
                stopped.wait(_RETRY_SECONDS)

    def close(self) -> None:
        self._pool.close()

    def _fetch(self, statement: str, values: Row) -> list[Row]:
        with self._pool.connection() as connection:
            found: list[Row] = connection.execute(_query(statement), values).fetchall()
        return found

    @contextmanager
    def _begin(self, begin: str) -> Iterator[psycopg.Connection[Row]]:
        """A connection in a transaction."""
        connection = self._begin_on_connection(begin)
        try:
            yield connection
        finally:
            self._pool.putconn(connection)

    def _begin_on_connection(self, begin: str, retry: bool = True) -> psycopg.Connection[Row]:
        """One whose server has restarted since is replaced, as nothing was done yet."""
        connection = self._pool.getconn()
        try:
            connection.execute(begin)
        except psycopg.OperationalError:
            self._pool.putconn(connection)
            if not retry:
                raise
            self._pool.check()
            return self._begin_on_connection(begin, retry=False)
        return connection


class PostgresWriter:
    """One transaction, and the news of it, which is told when it is on disk."""

    def __init__(self, connection: psycopg.Connection[Row]) -> None:
        self._connection = connection
        self._news: list[str] = []

    def execute(self, statement: str, *values: object) -> Cursor:
        cursor: Cursor = self._connection.execute(_query(statement), values)
        return cursor

    def execute_many(self, statement: str, rows: Iterable[Row]) -> None:
        self._connection.cursor().executemany(_query(statement), rows)

    def announce(self, game: str) -> None:
        self._news.append(game)

    def send_notifications(self) -> None:
        """Have other processes hear of it.

        Not within the transaction: NOTIFY lets one transaction commit at a time, for as long as a disk takes. Whoever
        misses it, because the server died in between, looks again by and by.
        """
        with contextlib.suppress(psycopg.Error):
            for game in self._news:
                self._connection.execute(
                    "SELECT set_config('synchronous_commit', 'off', true), pg_notify(%s, %s)", (_CHANNEL, game)
                )


def _migrate(connection: psycopg.Connection[Any], where: str) -> None:
    """Bring an older database up to date, one process at a time; one of a newer version is left alone."""
    connection.execute("SELECT pg_advisory_xact_lock(%s)", (_MIGRATION_LOCK,))
    connection.execute("CREATE TABLE IF NOT EXISTS duo_schema (version BIGINT NOT NULL)")
    row = connection.execute("SELECT max(version) FROM duo_schema").fetchone()
    version = (row and row[0]) or 0
    if version > len(MIGRATIONS):
        raise Refusal(
            "{file} was written by a newer duo; this one reads version {version}", file=where, version=len(MIGRATIONS)
        )
    for number, migration in enumerate(MIGRATIONS[version:], start=version + 1):
        for old, new in _DIALECT_REPLACEMENTS:
            migration = migration.replace(old, new)  # noqa: PLW2901 - word by word
        for statement in split_statements(migration):
            connection.execute(_query(statement))
        connection.execute("INSERT INTO duo_schema VALUES (%s)", (number,))


def _query(statement: str) -> str:
    """PostgreSQL's driver has another mark for a value; no statement of ours has either in a text."""
    return statement.replace("?", "%s")


def _without_password(address: str) -> str:
    try:
        told = conninfo_to_dict(address)
    except psycopg.Error:
        return "postgresql://…"
    host = f"{told.get('host', 'localhost')}:{told.get('port', 5432)}"
    return f"postgresql://{host}/{told.get('dbname', '')}"


@contextmanager
def _translate_errors() -> Iterator[None]:
    """An error of the server as a refusal; what it says is for the log of whoever runs it."""
    try:
        yield
    except (psycopg.Error, PoolTimeout) as error:
        _log.warning("the database failed: %s", error)
        raise Unavailable(
            "The games cannot be reached just now. Nothing that was saved is lost: try again in a moment."
        ) from error
