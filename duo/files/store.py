"""Where the user's own files live, and how they are written so that none is ever lost."""

import contextlib
import glob
import os
import secrets
import stat
import time
from pathlib import Path

_TOKEN_LENGTH = 8  # letters that tell the drafts of one file apart
_MAX_WRITE_SECONDS = 600  # seconds


def user_data_dir() -> Path:
    """The folder of the user's games and campaigns: DUO_HOME, or the platform's place for them."""
    if chosen := os.environ.get("DUO_HOME"):
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_data_dir("duo", appauthor=False))


def write(path: Path, content: str | bytes, *, private: bool = False) -> None:
    """Have this in the file, on disk, before returning; after an error the file is as it was.

    A private file is for its owner alone; any other is as readable as it was, or as the user's umask has it.
    """
    data = content.encode() if isinstance(content, str) else content
    if path.exists() and not path.is_file():  # a pipe or a device takes it and stays what it is
        path.write_bytes(data)
        return
    path = path.resolve()  # a link goes on leading to the file
    path.parent.mkdir(parents=True, exist_ok=True)
    remove_stale_drafts(path.parent, glob.escape(path.name))
    draft = path.with_name(f".{path.name}.{secrets.token_hex(_TOKEN_LENGTH // 2)}")
    try:
        # Not by mkstemp, whose files nobody else may read: most are for sharing.
        with open(draft, "xb", opener=_private_opener if private else None) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if path.exists() and not private:
            draft.chmod(stat.S_IMODE(path.stat().st_mode))
        draft.replace(path)
    except BaseException as error:
        with contextlib.suppress(OSError):
            draft.unlink()
        if isinstance(error, OSError) and error.filename:  # people are told of their file, not of our draft
            error.filename, error.filename2 = str(path), None
        raise
    _sync_folder(path.parent)


def _private_opener(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def remove_stale_drafts(folder: Path, pattern: str) -> None:
    """Remove the drafts of files of this pattern whose writers were killed."""
    for draft in folder.glob(f".{pattern}.{'[0-9a-f]' * _TOKEN_LENGTH}"):
        if is_stale(draft):
            with contextlib.suppress(OSError):
                draft.unlink()


def is_stale(path: Path) -> bool:
    """Whether nobody can be at work on this any more; what is younger may still be written."""
    with contextlib.suppress(OSError):
        return path.stat().st_mtime < time.time() - _MAX_WRITE_SECONDS
    return False


def _sync_folder(folder: Path) -> None:
    """The new name is on disk too, where the platform lets a folder be synchronised."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
