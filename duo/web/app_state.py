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
from duo.table.store.database import Database, Unavailable
from duo.table.store.folder import FolderStore
from duo.web.changes import DatabaseChanges
from duo.web.experience import Experience
from duo.web.games import Games
from duo.web.live.ai_runner import AIRunner
from duo.web.live.event_stream import MAX_STREAMS_PER_CLIENT, EventStreams
from duo.web.live.lanes import Lanes
from duo.web.live.move_queue import MoveQueue
from duo.web.metrics import Metrics, create_metrics
from duo.web.retention import delete_old
from duo.web.seats import Notes, Seats
from duo.web.settings import Settings
from duo.web.visitor import PLAYER_COOKIE, hash_secret, is_secret, new_secret, set_cookie

_PRESENCE_SECONDS = 10.0  # between updates of who is present
_RETENTION_CHECK_SECONDS = 3600.0  # between deletions of old games
_log = logging.getLogger(__name__)


@dataclass(slots=True)
class AppState:
    """`predecessor` is the process that this one replaces, if any. Its games are taken over at the start."""

    settings: Settings
    database: Database
    changes: DatabaseChanges
    games: Games
    seats: Seats
    notes: Notes
    ai_runner: AIRunner
    metrics: Metrics
    lanes: Lanes
    streams: EventStreams
    predecessor: str = ""

    @classmethod
    def start(cls, settings: Settings) -> "AppState":
        database = open_database(str(settings.store))
        changes = DatabaseChanges(database)
        files = None if settings.is_public else FolderStore(user_data_dir() / "games")
        games = Games(database, changes, files)
        metrics = create_metrics()
        queue = MoveQueue(database, process_name(settings, os.getpid()))
        experience = Experience(database, files)
        ai_runner = AIRunner(games, queue, experience, settings.max_thinking, settings.pace, metrics.observe_thinking)
        lanes = Lanes(public=settings.is_public)
        streams = EventStreams(games, changes, metrics, MAX_STREAMS_PER_CLIENT if settings.is_public else None)
        return cls(settings, database, changes, games, games.seats, Notes(database), ai_runner, metrics, lanes, streams)

    @property
    def stopping(self) -> bool:
        """Whether the server stops. Streams then end, and no new AI move starts."""
        return self.streams.ending

    @contextlib.asynccontextmanager
    async def lifespan(self) -> AsyncIterator[None]:
        """Run the background work for as long as the server runs."""
        if self.predecessor:
            with contextlib.suppress(Unavailable):
                await asyncio.to_thread(self.ai_runner.take_over, self.predecessor)
        self.changes.start()
        self.ai_runner.start()
        tasks = [asyncio.create_task(self._note_presence()), asyncio.create_task(self._delete_old_games())]
        try:
            yield
        finally:
            self.streams.end_all()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self.ai_runner.stop()
            await asyncio.to_thread(self.changes.stop)

    async def _note_presence(self) -> None:
        while True:
            await asyncio.sleep(_PRESENCE_SECONDS)
            if present := list(self.streams.present):
                with contextlib.suppress(Unavailable):
                    await asyncio.to_thread(self.seats.mark_seen, present, time.time())

    async def _delete_old_games(self) -> None:
        """Delete games and notes older than `keep_days`, if that limit is set."""
        while self.settings.keep_days:
            with contextlib.suppress(Unavailable):
                if deleted := await asyncio.to_thread(delete_old, self.database, self.settings.keep_days):
                    _log.info("old games and notes deleted", extra={"fields": {"count": deleted}})
            await asyncio.sleep(_RETENTION_CHECK_SECONDS)


def process_name(settings: Settings, process: int) -> str:
    """A name that is unique among all processes on all machines."""
    return f"{socket.gethostname()}-{settings.run_id}-{process}"


def app_state(request: HTTPConnection) -> AppState:
    state: AppState = request.app.state.app_state
    return state


def player_or_new(request: HTTPConnection) -> tuple[bytes, str | None]:
    """The hash of the visitor's secret, and the secret itself if it is new and has to be set as a cookie."""
    secret = request.cookies.get(PLAYER_COOKIE, "")
    if is_secret(secret):
        return hash_secret(secret), None
    fresh_secret = new_secret()
    return hash_secret(fresh_secret), fresh_secret


def set_player_cookie(response: Response, request: HTTPConnection, fresh_secret: str | None) -> Response:
    if fresh_secret:
        set_cookie(response, request, PLAYER_COOKIE, fresh_secret)
    return response
