"""The games that a visitor can open, from the database or from the terminal's files, and sessions to play them.

No game stays in memory between requests. Each request loads one game by its id.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from starlette.exceptions import HTTPException

from duo.core.game import Game
from duo.core.key import Seat
from duo.table.dealing import seat_holders
from duo.table.missions import MissionSettings, is_finished_daily
from duo.table.players import ScriptedPlayer
from duo.table.session import HouseRules, Session
from duo.table.store.database import Database
from duo.table.store.database_store import DatabaseStore
from duo.table.store.folder import FolderStore
from duo.table.store.game_store import StoredGame, WaitingGame, is_unfinished
from duo.web.changes import Changes
from duo.web.seats import People, Role, Seats, store_role
from duo.web.terminal_games import TerminalGames, is_terminal_game

_ID_PATTERN = re.compile(r"[0-9a-f]{16}")
_DAY_LENGTH = len("2026-05-31")  # the beginning of a daily game's name
_ABSENT_PLAYER = ScriptedPlayer(())


class _Store(Protocol):
    """What games are played from: the part of `GameStore` that works with ids of the browser."""

    def load(self, game_id: str) -> StoredGame | None: ...

    def change(self, before: StoredGame, game: Game, *, ai_due: bool = False) -> StoredGame: ...

    def give_up(self, game_id: str) -> bool: ...


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
        return not is_terminal_game(self.id)

    @property
    def is_over(self) -> bool:
        return self.game.final.outcome() is not None


class GameSaver:
    """Saves successive states of a game and notifies all pages. `stored` is the state last read or saved."""

    def __init__(self, store: _Store, changes: Changes, stored: StoredGame) -> None:
        self._store = store
        self._changes = changes
        self.stored = stored

    def __call__(self, game: Game) -> None:
        self.stored = self._store.change(self.stored, game, ai_due=is_ai_turn(game))
        self._changes.notify(self.stored.id)


class Games:
    """`files` are the terminal's games, or None on a public server."""

    def __init__(self, database: Database, changes: Changes, files: FolderStore | None) -> None:
        self.store = DatabaseStore(database)
        self.seats = Seats(database)
        self._changes = changes
        self._terminal = TerminalGames(files) if files else None

    def open(self, game_id: str, player: bytes | None) -> OpenGame:
        """Open a game for a visitor with a role in it. Everybody else gets status 404."""
        if self._terminal and is_terminal_game(game_id):
            if stored := self._terminal.load(game_id):
                return OpenGame(stored, _terminal_role(stored.game))
        elif (
            _ID_PATTERN.fullmatch(game_id)
            and (role := self.seats.role(game_id, player))
            and (stored := self.store.load(game_id))
        ):
            return OpenGame(stored, role)
        raise HTTPException(404)

    def session(self, opened: OpenGame, saver: GameSaver | None = None) -> Session:
        """A session for people's moves, each saved at once.

        The AI holds its seats but does not act here: AIRunner plays its moves.
        """
        return _session(opened.game, saver or self.make_saver(opened.stored))

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
        return self._store_of(game_id).load(game_id)

    def version_and_people(self, game_id: str) -> tuple[int, People]:
        """The version, 0 if the game does not exist, and what a page shows of the people at it."""
        if self._terminal and is_terminal_game(game_id):
            stored = self._terminal.load(game_id)
            return (stored.version if stored else 0), ()
        return self.seats.version_and_people(game_id)

    def make_saver(self, stored: StoredGame) -> GameSaver:
        return GameSaver(self._store_of(stored.id), self._changes, stored)

    def waiting_files(self) -> list[WaitingGame]:
        """The terminal's unfinished missions, with the ids that they have in the browser."""
        return self._terminal.unfinished() if self._terminal else []

    def waiting_games(self, player: bytes | None) -> list[tuple[str, Role, Game]]:
        """The unfinished missions of a browser, last changed first."""
        found = []
        for game_id, role in self.seats.games_of(player).items():
            stored = self.store.load(game_id) if role is not Role.READER else None
            if stored and is_unfinished(stored.game):
                found.append((game_id, role, stored.game))
        return found

    def same_mission(self, player: bytes, settings: MissionSettings) -> str | None:
        """The id of an unfinished game of the same day or city, or of the finished game of that day."""
        if settings.is_repeatable:
            return None
        for game_id, game in self._played_games(player, settings.daily[:_DAY_LENGTH]):
            if settings.is_same_mission(game) and (is_unfinished(game) or is_finished_daily(game, settings.daily)):
                return game_id
        return None

    def give_up(self, opened: OpenGame) -> bool:
        given_up = self._store_of(opened.id).give_up(opened.id)
        self._changes.notify(opened.id)
        return given_up

    def _played_games(self, player: bytes, day: str) -> Iterator[tuple[str, Game]]:
        """The games in which a browser has a seat, and the terminal's: unfinished ones and those begun on the day."""
        for game_id, role in self.seats.games_of(player).items():
            stored = self.store.load(game_id) if role.seat else None
            if stored:
                yield game_id, stored.game
        if self._terminal:
            yield from ((mission.id, mission.game) for mission in self._terminal.unfinished())
            if day:
                yield from self._terminal.games_begun_on(day)

    def _store_of(self, game_id: str) -> _Store:
        return self._terminal if self._terminal and is_terminal_game(game_id) else self.store


def is_ai_turn(game: Game) -> bool:
    """Whether only the AI can act now."""
    session = _session(game)
    return bool(session.seats_to_act) and not session.awaiting


def _session(game: Game, keep: Callable[[Game], None] | None = None) -> Session:
    ai_players = {seat: _ABSENT_PLAYER for seat, holder in seat_holders(game).items() if not holder.is_person}
    return Session(game, players=ai_players, rules=HouseRules.from_game(game), keep=keep)


def _terminal_role(game: Game) -> Role:
    """The seat of the person who played at the terminal."""
    person = next((seat for seat, holder in seat_holders(game).items() if holder.is_person), Seat.A)
    return Role(person.value)
