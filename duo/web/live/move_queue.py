"""The games in which the house must act, for all processes: one sees to each at a time, by a lease that runs out.

A lease spares work and is no lock: should two processes think about one game, the version lets one of their moves in.
"""

import json
import time

from duo.core.refusal import Refusal
from duo.table.store.database import Database
from duo.table.store.database_store import StoredGame

LEASE_SECONDS = 15.0  # seconds for which a process sees to a game without saying that it still does
_UNCLAIMED = "due = 1 AND lease < ?"  # the house must act, and nobody sees to it


class MoveQueue:
    """`me` is the process that asks, by a name that no other has."""

    def __init__(self, database: Database, process: str) -> None:
        self._database = database
        self._me = process

    def enqueue(self, game_id: str, deferred: str = "") -> None:
        """The house must act in this game; a seat may let it act first."""
        with self._database.transaction() as writer:
            writer.execute("UPDATE games SET due = 1, deferred = ?, trouble = '' WHERE id = ?", deferred, game_id)

    def claim(self, game_id: str) -> bool:
        """See to this game from now on; False if the house need not act, or another process sees to it."""
        now = time.time()
        # Asked first without a lock: most pages that are shown need nothing of the house.
        if self._database.row(f"SELECT 1 FROM games WHERE id = ? AND {_UNCLAIMED}", game_id, now) is None:  # noqa: S608
            return False
        with self._database.transaction(durable=False) as writer:
            claimed = writer.execute(
                f"UPDATE games SET thinker = ?, lease = ? WHERE id = ? AND {_UNCLAIMED}",  # noqa: S608 - ours
                self._me,
                now + LEASE_SECONDS,
                game_id,
                now,
            )
            return claimed.rowcount > 0

    def renew(self) -> None:
        """See on to all games that this process sees to."""
        with self._database.transaction(durable=False) as writer:
            writer.execute(
                "UPDATE games SET lease = ? WHERE due = 1 AND thinker = ? AND lease > 0",
                time.time() + LEASE_SECONDS,
                self._me,
            )

    def release(self, process: str = "") -> None:
        """Let others see to the games of this process, or of another one that has ended."""
        with self._database.transaction(durable=False) as writer:
            writer.execute("UPDATE games SET lease = 0 WHERE due = 1 AND thinker = ?", process or self._me)

    def remove(self, stored: StoredGame, trouble: Refusal | None = None) -> None:
        """The house need not act here, or cannot, as long as the game stays as it was read.

        Trouble raises the version, so that everybody's page shows it.
        """
        with self._database.transaction() as writer:
            settled = writer.execute(
                "UPDATE games SET due = 0, lease = 0, deferred = '', trouble = ?, version = version + ? "
                "WHERE id = ? AND version = ? AND deferred = ?",
                _problem_to_json(trouble),
                int(trouble is not None),
                stored.id,
                stored.version,
                stored.deferring_seat,
            )
            if settled.rowcount and trouble:
                writer.announce(stored.id)

    def problem(self, game_id: str) -> Refusal | None:
        """Why the house cannot act in this game, if it cannot."""
        row = self._database.row("SELECT trouble FROM games WHERE id = ?", game_id)
        if not row or not row[0]:
            return None
        template, fields = json.loads(row[0])
        return Refusal(template, **fields)

    def unclaimed(self, most: int) -> list[str]:
        """Games in which the house must act and nobody sees to it, the one that waits longest first."""
        rows = self._database.rows(
            f"SELECT id FROM games WHERE {_UNCLAIMED} ORDER BY changed LIMIT ?",  # noqa: S608 - ours
            time.time(),
            most,
        )
        return [game for (game,) in rows]

    def games_ahead(self, game_id: str) -> int:
        """How many games wait for the house longer than this one does, if it waits at all."""
        now = time.time()
        row = self._database.row(
            f"SELECT count(*) FROM games WHERE {_UNCLAIMED} AND changed < "  # noqa: S608 - ours
            f"(SELECT changed FROM games WHERE id = ? AND {_UNCLAIMED})",
            now,
            game_id,
            now,
        )
        return int(row[0]) if row else 0

    def counts(self) -> tuple[int, int]:
        """How many games are under way, and in how many of them the house must act."""
        row = self._database.row("SELECT count(*), coalesce(sum(due), 0) FROM games WHERE waits = 1")
        return (int(row[0]), int(row[1])) if row else (0, 0)


def _problem_to_json(problem: Refusal | None) -> str:
    """As its template and fields, so that everybody is told in their own language."""
    if problem is None:
        return ""
    return json.dumps([problem.template, {name: str(value) for name, value in problem.fields.items()}])
