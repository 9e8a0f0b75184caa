"""Where the user's own files live, and how they are written so that none is ever lost."""

import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO


def home() -> Path:
    """The folder of the user's games and campaigns: DUO_HOME, or the platform's place for them."""
    if chosen := os.environ.get("DUO_HOME"):
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_data_dir("duo", appauthor=False))


def write(path: Path, text: str) -> None:
    """Have this text in the file, on disk, before returning; after an error the file is as it was."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(draft).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(draft).unlink()
        raise
    _sync_folder(path.parent)


def try_lock(path: Path) -> IO[bytes] | None:
    """The lock that this file stands for, held until it is closed or its process ends; None if another holds it."""
    lock = path.open("ab")
    try:
        _take(lock, wait=False)
    except OSError:
        lock.close()
        return None
    return lock


@contextlib.contextmanager
def lock(path: Path) -> Iterator[None]:
    """Hold the lock that this file stands for, after waiting for whoever holds it."""
    with path.open("ab") as file:
        _take(file, wait=True)
        yield


def _take(file: IO[bytes], *, wait: bool) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)


def _sync_folder(folder: Path) -> None:
    """The new name is on disk too, where the platform lets a folder be synchronised."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
