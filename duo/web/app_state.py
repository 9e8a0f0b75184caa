"""What every page may use: the stores, the players of the house, news."""

import asyncio
import contextlib
import logging
import os
import socket
import time
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from starlette.requests import HTTPConnection
from starlette.responses import Response

from duo.files.store import user_data_dir
from duo.table.store.connect import open_database
from duo.table.store.database import Database, Unavailable
from duo.table.store.folder import FolderStore
from duo.web.changes import DatabaseChanges
from duo.web.experience import Experience
from duo.web.games import Games
from duo.web.live.lanes import Lanes
from duo.web.live.move_queue import MoveQueue
from duo.web.live.thinker import AIRunner
from duo.web.metrics import Metrics, create_metrics
from duo.web.retention import delete_old
from duo.web.seats import Notes, Seats
from duo.web.settings import Settings
from duo.web.visitor import PLAYER_COOKIE, hash_secret, is_secret, new_secret, set_cookie

_PRESENCE_SECONDS = 10.0  # seconds between notes of who is there
_RETENTION_CHECK_SECONDS = 3600.0  # seconds between looks for what is too old
_log = logging.getLogger(__name__)


@dataclass(slots=True)
class AppState:
    """`present` are the browsers whose event streams this process holds, `listening` the addresses they come from.

    Once it is `stopping`, streams end and nothing new is thought about. `predecessor` is the process in whose place
    this one was started, if there was one: what it was thinking about is taken over at once.
    """

    settings: Settings
    database: Database
    changes: DatabaseChanges
    games: Games
    seats: Seats
    notes: Notes
    ai_runner: AIRunner
    metrics: Metrics
    lanes: Lanes
    present: Counter[tuple[str, bytes]] = field(default_factory=Counter)
    streams_by_client: Counter[str] = field(default_factory=Counter)
    stopping: bool = False
    predecessor: str = ""

    @classmethod
    def start(cls, settings: Settings) -> "AppState":
        database = open_database(str(settings.store))
        changes = DatabaseChanges(database)
        files = None if settings.is_public else FolderStore(user_data_dir() / "games")
        games = Games(database, changes, files)
        figures = create_metrics()
        work = MoveQueue(database, process_name(settings, os.getpid()))
        experience = Experience(database, files)
        thinker = AIRunner(games, work, experience, settings.max_thinking, settings.pace, figures.observe_thinking)
        lanes = Lanes(public=settings.is_public)
        return cls(settings, database, changes, games, games.seats, Notes(database), thinker, figures, lanes)

    @contextlib.asynccontextmanager
    async def lifespan(self) -> AsyncIterator[None]:
        """Watch for changes, think and note who is there, for as long as the server runs."""
        if self.predecessor:
            with contextlib.suppress(Unavailable):
                await asyncio.to_thread(self.ai_runner.take_over, self.predecessor)
        self.changes.start()
        self.ai_runner.start()
        tasks = [asyncio.create_task(self._note_presence()), asyncio.create_task(self._delete_old_games())]
        try:
            yield
        finally:
            self.stopping = True
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self.ai_runner.stop()
            await asyncio.to_thread(self.changes.stop)

    def end_streams(self) -> None:
        """Have every stream say that its browser shall ask for another, which a process that goes on will answer."""
        self.stopping = True
        self.changes.notify_all()

    async def _note_presence(self) -> None:
        while True:
            await asyncio.sleep(_PRESENCE_SECONDS)
            if self.present:
                with contextlib.suppress(Unavailable):
                    await asyncio.to_thread(self.seats.mark_seen, list(self.present), time.time())

    async def _delete_old_games(self) -> None:
        """Delete what is older than it shall be kept, if there is such a limit."""
        while self.settings.keep_days:
            with contextlib.suppress(Unavailable):
                if deleted := await asyncio.to_thread(delete_old, self.database, self.settings.keep_days):
                    _log.info("old games and notes deleted", extra={"fields": {"count": deleted}})
            await asyncio.sleep(_RETENTION_CHECK_SECONDS)


def process_name(settings: Settings, process: int) -> str:
    """By which a process is known to all others, on whatever machine."""
    return f"{socket.gethostname()}-{settings.run_id}-{process}"


def app_state(request: HTTPConnection) -> AppState:
    found: AppState = request.app.state.services
    return found


def player_or_new(request: HTTPConnection) -> tuple[bytes, str | None]:
    """The visitor's hash, with the secret to remember if there was none before."""
    secret = request.cookies.get(PLAYER_COOKIE, "")
    if is_secret(secret):
        return hash_secret(secret), None
    fresh = new_secret()
    return hash_secret(fresh), fresh


def set_player_cookie(response: Response, request: HTTPConnection, fresh_secret: str | None) -> Response:
    if fresh_secret:
        set_cookie(response, request, PLAYER_COOKIE, fresh_secret)
    return response
