"""The queue of games in which the AI has to move, shared by all processes through the database.

A process claims a game by taking a lease, which expires after some seconds. Leases only avoid double work. If two
processes compute a move in the same game, only the first move is saved. The second is rejected because the game's
version has changed.
"""

import json
import time

from duo.core.refusal import Refusal
from duo.table.store.database import Database
from duo.table.store.game_store import StoredGame

LEASE_SECONDS = 15.0  # a claim expires after this time unless it is renewed
_UNCLAIMED_SQL = "due = 1 AND lease < ?"  # the AI has to move, and no process holds a lease


class MoveQueue:
    """The queue as one process uses it. `process` is the unique name of that process."""

    def __init__(self, database: Database, process: str) -> None:
        self._database = database
        self._process = process

    def enqueue_game(self, game_id: str, deferring_seat: str = "") -> None:
        """Add a game. `deferring_seat` is the seat that lets the AI act first when both may act, or empty."""
        with self._database.transaction() as writer:
            writer.execute("UPDATE games SET due = 1, deferred = ?, trouble = '' WHERE id = ?", deferring_seat, game_id)

    def claim_game(self, game_id: str) -> bool:
        """Take the lease on a game and return True.

        Returns False if the AI does not have to move in the game, or if another process holds the lease.
        """
        now = time.time()
        # Check without a lock first: on most page views the AI has nothing to do.
        if self._database.row(f"SELECT 1 FROM games WHERE id = ? AND {_UNCLAIMED_SQL}", game_id, now) is None:  # noqa: S608
            return False
        with self._database.transaction(durable=False) as writer:
            claimed = writer.execute(
                f"UPDATE games SET thinker = ?, lease = ? WHERE id = ? AND {_UNCLAIMED_SQL}",  # noqa: S608 - ours
                self._process,
                now + LEASE_SECONDS,
                game_id,
                now,
            )
            return claimed.rowcount > 0

    def renew_leases(self) -> None:
        """Extend all leases of this process by `LEASE_SECONDS` from now."""
        with self._database.transaction(durable=False) as writer:
            writer.execute(
                "UPDATE games SET lease = ? WHERE due = 1 AND thinker = ? AND lease > 0",
                time.time() + LEASE_SECONDS,
                self._process,
            )

    def release_leases(self, process: str = "") -> None:
        """Give up all leases of this process or, if `process` is given, of that process, which has ended."""
        with self._database.transaction(durable=False) as writer:
            writer.execute("UPDATE games SET lease = 0 WHERE due = 1 AND thinker = ?", process or self._process)

    def remove_game(self, stored: StoredGame, problem: Refusal | None = None) -> None:
        """Remove a game, unless it has changed since `stored` was read.

        `problem` is the reason why the AI cannot move, if so. It is stored with the game. The game then gets a new
        version, so that every open page loads it again and shows the problem.
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

    def load_problem(self, game_id: str) -> Refusal | None:
        """The reason why the AI cannot move in this game, or None."""
        row = self._database.row("SELECT trouble FROM games WHERE id = ?", game_id)
        if not row or not row[0]:
            return None
        template, fields = json.loads(row[0])
        return Refusal(template, **fields)

    def unclaimed_games(self, limit: int) -> list[str]:
        """The ids of at most `limit` games on which no process holds a lease, longest waiting first."""
        rows = self._database.rows(
            f"SELECT id FROM games WHERE {_UNCLAIMED_SQL} ORDER BY changed LIMIT ?",  # noqa: S608 - ours
            time.time(),
            limit,
        )
        return [game for (game,) in rows]

    def count_games_ahead(self, game_id: str) -> int:
        """The number of unclaimed games that have waited longer than this game. It is 0 if this game does not wait."""
        now = time.time()
        row = self._database.row(
            f"SELECT count(*) FROM games WHERE {_UNCLAIMED_SQL} AND changed < "  # noqa: S608 - ours
            f"(SELECT changed FROM games WHERE id = ? AND {_UNCLAIMED_SQL})",
            now,
            game_id,
            now,
        )
        return int(row[0]) if row else 0

    def count_unfinished_and_due_games(self) -> tuple[int, int]:
        """The number of unfinished games, and the number of games in which the AI has to move."""
        row = self._database.row("SELECT count(*), coalesce(sum(due), 0) FROM games WHERE waits = 1")
        return (int(row[0]), int(row[1])) if row else (0, 0)


def _problem_to_json(problem: Refusal | None) -> str:
    """A problem as JSON, or an empty text for None.

    The JSON has the message template and its fields. Each page can then format the message in its visitor's language.
    """
    if problem is None:
        return ""
    return json.dumps([problem.template, {name: str(value) for name, value in problem.fields.items()}])
