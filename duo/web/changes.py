"""News of games: whoever shows one waits here until it has changed, whichever process changed it."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from duo.table.gamebase import DatabaseStore

_LOOK = 0.2  # seconds between looks at what other processes have changed


class Changes(Protocol):
    """All that the pages know about news."""

    def ring(self, game: str) -> None:
        """This game has changed, here and now; may be called from any thread."""

    def bell(self, game: str) -> AbstractContextManager[asyncio.Event]:
        """An event that is set whenever the game has changed; whoever clears it before looking misses nothing."""


class DatabaseChanges:
    """News by the database's own counter, so that other processes are heard, and at once from this one."""

    def __init__(self, store: DatabaseStore) -> None:
        self._store = store
        self._bells: dict[str, set[asyncio.Event]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None

    def ring(self, game: str) -> None:
        if self._loop and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._strike, game)

    @contextmanager
    def bell(self, game: str) -> Iterator[asyncio.Event]:
        bell = asyncio.Event()
        self._bells[game].add(bell)
        try:
            yield bell
        finally:
            self._bells[game].discard(bell)
            if not self._bells[game]:
                del self._bells[game]

    async def watch(self) -> None:
        """Look for what others have changed, until cancelled."""
        self._loop = asyncio.get_running_loop()
        connection = self._store.database.connection
        (last,) = connection.execute("SELECT coalesce(max(sequence), 0) FROM games").fetchone()
        known = None
        while True:
            # This counter moves when another connection has written; reading it costs next to nothing.
            (counter,) = connection.execute("PRAGMA data_version").fetchone()
            if counter != known:
                known = counter
                for game, sequence in self._store.changed_since(last):
                    last = max(last, sequence)
                    self._strike(game)
            await asyncio.sleep(_LOOK)

    def _strike(self, game: str) -> None:
        for bell in self._bells.get(game, ()):
            bell.set()
