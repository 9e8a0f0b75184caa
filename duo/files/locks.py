"""File locks between processes and threads."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from filelock import BaseFileLock


def try_lock(path: Path) -> "BaseFileLock | None":
    """Acquire the lock of this file, or return None if another holds it. It is held until `release` or exit."""
    from filelock import Timeout

    lock = _lock(path)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        return None
    return lock


def release(lock: "BaseFileLock") -> None:
    """Release a lock and remove its file. The file is removed first, while nobody else can hold it."""
    with contextlib.suppress(OSError):  # Windows cannot remove an open file; leaving it is harmless
        Path(lock.lock_file).unlink()
    lock.release()


@contextlib.contextmanager
def lock(path: Path) -> Iterator[None]:
    """Wait for the lock of this file and hold it within the block. The file is removed afterwards."""
    held = _lock(path)
    held.acquire()
    try:
        yield
    finally:
        release(held)


def _lock(path: Path) -> "BaseFileLock":
    from filelock import FileLock

    # A server may acquire a lock in one thread and release it in another.
    return FileLock(path, thread_local=False)
