"""The database protocol: queries, transactions, and notifications of changes by any process.

The stores use SQL that SQLite and PostgreSQL share. `sqlite` and `postgres` implement what differs: connections,
notifications and errors.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from threading import Event
from typing import Any, Protocol

from duo.table.store.game_store import NotSaved

Row = tuple[Any, ...]
# Called with the id of a changed game, or with None if notifications may have been missed.
ChangeCallback = Callable[[str | None], None]


class DatabaseUnavailable(NotSaved):
    """The error if the database cannot be reached or written at the moment."""


class Cursor(Protocol):
    """The result of a statement."""

    @property
    def rowcount(self) -> int: ...

    def fetchone(self) -> Any: ...

    def __iter__(self) -> Iterator[Any]: ...


class Writer(Protocol):
    """The statements of one open transaction."""

    def execute(self, statement: str, *values: object) -> Cursor: ...

    def execute_many(self, statement: str, rows: Iterable[Row]) -> None:
        """Execute the statement once for each row of values."""

    def announce(self, game: str) -> None:
        """Notify all processes, after the commit, that this game has changed."""


class Database(Protocol):
    """A database with the tables of `migrations`. It is thread-safe; a forked process must open its own."""

    @property
    def location(self) -> str:
        """The path or address to show to people, without a password."""

    def row(self, statement: str, *values: object) -> Row | None:
        """Return the first row of a query, or None. Raises DatabaseUnavailable."""

    def rows(self, statement: str, *values: object) -> list[Row]: ...

    def transaction(self, *, durable: bool = True) -> AbstractContextManager[Writer]:
        """Return a transaction that commits when its block ends and rolls back on an error.

        A failure of the database itself raises DatabaseUnavailable.

        A transaction with `durable=False` may be lost in a crash. It suits short-lived rows: who is online, and leases.
        """

    def watch(self, on_change: ChangeCallback, stopped: Event) -> None:
        """Call `on_change` for every changed game until `stopped` is set. Blocks, and reconnects after an outage."""

    def close(self) -> None: ...
