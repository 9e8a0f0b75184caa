"""Games under way: where they are kept, so that each is played at one table at a time and none is ever lost.

A face is handed a `GameStore` and asks nothing else. `FolderStore` keeps a file and a lock for each game.
"""

import contextlib
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, Self

from duo.core.game import Game
from duo.core.record import read
from duo.core.refusal import Refusal
from duo.files import locks, store
from duo.files.reading import read_text

if TYPE_CHECKING:
    from filelock import BaseFileLock

GIVEN_UP = "GivenUp"  # the header that tells when the players gave an unfinished game up
_MOST_BYTES = 1_000_000
_HEAD = 8_000


@dataclass(frozen=True, slots=True)
class Waiting:
    """A game that waits to be gone on with, and when it was left, in local time."""

    id: str
    game: Game
    left: datetime


@dataclass(frozen=True, slots=True)
class Broken:
    """A game that could not be read: where it was put aside, and why."""

    where: str
    reason: Refusal


class NotSaved(Refusal):
    """A move could not be written, so it was not made."""


class SavedGame(Protocol):
    """A game while it is being played. Nobody else plays it until it is closed."""

    @property
    def id(self) -> str: ...

    @property
    def where(self) -> str:
        """Where its record is, as a person is told."""

    def keep(self, game: Game) -> None:
        """Have the game kept before returning; raises NotSaved, and then it is as it was."""

    def close(self) -> None: ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


class GameStore(Protocol):
    """Where games are kept, each under an id of its own."""

    def begin(self, game: Game) -> SavedGame:
        """Keep a new game, and hold it for play."""

    def unfinished(self) -> tuple[list[Waiting], list[Broken]]:
        """The games that wait to be gone on with, the one left last first, and those that had to be put aside."""

    def resume(self, game_id: str) -> tuple[Game, SavedGame] | None:
        """A waiting game as it is now, held for play; None if somebody plays it, or has played it to its end."""

    def all_games(self) -> Iterator[tuple[str, Game]]:
        """Every game that can be read with its id, earliest first."""

    def give_up(self, game_id: str) -> bool:
        """Let a waiting game wait no more; its record stays and tells so. False if it does not wait."""

    def discard(self, game_id: str) -> bool:
        """Delete a game that nobody plays. False if there is none."""


class FolderStore:
    """Games as `*.duo` files of one folder, which is made when the first game begins."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def begin(self, game: Game) -> "SavedFile":
        self._folder.mkdir(parents=True, exist_ok=True)
        while True:
            path = self._folder / f"{datetime.now(UTC):%Y-%m-%d-%H%M%S}-{secrets.token_hex(2)}.duo"
            if not path.exists() and (lock := locks.try_lock(_lock_path(path))):
                saved = SavedFile(path, lock)
                try:
                    saved.keep(game)
                except NotSaved:
                    saved.close()
                    raise
                return saved

    def unfinished(self) -> tuple[list[Waiting], list[Broken]]:
        waiting, broken = [], []
        for path in self._paths():
            try:
                if _is_over(path) or _is_being_played(path):
                    continue
                left = datetime.fromtimestamp(path.stat().st_mtime, UTC).astimezone()
                waiting.append(Waiting(path.stem, _read(path), left))
            except Refusal as reason:
                broken.append(_put_aside(path, reason))
            except FileNotFoundError:
                continue
        return sorted(waiting, key=lambda game: (game.left, game.id), reverse=True), broken

    def resume(self, game_id: str) -> "tuple[Game, SavedFile] | None":
        path = self._path(game_id)
        lock = locks.try_lock(_lock_path(path)) if path.exists() else None
        if not lock:
            return None
        saved = SavedFile(path, lock)
        with contextlib.suppress(Refusal, FileNotFoundError):
            if not _is_over(path):
                return _read(path), saved
        saved.close()
        return None

    def all_games(self) -> Iterator[tuple[str, Game]]:
        for path in self._paths():
            with contextlib.suppress(Refusal, FileNotFoundError):
                yield path.stem, _read(path)

    def give_up(self, game_id: str) -> bool:
        taken = self.resume(game_id)
        if taken is None:
            return False
        game, saved = taken
        with saved:
            saved.keep(game.with_header(GIVEN_UP, f"{datetime.now(UTC):%Y-%m-%d}"))
        return True

    def discard(self, game_id: str) -> bool:
        path = self._path(game_id)
        lock = locks.try_lock(_lock_path(path)) if path.exists() else None
        if not lock:
            return False
        with SavedFile(path, lock):
            path.unlink(missing_ok=True)
        return True

    def _paths(self) -> list[Path]:
        return sorted(self._folder.glob("*.duo"))

    def _path(self, game_id: str) -> Path:
        return self._folder / f"{Path(game_id).name}.duo"


class SavedFile:
    """A game's file while it is being played."""

    def __init__(self, path: Path, lock: "BaseFileLock") -> None:
        self.path = path
        self._lock = lock

    @property
    def id(self) -> str:
        return self.path.stem

    @property
    def where(self) -> str:
        return str(self.path)

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


def _read(path: Path) -> Game:
    return read(read_text(str(path), _MOST_BYTES))


def _is_over(path: Path) -> bool:
    with path.open("rb") as file:
        head = file.read(_HEAD)
    return (b'[Result "' in head and b'[Result "*"]' not in head) or f"[{GIVEN_UP} ".encode() in head


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
    return Broken(str(aside), reason)


def _lock_path(path: Path) -> Path:
    return path.with_suffix(".lock")
