"""Games in a database, for front ends with many players. Versions replace the locks of the folder store."""

import secrets
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Self

from duo.core.game import Game, read
from duo.core.refusal import Refusal
from duo.table.dealing import seat_holders
from duo.table.store.database import Database, Writer
from duo.table.store.game_store import (
    GIVEN_UP_HEADER,
    BrokenSave,
    SavedEntry,
    StoredGame,
    WaitingGame,
    game_changed_error,
    is_unfinished,
)

# Excludes records that somebody uploaded to look at.
_IS_PLAYED_SQL = "NOT EXISTS (SELECT 1 FROM holders WHERE game = id AND role = 'reader')"


class DatabaseStore:
    """The games of a database, as a `GameStore` for the browser and the terminal."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def add(
        self, game: Game, *, ai_due: bool = False, extra_writes: Callable[[Writer, str], None] | None = None
    ) -> StoredGame:
        """Insert a new game. `extra_writes` runs in the same transaction, with the writer and the id of the game."""
        game_id = secrets.token_hex(8)
        with self.database.transaction() as writer:
            now = timestamp()
            writer.execute(
                "INSERT INTO games (id, record, version, sequence, begun, changed, waits, due) "
                "VALUES (?, ?, 1, 0, ?, ?, ?, ?)",
                game_id,
                str(game),
                now,
                now,
                int(is_unfinished(game)),
                int(ai_due),
            )
            if extra_writes:
                extra_writes(writer, game_id)
            writer.announce(game_id)
        return StoredGame(game_id, game, 1, ai_due)

    def load(self, game_id: str) -> StoredGame | None:
        row = self.database.row("SELECT record, version, due, deferred FROM games WHERE id = ?", game_id)
        return StoredGame(game_id, read(row[0]), row[1], bool(row[2]), row[3]) if row else None

    def version(self, game_id: str) -> int:
        row = self.database.row("SELECT version FROM games WHERE id = ?", game_id)
        return int(row[0]) if row else 0

    def change(self, before: StoredGame, game: Game, *, ai_due: bool = False) -> StoredGame:
        with self.database.transaction() as writer:
            changed = writer.execute(
                "UPDATE games SET record = ?, version = version + 1, changed = ?, waits = ?, due = ?, deferred = '', "
                "trouble = '', lease = lease * ? WHERE id = ? AND version = ?",
                str(game),
                timestamp(),
                int(is_unfinished(game)),
                int(ai_due),
                int(ai_due),
                before.id,
                before.version,
            )
            if not changed.rowcount:
                raise game_changed_error()
            writer.announce(before.id)
        return StoredGame(before.id, game, before.version + 1, ai_due)

    # GameStore

    def begin(self, game: Game) -> "SavedRow":
        return SavedRow(self, self.add(game))

    def unfinished(self) -> tuple[list[WaitingGame], list[BrokenSave]]:
        """The unfinished games with an AI partner. A game of two people continues in the browser only."""
        waiting, broken = [], []
        rows = self.database.rows(
            f"SELECT id, record, changed FROM games WHERE waits = 1 AND {_IS_PLAYED_SQL} ORDER BY changed DESC"  # noqa: S608
        )
        for game_id, record, changed in rows:
            try:
                game = read(record)
                if any(not holder.is_person for holder in seat_holders(game).values()):
                    waiting.append(SavedEntry(game_id, game, datetime.fromisoformat(changed).astimezone()))
            except Refusal as reason:
                broken.append(BrokenSave(self._location(game_id), reason))
        return waiting, broken

    def resume(self, game_id: str) -> "tuple[Game, SavedRow] | None":
        stored = self.load(game_id)
        return (stored.game, SavedRow(self, stored)) if stored and is_unfinished(stored.game) else None

    def all_games(self) -> Iterator[tuple[str, Game]]:
        rows = self.database.rows(f"SELECT id, record FROM games WHERE {_IS_PLAYED_SQL} ORDER BY begun, id")  # noqa: S608
        for game_id, record in rows:
            try:
                yield game_id, read(record)
            except Refusal:
                continue

    def invalid_entries(self) -> list[BrokenSave]:
        return []

    def give_up(self, game_id: str) -> bool:
        stored = self.load(game_id)
        if stored is None or not is_unfinished(stored.game):
            return False
        self.change(stored, stored.game.with_header(GIVEN_UP_HEADER, f"{datetime.now(UTC):%Y-%m-%d}"))
        return True

    def discard(self, game_id: str) -> bool:
        with self.database.transaction() as writer:
            return writer.execute("DELETE FROM games WHERE id = ?", game_id).rowcount > 0

    def _location(self, game_id: str) -> str:
        return f"{self.database.location} ({game_id})"


class SavedRow:
    """The `SaveHandle` of a database game that is being played outside the browser."""

    def __init__(self, store: DatabaseStore, stored: StoredGame) -> None:
        self._store = store
        self._stored = stored

    @property
    def id(self) -> str:
        return self._stored.id

    @property
    def location(self) -> str:
        return f"{self._store.database.location} ({self.id})"

    def save(self, game: Game) -> None:
        self._stored = self._store.change(self._stored, game)

    def close(self) -> None:
        """Do nothing. A database detects conflicts by versions and has no lock to release."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def timestamp(seconds: float = 0.0) -> str:
    """Return the UTC time this many seconds from now, as text in the format of the database."""
    return f"{datetime.now(UTC) + timedelta(seconds=seconds):%Y-%m-%dT%H:%M:%S.%fZ}"
