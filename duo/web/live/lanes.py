"""Lanes: a lane runs expensive requests one at a time, so that they do not delay the pages of games.

When too many requests wait for a lane, a further request is refused and told when to retry. Pages that only show a game
use no lane.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import ParamSpec, TypeVar

from anyio import CapacityLimiter, to_thread

from duo.text import N_

_WorkParams = ParamSpec("_WorkParams")
_WorkResultT = TypeVar("_WorkResultT")
_KeyT = TypeVar("_KeyT")

RETRY_AFTER_SECONDS = 5  # the Retry-After header of a refused request
_MAX_WAITING_REQUESTS = 16
_MAX_REQUESTS_PER_CLIENT = 6  # a page of key cards requests its pictures at once
_MAX_WAIT_SECONDS = 25.0  # proxies and people hardly wait longer
_BUSY_MESSAGE = N_("The server is busy. Try again in a few seconds.")


class TooManyRequests(Exception):
    """A request was refused because there are too many at once.

    `status` is 503 for too many from all clients and 429 for too many from this client. `template` is the message.
    """

    def __init__(self, status: int, template: str) -> None:
        super().__init__(template)
        self.status = status
        self.template = template


class Lane:
    """Runs one function at a time, in a thread.

    At most `max_waiting` calls wait, for at most `timeout` seconds each. One client can have at most `max_per_client`
    calls running or waiting. None means no limit.
    """

    def __init__(
        self,
        max_per_client: int | None = None,
        max_waiting: int = _MAX_WAITING_REQUESTS,
        timeout: float = _MAX_WAIT_SECONDS,
    ) -> None:
        self._max_per_client = max_per_client
        self._max_waiting = max_waiting
        self._timeout = timeout
        self._clients: Counter[str] = Counter()
        self._semaphore = asyncio.Semaphore(1)

    async def run(
        self,
        client: str,
        work: Callable[_WorkParams, _WorkResultT],
        *arguments: _WorkParams.args,
        **named: _WorkParams.kwargs,
    ) -> _WorkResultT:
        """Wait until the lane is free, then run `work` and return its result. Raises TooManyRequests."""
        if self._max_per_client is not None and self._clients[client] >= self._max_per_client:
            raise TooManyRequests(429, N_("Several of your requests are still running. Wait for them and try again."))
        if self._clients.total() > self._max_waiting:
            raise TooManyRequests(503, _BUSY_MESSAGE)
        with count_while_active(self._clients, client):
            await self._wait_for_turn()
            try:
                return await to_thread.run_sync(partial(work, *arguments, **named), limiter=CapacityLimiter(1))
            finally:
                self._semaphore.release()

    async def _wait_for_turn(self) -> None:
        try:
            async with asyncio.timeout(self._timeout):
                await self._semaphore.acquire()
        except TimeoutError as error:
            raise TooManyRequests(503, _BUSY_MESSAGE) from error


@contextmanager
def count_while_active(counts: Counter[_KeyT], key: _KeyT) -> Iterator[None]:
    """A context in which `counts[key]` is one higher. A key whose count falls to zero is deleted."""
    counts[key] += 1
    try:
        yield
    finally:
        counts[key] -= 1
        if not counts[key]:
            del counts[key]


class Lanes:
    """The two lanes of a server process.

    `quick` is for work of less than a second: hints and engine requests. `slow` is for work of several seconds. Limits
    per client apply on a public server only.
    """

    def __init__(self, *, public: bool) -> None:
        per_client = _MAX_REQUESTS_PER_CLIENT if public else None
        self.quick = Lane(per_client)
        self.slow = Lane(per_client)
