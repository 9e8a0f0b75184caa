"""Who plays the games of a run: processes of this machine, or the workers of a Dask cluster."""

import os
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from duo import processes
from duo.core.refusal import Refusal

# The sums of a matrix product depend on how many threads share it, and a game may hang on the last bit. Dask's
# nannies set the same for their workers.
_ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
_PATIENCE = "15s"


@dataclass(frozen=True, slots=True, eq=False)
class Crew:
    """Takes games to play; `size` of them are played at a time."""

    executor: Executor
    size: int


@contextmanager
def local(jobs: int) -> Iterator[Crew]:
    """So many processes of this machine, each with its own copy of the model."""
    before = {name: os.environ.get(name) for name in _ONE_THREAD}
    os.environ.update(_ONE_THREAD)
    try:
        with processes.pool(jobs) as executor:
            yield Crew(executor, jobs)
    finally:
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})


@contextmanager
def cluster(address: str) -> Iterator[Crew]:
    """The workers of the Dask cluster whose scheduler listens at this address; each needs duo installed."""
    try:
        from distributed import Client
    except ImportError as error:
        raise Refusal("a Dask cluster needs the extra: pip install 'duo[cluster]'") from error
    try:
        client: Any = Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise Refusal("no Dask scheduler answers at {address}", address=address) from error
    with client:
        size = sum(client.ncores().values())
        if not size:
            raise Refusal("the Dask scheduler at {address} has no workers yet", address=address)
        executor = client.get_executor(pure=False)
        try:
            yield Crew(executor, size)
        finally:
            executor.shutdown(wait=False)  # games that nobody waits for any more are given up
