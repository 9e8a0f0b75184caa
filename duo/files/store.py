"""Where the user's own files live, and how they are written so that none is ever lost."""

import contextlib
import os
import secrets
import stat
from pathlib import Path


def home() -> Path:
    """The folder of the user's games and campaigns: DUO_HOME, or the platform's place for them."""
    if chosen := os.environ.get("DUO_HOME"):
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_data_dir("duo", appauthor=False))


def write(path: Path, text: str) -> None:
    """Have this text in the file, on disk, before returning; after an error the file is as it was."""
    if path.exists() and not path.is_file():  # a pipe or a device takes the text and stays what it is
        path.write_bytes(text.encode())
        return
    path = path.resolve()  # a link goes on leading to the file
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        # Not by mkstemp, whose files nobody else may read: these are for sharing, as the user's umask has it.
        with draft.open("xb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            draft.chmod(stat.S_IMODE(path.stat().st_mode))
        draft.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """The new name is on disk too, where the platform lets a folder be synchronised."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
