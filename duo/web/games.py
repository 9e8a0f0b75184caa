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
from duo.table.store.database_store import DatabaseStore, Outdated, Stored
from duo.table.store.folder import FolderStore, Waiting
from duo.web.changes import Changes
from duo.web.seats import People, Role, Seats, give

_FILE = "file-"
_ID = re.compile(r"[0-9a-f]{16}")
_ABSENT = ScriptedPlayer(())


@dataclass(frozen=True, slots=True)
class Open:
    """A game as a visitor has opened it."""

    stored: Stored
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
        return self.id.startswith(_FILE)

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

    def open(self, game_id: str, player: bytes | None) -> Open:
        """The game, for whoever has a role in it; to everybody else it does not exist."""
        if game_id.startswith(_FILE):
            stored = self._file(game_id)
            if stored:
                person = next((seat for seat, holder in seat_holders(stored.game).items() if holder.is_person), Seat.A)
                return Open(stored, Role(person.value))
        elif not _ID.fullmatch(game_id):
            raise HTTPException(404)
        elif (role := self.seats.role(game_id, player)) and (stored := self.store.load(game_id)):
            return Open(stored, role)
        raise HTTPException(404)

    def session(self, opened: Open) -> Session:
        """A session on this game, in which the house holds its seats but does not act: that is the thinker's."""
        return _session(opened.game, self.keeper(opened.stored))

    def begin(self, game: Game, player: bytes, role: Role) -> Stored:
        """A new game, with the browser that began it in this role."""
        due = role.seat is not None and house_acts(game)
        return self.store.add(game, due=due, also=lambda writer, game_id: give(writer, game_id, player, role))

    def change(self, opened: Open, game: Game) -> None:
        """Keep what is no move, such as who sits where."""
        self.keeper(opened.stored)(game)

    def of_table(self, game_id: str) -> Stored | None:
        """The game for the players of the house, who need no secret."""
        return self._file(game_id) if game_id.startswith(_FILE) else self.store.load(game_id)

    def news(self, game_id: str) -> tuple[int, People]:
        """The game's version, 0 if there is no such game, and all that a page shows of the people at it."""
        if not game_id.startswith(_FILE):
            return self.seats.news(game_id)
        stored = self._file(game_id)
        return (stored.version if stored else 0), ()

    def keeper(self, stored: Stored) -> Callable[[Game], None]:
        """What keeps one game after another in the place of the one that was read, and tells everybody."""

        def keep(game: Game) -> None:
            nonlocal stored
            if stored.id.startswith(_FILE):
                stored = self._keep_file(stored, game)
            else:
                stored = self.store.change(stored, game, due=house_acts(game))
            self._changes.ring(stored.id)

        return keep

    def waiting_files(self) -> list[Waiting]:
        """The terminal's missions that wait, by the ids that they have here."""
        found = self._files.unfinished()[0] if self._files else []
        return [replace(mission, id=_FILE + mission.id) for mission in found]

    def waiting(self, player: bytes | None) -> list[tuple[str, Role, Game]]:
        """The missions of this browser that wait, the one left last first."""
        found = []
        for game_id, role in self.seats.games_of(player).items():
            stored = self.store.load(game_id) if role is not Role.READER else None
            if stored and self.store.resume(game_id):
                found.append((game_id, role, stored.game))
        return found

    def give_up(self, opened: Open) -> bool:
        if opened.is_file:
            return bool(self._files and self._files.give_up(opened.id.removeprefix(_FILE)))
        given = self.store.give_up(opened.id)
        self._changes.ring(opened.id)
        return given

    def _keep_file(self, before: Stored, game: Game) -> Stored:
        """Write a game of the terminal's, held for just so long."""
        taken = self._files.resume(before.id.removeprefix(_FILE)) if self._files else None
        if taken is None:
            raise Outdated("Not done: this mission is being played at the terminal.")
        found, saved = taken
        with saved:
            if _file_version(found) != before.version:
                raise Outdated("Not done: the game has gone on meanwhile. This is how it stands now.")
            saved.keep(game)
        return Stored(before.id, game, _file_version(game))

    def _file(self, game_id: str) -> Stored | None:
        stem = game_id.removeprefix(_FILE)
        games = dict(self._files.all_games()) if self._files else {}
        game = games.get(stem)
        return Stored(game_id, game, _file_version(game)) if game else None


def house_acts(game: Game) -> bool:
    """Whether it is the house's turn, and not a person's."""
    session = _session(game)
    return bool(session.able) and not session.awaiting


def _session(game: Game, keep: Callable[[Game], None] | None = None) -> Session:
    house = {seat: _ABSENT for seat, holder in seat_holders(game).items() if not holder.is_person}
    return Session(game, players=house, rules=HouseRules.of(game), keep=keep)


def is_file(game_id: str) -> bool:
    """Whether a game is kept as the terminal's saved missions are, and not in the database."""
    return game_id.startswith(_FILE)


def _file_version(game: Game) -> int:
    """A number that rises with every move, and with every move taken back."""
    return 1 + len(game.moves) + 2 * game.undone
