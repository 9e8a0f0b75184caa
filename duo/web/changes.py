"""News of games: whoever shows one waits here until it has changed, whichever process changed it."""

import asyncio
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from duo.table.store.database import Database


class Changes(Protocol):
    """All that the pages know about news."""

    def notify(self, game: str) -> None:
        """This game has changed, here and now; may be called from any thread."""

    def subscribe(self, game: str) -> AbstractContextManager[asyncio.Event]:
        """An event that is set whenever the game has changed; whoever clears it before looking misses nothing."""


class DatabaseChanges:
    """News from the database, so that other processes are heard, and at once from this one."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._bells: dict[str, set[asyncio.Event]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopped = threading.Event()
        self._watcher: threading.Thread | None = None

    def start(self) -> None:
        """Called on the event loop, which all bells belong to."""
        self._loop = asyncio.get_running_loop()
        self._watcher = threading.Thread(
            target=self._database.watch, args=(self._schedule_notify, self._stopped), name="news", daemon=True
        )
        self._watcher.start()

    def stop(self) -> None:
        self._stopped.set()
        if self._watcher:
            self._watcher.join()

    def notify(self, game: str) -> None:
        self._schedule_notify(game)

    def notify_all(self) -> None:
        """Whatever is shown may be old, or its stream is to end."""
        self._schedule_notify(None)

    @contextmanager
    def subscribe(self, game: str) -> Iterator[asyncio.Event]:
        bell = asyncio.Event()
        self._bells[game].add(bell)
        try:
            yield bell
        finally:
            self._bells[game].discard(bell)
            if not self._bells[game]:
                del self._bells[game]

    def _schedule_notify(self, game: str | None) -> None:
        if self._loop and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._set_events, game)

    def _set_events(self, game: str | None) -> None:
        struck = [self._bells.get(game, set())] if game else list(self._bells.values())
        for bells in struck:
            for bell in bells:
                bell.set()
