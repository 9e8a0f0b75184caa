"""Locks between processes and threads, each standing in a file."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from filelock import BaseFileLock


def try_lock(path: Path) -> "BaseFileLock | None":
    """The lock that this file stands for, held until it is released or its process ends; None if another holds it."""
    from filelock import Timeout

    lock = _lock(path)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        return None
    return lock


def release(lock: "BaseFileLock") -> None:
    """Give a lock back, and take its file away while nobody else can hold it."""
    with contextlib.suppress(OSError):  # where an open file cannot be removed it stays, which harms nobody
        Path(lock.lock_file).unlink()
    lock.release()


@contextlib.contextmanager
def lock(path: Path) -> Iterator[None]:
    """Hold the lock that this file stands for, after waiting for whoever holds it; no file is left behind."""
    held = _lock(path)
    held.acquire()
    try:
        yield
    finally:
        release(held)


def _lock(path: Path) -> "BaseFileLock":
    from filelock import FileLock

    # Not of one thread: a server may take a lock in one and give it back in another.
    return FileLock(path, thread_local=False)
