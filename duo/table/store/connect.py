"""Open a database by its address."""

from importlib.util import find_spec
from pathlib import Path

from duo.core.refusal import Refusal
from duo.table.store.database import Database

_POSTGRES_SCHEMES = ("postgresql://", "postgres://")


def is_postgres(address: str) -> bool:
    return address.startswith(_POSTGRES_SCHEMES)


def open_database(address: str) -> Database:
    """The database at `postgresql://…`, or in the SQLite file of that path, with its tables up to date."""
    if not is_postgres(address):
        if "://" in address:
            raise Refusal(
                "{store} is neither a file nor the address of a PostgreSQL database (postgresql://…)",
                store=address.partition("://")[0] + "://…",
            )
        from duo.table.store.sqlite import SqliteDatabase

        return SqliteDatabase(Path(address))
    if missing := [name for name in ("psycopg", "psycopg_pool") if find_spec(name) is None]:
        raise Refusal(
            "A PostgreSQL database needs {packages}. Install them with: pip install 'duo[postgres]'",
            packages=", ".join(missing),
        )
    from duo.table.store.postgres import PostgresDatabase

    return PostgresDatabase(address)
