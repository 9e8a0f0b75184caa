"""Lanes: expensive requests run one at a time, so that they never delay a game.

When too many requests wait, the next one gets an error and a time to retry. Pages that only show a game use no lane.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import ParamSpec, TypeVar

from anyio import CapacityLimiter, to_thread

from duo.text import N_

P = ParamSpec("P")
T = TypeVar("T")
_KeyT = TypeVar("_KeyT")

RETRY_AFTER_SECONDS = 5  # the Retry-After header of a refused request
_MAX_WAITING = 16
_MAX_PER_CLIENT = 6  # a page of key cards requests its pictures at once
_TIMEOUT_SECONDS = 25.0  # proxies and people hardly wait longer
_BUSY_MESSAGE = N_("The server is busy. Try again in a few seconds.")


class Busy(Exception):
    """Too many requests at once: from everybody (503) or from this client (429)."""

    def __init__(self, status: int, template: str) -> None:
        super().__init__(template)
        self.status = status
        self.template = template


class Lane:
    """Runs one function at a time. A client can have at most `per_client` calls running or waiting."""

    def __init__(
        self, per_client: int | None = None, max_waiting: int = _MAX_WAITING, timeout: float = _TIMEOUT_SECONDS
    ) -> None:
        self._per_client = per_client
        self._max_waiting = max_waiting
        self._timeout = timeout
        self._clients: Counter[str] = Counter()
        self._semaphore = asyncio.Semaphore(1)

    async def run(self, client: str, work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Wait for a turn, then run `work` in a thread."""
        if self._per_client is not None and self._clients[client] >= self._per_client:
            raise Busy(429, N_("Several of your requests are still running. Wait for them and try again."))
        if self._clients.total() > self._max_waiting:
            raise Busy(503, _BUSY_MESSAGE)
        with count_active(self._clients, client):
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
            raise Busy(503, _BUSY_MESSAGE) from error


@contextmanager
def count_active(counts: Counter[_KeyT], key: _KeyT) -> Iterator[None]:
    """Increment `counts[key]` within the context. A count of zero is deleted."""
    counts[key] += 1
    try:
        yield
    finally:
        counts[key] -= 1
        if not counts[key]:
            del counts[key]


class Lanes:
    """`quick` is for work of less than a second (hints, engine requests), `slow` for work of several seconds."""

    def __init__(self, *, public: bool) -> None:
        per_client = _MAX_PER_CLIENT if public else None
        self.quick = Lane(per_client)
        self.slow = Lane(per_client)
