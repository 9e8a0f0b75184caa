"""A PostgreSQL database, for any number of machines, with a connection pool and NOTIFY."""

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
from duo.table.store.database import ChangeCallback, Cursor, DatabaseUnavailable, Row
from duo.table.store.migrations import MIGRATIONS, split_statements

_NOTIFY_CHANNEL = "duo_games"
_MIGRATION_LOCK_ID = 0x64756F  # advisory lock held during a migration
_POOL_TIMEOUT_SECONDS = 8.0  # how long a request waits for a connection; a server restart can take this long
_LISTEN_RETRY_SECONDS = 0.5  # between attempts to listen again
# Terms of the SQLite schema and their PostgreSQL counterparts.
_DIALECT_REPLACEMENTS = (
    ("STRICT, WITHOUT ROWID", ""),
    ("STRICT", ""),
    ("BLOB", "BYTEA"),
    ("INTEGER", "BIGINT"),
    ("REAL", "DOUBLE PRECISION"),
)
_log = logging.getLogger(__name__)


class PostgresDatabase:
    """A database of a PostgreSQL server. At most `max_connections` threads of a process use it at once."""

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
                # The server has restarted since the connection was opened. A query changes nothing, so retry it.
                self._pool.check()
                return self._fetch(statement, values)

    @contextmanager
    def transaction(self, *, durable: bool = True) -> Iterator["PostgresWriter"]:
        with (
            _translate_errors(),
            self._begin_transaction("BEGIN" if durable else "BEGIN; SET LOCAL synchronous_commit = off") as connection,
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
                    connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(_NOTIFY_CHANNEL)))
                    on_change(None)
                    while not stopped.is_set():
                        for notify in connection.notifies(timeout=0.5):
                            on_change(notify.payload)
            except psycopg.Error as error:
                _log.warning("no news from the database: %s", error)
                stopped.wait(_LISTEN_RETRY_SECONDS)

    def close(self) -> None:
        self._pool.close()

    def _fetch(self, statement: str, values: Row) -> list[Row]:
        with self._pool.connection() as connection:
            found: list[Row] = connection.execute(_to_psycopg_query(statement), values).fetchall()
        return found

    @contextmanager
    def _begin_transaction(self, begin: str) -> Iterator[psycopg.Connection[Row]]:
        """Lend a pooled connection on which the statement `begin` has started a transaction."""
        connection = self._begin_on_connection(begin)
        try:
            yield connection
        finally:
            self._pool.putconn(connection)

    def _begin_on_connection(self, begin: str, retry: bool = True) -> psycopg.Connection[Row]:
        """Take a connection from the pool and execute `begin` on it. If the connection is stale, retry once."""
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
    """The statements of one open transaction, and the notifications to send after its commit."""

    def __init__(self, connection: psycopg.Connection[Row]) -> None:
        self._connection = connection
        self._news: list[str] = []

    def execute(self, statement: str, *values: object) -> Cursor:
        cursor: Cursor = self._connection.execute(_to_psycopg_query(statement), values)
        return cursor

    def execute_many(self, statement: str, rows: Iterable[Row]) -> None:
        self._connection.cursor().executemany(_to_psycopg_query(statement), rows)

    def announce(self, game: str) -> None:
        self._news.append(game)

    def send_notifications(self) -> None:
        """Notify other processes of the changed games.

        Call it after the commit: NOTIFY inside a transaction would make all commits wait for each other. A notification
        that is lost because the server died does no harm, since every process also polls.
        """
        with contextlib.suppress(psycopg.Error):
            for game in self._news:
                self._connection.execute(
                    "SELECT set_config('synchronous_commit', 'off', true), pg_notify(%s, %s)", (_NOTIFY_CHANNEL, game)
                )


def _migrate(connection: psycopg.Connection[Any], where: str) -> None:
    """Bring the tables of an older database up to date, one process at a time.

    Raises Refusal for a database that a newer duo has written.
    """
    connection.execute("SELECT pg_advisory_xact_lock(%s)", (_MIGRATION_LOCK_ID,))
    connection.execute("CREATE TABLE IF NOT EXISTS duo_schema (version BIGINT NOT NULL)")
    row = connection.execute("SELECT max(version) FROM duo_schema").fetchone()
    version = (row and row[0]) or 0
    if version > len(MIGRATIONS):
        raise Refusal(
            "{file} was written by a newer duo; this one reads version {version}", file=where, version=len(MIGRATIONS)
        )
    for number, migration in enumerate(MIGRATIONS[version:], start=version + 1):
        for old, new in _DIALECT_REPLACEMENTS:
            migration = migration.replace(old, new)  # noqa: PLW2901 - term by term
        for statement in split_statements(migration):
            connection.execute(_to_psycopg_query(statement))
        connection.execute("INSERT INTO duo_schema VALUES (%s)", (number,))


def _to_psycopg_query(statement: str) -> str:
    """Replace the placeholder `?` by psycopg's `%s`. No statement has either character in a literal."""
    return statement.replace("?", "%s")


def _without_password(address: str) -> str:
    try:
        info = conninfo_to_dict(address)
    except psycopg.Error:
        return "postgresql://…"
    host = f"{info.get('host', 'localhost')}:{info.get('port', 5432)}"
    return f"postgresql://{host}/{info.get('dbname', '')}"


@contextmanager
def _translate_errors() -> Iterator[None]:
    """Re-raise an error of the server as DatabaseUnavailable. The details go to the log only."""
    try:
        yield
    except (psycopg.Error, PoolTimeout) as error:
        _log.warning("the database failed: %s", error)
        raise DatabaseUnavailable(
            "The games cannot be reached just now. Nothing that was saved is lost: try again in a moment."
        ) from error
