"""The user's data folder, and atomic writing of files."""

import contextlib
import glob
import os
import secrets
import stat
import time
from pathlib import Path

_DRAFT_SUFFIX_LENGTH = 8  # hexadecimal digits at the end of a draft's name
_MAX_WRITE_SECONDS = 600


def user_data_dir() -> Path:
    """Return the folder of the user's games and campaigns: DUO_HOME, or the platform's default."""
    if chosen := os.environ.get("DUO_HOME"):
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_data_dir("duo", appauthor=False))


def write_atomically(path: Path, content: str | bytes, *, private: bool = False) -> None:
    """Write a file atomically and sync it to disk. After an error the old content is intact.

    Only its owner can read a private file. Any other file keeps its permissions; new ones follow the umask.
    """
    data = content.encode() if isinstance(content, str) else content
    if path.exists() and not path.is_file():  # a pipe or device cannot be replaced by a file
        path.write_bytes(data)
        return
    path = path.resolve()  # replace the target of a link, not the link
    path.parent.mkdir(parents=True, exist_ok=True)
    remove_stale_drafts(path.parent, glob.escape(path.name))
    draft = path.with_name(f".{path.name}.{secrets.token_hex(_DRAFT_SUFFIX_LENGTH // 2)}")
    try:
        # mkstemp would make every file private, and most are for sharing.
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
        if isinstance(error, OSError) and error.filename:  # users know their file, not the draft
            error.filename, error.filename2 = str(path), None
        raise
    _sync_folder(path.parent)


def _private_opener(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def remove_stale_drafts(folder: Path, pattern: str) -> None:
    """Remove old drafts of the files that match the pattern. A draft is a temporary file of `write_atomically`."""
    for draft in folder.glob(f".{pattern}.{'[0-9a-f]' * _DRAFT_SUFFIX_LENGTH}"):
        if is_stale_draft(draft):
            with contextlib.suppress(OSError):
                draft.unlink()


def is_stale_draft(path: Path) -> bool:
    """Return whether a draft or lock file is so old that its process must have been killed."""
    with contextlib.suppress(OSError):
        return path.stat().st_mtime < time.time() - _MAX_WRITE_SECONDS
    return False


def _sync_folder(folder: Path) -> None:
    """Flush the folder to disk, so that a renamed file survives a crash. Does nothing where that is not supported."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
