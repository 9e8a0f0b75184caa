"""The queue of games in which the AI has to move, shared by all processes through the database.

A process claims a game with a lease that expires. A lease saves work but is not a lock: if two processes think about
the same game, the game's version lets only one of the moves in.
"""

import json
import time

from duo.core.refusal import Refusal
from duo.table.store.database import Database
from duo.table.store.game_store import StoredGame

LEASE_SECONDS = 15.0  # a claim expires after this time unless it is renewed
_UNCLAIMED = "due = 1 AND lease < ?"  # the AI has to move, and no process holds a lease


class MoveQueue:
    """`process` is the unique name of the process that uses the queue."""

    def __init__(self, database: Database, process: str) -> None:
        self._database = database
        self._process = process

    def enqueue(self, game_id: str, deferred: str = "") -> None:
        """Add a game. `deferred` is the seat that lets the AI act first, if any."""
        with self._database.transaction() as writer:
            writer.execute("UPDATE games SET due = 1, deferred = ?, trouble = '' WHERE id = ?", deferred, game_id)

    def claim(self, game_id: str) -> bool:
        """Take the lease of a game. False if the AI has nothing to do there or another process holds the lease."""
        now = time.time()
        # Check without a lock first: on most page views the AI has nothing to do.
        if self._database.row(f"SELECT 1 FROM games WHERE id = ? AND {_UNCLAIMED}", game_id, now) is None:  # noqa: S608
            return False
        with self._database.transaction(durable=False) as writer:
            claimed = writer.execute(
                f"UPDATE games SET thinker = ?, lease = ? WHERE id = ? AND {_UNCLAIMED}",  # noqa: S608 - ours
                self._process,
                now + LEASE_SECONDS,
                game_id,
                now,
            )
            return claimed.rowcount > 0

    def renew(self) -> None:
        """Extend all leases of this process."""
        with self._database.transaction(durable=False) as writer:
            writer.execute(
                "UPDATE games SET lease = ? WHERE due = 1 AND thinker = ? AND lease > 0",
                time.time() + LEASE_SECONDS,
                self._process,
            )

    def release(self, process: str = "") -> None:
        """Give up the leases of this process, or of `process`, which has ended."""
        with self._database.transaction(durable=False) as writer:
            writer.execute("UPDATE games SET lease = 0 WHERE due = 1 AND thinker = ?", process or self._process)

    def remove(self, stored: StoredGame, problem: Refusal | None = None) -> None:
        """Remove a game, unless it has changed since it was read.

        With a `problem`, the AI cannot move. The version rises so that every open page shows the problem.
        """
        with self._database.transaction() as writer:
            removed = writer.execute(
                "UPDATE games SET due = 0, lease = 0, deferred = '', trouble = ?, version = version + ? "
                "WHERE id = ? AND version = ? AND deferred = ?",
                _problem_to_json(problem),
                int(problem is not None),
                stored.id,
                stored.version,
                stored.deferring_seat,
            )
            if removed.rowcount and problem:
                writer.announce(stored.id)

    def problem(self, game_id: str) -> Refusal | None:
        """The reason why the AI cannot move in this game, or None."""
        row = self._database.row("SELECT trouble FROM games WHERE id = ?", game_id)
        if not row or not row[0]:
            return None
        template, fields = json.loads(row[0])
        return Refusal(template, **fields)

    def unclaimed(self, limit: int) -> list[str]:
        """Games without a lease, longest waiting first."""
        rows = self._database.rows(
            f"SELECT id FROM games WHERE {_UNCLAIMED} ORDER BY changed LIMIT ?",  # noqa: S608 - ours
            time.time(),
            limit,
        )
        return [game for (game,) in rows]

    def games_ahead(self, game_id: str) -> int:
        """The number of unclaimed games that have waited longer; 0 if this one is not waiting."""
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
        """The number of unfinished games, and of those in which the AI has to move."""
        row = self._database.row("SELECT count(*), coalesce(sum(due), 0) FROM games WHERE waits = 1")
        return (int(row[0]), int(row[1])) if row else (0, 0)


def _problem_to_json(problem: Refusal | None) -> str:
    """Template and fields rather than text, so that each reader gets it in their own language."""
    if problem is None:
        return ""
    return json.dumps([problem.template, {name: str(value) for name, value in problem.fields.items()}])
