"""The games that a visitor can open, from the database or from the terminal's files, and sessions to play them.

No game stays in memory between requests. Each request reads the record and its version.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from starlette.exceptions import HTTPException

from duo.core.game import Game
from duo.core.key import Seat
from duo.table.dealing import seat_holders
from duo.table.players import ScriptedPlayer
from duo.table.session import HouseRules, Session
from duo.table.store.database import Database
from duo.table.store.database_store import DatabaseStore
from duo.table.store.folder import FolderStore
from duo.table.store.game_store import OutdatedGame, StoredGame, WaitingGame
from duo.web.changes import Changes
from duo.web.seats import People, Role, Seats, store_role

_FILE_PREFIX = "file-"
_ID_PATTERN = re.compile(r"[0-9a-f]{16}")
_ABSENT_PLAYER = ScriptedPlayer(())


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A stored game and the role of the visitor who opened it."""

    stored: StoredGame
    role: Role

    @property
    def id(self) -> str:
        return self.stored.id

    @property
    def game(self) -> Game:
        return self.stored.game

    @property
    def seat(self) -> Seat | None:
        return self.role.seat

    @property
    def can_invite(self) -> bool:
        """Whether others can join through a link. A mission of the terminal is for one person."""
        return not is_file(self.id)

    @property
    def is_over(self) -> bool:
        return self.game.final.outcome() is not None


class Games:
    """`files` are the terminal's games, or None on a public server."""

    def __init__(self, database: Database, changes: Changes, files: FolderStore | None) -> None:
        self.store = DatabaseStore(database)
        self.seats = Seats(database)
        self._changes = changes
        self._files = files

    def open(self, game_id: str, player: bytes | None) -> OpenGame:
        """Open a game for a visitor with a role in it. Everybody else gets status 404."""
        if game_id.startswith(_FILE_PREFIX):
            stored = self._load_file(game_id)
            if stored:
                person = next((seat for seat, holder in seat_holders(stored.game).items() if holder.is_person), Seat.A)
                return OpenGame(stored, Role(person.value))
        elif not _ID_PATTERN.fullmatch(game_id):
            raise HTTPException(404)
        elif (role := self.seats.role(game_id, player)) and (stored := self.store.load(game_id)):
            return OpenGame(stored, role)
        raise HTTPException(404)

    def session(self, opened: OpenGame) -> Session:
        """A session for people's moves. The AI holds its seats but does not act here: AIRunner plays its moves."""
        return _session(opened.game, self.make_saver(opened.stored))

    def begin(self, game: Game, player: bytes, role: Role) -> StoredGame:
        """Store a new game and give the browser that began it this role."""
        due = role.seat is not None and is_ai_turn(game)
        return self.store.add(
            game, ai_due=due, extra_writes=lambda writer, game_id: store_role(writer, game_id, player, role)
        )

    def save(self, opened: OpenGame, game: Game) -> None:
        """Save a change that is not a move, for example of who holds a seat."""
        self.make_saver(opened.stored)(game)

    def load_for_ai(self, game_id: str) -> StoredGame | None:
        """Load a game without a visitor's secret."""
        return self._load_file(game_id) if game_id.startswith(_FILE_PREFIX) else self.store.load(game_id)

    def version_and_people(self, game_id: str) -> tuple[int, People]:
        """The version, 0 if the game does not exist, and what a page shows of the people at it."""
        if not game_id.startswith(_FILE_PREFIX):
            return self.seats.version_and_people(game_id)
        stored = self._load_file(game_id)
        return (stored.version if stored else 0), ()

    def make_saver(self, stored: StoredGame) -> Callable[[Game], None]:
        """A function that saves successive states of a game, starting from `stored`, and notifies all pages."""

        def save(game: Game) -> None:
            nonlocal stored
            if stored.id.startswith(_FILE_PREFIX):
                stored = self._save_file(stored, game)
            else:
                stored = self.store.change(stored, game, ai_due=is_ai_turn(game))
            self._changes.notify(stored.id)

        return save

    def waiting_files(self) -> list[WaitingGame]:
        """The terminal's unfinished missions, with the ids that they have in the browser."""
        found = self._files.unfinished()[0] if self._files else []
        return [replace(mission, id=_FILE_PREFIX + mission.id) for mission in found]

    def waiting_games(self, player: bytes | None) -> list[tuple[str, Role, Game]]:
        """The unfinished missions of a browser, last changed first."""
        found = []
        for game_id, role in self.seats.games_of(player).items():
            stored = self.store.load(game_id) if role is not Role.READER else None
            if stored and self.store.resume(game_id):
                found.append((game_id, role, stored.game))
        return found

    def give_up(self, opened: OpenGame) -> bool:
        if is_file(opened.id):
            return bool(self._files and self._files.give_up(opened.id.removeprefix(_FILE_PREFIX)))
        given_up = self.store.give_up(opened.id)
        self._changes.notify(opened.id)
        return given_up

    def _save_file(self, before: StoredGame, game: Game) -> StoredGame:
        """Save one of the terminal's games, which is locked meanwhile."""
        resumed = self._files.resume(before.id.removeprefix(_FILE_PREFIX)) if self._files else None
        if resumed is None:
            raise OutdatedGame("Not done: this mission is being played at the terminal.")
        found, saved = resumed
        with saved:
            if _file_version(found) != before.version:
                raise OutdatedGame("Not done: the game has changed in the meantime. Here is its current state.")
            saved.save(game)
        return StoredGame(before.id, game, _file_version(game))

    def _load_file(self, game_id: str) -> StoredGame | None:
        stem = game_id.removeprefix(_FILE_PREFIX)
        games = dict(self._files.all_games()) if self._files else {}
        game = games.get(stem)
        return StoredGame(game_id, game, _file_version(game)) if game else None


def is_ai_turn(game: Game) -> bool:
    """Whether only the AI can act now."""
    session = _session(game)
    return bool(session.seats_to_act) and not session.awaiting


def _session(game: Game, keep: Callable[[Game], None] | None = None) -> Session:
    ai_players = {seat: _ABSENT_PLAYER for seat, holder in seat_holders(game).items() if not holder.is_person}
    return Session(game, players=ai_players, rules=HouseRules.from_game(game), keep=keep)


def is_file(game_id: str) -> bool:
    """Whether a game is one of the terminal's files and not in the database."""
    return game_id.startswith(_FILE_PREFIX)


def _file_version(game: Game) -> int:
    """A number that rises with every move and every undo."""
    return 1 + len(game.moves) + 2 * game.undo_count
