"""Games under way: one file and one lock each, so that two tables never write over each other."""

import contextlib
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Self

from duo.core.game import Game
from duo.core.record import read
from duo.core.refusal import Refusal
from duo.reading import read_text
from duo.table import store

_MOST_BYTES = 1_000_000
_HEAD = 8_000


@dataclass(frozen=True, slots=True)
class Broken:
    """A save that could not be read: where it was put aside, and why."""

    path: Path
    reason: Refusal


class NotSaved(Refusal):
    """A move could not be written, so it was not made."""


class SavedGame:
    """A game's file while it is being played. Nobody else plays it until it is closed."""

    def __init__(self, path: Path, lock: IO[bytes]) -> None:
        self.path = path
        self._lock = lock

    def keep(self, game: Game) -> None:
        """Have the game on disk before returning; after an error the file is as it was."""
        try:
            store.write(self.path, str(game))
        except OSError as error:
            raise NotSaved(
                "Not done, because it could not be saved: {reason}", reason=error.strerror or str(error)
            ) from error

    def close(self) -> None:
        store.release(self._lock)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def begin(game: Game) -> SavedGame:
    """A file for a new game, with the game in it."""
    folder = _folder()
    folder.mkdir(parents=True, exist_ok=True)
    while True:
        path = folder / f"{datetime.now(UTC):%Y-%m-%d-%H%M%S}-{secrets.token_hex(2)}.duo"
        if not path.exists() and (lock := store.try_lock(_lock_path(path))):
            saved = SavedGame(path, lock)
            try:
                saved.keep(game)
            except NotSaved:
                saved.close()
                raise
            return saved


def unfinished() -> tuple[list[tuple[Path, Game]], list[Broken]]:
    """The games that wait to be gone on with, latest first, and the saves that had to be put aside."""
    waiting, broken = [], []
    for path in sorted(_folder().glob("*.duo"), reverse=True):
        try:
            if _is_over(path) or _is_being_played(path):
                continue
            waiting.append((path, read(read_text(str(path), _MOST_BYTES))))
        except Refusal as reason:
            broken.append(_put_aside(path, reason))
        except FileNotFoundError:
            continue
    return waiting, broken


def none_yet() -> bool:
    """Whether no game was ever played from this home."""
    return not any(_folder().glob("*.duo"))


def resume(path: Path) -> SavedGame | None:
    """The file of a waiting game, taken for play; None if somebody plays it already."""
    lock = store.try_lock(_lock_path(path))
    return SavedGame(path, lock) if lock else None


def all_games() -> Iterator[tuple[Path, Game]]:
    """Every game that can be read, earliest first."""
    for path in sorted(_folder().glob("*.duo")):
        with contextlib.suppress(Refusal, FileNotFoundError):
            yield path, read(read_text(str(path), _MOST_BYTES))


def _folder() -> Path:
    return store.home() / "games"


def _is_over(path: Path) -> bool:
    with path.open("rb") as file:
        head = file.read(_HEAD)
    return b'[Result "' in head and b'[Result "*"]' not in head


def _is_being_played(path: Path) -> bool:
    if not _lock_path(path).exists():
        return False
    lock = store.try_lock(_lock_path(path))
    if lock:
        store.release(lock)
    return lock is None


def _put_aside(path: Path, reason: Refusal) -> Broken:
    aside = path.parent / "broken" / path.name
    aside.parent.mkdir(exist_ok=True)
    path.replace(aside)
    return Broken(aside, reason)


def _lock_path(path: Path) -> Path:
    return path.with_suffix(".lock")
