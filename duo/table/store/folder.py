"""Saved games in a folder, one file each.

`SaveFolder` saves anything that has a text form. `FolderStore` is the one for games. While a game is played, its file
is locked, so that no second process can resume it.
"""

import contextlib
import errno
import re
import secrets
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Generic, Self

from duo.core.game import Game, read
from duo.core.record import MAX_RECORD_LENGTH
from duo.core.refusal import Refusal
from duo.files import locks, store
from duo.files.os_errors import os_error_reason, os_error_with_file
from duo.files.reading import read_text
from duo.table.store.game_store import (
    GIVEN_UP_HEADER,
    BrokenSave,
    GameT,
    NotSaved,
    OutdatedGame,
    SavedEntry,
    StoredGame,
    game_changed_error,
)

if TYPE_CHECKING:
    from filelock import BaseFileLock

_MAX_SAVE_BYTES = 1_000_000
# A truncated header does not match, so that the game is read and reported as broken.
_GAME_OVER_HEADER = re.compile(
    rb'^(?:\[Result "(?!\*)[^"\n]*"\]|\[%s "[^"\n]*"\])\r?$' % GIVEN_UP_HEADER.encode(), re.MULTILINE
)


class SaveFolder(Generic[GameT]):
    """A folder with one file for each game, in its text form. The first game creates the folder."""

    suffix: str

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def _read(self, path: Path) -> GameT:
        raise NotImplementedError

    def _is_over(self, path: Path) -> bool:
        raise NotImplementedError

    def begin(self, game: GameT) -> "SavedFile[GameT]":
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._remove_abandoned_files()
        while True:
            path = self._folder / f"{datetime.now(UTC):%Y-%m-%d-%H%M%S}-{secrets.token_hex(2)}{self.suffix}"
            if not path.exists() and (lock := locks.try_lock(_lock_path(path))):
                saved = SavedFile[GameT](path, lock)
                try:
                    saved.save(game)
                except NotSaved:
                    saved.close()
                    raise
                return saved

    def unfinished(self) -> tuple[list[SavedEntry[GameT]], list[BrokenSave]]:
        waiting, broken = [], self.invalid_entries()
        for path in self._game_paths():
            try:
                if not self._is_over(path) and not _is_being_played(path):
                    waiting.append(SavedEntry(path.stem, self._read(path), _modified_time(path)))
            except Refusal as reason:
                broken.append(_put_aside_broken_save(path, reason))
            except FileNotFoundError:
                continue
            except OSError as error:
                broken.append(_unreadable_save(path, error))
        return sorted(waiting, key=lambda game: (game.left_at, game.id), reverse=True), broken

    def resume(self, game_id: str) -> "tuple[GameT, SavedFile[GameT]] | None":
        path = self._game_path(game_id)
        lock = locks.try_lock(_lock_path(path)) if path.exists() else None
        if not lock:
            return None
        saved = SavedFile[GameT](path, lock)
        with contextlib.suppress(Refusal, OSError):
            if not self._is_over(path):
                return self._read(path), saved
        saved.close()
        return None

    def invalid_entries(self) -> list[BrokenSave]:
        """Return the entries that have the name of a saved game but are not files, such as folders."""
        reason = Refusal("it is not a file")
        entries = sorted(self._folder.glob(f"*{self.suffix}"))
        return [BrokenSave(str(path), reason, put_aside=False) for path in entries if not path.is_file()]

    def discard(self, game_id: str) -> bool:
        path = self._game_path(game_id)
        lock = locks.try_lock(_lock_path(path)) if path.exists() else None
        if not lock:
            return False
        with SavedFile[GameT](path, lock):
            path.unlink(missing_ok=True)
        return True

    def _remove_abandoned_files(self) -> None:
        """Remove the draft and lock files that a killed process has left behind."""
        store.remove_stale_drafts(self._folder, f"*{self.suffix}")
        for path in self._folder.glob("*.lock"):
            is_orphan = not path.with_suffix(self.suffix).exists() and store.is_stale_draft(path)
            if is_orphan and (lock := locks.try_lock(path)):
                locks.release_lock(lock)

    def _game_paths(self) -> list[Path]:
        return sorted(path for path in self._folder.glob(f"*{self.suffix}") if path.is_file())

    def _game_path(self, game_id: str) -> Path:
        return self._folder / f"{Path(game_id).name}{self.suffix}"


