"""What the stores ask of a database: rows, transactions, and news of what was changed, whichever process changed it.

The SQL is written once, in the words that SQLite and PostgreSQL share. `sqlite` and `postgres` bring the rest: how a
connection is had, how a change is told to other processes, what an error means.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from threading import Event
from typing import Any, Protocol

from duo.table.store.folder import NotSaved

Row = tuple[Any, ...]
# Told the id of a game that has changed, or None when any may have changed unheard.
ChangeCallback = Callable[[str | None], None]


class Unavailable(NotSaved):
    """The database cannot be reached or cannot be written just now."""


class Cursor(Protocol):
    """What a statement answered."""

    @property
    def rowcount(self) -> int: ...

    def fetchone(self) -> Any: ...

    def __iter__(self) -> Iterator[Any]: ...


class Writer(Protocol):
    """One transaction."""

    def execute(self, statement: str, *values: object) -> Cursor: ...

    def execute_many(self, statement: str, rows: Iterable[Row]) -> None:
        """The same statement with one row of values after another."""

    def announce(self, game: str) -> None:
        """Have all processes hear, once the transaction is done, that something about this game is new."""


class Database(Protocol):
    """A database with the tables of `schema`. Any thread may use it; after a fork it is opened anew."""

    @property
    def location(self) -> str:
        """How a person is told which database it is: never with a password."""

    def row(self, statement: str, *values: object) -> Row | None:
        """The first row that a query finds; raises Unavailable."""

    def rows(self, statement: str, *values: object) -> list[Row]: ...

    def transaction(self, *, durable: bool = True) -> AbstractContextManager[Writer]:
        """One transaction, on disk when it is left; an error leaves everything as it was, and Unavailable says so.

        What is not durable may be forgotten in a crash: who is there, who thinks.
        """

    def watch(self, on_change: ChangeCallback, stopped: Event) -> None:
        """Hear of every change until stopped; blocks its thread, and goes on when the database was away."""

    def close(self) -> None: ...
