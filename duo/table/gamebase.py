"""Games in a database, for faces that serve many at once: a version stands for the lock that a file has."""

import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Self

from duo.core.game import Game
from duo.core.record import read
from duo.core.refusal import Refusal
from duo.table.database import Database
from duo.table.saves import GIVEN_UP, Broken, GameStore, NotSaved, SavedGame, Waiting
from duo.table.setting import seat_holders

# Not records that somebody brought along to look at.
_PLAYED = "NOT EXISTS (SELECT 1 FROM holders WHERE game = id AND role = 'reader')"


@dataclass(frozen=True, slots=True)
class Stored:
    """A game as it was read; its version must be told when it is changed."""

    id: str
    game: Game
    version: int


class Outdated(NotSaved):
    """Somebody else has changed the game since it was read."""


class DatabaseStore:
    """The games of a database; as a `GameStore` it is one store among others, for every face."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def add(self, game: Game) -> Stored:
        game_id = secrets.token_hex(8)
        with self._writing() as connection:
            now = _now()
            connection.execute(
                "INSERT INTO games (id, record, version, sequence, begun, changed, waits) VALUES (?, ?, 1, ?, ?, ?, ?)",
                (game_id, str(game), _next(connection), now, now, _waits(game)),
            )
        return Stored(game_id, game, 1)

    def load(self, game_id: str) -> Stored | None:
        row = self.database.connection.execute("SELECT record, version FROM games WHERE id = ?", (game_id,)).fetchone()
        return Stored(game_id, read(row[0]), row[1]) if row else None

    def version(self, game_id: str) -> int:
        """The game's version; 0 if there is no such game."""
        row = self.database.connection.execute("SELECT version FROM games WHERE id = ?", (game_id,)).fetchone()
        return int(row[0]) if row else 0

    def change(self, before: Stored, game: Game) -> Stored:
        """Have the game on disk in the place of the one that was read; raises Outdated if that is no longer there."""
        with self._writing() as connection:
            changed = connection.execute(
                "UPDATE games SET record = ?, version = version + 1, sequence = ?, changed = ?, waits = ? "
                "WHERE id = ? AND version = ?",
                (str(game), _next(connection), _now(), _waits(game), before.id, before.version),
            )
            if not changed.rowcount:
                raise Outdated("Not done: the game has gone on meanwhile. This is how it stands now.")
        return Stored(before.id, game, before.version + 1)

    def changed_since(self, sequence: int) -> list[tuple[str, int]]:
        """The games changed after this count, each with the count of its last change."""
        found = self.database.connection.execute(
            "SELECT id, sequence FROM games WHERE sequence > ? ORDER BY sequence", (sequence,)
        )
        return list(found)

    # As a store of saved games

    def begin(self, game: Game) -> "SavedRow":
        return SavedRow(self, self.add(game))

    def unfinished(self) -> tuple[list[Waiting], list[Broken]]:
        """The missions of one person with the house: a game of two people goes on where both of them are."""
        waiting, broken = [], []
        rows = self.database.connection.execute(
            f"SELECT id, record, changed FROM games WHERE waits AND {_PLAYED} ORDER BY sequence DESC"  # noqa: S608
        )
        for game_id, record, changed in rows:
            try:
                game = read(record)
                if any(not holder.is_person for holder in seat_holders(game).values()):
                    waiting.append(Waiting(game_id, game, datetime.fromisoformat(changed).astimezone()))
            except Refusal as reason:
                broken.append(Broken(self._where(game_id), reason))
        return waiting, broken

    def resume(self, game_id: str) -> "tuple[Game, SavedRow] | None":
        stored = self.load(game_id)
        return (stored.game, SavedRow(self, stored)) if stored and _waits(stored.game) else None

    def all_games(self) -> Iterator[tuple[str, Game]]:
        rows = self.database.connection.execute(
            f"SELECT id, record FROM games WHERE {_PLAYED} ORDER BY begun, id"  # noqa: S608
        )
        for game_id, record in rows:
            try:
                yield game_id, read(record)
            except Refusal:
                continue

    def passed_over(self) -> list[Broken]:
        return []

    def give_up(self, game_id: str) -> bool:
        stored = self.load(game_id)
        if stored is None or not _waits(stored.game):
            return False
        self.change(stored, stored.game.with_header(GIVEN_UP, f"{datetime.now(UTC):%Y-%m-%d}"))
        return True

    def discard(self, game_id: str) -> bool:
        with self._writing() as connection:
            return connection.execute("DELETE FROM games WHERE id = ?", (game_id,)).rowcount > 0

    def _where(self, game_id: str) -> str:
        return f"{self.database.path} ({game_id})"

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction whose failure is a refusal: what could not be written was not done."""
        try:
            with self.database.writing() as connection:
                yield connection
        except sqlite3.Error as error:
            raise NotSaved("Not done, because it could not be saved: {reason}", reason=str(error)) from error


class JoinedStores:
    """Several stores as one. A game stays where it was begun; new ones begin in the first."""

    def __init__(self, first: GameStore, *others: GameStore) -> None:
        self._first = first
        self._stores = (first, *others)

    def begin(self, game: Game) -> SavedGame:
        return self._first.begin(game)

    def unfinished(self) -> tuple[list[Waiting], list[Broken]]:
        found = [store.unfinished() for store in self._stores]
        waiting = sorted((each for part, _ in found for each in part), key=lambda each: each.left, reverse=True)
        return waiting, [each for _, part in found for each in part]

    def resume(self, game_id: str) -> tuple[Game, SavedGame] | None:
        return next((taken for store in self._stores if (taken := store.resume(game_id))), None)

    def all_games(self) -> Iterator[tuple[str, Game]]:
        for store in self._stores:
            yield from store.all_games()

    def passed_over(self) -> list[Broken]:
        return [each for store in self._stores for each in store.passed_over()]

    def give_up(self, game_id: str) -> bool:
        return any(store.give_up(game_id) for store in self._stores)

    def discard(self, game_id: str) -> bool:
        return any(store.discard(game_id) for store in self._stores)


class SavedRow:
    """A game of the database while it is played elsewhere than in the browser."""

    def __init__(self, store: DatabaseStore, stored: Stored) -> None:
        self._store = store
        self._stored = stored

    @property
    def id(self) -> str:
        return self._stored.id

    @property
    def where(self) -> str:
        return f"{self._store.database.path} ({self.id})"

    def keep(self, game: Game) -> None:
        self._stored = self._store.change(self._stored, game)

    def close(self) -> None:
        """Nothing is held: a version was seen, not a lock taken."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _next(connection: sqlite3.Connection) -> int:
    (last,) = connection.execute("SELECT coalesce(max(sequence), 0) FROM games").fetchone()
    return int(last) + 1


def _waits(game: Game) -> bool:
    return game.final.outcome() is None and not game.header(GIVEN_UP)


def _now() -> str:
    return f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%S.%fZ}"
