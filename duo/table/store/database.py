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


class Unavailable(NotSaved):
    """The database cannot be reached or written at the moment."""


class Cursor(Protocol):
    """The result of a statement."""

    @property
    def rowcount(self) -> int: ...

    def fetchone(self) -> Any: ...

    def __iter__(self) -> Iterator[Any]: ...


class Writer(Protocol):
    """One transaction."""

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
        """The first row of a query, or None; raises Unavailable."""

    def rows(self, statement: str, *values: object) -> list[Row]: ...

    def transaction(self, *, durable: bool = True) -> AbstractContextManager[Writer]:
        """A transaction that commits on exit. An error rolls it back; an error of the database raises Unavailable.

        A transaction that is not durable may be lost in a crash. Use it for presence and leases.
        """

    def watch(self, on_change: ChangeCallback, stopped: Event) -> None:
        """Report every change until `stopped` is set. Blocks the thread, and reconnects after an outage."""

    def close(self) -> None: ...
