"""The workers that play the games of a run: processes of this machine, or a Dask cluster."""

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
from duo.blas import ONE_THREAD
from duo.core.refusal import Refusal

_CONNECT_TIMEOUT = "10s"
# Dask's nannies set this for their workers. malloc then returns freed memory to the system immediately, and no longer
# adapts to large arrays that are allocated again and again: a game would take twice the processor time.
_TRIM_VARIABLE = "MALLOC_TRIM_THRESHOLD_"
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3
_KEPT_BYTES = 32 << 20


@dataclass(frozen=True, slots=True, eq=False)
class Crew:
    """An executor that plays `size` games at a time."""

    executor: Executor
    size: int


@contextmanager
def local(jobs: int) -> Iterator[Crew]:
    """Start this many processes on this machine, each with its own copy of the model."""
    before = {name: os.environ.get(name) for name in ONE_THREAD}
    os.environ.update(ONE_THREAD)  # as Dask's nannies do for their workers
    try:
        with processes.process_pool(jobs) as executor:
            yield Crew(executor, jobs)
    finally:
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})


@cache
def reuse_memory() -> None:
    """Let a Dask worker reuse freed memory for the arrays of the next clue, although its nanny forbids it."""
    if _TRIM_VARIABLE in os.environ and sys.platform == "linux":
        libc = ctypes.CDLL(None)
        if hasattr(libc, "mallopt"):  # only glibc has it, and only glibc needs it
            for threshold in (_M_MMAP_THRESHOLD, _M_TRIM_THRESHOLD):
                libc.mallopt(threshold, _KEPT_BYTES)


@contextmanager
def cluster(address: str) -> Iterator[Crew]:
    """Use the workers of the Dask cluster whose scheduler listens at this address.

    Each worker needs duo installed.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise Refusal("a Dask cluster needs the extra: pip install 'duo[cluster]'") from error
    client: Any = Client.__new__(Client)
    try:
        client.__init__(address, timeout=_CONNECT_TIMEOUT, set_as_default=False)
    except (OSError, ValueError) as error:
        client.status = (
            "closed"  # otherwise it tries to close a connection that was never open when it is garbage collected
        )
        raise Refusal("no Dask scheduler answers at {address}", address=address) from error
    with client:
        size = sum(client.ncores().values())
        if not size:
            raise Refusal("the Dask scheduler at {address} has no workers yet", address=address)
        executor = client.get_executor(pure=False)
        try:
            yield Crew(executor, size)
        finally:
            executor.shutdown(wait=False)  # cancel games that nobody waits for
