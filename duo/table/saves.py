"""Games under way: one file and one lock each, so that two tables never write over each other."""

import contextlib
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Self

from duo.core.game import Game
from duo.core.record import read
from duo.core.refusal import Refusal
from duo.files import locks, store
from duo.files.reading import read_text

if TYPE_CHECKING:
    from filelock import BaseFileLock

_MOST_BYTES = 1_000_000
_HEAD = 8_000


@dataclass(frozen=True, slots=True)
class Waiting:
    """A game that waits to be gone on with, and when it was left, in local time."""

    path: Path
    game: Game
    left: datetime


@dataclass(frozen=True, slots=True)
class Broken:
    """A save that could not be read: where it was put aside, and why."""

    path: Path
    reason: Refusal


class NotSaved(Refusal):
    """A move could not be written, so it was not made."""


class SavedGame:
    """A game's file while it is being played. Nobody else plays it until it is closed."""

    def __init__(self, path: Path, lock: "BaseFileLock") -> None:
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
        locks.release(self._lock)

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
        if not path.exists() and (lock := locks.try_lock(_lock_path(path))):
            saved = SavedGame(path, lock)
            try:
                saved.keep(game)
            except NotSaved:
                saved.close()
                raise
            return saved


def unfinished() -> tuple[list[Waiting], list[Broken]]:
    """The games that wait to be gone on with, the one left last first, and the saves that had to be put aside."""
    waiting, broken = [], []
    for path in sorted(_folder().glob("*.duo")):
        try:
            if _is_over(path) or _is_being_played(path):
                continue
            left = datetime.fromtimestamp(path.stat().st_mtime, UTC).astimezone()
            waiting.append(Waiting(path, _read(path), left))
        except Refusal as reason:
            broken.append(_put_aside(path, reason))
        except FileNotFoundError:
            continue
    return sorted(waiting, key=lambda game: (game.left, game.path), reverse=True), broken


def none_yet() -> bool:
    """Whether no game was ever played from this home."""
    return not any(_folder().glob("*.duo"))


def resume(path: Path) -> tuple[Game, SavedGame] | None:
    """A waiting game as it is now, taken for play; None if somebody plays it, or has played it to its end."""
    lock = locks.try_lock(_lock_path(path))
    if not lock:
        return None
    saved = SavedGame(path, lock)
    try:
        if not _is_over(path):
            return _read(path), saved
    except (Refusal, FileNotFoundError):
        pass
    saved.close()
    return None


def all_games() -> Iterator[tuple[Path, Game]]:
    """Every game that can be read, earliest first."""
    for path in sorted(_folder().glob("*.duo")):
        with contextlib.suppress(Refusal, FileNotFoundError):
            yield path, _read(path)


def _folder() -> Path:
    return store.home() / "games"


def _read(path: Path) -> Game:
    return read(read_text(str(path), _MOST_BYTES))


def _is_over(path: Path) -> bool:
    with path.open("rb") as file:
        head = file.read(_HEAD)
    return b'[Result "' in head and b'[Result "*"]' not in head


def _is_being_played(path: Path) -> bool:
    if not _lock_path(path).exists():
        return False
    lock = locks.try_lock(_lock_path(path))
    if lock:
        locks.release(lock)
    return lock is None


def _put_aside(path: Path, reason: Refusal) -> Broken:
    aside = path.parent / "broken" / path.name
    aside.parent.mkdir(exist_ok=True)
    path.replace(aside)
    return Broken(aside, reason)


def _lock_path(path: Path) -> Path:
    return path.with_suffix(".lock")
