"""Change notifications: code that watches a game waits for an event, which is set when any process changes the game."""

import asyncio
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from duo.table.store.database import Database


class ChangeNotifier(Protocol):
    """Notifies subscribers when a game changes."""

    def notify(self, game: str) -> None:
        """Set the events of all subscribers of a game. Can be called from any thread."""

    def subscribe(self, game: str) -> AbstractContextManager[asyncio.Event]:
        """A context with an event that is set when the game changes.

        The subscriber clears the event first and reads the game second. It then misses no change.
        """


class DatabaseChangeNotifier:
    """A ChangeNotifier for several processes that share a database.

    Changes by other processes come from the database. Changes by this process are reported with `notify`.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._subscribers: dict[str, set[asyncio.Event]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopped = threading.Event()
        self._watcher: threading.Thread | None = None

    def start(self) -> None:
        """Watch the database in a thread. Subscribers are woken on the event loop that runs now."""
        self._loop = asyncio.get_running_loop()
        self._watcher = threading.Thread(
            target=self._database.watch, args=(self._schedule_notification, self._stopped), name="changes", daemon=True
        )
        self._watcher.start()

    def stop(self) -> None:
        self._stopped.set()
        if self._watcher:
            self._watcher.join()

    def notify(self, game: str) -> None:
        self._schedule_notification(game)

    def notify_all(self) -> None:
        """Set the events of all subscribers of all games, for example to end their streams."""
        self._schedule_notification(None)

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

    def _schedule_notification(self, game: str | None) -> None:
        if self._loop and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake_subscribers, game)

    def _wake_subscribers(self, game: str | None) -> None:
        affected = [self._subscribers.get(game, set())] if game else list(self._subscribers.values())
        for events in affected:
            for event in events:
                event.set()
