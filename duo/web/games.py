"""The games that a visitor may open, wherever they are kept, and the sessions that change them.

Nothing of a game stays in memory between two requests: each begins from the record and the version that was read.
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
from duo.table.store.database_store import DatabaseStore, OutdatedGame, StoredGame
from duo.table.store.folder import FolderStore, WaitingGame
from duo.web.changes import Changes
from duo.web.seats import People, Role, Seats, store_role

_FILE_PREFIX = "file-"
_ID_PATTERN = re.compile(r"[0-9a-f]{16}")
_ABSENT_PLAYER = ScriptedPlayer(())


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game as a visitor has opened it."""

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
    def is_file(self) -> bool:
        """Whether it is kept as the terminal's saved missions are."""
        return self.id.startswith(_FILE_PREFIX)

    @property
    def is_over(self) -> bool:
        return self.game.final.outcome() is not None


class Games:
    """`files` are the terminal's games; None where strangers are served."""

    def __init__(self, database: Database, changes: Changes, files: FolderStore | None) -> None:
        self.store = DatabaseStore(database)
        self.seats = Seats(database)
        self._changes = changes
        self._files = files

    def open(self, game_id: str, player: bytes | None) -> OpenGame:
        """The game, for whoever has a role in it; to everybody else it does not exist."""
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
        """A session on this game, in which the house holds its seats but does not act: that is the thinker's."""
        return _session(opened.game, self.make_saver(opened.stored))

    def begin(self, game: Game, player: bytes, role: Role) -> StoredGame:
        """A new game, with the browser that began it in this role."""
        due = role.seat is not None and is_ai_turn(game)
        return self.store.add(
            game, ai_due=due, extra_writes=lambda writer, game_id: store_role(writer, game_id, player, role)
        )

    def save(self, opened: OpenGame, game: Game) -> None:
        """Keep what is no move, such as who sits where."""
        self.make_saver(opened.stored)(game)

    def load_for_ai(self, game_id: str) -> StoredGame | None:
        """The game for the players of the house, who need no secret."""
        return self._load_file(game_id) if game_id.startswith(_FILE_PREFIX) else self.store.load(game_id)

    def version_and_people(self, game_id: str) -> tuple[int, People]:
        """The game's version, 0 if there is no such game, and all that a page shows of the people at it."""
        if not game_id.startswith(_FILE_PREFIX):
            return self.seats.version_and_people(game_id)
        stored = self._load_file(game_id)
        return (stored.version if stored else 0), ()

    def make_saver(self, stored: StoredGame) -> Callable[[Game], None]:
        """What keeps one game after another in the place of the one that was read, and tells everybody."""

        def keep(game: Game) -> None:
            nonlocal stored
            if stored.id.startswith(_FILE_PREFIX):
                stored = self._save_file(stored, game)
            else:
                stored = self.store.change(stored, game, ai_due=is_ai_turn(game))
            self._changes.notify(stored.id)

        return keep

    def waiting_files(self) -> list[WaitingGame]:
        """The terminal's missions that wait, by the ids that they have here."""
        found = self._files.unfinished()[0] if self._files else []
        return [replace(mission, id=_FILE_PREFIX + mission.id) for mission in found]

    def waiting_games(self, player: bytes | None) -> list[tuple[str, Role, Game]]:
        """The missions of this browser that wait, the one left last first."""
        found = []
        for game_id, role in self.seats.games_of(player).items():
            stored = self.store.load(game_id) if role is not Role.READER else None
            if stored and self.store.resume(game_id):
                found.append((game_id, role, stored.game))
        return found

    def give_up(self, opened: OpenGame) -> bool:
        if opened.is_file:
            return bool(self._files and self._files.give_up(opened.id.removeprefix(_FILE_PREFIX)))
        given = self.store.give_up(opened.id)
        self._changes.notify(opened.id)
        return given

    def _save_file(self, before: StoredGame, game: Game) -> StoredGame:
        """Write a game of the terminal's, held for just so long."""
        taken = self._files.resume(before.id.removeprefix(_FILE_PREFIX)) if self._files else None
        if taken is None:
            raise OutdatedGame("Not done: this mission is being played at the terminal.")
        found, saved = taken
        with saved:
            if _file_version(found) != before.version:
                raise OutdatedGame("Not done: the game has gone on meanwhile. This is how it stands now.")
            saved.save(game)
        return StoredGame(before.id, game, _file_version(game))

    def _load_file(self, game_id: str) -> StoredGame | None:
        stem = game_id.removeprefix(_FILE_PREFIX)
        games = dict(self._files.all_games()) if self._files else {}
        game = games.get(stem)
        return StoredGame(game_id, game, _file_version(game)) if game else None


def is_ai_turn(game: Game) -> bool:
    """Whether it is the house's turn, and not a person's."""
    session = _session(game)
    return bool(session.seats_to_act) and not session.awaiting


def _session(game: Game, keep: Callable[[Game], None] | None = None) -> Session:
    house = {seat: _ABSENT_PLAYER for seat, holder in seat_holders(game).items() if not holder.is_person}
    return Session(game, players=house, rules=HouseRules.from_game(game), keep=keep)


def is_file(game_id: str) -> bool:
    """Whether a game is kept as the terminal's saved missions are, and not in the database."""
    return game_id.startswith(_FILE_PREFIX)


def _file_version(game: Game) -> int:
    """A number that rises with every move, and with every move taken back."""
    return 1 + len(game.moves) + 2 * game.undo_count
