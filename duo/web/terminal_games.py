"""Games that were begun at the terminal, as the browser plays them.

Such a game is a file on this machine. Its id in the browser is the id of the file with a prefix.
"""

import contextlib
from collections.abc import Iterator
from dataclasses import replace

from duo.core.game import Game
from duo.core.refusal import Refusal
from duo.table.store.folder import FolderStore
from duo.table.store.game_store import StoredGame, WaitingGame

_TERMINAL_ID_PREFIX = "file-"


def is_terminal_game(game_id: str) -> bool:
    """Whether this is the id of a game that was begun at the terminal.

    The database has no row for such a game. It therefore has no place in the queue of AI moves and no invitation links.
    """
    return game_id.startswith(_TERMINAL_ID_PREFIX)


class TerminalGames:
    """The folder of the terminal's games. All methods take and return ids with the prefix for the browser."""

    def __init__(self, files: FolderStore) -> None:
        self._files = files

    def load(self, game_id: str) -> StoredGame | None:
        """Load a game, or None if its file does not exist or is broken."""
        with contextlib.suppress(Refusal):
            if stored := self._files.load(_id_without_prefix(game_id)):
                return _with_prefixed_id(stored)
        return None

    def change(self, before: StoredGame, game: Game, *, ai_due: bool = False) -> StoredGame:
        return _with_prefixed_id(
            self._files.change(replace(before, id=_id_without_prefix(before.id)), game, ai_due=ai_due)
        )

    def give_up(self, game_id: str) -> bool:
        return self._files.give_up(_id_without_prefix(game_id))

    def unfinished_games(self) -> list[WaitingGame]:
        """The unfinished games that nobody is playing at the terminal now, latest first."""
        waiting, _broken = self._files.unfinished()
        return [replace(mission, id=_TERMINAL_ID_PREFIX + mission.id) for mission in waiting]

    def games_begun_on(self, day: str) -> Iterator[tuple[str, Game]]:
        """The ids and games, finished or not, that were begun on `day`, a date in UTC."""
        return ((_TERMINAL_ID_PREFIX + game_id, game) for game_id, game in self._files.all_games(begun_on=day))


def _id_without_prefix(game_id: str) -> str:
    return game_id.removeprefix(_TERMINAL_ID_PREFIX)


def _with_prefixed_id(stored: StoredGame) -> StoredGame:
    return replace(stored, id=_TERMINAL_ID_PREFIX + stored.id)
