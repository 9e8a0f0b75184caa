"""Old games, where whoever runs the server does not keep them for ever."""

from duo.table.store.database import Database
from duo.table.store.database_store import timestamp

_BATCH_ROWS = 200  # rows that are deleted in one transaction, so that nobody waits long for it
_PRIMARY_KEYS = {"games": "id", "notes": "player, name"}


def delete_old(database: Database, days: int) -> int:
    """Delete the games and notes that nobody has changed for so many days; how many there were."""
    limit, deleted = timestamp(-days * 86_400.0), 0
    for table, key in _PRIMARY_KEYS.items():
        old = f"SELECT {key} FROM {table} WHERE changed < ? AND changed <> '' LIMIT {_BATCH_ROWS}"  # noqa: S608 - ours
        while True:
            with database.transaction() as writer:
                part = writer.execute(f"DELETE FROM {table} WHERE ({key}) IN ({old})", limit).rowcount  # noqa: S608
            deleted += part
            if part < _BATCH_ROWS:
                break
    return deleted
