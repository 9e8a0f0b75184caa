"""File locks between processes and threads."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from filelock import BaseFileLock


def try_lock(path: Path) -> "BaseFileLock | None":
    """Acquire the lock file at this path, or return None if another process or thread holds it.

    The lock is held until `release_lock` or until the process ends.
    """
    from filelock import Timeout

    lock = _create_lock(path)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        return None
    return lock


def release_lock(lock: "BaseFileLock") -> None:
    """Remove the file of a lock and release the lock, in this order, so that no other holder loses its file."""
    with contextlib.suppress(OSError):  # Windows cannot remove an open file; leaving it is harmless
        Path(lock.lock_file).unlink()
    lock.release()


@contextlib.contextmanager
def hold_lock(path: Path) -> Iterator[None]:
    """Wait for the lock file at this path and hold the lock within the block. Then remove the file."""
    held = _create_lock(path)
    held.acquire()
    try:
        yield
    finally:
        release_lock(held)


def _create_lock(path: Path) -> "BaseFileLock":
    from filelock import FileLock

    # A server may acquire a lock in one thread and release it in another.
    return FileLock(path, thread_local=False)
