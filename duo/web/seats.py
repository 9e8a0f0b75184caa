"""What the database stores about browsers: their roles in games, invitation links, and notes (small texts).

A browser is identified by a secret in its cookie. `player` is the hash of that secret.
"""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

from duo.core.key import Seat
from duo.core.refusal import Refusal
from duo.table.store.database import Database, Writer
from duo.table.store.database_store import timestamp
from duo.web.visitor import hash_secret, new_secret

MAX_LINKS_PER_GAME = 30
MAX_PARTICIPANTS_PER_GAME = 60
MAX_NAME_LENGTH = 30
PRESENCE_TIMEOUT_SECONDS = 30.0  # a browser seen within this time counts as present

# One row per person at a game: whether seats A and B let onlookers see the key, the role, the name, and the presence.
PeopleSnapshot = tuple[tuple[object, ...], ...]


class Role(StrEnum):
    """What a browser may do in a game: play seat A or B, look on, or read an uploaded record."""

    A = "A"
    B = "B"
    ONLOOKER = "onlooker"
    READER = "reader"  # of an uploaded record, in which nothing is secret

    @property
    def seat(self) -> Seat | None:
        return Seat(self.value) if self in (Role.A, Role.B) else None


@dataclass(frozen=True, slots=True)
class Participant:
    """A browser that has a role in a game. `last_seen` is the time, in seconds, when it last had the game open."""

    role: Role
    name: str
    last_seen: float

    def is_present(self, now: float) -> bool:
        return now - self.last_seen < PRESENCE_TIMEOUT_SECONDS


