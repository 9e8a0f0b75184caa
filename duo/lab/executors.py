"""Executors that play the games of a self-play run in parallel: processes of this machine, or a Dask cluster."""

import asyncio
import ctypes
import os
import sys
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

from duo import processes
from duo.blas import ONE_THREAD_ENVIRONMENT
from duo.core.refusal import Refusal

_CONNECT_TIMEOUT = 10  # seconds
# Dask's nannies set this for their workers. malloc then returns freed memory to the system immediately, and no longer
# adapts to large arrays that are allocated again and again: a game would take twice the processor time.
_MALLOC_TRIM_VARIABLE = "MALLOC_TRIM_THRESHOLD_"
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3
_MAX_KEPT_FREE_BYTES = 32 << 20


@dataclass(frozen=True, slots=True, eq=False)
class GameExecutor:
    """An executor, and how many games it plays at the same time."""

    executor: Executor
    parallel_games: int


@contextmanager
def local_executor(jobs: int) -> Iterator[GameExecutor]:
    """Yield an executor with `jobs` processes of this machine, each with its own copy of the model."""
    before = {name: os.environ.get(name) for name in ONE_THREAD_ENVIRONMENT}
    os.environ.update(ONE_THREAD_ENVIRONMENT)  # as Dask's nannies do for their workers
    try:
        with processes.process_pool(jobs) as executor:
            yield GameExecutor(executor, jobs)
    finally:
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})


@cache
def let_worker_reuse_memory() -> None:
    """Let the memory allocator of a Dask worker keep freed memory for the arrays of the next clue.

    Dask starts its workers with a setting that returns freed memory to the system. Elsewhere this does nothing.
    """
    if _MALLOC_TRIM_VARIABLE in os.environ and sys.platform == "linux":
        libc = ctypes.CDLL(None)
        if hasattr(libc, "mallopt"):  # only glibc has it, and only glibc needs it
            for threshold in (_M_MMAP_THRESHOLD, _M_TRIM_THRESHOLD):
                libc.mallopt(threshold, _MAX_KEPT_FREE_BYTES)


@contextmanager
def cluster_executor(address: str) -> Iterator[GameExecutor]:
    """Yield an executor with the workers of the Dask cluster whose scheduler listens at this address.

    Each worker needs duo installed. Raises Refusal if the scheduler does not answer or has no workers.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise Refusal("a Dask cluster needs the extra: pip install 'duo[cluster]'") from error
    try:
        asyncio.run(_check_scheduler_answers(address))
        client: Any = Client(address, timeout=_CONNECT_TIMEOUT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise Refusal("no Dask scheduler answers at {address}", address=address) from error
    with client:
        size = sum(client.ncores().values())
        if not size:
            raise Refusal("the Dask scheduler at {address} has no workers yet", address=address)
        executor = client.get_executor(pure=False)
        try:
            yield GameExecutor(executor, size)
        finally:
            executor.shutdown(wait=False)  # cancel games that nobody waits for


async def _check_scheduler_answers(address: str) -> None:
    """Raise OSError if no Dask scheduler answers at this address.

    This is checked before a Client is created, because a Client without a scheduler prints a second error later.
    """
    from distributed import Security
    from distributed.comm import connect

    async with asyncio.timeout(_CONNECT_TIMEOUT):  # `connect` has none for a server that accepts and stays silent
        connection = await connect(address, timeout=_CONNECT_TIMEOUT, **Security().get_connection_args("client"))
        await connection.close()
