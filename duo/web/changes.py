"""Change notifications: pages that show a game wait here until any process has changed it."""

import asyncio
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from duo.table.store.database import Database


class Changes(Protocol):
    """What pages need of change notifications."""

    def notify(self, game: str) -> None:
        """Wake all subscribers of a game. Can be called from any thread."""

    def subscribe(self, game: str) -> AbstractContextManager[asyncio.Event]:
        """An event that is set when the game changes. Clear it before reading the game to miss no change."""


class DatabaseChanges:
    """Notifications from the database for changes by other processes, and direct ones for this process."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._subscribers: dict[str, set[asyncio.Event]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopped = threading.Event()
        self._watcher: threading.Thread | None = None

    def start(self) -> None:
        """Start on the running event loop, which all events belong to."""
        self._loop = asyncio.get_running_loop()
        self._watcher = threading.Thread(
            target=self._database.watch, args=(self._schedule_notify, self._stopped), name="changes", daemon=True
        )
        self._watcher.start()

    def stop(self) -> None:
        self._stopped.set()
        if self._watcher:
            self._watcher.join()

    def notify(self, game: str) -> None:
        self._schedule_notify(game)

    def notify_all(self) -> None:
        """Wake every subscriber, for example to end its stream."""
        self._schedule_notify(None)

    @contextmanager
    def subscribe(self, game: str) -> Iterator[asyncio.Event]:
        event = asyncio.Event()
        self._subscribers[game].add(event)
        try:
            yield event
        finally:
            self._subscribers[game].discard(event)
            if not self._subscribers[game]:
                del self._subscribers[game]

    def _schedule_notify(self, game: str | None) -> None:
        if self._loop and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._set_events, game)

    def _set_events(self, game: str | None) -> None:
        affected = [self._subscribers.get(game, set())] if game else list(self._subscribers.values())
        for events in affected:
            for event in events:
                event.set()