class Seats:
    """Invitation links and roles in the database. Only hashes of secrets are stored."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def create_invitation(self, game: str, role: Role) -> str:
        """Create an invitation to a game. Returns its secret: a browser that presents it gets `role`."""
        secret = new_secret()
        with self._database.transaction() as writer:
            (count,) = writer.execute("SELECT count(*) FROM links WHERE game = ?", game).fetchone()
            if count >= MAX_LINKS_PER_GAME:
                raise Refusal("This game has {count} links already; use one of them.", count=count)
            writer.execute("INSERT INTO links VALUES (?, ?, ?)", hash_secret(secret), game, role.value)
        return secret

    def find_invitation(self, secret: str) -> tuple[str, Role] | None:
        """The game and the role that the secret of an invitation grants, or None for an unknown secret."""
        row = self._database.row("SELECT game, role FROM links WHERE secret = ?", hash_secret(secret))
        return (row[0], Role(row[1])) if row else None

    def assign_role(self, game: str, player: bytes, role: Role, name: str = "") -> None:
        """Give a browser a role in a game.

        Raises Refusal if the browser already has another seat in the game: its user would see both sides of the key.
        """
        with self._database.transaction() as writer:
            row = writer.execute("SELECT role FROM holders WHERE game = ? AND player = ?", game, player).fetchone()
            if row and row[0] != role and Role(row[0]).seat:
                raise Refusal(
                    "This browser already holds seat {seat} of this game. Open the link on another device, or in "
                    "another browser.",
                    seat=row[0],
                )
            (count,) = writer.execute("SELECT count(*) FROM holders WHERE game = ?", game).fetchone()
            if not row and count >= MAX_PARTICIPANTS_PER_GAME:
                raise Refusal("{count} people are at this game already.", count=count)
            store_role(writer, game, player, role, name)
            writer.announce(game)

    def find_role(self, game: str, player: bytes | None) -> Role | None:
        row = self._database.row("SELECT role FROM holders WHERE game = ? AND player = ?", game, player)
        return Role(row[0]) if row else None

    def participants(self, game: str) -> list[Participant]:
        rows = self._database.rows("SELECT role, name, seen FROM holders WHERE game = ? ORDER BY role, name", game)
        return [Participant(Role(role), name, seen) for role, name, seen in rows]

    def games_of_player(self, player: bytes | None) -> dict[str, Role]:
        """The ids of the games in which a browser has a role, with that role. The last changed game comes first."""
        rows = self._database.rows(
            "SELECT game, role FROM holders JOIN games ON games.id = game WHERE player = ? "
            "ORDER BY changed DESC LIMIT 200",
            player,
        )
        return {game: Role(role) for game, role in rows}

    def mark_seen(self, present: Iterable[tuple[str, bytes]], when: float | None = None) -> None:
        """Record that browsers have games open now, or at the time `when`. `present` has pairs of game and browser."""
        now = time.time() if when is None else when
        with self._database.transaction(durable=False) as writer:
            # A fixed order prevents deadlocks between processes.
            writer.execute_many(
                "UPDATE holders SET seen = ? WHERE game = ? AND player = ?",
                [(now, game, player) for game, player in sorted(present)],
            )

    def mark_arrived(self, game: str, player: bytes) -> None:
        """Record that a browser has opened a game, and notify all pages that show the game."""
        with self._database.transaction(durable=False) as writer:
            writer.execute("UPDATE holders SET seen = ? WHERE game = ? AND player = ?", time.time(), game, player)
            writer.announce(game)

    def version_and_people(self, game: str) -> "tuple[int, PeopleSnapshot]":
        """The version of a game and a snapshot of its people. The version is 0 if the game does not exist."""
        now = time.time()
        rows = self._database.rows(
            "SELECT version, open_a, open_b, role, name, seen FROM games LEFT JOIN holders ON game = id WHERE id = ? "
            "ORDER BY role, name, player",
            game,
        )
        version = int(rows[0][0]) if rows else 0
        return version, tuple((*row[1:5], bool(row[5]) and now - row[5] < PRESENCE_TIMEOUT_SECONDS) for row in rows)

    def onlooker_consent(self, game: str) -> dict[Seat, bool]:
        """Whether each seat allows onlookers to see both sides of the key."""
        row = self._database.row("SELECT open_a, open_b FROM games WHERE id = ?", game)
        return {seat: bool(row and row[place]) for place, seat in enumerate(Seat)}

    def set_onlooker_consent(self, game: str, seat: Seat, *, allowed: bool) -> None:
        column = {Seat.A: "open_a", Seat.B: "open_b"}[seat]
        with self._database.transaction() as writer:
            writer.execute(f"UPDATE games SET {column} = ? WHERE id = ?", int(allowed), game)  # noqa: S608 - ours
            writer.announce(game)


def store_role(writer: Writer, game: str, player: bytes, role: Role, name: str = "") -> None:
    """Store the role and the name of a browser in a game. They replace its earlier role and name."""
    writer.execute(
        "INSERT INTO holders (game, player, role, name) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (game, player) DO UPDATE SET role = excluded.role, name = excluded.name",
        game,
        player,
        role.value,
        name[:MAX_NAME_LENGTH],
    )


class BrowserNotes:
    """Notes: small texts stored for a browser under a name, such as its real table, puzzle results and campaigns."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def read(self, player: bytes | None, name: str) -> str:
        row = self._database.row("SELECT text FROM notes WHERE player = ? AND name = ?", player, name)
        return row[0] if row else ""

    def write(self, player: bytes, name: str, text: str) -> None:
        self.change(player, name, lambda _before: text)

    def change(self, player: bytes, name: str, change: Callable[[str], str]) -> None:
        """Replace the text of a note with `change(text)`, in one transaction.

        The text of a missing note is empty. An empty result deletes the note.
        """
        with self._database.transaction() as writer:
            # The INSERT locks the row: a second writer waits here, then reads the new text.
            writer.execute(
                "INSERT INTO notes (player, name, text, changed) VALUES (?, ?, '', ?) "
                "ON CONFLICT (player, name) DO UPDATE SET changed = excluded.changed",
                player,
                name,
                timestamp(),
            )
            key = (player, name)
            (before,) = writer.execute("SELECT text FROM notes WHERE player = ? AND name = ?", *key).fetchone()
            if text := change(before):
                writer.execute("UPDATE notes SET text = ? WHERE player = ? AND name = ?", text, *key)
            else:
                writer.execute("DELETE FROM notes WHERE player = ? AND name = ?", *key)

    def names_with_prefix(self, player: bytes | None, prefix: str) -> list[str]:
        """The names of a browser's notes that start with `prefix`."""
        rows = self._database.rows("SELECT name FROM notes WHERE player = ? ORDER BY name", player)
        return [name for (name,) in rows if name.startswith(prefix)]
