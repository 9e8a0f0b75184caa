"""Event streams: the server tells each open page of a game about changes, through server-sent events.

An event carries the version number of the game and nothing else of it. The page then requests what changed.
See docs/decisions/0020-own-event-streams.md for why this module does not use sse-starlette.
"""

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import AsyncIterator

from starlette.responses import Response, StreamingResponse

from duo.table.store.database import DatabaseUnavailable
from duo.text import N_
from duo.web.changes import DatabaseChangeNotifier
from duo.web.games import Games
from duo.web.live.lanes import TooManyRequests, count_while_active
from duo.web.metrics import Metrics

MAX_STREAMS = 3_000
MAX_STREAMS_PER_CLIENT = 100  # a whole school may share one address
_HEARTBEAT_SECONDS = 20.0  # a silent stream then sends a comment and checks for missed changes
_RECONNECT_DELAY_MS = 2000  # before a browser reconnects a broken stream
_STREAM_HEADERS = {"Content-Type": "text/event-stream; charset=utf-8", "X-Accel-Buffering": "no"}


class EventStreams:
    """The open event streams of this process.

    `stream_counts_by_player` counts them by game and browser, `stream_counts_by_client` by client address. At most
    `max_per_client` streams of one address can be open. None means no limit. All streams end once `is_ending` is set.
    """

    def __init__(
        self,
        games: Games,
        changes: DatabaseChangeNotifier,
        metrics: Metrics,
        max_per_client: int | None = MAX_STREAMS_PER_CLIENT,
    ) -> None:
        self._games = games
        self._changes = changes
        self._metrics = metrics
        self._max_per_client = max_per_client
        self.stream_counts_by_player: Counter[tuple[str, bytes]] = Counter()
        self.stream_counts_by_client: Counter[str] = Counter()
        self.is_ending = False

    def open_stream(self, game_id: str, player: bytes | None, client: str) -> Response:
        """A response that streams the changes of a game. Raises TooManyRequests if too many streams are open."""
        if self._max_per_client is not None and self.stream_counts_by_client[client] >= self._max_per_client:
            raise TooManyRequests(429, N_("Too many pages are open from your address. Close some of them."))
        if self.stream_counts_by_client.total() >= MAX_STREAMS:
            raise TooManyRequests(503, N_("Too many pages are open on this server. Try again in a few seconds."))
        return StreamingResponse(self._count_and_stream_changes(game_id, player, client), headers=_STREAM_HEADERS)

    @staticmethod
    def head_response() -> Response:
        """The response to a HEAD request: the headers of a stream without the stream, which would not end."""
        return Response(headers=_STREAM_HEADERS)

    def end_all(self) -> None:
        """End all streams. Each browser then reconnects, to a process that keeps running."""
        self.is_ending = True
        self._changes.notify_all()

    async def _count_and_stream_changes(self, game_id: str, player: bytes | None, client: str) -> AsyncIterator[str]:
        """The messages of `_stream_changes`. The stream is counted as open until it ends."""
        presence = (game_id, player or b"")
        with (
            count_while_active(self.stream_counts_by_player, presence),
            count_while_active(self.stream_counts_by_client, client),
        ):
            self._metrics.change_open_streams(1)
            try:
                if self.stream_counts_by_player[presence] == 1 and player:
                    with contextlib.suppress(DatabaseUnavailable):
                        await asyncio.to_thread(self._games.seats.mark_arrived, *presence)
                with self._changes.subscribe(game_id) as changed:
                    async for message in self._stream_changes(game_id, changed):
                        yield message
            finally:
                self._metrics.change_open_streams(-1)

    async def _stream_changes(self, game_id: str, changed: asyncio.Event) -> AsyncIterator[str]:
        """The messages of one stream, in the format of server-sent events.

        A `version` event follows each change of the game. A `people` event follows a change of the people alone.
        """
        shown_version = shown_people = None
        yield f"retry: {_RECONNECT_DELAY_MS}\n\n"
        while not self.is_ending:
            changed.clear()
            try:
                version, people = await asyncio.to_thread(self._games.version_and_people, game_id)
            except DatabaseUnavailable:
                await asyncio.sleep(_RECONNECT_DELAY_MS / 1000)
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
        yield f"retry: {random.randrange(200, _RECONNECT_DELAY_MS)}\n\n"
