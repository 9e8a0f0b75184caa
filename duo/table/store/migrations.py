"""The SQL that creates and updates the tables of games. The column `record` is the authority on a game.

Every change of a game increments its version. A change names the version it read, and fails if that is outdated.
While `due` is 1 the AI must move. The process `thinker` works on the move until the time `lease`; after that, any
process may take over.
"""

# Numbered from 1. Never edit a released migration; add a new one. The SQL is SQLite's; `postgres` translates it.
MIGRATIONS = (
    """
    CREATE TABLE games (
      id TEXT PRIMARY KEY,
      record TEXT NOT NULL,
      version INTEGER NOT NULL,
      sequence INTEGER NOT NULL,
      begun TEXT NOT NULL,
      changed TEXT NOT NULL,
      waits INTEGER NOT NULL,
      open_a INTEGER NOT NULL DEFAULT 0,
      open_b INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX games_by_sequence ON games (sequence);
    CREATE TABLE links (
      secret BLOB PRIMARY KEY,
      game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
      role TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX links_by_game ON links (game);
    CREATE TABLE holders (
      game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
      player BLOB NOT NULL,
      role TEXT NOT NULL,
      name TEXT NOT NULL DEFAULT '',
      seen REAL NOT NULL DEFAULT 0,
      PRIMARY KEY (game, player)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX holders_by_player ON holders (player);
    CREATE TABLE notes (
      player BLOB NOT NULL,
      name TEXT NOT NULL,
      text TEXT NOT NULL,
      PRIMARY KEY (player, name)
    ) STRICT, WITHOUT ROWID;
    """,
    """
    ALTER TABLE games ADD COLUMN due INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE games ADD COLUMN deferred TEXT NOT NULL DEFAULT '';
    ALTER TABLE games ADD COLUMN thinker TEXT NOT NULL DEFAULT '';
    ALTER TABLE games ADD COLUMN lease REAL NOT NULL DEFAULT 0;
    ALTER TABLE games ADD COLUMN trouble TEXT NOT NULL DEFAULT '';
    ALTER TABLE notes ADD COLUMN changed TEXT NOT NULL DEFAULT '';
    CREATE INDEX games_due ON games (changed) WHERE due = 1;
    CREATE INDEX games_waiting ON games (due) WHERE waits = 1;
    CREATE INDEX games_by_change ON games (changed);
    UPDATE games SET due = waits;
    """,
)


def split_statements(migration: str) -> list[str]:
    """The statements of a migration, since a driver executes one at a time."""
    return [statement for statement in migration.split(";") if statement.strip()]
