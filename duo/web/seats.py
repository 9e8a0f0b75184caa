"""Who may do what in a game: links with secrets in them, and the browsers that have used one."""

import time
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from duo.core.key import Seat
from duo.core.refusal import Refusal
from duo.table.database import Database
from duo.web.visitor import hashed, new_secret

MOST_LINKS = 30
MOST_HOLDERS = 60
LONGEST_NAME = 30
# Whoever was seen so many seconds ago is there.
THERE = 30.0


class Role(StrEnum):
    A = "A"
    B = "B"
    ONLOOKER = "onlooker"
    READER = "reader"  # of a record that was brought along: nothing in it is secret

    @property
    def seat(self) -> Seat | None:
        return Seat(self.value) if self in (Role.A, Role.B) else None


@dataclass(frozen=True, slots=True)
class Holder:
    """A browser at a game."""

    role: Role
    name: str
    seen: float

    def is_there(self, now: float) -> bool:
        return now - self.seen < THERE


class Seats:
    """The links and holders in the database. Of a secret only its hash is kept."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def invite(self, game: str, role: Role) -> str:
        """A new secret that lets its bearer take this role."""
        secret = new_secret()
        with self._database.writing() as connection:
            (count,) = connection.execute("SELECT count(*) FROM links WHERE game = ?", (game,)).fetchone()
            if count >= MOST_LINKS:
                raise Refusal("This game has {count} links already; use one of them.", count=count)
            connection.execute("INSERT INTO links VALUES (?, ?, ?)", (hashed(secret), game, role))
        return secret

    def invited(self, secret: str) -> tuple[str, Role] | None:
        """The game and the role that this secret opens."""
        row = self._database.connection.execute(
            "SELECT game, role FROM links WHERE secret = ?", (hashed(secret),)
        ).fetchone()
        return (row[0], Role(row[1])) if row else None

    def sit(self, game: str, player: bytes, role: Role, name: str = "") -> None:
        """Let this browser have this role; one that has a seat keeps it, so that nobody sees both sides by mistake."""
        with self._database.writing() as connection:
            row = connection.execute(
                "SELECT role FROM holders WHERE game = ? AND player = ?", (game, player)
            ).fetchone()
            if row and row[0] != role and Role(row[0]).seat:
                raise Refusal(
                    "This browser already holds seat {seat} of this game. Open the link on another device, or in "
                    "another browser.",
                    seat=row[0],
                )
            (count,) = connection.execute("SELECT count(*) FROM holders WHERE game = ?", (game,)).fetchone()
            if not row and count >= MOST_HOLDERS:
                raise Refusal("{count} people are at this game already.", count=count)
            connection.execute(
                "INSERT INTO holders (game, player, role, name) VALUES (?, ?, ?, ?) "
                "ON CONFLICT (game, player) DO UPDATE SET role = excluded.role, name = excluded.name",
                (game, player, role, name[:LONGEST_NAME]),
            )

    def role(self, game: str, player: bytes | None) -> Role | None:
        row = self._database.connection.execute(
            "SELECT role FROM holders WHERE game = ? AND player = ?", (game, player)
        ).fetchone()
        return Role(row[0]) if row else None

    def holders(self, game: str) -> list[Holder]:
        rows = self._database.connection.execute(
            "SELECT role, name, seen FROM holders WHERE game = ? ORDER BY role, name", (game,)
        )
        return [Holder(Role(role), name, seen) for role, name, seen in rows]

    def games_of(self, player: bytes | None) -> dict[str, Role]:
        """The games of this browser, the one changed last first."""
        rows = self._database.connection.execute(
            "SELECT game, role FROM holders JOIN games ON games.id = game WHERE player = ? "
            "ORDER BY sequence DESC LIMIT 200",
            (player,),
        )
        return {game: Role(role) for game, role in rows}

    def seen(self, present: Iterable[tuple[str, bytes]], at: float | None = None) -> None:
        """These browsers have their games open now; written together, as often as need be."""
        now = time.time() if at is None else at
        with self._database.writing() as connection:
            connection.executemany(
                "UPDATE holders SET seen = ? WHERE game = ? AND player = ?",
                [(now, game, player) for game, player in present],
            )

    def openness(self, game: str) -> dict[Seat, bool]:
        """Which seats let onlookers see both sides of the key."""
        row = self._database.connection.execute("SELECT open_a, open_b FROM games WHERE id = ?", (game,)).fetchone()
        return {seat: bool(row and row[place]) for place, seat in enumerate(Seat)}

    def open_to_onlookers(self, game: str, seat: Seat, *, allowed: bool) -> None:
        column = {Seat.A: "open_a", Seat.B: "open_b"}[seat]
        with self._database.writing() as connection:
            connection.execute(f"UPDATE games SET {column} = ? WHERE id = ?", (allowed, game))  # noqa: S608 - ours


class Notes:
    """Small texts that a browser keeps here: its table at home, the days of its puzzles."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def read(self, player: bytes | None, name: str) -> str:
        row = self._database.connection.execute(
            "SELECT text FROM notes WHERE player = ? AND name = ?", (player, name)
        ).fetchone()
        return row[0] if row else ""

    def write(self, player: bytes, name: str, text: str) -> None:
        with self._database.writing() as connection:
            connection.execute("INSERT OR REPLACE INTO notes VALUES (?, ?, ?)", (player, name, text))
