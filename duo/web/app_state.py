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

from duo.files.store import home
from duo.table.store.connect import opened
from duo.table.store.database import Database, Unavailable
from duo.table.store.folder import FolderStore
from duo.web.changes import DatabaseChanges
from duo.web.experience import Experience
from duo.web.games import Games
from duo.web.live.lanes import Lanes
from duo.web.live.move_queue import Housework
from duo.web.live.thinker import Thinker
from duo.web.metrics import Metrics, metrics
from duo.web.retention import forget
from duo.web.seats import Notes, Seats
from duo.web.settings import Settings
from duo.web.visitor import PLAYER, hashed, is_secret, new_secret, remember

_PRESENCE = 10.0  # seconds between notes of who is there
_FORGET = 3600.0  # seconds between looks for what is too old
_log = logging.getLogger(__name__)


@dataclass(slots=True)
class Services:
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
    thinker: Thinker
    metrics: Metrics
    lanes: Lanes
    present: Counter[tuple[str, bytes]] = field(default_factory=Counter)
    listening: Counter[str] = field(default_factory=Counter)
    stopping: bool = False
    predecessor: str = ""

    @classmethod
    def start(cls, settings: Settings) -> "Services":
        database = opened(str(settings.store))
        changes = DatabaseChanges(database)
        files = None if settings.is_public else FolderStore(home() / "games")
        games = Games(database, changes, files)
        figures = metrics()
        work = Housework(database, name_of(settings, os.getpid()))
        experience = Experience(database, files)
        thinker = Thinker(games, work, experience, settings.places, settings.pace, figures.thought)
        lanes = Lanes(public=settings.is_public)
        return cls(settings, database, changes, games, games.seats, Notes(database), thinker, figures, lanes)

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Watch for changes, think and note who is there, for as long as the server runs."""
        if self.predecessor:
            with contextlib.suppress(Unavailable):
                await asyncio.to_thread(self.thinker.take_over, self.predecessor)
        self.changes.start()
        self.thinker.start()
        tasks = [asyncio.create_task(self._note_presence()), asyncio.create_task(self._forget())]
        try:
            yield
        finally:
            self.stopping = True
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self.thinker.stop()
            await asyncio.to_thread(self.changes.stop)

    def end_streams(self) -> None:
        """Have every stream say that its browser shall ask for another, which a process that goes on will answer."""
        self.stopping = True
        self.changes.ring_all()

    async def _note_presence(self) -> None:
        while True:
            await asyncio.sleep(_PRESENCE)
            if self.present:
                with contextlib.suppress(Unavailable):
                    await asyncio.to_thread(self.seats.seen, list(self.present), time.time())

    async def _forget(self) -> None:
        """Delete what is older than it shall be kept, if there is such a limit."""
        while self.settings.keep_days:
            with contextlib.suppress(Unavailable):
                if deleted := await asyncio.to_thread(forget, self.database, self.settings.keep_days):
                    _log.info("old games and notes deleted", extra={"fields": {"count": deleted}})
            await asyncio.sleep(_FORGET)


def name_of(settings: Settings, process: int) -> str:
    """By which a process is known to all others, on whatever machine."""
    return f"{socket.gethostname()}-{settings.run}-{process}"


def services(request: HTTPConnection) -> Services:
    found: Services = request.app.state.services
    return found


def known_player(request: HTTPConnection) -> tuple[bytes, str | None]:
    """The visitor's hash, with the secret to remember if there was none before."""
    secret = request.cookies.get(PLAYER, "")
    if is_secret(secret):
        return hashed(secret), None
    fresh = new_secret()
    return hashed(fresh), fresh


def with_player(response: Response, request: HTTPConnection, fresh: str | None) -> Response:
    if fresh:
        remember(response, request, PLAYER, fresh)
    return response
