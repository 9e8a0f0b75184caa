"""What every page may use: the stores, the players of the house, news."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from starlette.requests import HTTPConnection
from starlette.responses import Response

from duo.files.store import home
from duo.table.database import Database
from duo.table.saves import FolderStore
from duo.web.changes import DatabaseChanges
from duo.web.games import Games
from duo.web.seats import Notes, Seats
from duo.web.settings import Settings
from duo.web.thinker import Thinker
from duo.web.visitor import PLAYER, hashed, is_secret, new_secret, remember

_PRESENCE = 10.0  # seconds between notes of who is there


@dataclass(slots=True)
class Services:
    """`present` are the browsers whose event streams this process holds, with how many of them."""

    settings: Settings
    database: Database
    changes: DatabaseChanges
    games: Games
    seats: Seats
    notes: Notes
    thinker: Thinker
    present: dict[tuple[str, bytes], int] = field(default_factory=dict)

    @classmethod
    def start(cls, settings: Settings) -> "Services":
        database = Database(settings.store)
        from duo.table.gamebase import DatabaseStore

        changes = DatabaseChanges(DatabaseStore(database))
        files = None if settings.is_public else FolderStore(home() / "games")
        games = Games(database, changes, files)
        thinker = Thinker(games, settings.thinkers, settings.pace)
        return cls(settings, database, changes, games, games.seats, Notes(database), thinker)

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Watch for changes, think and note who is there, for as long as the server runs."""
        self.thinker.start()
        tasks = [asyncio.create_task(self.changes.watch()), asyncio.create_task(self._note_presence())]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self.thinker.stop()

    async def _note_presence(self) -> None:
        while True:
            await asyncio.sleep(_PRESENCE)
            if self.present:
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
