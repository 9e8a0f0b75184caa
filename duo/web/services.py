"""What every page may use: the stores, the players of the house, news."""

import asyncio
import contextlib
import os
import secrets
import socket
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from starlette.requests import HTTPConnection
from starlette.responses import Response

from duo.files.store import home
from duo.table.database import Database, Unavailable
from duo.table.databases import opened
from duo.table.saves import FolderStore
from duo.web.changes import DatabaseChanges
from duo.web.games import Games
from duo.web.housework import Housework
from duo.web.seats import Notes, Seats
from duo.web.settings import Settings
from duo.web.thinker import Thinker
from duo.web.visitor import PLAYER, hashed, is_secret, new_secret, remember

_PRESENCE = 10.0  # seconds between notes of who is there


@dataclass(slots=True)
class Services:
    """`present` are the browsers whose event streams this process holds, with how many of them.

    Once it is `stopping`, streams end and nothing new is thought about.
    """

    settings: Settings
    database: Database
    changes: DatabaseChanges
    games: Games
    seats: Seats
    notes: Notes
    thinker: Thinker
    present: dict[tuple[str, bytes], int] = field(default_factory=dict)
    stopping: bool = False

    @classmethod
    def start(cls, settings: Settings) -> "Services":
        database = opened(str(settings.store))
        changes = DatabaseChanges(database)
        files = None if settings.is_public else FolderStore(home() / "games")
        games = Games(database, changes, files)
        me = f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(4)}"
        thinker = Thinker(games, Housework(database, me), settings.thinkers, settings.pace)
        return cls(settings, database, changes, games, games.seats, Notes(database), thinker)

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Watch for changes, think and note who is there, for as long as the server runs."""
        self.changes.start()
        self.thinker.start()
        presence = asyncio.create_task(self._note_presence())
        try:
            yield
        finally:
            presence.cancel()
            await asyncio.gather(presence, return_exceptions=True)
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