class FolderStore(SaveFolder[Game]):
    """Games as `*.duo` records."""

    suffix = ".duo"

    def all_games(self, begun_on: str = "") -> Iterator[tuple[str, Game]]:
        """Yield every readable game with its id, earliest first.

        `begun_on` is a UTC date such as `2026-05-31`; only games begun on that date are then read. Ids start with it.
        """
        for path in self._game_paths():
            if not path.name.startswith(begun_on):
                continue
            with contextlib.suppress(Refusal, OSError):
                yield path.stem, self._read(path)

    def load(self, game_id: str) -> StoredGame | None:
        """Return the game with this id, or None. Only its own file is opened."""
        path = self._game_path(game_id)
        try:
            if path.stem != game_id or not path.is_file():
                return None
            game = self._read(path)
        except OSError as error:
            if isinstance(error, FileNotFoundError) or error.errno == errno.ENAMETOOLONG:
                return None
            raise os_error_with_file(error) from error
        return StoredGame(game_id, game, _game_version(game))

    def version(self, game_id: str) -> int:
        stored = self.load(game_id)
        return stored.version if stored else 0

    def change(self, before: StoredGame, game: Game, *, ai_due: bool = False) -> StoredGame:
        """Write `game` in place of `before`, with its file locked. A folder does not store `ai_due`."""
        resumed = self.resume(before.id)
        if resumed is None:
            raise OutdatedGame("Not done: this mission is being played at the terminal.")
        current, saved = resumed
        with saved:
            if _game_version(current) != before.version:
                raise game_changed_error()
            saved.save(game)
        return StoredGame(before.id, game, _game_version(game), ai_due)

    def give_up(self, game_id: str) -> bool:
        resumed = self.resume(game_id)
        if resumed is None:
            return False
        game, saved = resumed
        with saved:
            saved.save(game.with_header(GIVEN_UP_HEADER, f"{datetime.now(UTC):%Y-%m-%d}"))
        return True

    def _read(self, path: Path) -> Game:
        return read(read_text(str(path), _MAX_SAVE_BYTES))

    def _is_over(self, path: Path) -> bool:
        with path.open("rb") as file:
            return _GAME_OVER_HEADER.search(file.read(MAX_RECORD_LENGTH)) is not None


class SavedFile(Generic[GameT]):
    """The locked file of a game that is being played."""

    def __init__(self, path: Path, lock: "BaseFileLock") -> None:
        self.path = path
        self._lock = lock

    @property
    def id(self) -> str:
        return self.path.stem

    @property
    def location(self) -> str:
        return str(self.path)

    def save(self, game: GameT) -> None:
        """Write the game to disk. An error leaves the file unchanged."""
        try:
            store.write_atomically(self.path, str(game), private=True)  # it contains the whole key card
        except OSError as error:
            raise NotSaved(
                "Not done, because it could not be saved: {reason}", reason=os_error_reason(error)
            ) from error

    def close(self) -> None:
        locks.release_lock(self._lock)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _game_version(game: Game) -> int:
    """Return the version of a game: a number that rises with every move and every undo."""
    return 1 + len(game.moves) + 2 * game.undo_count


def _modified_time(path: Path) -> datetime:
    """Return when the file was last written, or 1970 if its timestamp is out of range."""
    try:
        return datetime.fromtimestamp(path.stat().st_mtime, UTC).astimezone()
    except (OverflowError, ValueError):
        return datetime.fromtimestamp(0, UTC).astimezone()


def _is_being_played(path: Path) -> bool:
    if not _lock_path(path).exists():
        return False
    lock = locks.try_lock(_lock_path(path))
    if lock:
        locks.release_lock(lock)
    return lock is None


def _put_aside_broken_save(path: Path, reason: Refusal) -> BrokenSave:
    aside = path.parent / "broken" / path.name
    try:
        aside.parent.mkdir(exist_ok=True)
        path.replace(aside)
    except OSError:
        return BrokenSave(str(path), reason, put_aside=False)
    return BrokenSave(str(aside), reason)


def _unreadable_save(path: Path, error: OSError) -> BrokenSave:
    return BrokenSave(str(path), os_error_reason(error), put_aside=False)


def _lock_path(path: Path) -> Path:
    return path.with_suffix(".lock")
