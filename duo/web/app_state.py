"""The state that all requests share: stores, the AI's moves, metrics and change notifications."""

import asyncio
import contextlib
import logging
import os
import socket
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass

from starlette.requests import HTTPConnection
from starlette.responses import Response

from duo.files.store import user_data_dir
from duo.table.store.connect import open_database
from duo.table.store.database import Database, DatabaseUnavailable
from duo.table.store.folder import FolderStore
from duo.web.changes import DatabaseChangeNotifier
from duo.web.experience import TouchHistory
from duo.web.games import Games
from duo.web.live.ai_runner import AIRunner
from duo.web.live.event_stream import MAX_STREAMS_PER_CLIENT, EventStreams
from duo.web.live.lanes import Lanes
from duo.web.live.move_queue import MoveQueue
from duo.web.metrics import Metrics, create_metrics
from duo.web.retention import delete_old_games_and_notes
from duo.web.seats import BrowserNotes, Seats
from duo.web.settings import Settings
from duo.web.visitor import PLAYER_COOKIE, hash_secret, is_secret, new_secret, set_cookie

_PRESENCE_UPDATE_SECONDS = 10.0  # between updates of who is present
_RETENTION_CHECK_SECONDS = 3600.0  # between deletions of old games
_log = logging.getLogger(__name__)


@dataclass(slots=True)
class AppState:
    """The objects that all requests of this process share.

    `predecessor` is the name of the ended process that this process replaces, or empty. Its leases on AI moves are
    released when this process starts.
    """

    settings: Settings
    database: Database
    change_notifier: DatabaseChangeNotifier
    games: Games
    seats: Seats
    notes: BrowserNotes
    ai_runner: AIRunner
    metrics: Metrics
    lanes: Lanes
    streams: EventStreams
    predecessor: str = ""

    @classmethod
    def create(cls, settings: Settings) -> "AppState":
        database = open_database(str(settings.store))
        change_notifier = DatabaseChangeNotifier(database)
        files = None if settings.is_public else FolderStore(user_data_dir() / "games")
        games = Games(database, change_notifier, files)
        metrics = create_metrics()
        queue = MoveQueue(database, process_name(settings, os.getpid()))
        touch_history = TouchHistory(database, files)
        ai_runner = AIRunner(
            games, queue, touch_history, settings.max_concurrent_ai_moves, settings.pace, metrics.observe_thinking_time
        )
        lanes = Lanes(public=settings.is_public)
        streams = EventStreams(games, change_notifier, metrics, MAX_STREAMS_PER_CLIENT if settings.is_public else None)
        return cls(
            settings,
            database,
            change_notifier,
            games,
            games.seats,
            BrowserNotes(database),
            ai_runner,
            metrics,
            lanes,
            streams,
        )

    @property
    def is_stopping(self) -> bool:
        """Whether the server is stopping. The event streams are then ending."""
        return self.streams.is_ending

    @contextlib.asynccontextmanager
    async def lifespan(self) -> AsyncIterator[None]:
        """A context in which the background work runs. The server stays in it from its start to its end."""
        if self.predecessor:
            with contextlib.suppress(DatabaseUnavailable):
                await asyncio.to_thread(self.ai_runner.release_leases_of_process, self.predecessor)
        self.change_notifier.start()
        self.ai_runner.start()
        tasks = [
            asyncio.create_task(self._record_presence_regularly()),
            asyncio.create_task(self._delete_old_games_regularly()),
        ]
        try:
            yield
        finally:
            self.streams.end_all()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self.ai_runner.stop()
            await asyncio.to_thread(self.change_notifier.stop)

    async def _record_presence_regularly(self) -> None:
        while True:
            await asyncio.sleep(_PRESENCE_UPDATE_SECONDS)
            if present := list(self.streams.stream_counts_by_player):
                with contextlib.suppress(DatabaseUnavailable):
                    await asyncio.to_thread(self.seats.mark_seen, present, time.time())

    async def _delete_old_games_regularly(self) -> None:
        """Delete games and notes unchanged for `Settings.keep_days` days, every hour. Does nothing if it is 0."""
        while self.settings.keep_days:
            with contextlib.suppress(DatabaseUnavailable):
                if deleted := await asyncio.to_thread(
                    delete_old_games_and_notes, self.database, self.settings.keep_days
                ):
                    _log.info("old games and notes deleted", extra={"fields": {"count": deleted}})
            await asyncio.sleep(_RETENTION_CHECK_SECONDS)


def process_name(settings: Settings, process: int) -> str:
    """The name of a server process, given its process id. It is unique among all processes on all machines."""
    return f"{socket.gethostname()}-{settings.run_id}-{process}"


def app_state(request: HTTPConnection) -> AppState:
    state: AppState = request.app.state.app_state
    return state


def find_or_create_player(request: HTTPConnection) -> tuple[bytes, str | None]:
    """Identify the visitor's browser by the secret in its cookie. A browser without a secret gets a new one.

    Returns the hash of the secret, and the secret itself if it is new, or else None. The caller passes a new secret to
    `set_player_cookie`.
    """
    secret = request.cookies.get(PLAYER_COOKIE, "")
    if is_secret(secret):
        return hash_secret(secret), None
    fresh_secret = new_secret()
    return hash_secret(fresh_secret), fresh_secret


def set_player_cookie(response: Response, request: HTTPConnection, fresh_secret: str | None) -> Response:
    """Store a new secret in the browser, as a cookie of the response. None changes nothing."""
    if fresh_secret:
        set_cookie(response, request, PLAYER_COOKIE, fresh_secret)
    return response
