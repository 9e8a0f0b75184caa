"""Work that takes a while, one piece at a time in each lane, so that nobody who plays waits behind it.

Whoever comes when too many wait is told to come again. A page that only shows a game is in no lane.
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

RETRY_AFTER_SECONDS = 5  # seconds after which somebody who was turned away may ask again
_MAX_WAITING = 16
_MAX_PER_CLIENT = 6  # a page of key cards asks for its pictures at once
_TIMEOUT_SECONDS = 25.0  # seconds; proxies and people wait little longer
_BUSY_MESSAGE = N_("Many people ask for this just now. Try again in a few seconds.")


class Busy(Exception):
    """Too much is asked at once: by everybody (503), or by this client alone (429)."""

    def __init__(self, status: int, template: str) -> None:
        super().__init__(template)
        self.status = status
        self.template = template


class Lane:
    """One piece of work at a time. Of one client it takes at most `of_one`, with those that wait."""

    def __init__(
        self, per_client: int | None = None, max_waiting: int = _MAX_WAITING, timeout: float = _TIMEOUT_SECONDS
    ) -> None:
        self._of_one = per_client
        self._waiting = max_waiting
        self._patience = timeout
        self._clients: Counter[str] = Counter()
        self._place = asyncio.Semaphore(1)

    async def run(self, client: str, work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Do this beside the event loop, once it is its turn."""
        if self._of_one is not None and self._clients[client] >= self._of_one:
            raise Busy(429, N_("Several things that you asked for are still being made. Wait for them and try again."))
        if self._clients.total() > self._waiting:
            raise Busy(503, _BUSY_MESSAGE)
        with count_active(self._clients, client):
            await self._wait_for_turn()
            try:
                return await to_thread.run_sync(partial(work, *arguments, **named), limiter=CapacityLimiter(1))
            finally:
                self._place.release()

    async def _wait_for_turn(self) -> None:
        try:
            async with asyncio.timeout(self._patience):
                await self._place.acquire()
        except TimeoutError as error:
            raise Busy(503, _BUSY_MESSAGE) from error


@contextmanager
def count_active(counts: Counter[_KeyT], key: _KeyT) -> Iterator[None]:
    """One more for as long as this lasts; who is not there any more leaves nothing behind."""
    counts[key] += 1
    try:
        yield
    finally:
        counts[key] -= 1
        if not counts[key]:
            del counts[key]


class Lanes:
    """`thoughts` take a part of a second: a hint, an answer of the engine. What is `made` may take many."""

    def __init__(self, *, public: bool) -> None:
        of_one = _MAX_PER_CLIENT if public else None
        self.thoughts = Lane(of_one)
        self.made = Lane(of_one)
