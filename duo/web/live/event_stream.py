"""Event streams: each open page of a game hears of changes through server-sent events.

The events carry version numbers and nothing of the game itself. The page then requests what changed.
See docs/decisions/0020-own-event-streams.md for why this module does not use sse-starlette.
"""

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import AsyncIterator

from starlette.responses import Response, StreamingResponse

from duo.table.store.database import Unavailable
from duo.text import N_
from duo.web.changes import DatabaseChanges
from duo.web.games import Games
from duo.web.live.lanes import Busy, count_active
from duo.web.metrics import Metrics

MAX_STREAMS = 3_000
MAX_STREAMS_PER_CLIENT = 100  # a whole school may share one address
_HEARTBEAT_SECONDS = 20.0  # a silent stream then sends a comment and checks for missed changes
_RETRY_MS = 2000  # before a browser reconnects a broken stream
_HEADERS = {"Content-Type": "text/event-stream; charset=utf-8", "X-Accel-Buffering": "no"}


class EventStreams:
    """The open streams of this process.

    `present` counts them by game and browser, `by_client` by client address. `per_client` limits the streams of one
    address. While `ending`, streams say good-bye and end.
    """

    def __init__(
        self, games: Games, changes: DatabaseChanges, metrics: Metrics, per_client: int | None = MAX_STREAMS_PER_CLIENT
    ) -> None:
        self._games = games
        self._changes = changes
        self._metrics = metrics
        self._per_client = per_client
        self.present: Counter[tuple[str, bytes]] = Counter()
        self.by_client: Counter[str] = Counter()
        self.ending = False

    def open(self, game_id: str, player: bytes | None, client: str) -> Response:
        """Stream the changes of a game to a browser. Raises Busy if too many streams are open."""
        if self._per_client is not None and self.by_client[client] >= self._per_client:
            raise Busy(429, N_("Too many pages are open from your address. Close some of them."))
        if self.by_client.total() >= MAX_STREAMS:
            raise Busy(503, N_("Too many pages are open on this server. Try again in a few seconds."))
        return StreamingResponse(self._counted_stream(game_id, player, client), headers=_HEADERS)

    @staticmethod
    def head() -> Response:
        """The headers of a stream, for a HEAD request. A stream itself would not end."""
        return Response(headers=_HEADERS)

    def end_all(self) -> None:
        """End every stream. Its browser then reconnects to a process that keeps running."""
        self.ending = True
        self._changes.notify_all()

    async def _counted_stream(self, game_id: str, player: bytes | None, client: str) -> AsyncIterator[str]:
        presence = (game_id, player or b"")
        with count_active(self.present, presence), count_active(self.by_client, client):
            self._metrics.count_streams(1)
            try:
                if self.present[presence] == 1 and player:
                    with contextlib.suppress(Unavailable):
                        await asyncio.to_thread(self._games.seats.mark_arrived, *presence)
                with self._changes.subscribe(game_id) as changed:
                    async for message in self._stream_changes(game_id, changed):
                        yield message
            finally:
                self._metrics.count_streams(-1)

    async def _stream_changes(self, game_id: str, changed: asyncio.Event) -> AsyncIterator[str]:
        """Send an event when the version changes, or when only the people have changed."""
        shown_version = shown_people = None
        yield f"retry: {_RETRY_MS}\n\n"
        while not self.ending:
            changed.clear()
            try:
                version, people = await asyncio.to_thread(self._games.version_and_people, game_id)
            except Unavailable:
                await asyncio.sleep(_RETRY_MS / 1000)
                yield ": the games cannot be reached just now\n\n"
                continue
            if not version:
                return
            if version != shown_version:
                yield f"event: version\ndata: {version}\n\n"
            elif people != shown_people:
                yield "event: people\ndata: \n\n"
            shown_version, shown_people = version, people
            try:
                async with asyncio.timeout(_HEARTBEAT_SECONDS):
                    await changed.wait()
            except TimeoutError:
                yield ": still here\n\n"
        # The server stops: spread the reconnections to other processes over time.
        yield f"retry: {random.randrange(200, _RETRY_MS)}\n\n"
