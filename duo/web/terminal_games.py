"""The terminal's missions in the browser: files on this machine, under ids of their own."""

import contextlib
from collections.abc import Iterator
from dataclasses import replace

from duo.core.game import Game
from duo.core.refusal import Refusal
from duo.table.store.folder import FolderStore
from duo.table.store.game_store import StoredGame, WaitingGame

_ID_PREFIX = "file-"


def is_terminal_game(game_id: str) -> bool:
    """Whether this is the id of a file. Such a game has no row in the database: no queue, no links, no other people."""
    return game_id.startswith(_ID_PREFIX)


class TerminalGames:
    """A folder of games whose ids have a prefix, which no id of the database has."""

    def __init__(self, files: FolderStore) -> None:
        self._files = files

    def load(self, game_id: str) -> StoredGame | None:
        """Read one file. A broken one counts as absent."""
        with contextlib.suppress(Refusal):
            if stored := self._files.load(_file_id(game_id)):
                return _with_prefix(stored)
        return None

    def change(self, before: StoredGame, game: Game, *, ai_due: bool = False) -> StoredGame:
        return _with_prefix(self._files.change(replace(before, id=_file_id(before.id)), game, ai_due=ai_due))

    def give_up(self, game_id: str) -> bool:
        return self._files.give_up(_file_id(game_id))

    def unfinished(self) -> list[WaitingGame]:
        """The unfinished games that nobody plays at the terminal, latest first."""
        waiting, _broken = self._files.unfinished()
        return [replace(mission, id=_ID_PREFIX + mission.id) for mission in waiting]

    def games_begun_on(self, day: str) -> Iterator[tuple[str, Game]]:
        """The games begun on this day in UTC, finished ones too."""
        return ((_ID_PREFIX + game_id, game) for game_id, game in self._files.all_games(begun_on=day))


def _file_id(game_id: str) -> str:
    return game_id.removeprefix(_ID_PREFIX)


def _with_prefix(stored: StoredGame) -> StoredGame:
    return replace(stored, id=_ID_PREFIX + stored.id)
