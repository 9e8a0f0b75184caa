"""Deletion of old games and notes, for servers with the setting `keep_days`."""

from duo.table.store.database import Database
from duo.table.store.database_store import timestamp

_MAX_BATCH_ROWS = 200  # deleted per transaction, to keep each transaction short
_PRIMARY_KEYS = {"games": "id", "notes": "player, name"}


def delete_old_games_and_notes(database: Database, days: int) -> int:
    """Delete games and notes unchanged for `days` days. Returns how many were deleted."""
    limit, deleted = timestamp(-days * 86_400.0), 0
    for table, key in _PRIMARY_KEYS.items():
        old = f"SELECT {key} FROM {table} WHERE changed < ? AND changed <> '' LIMIT {_MAX_BATCH_ROWS}"  # noqa: S608 - ours
        while True:
            with database.transaction() as writer:
                batch = writer.execute(f"DELETE FROM {table} WHERE ({key}) IN ({old})", limit).rowcount  # noqa: S608
            deleted += batch
            if batch < _MAX_BATCH_ROWS:
                break
    return deleted
