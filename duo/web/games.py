"""Loads and saves the games that a visitor plays in the browser.

A game is either in the database or, if it was begun at the terminal, in a file. No game stays in memory between
requests: each request loads its game by its id.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from starlette.exceptions import HTTPException

from duo.core.game import Game
from duo.core.key import Seat
from duo.core.refusal import Refusal
from duo.table.dealing import seat_holders
from duo.table.missions import MissionSettings, is_finished_daily
from duo.table.players import ScriptedPlayer
from duo.table.session import HouseRules, Session
from duo.table.store.database import Database
from duo.table.store.database_store import DatabaseStore
from duo.table.store.folder import FolderStore
from duo.table.store.game_store import StoredGame, WaitingGame, is_unfinished
from duo.web.changes import ChangeNotifier
from duo.web.seats import PeopleSnapshot, Role, Seats, store_role
from duo.web.terminal_games import TerminalGames, is_terminal_game

_GAME_ID_PATTERN = re.compile(r"[0-9a-f]{16}")
_ISO_DATE_LENGTH = len("2026-05-31")  # the beginning of a daily game's name
_INACTIVE_AI_PLAYER = ScriptedPlayer(())


class _PlayableGameStore(Protocol):
    """The operations that the database and the terminal's files both offer for playing a game."""

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

    def require_seat(self) -> Seat:
        """Return the seat of the visitor. Raises Refusal for an onlooker."""
        if self.seat is None:
            raise Refusal("You are an onlooker: only the two seats can make moves.")
        return self.seat

    @property
    def can_invite(self) -> bool:
        """Whether others can join through a link. Nobody can join a game that was begun at the terminal."""
        return not is_terminal_game(self.id)

    @property
    def is_over(self) -> bool:
        return self.game.final.outcome() is not None


class GameSaver:
    """A function that saves the next state of a game and notifies all pages that show the game.

    `stored` is the state that was last read or saved. Saving raises OutdatedGame if somebody else has changed the game
    since then.
    """

    def __init__(self, store: _PlayableGameStore, changes: ChangeNotifier, stored: StoredGame) -> None:
        self._store = store
        self._changes = changes
        self.stored = stored

    def __call__(self, game: Game) -> None:
        self.stored = self._store.change(self.stored, game, ai_due=is_ai_turn(game))
        self._changes.notify(self.stored.id)


class Games:
    """All games of the server. `files` holds the games of the terminal. It is None on a public server."""

    def __init__(self, database: Database, changes: ChangeNotifier, files: FolderStore | None) -> None:
        self.store = DatabaseStore(database)
        self.seats = Seats(database)
        self._changes = changes
        self._terminal = TerminalGames(files) if files else None

    def open(self, game_id: str, player: bytes | None) -> OpenGame:
        """Load a game for a browser that has a role in it. `player` is the hash of the browser's secret.

        Raises HTTPException with status 404 if there is no such game or the browser has no role in it.
        """
        if self._terminal and is_terminal_game(game_id):
            if stored := self._terminal.load(game_id):
                return OpenGame(stored, _role_of_terminal_player(stored.game))
        elif (
            _GAME_ID_PATTERN.fullmatch(game_id)
            and (role := self.seats.find_role(game_id, player))
            and (stored := self.store.load(game_id))
        ):
            return OpenGame(stored, role)
        raise HTTPException(404)

    def create_session(self, opened: OpenGame, saver: GameSaver | None = None) -> Session:
        """A session in which people make moves. Each move is saved at once.

        The session makes no moves for the AI's seats. AIRunner makes them.
        """
        return _create_session(opened.game, saver or self.make_saver(opened.stored))

    def begin(self, game: Game, player: bytes, role: Role) -> StoredGame:
        """Store a new game. The browser `player`, which began it, gets `role`."""
        due = role.seat is not None and is_ai_turn(game)
        return self.store.add(
            game, ai_due=due, extra_writes=lambda writer, game_id: store_role(writer, game_id, player, role)
        )

    def save(self, opened: OpenGame, game: Game) -> None:
        """Save a change that is not a move, for example a seat that passes from a person to the AI."""
        self.make_saver(opened.stored)(game)

    def load_for_ai(self, game_id: str) -> StoredGame | None:
        """Load a game without checking any visitor's role, because the AI has none."""
        return self._store_for_game(game_id).load(game_id)

    def version_and_people(self, game_id: str) -> tuple[int, PeopleSnapshot]:
        """The version of a game and a snapshot of its people. The version is 0 if the game does not exist."""
        if self._terminal and is_terminal_game(game_id):
            stored = self._terminal.load(game_id)
            return (stored.version if stored else 0), ()
        return self.seats.version_and_people(game_id)

    def make_saver(self, stored: StoredGame) -> GameSaver:
        return GameSaver(self._store_for_game(stored.id), self._changes, stored)

    def unfinished_terminal_games(self) -> list[WaitingGame]:
        """The unfinished games that were begun at the terminal. Their ids are those used in the browser."""
        return self._terminal.unfinished_games() if self._terminal else []

    def unfinished_browser_games(self, player: bytes | None) -> list[tuple[str, Role, Game]]:
        """The unfinished games in which a browser has a seat or looks on: id, role and game, last changed first."""
        found = []
        for game_id, role in self.seats.games_of_player(player).items():
            stored = self.store.load(game_id) if role is not Role.READER else None
            if stored and is_unfinished(stored.game):
                found.append((game_id, role, stored.game))
        return found

    def find_game_of_same_mission(self, player: bytes, settings: MissionSettings) -> str | None:
        """The id of the game that already plays the mission of `settings`, or None.

        For a city this is an unfinished game. For a daily mission it can also be the finished game of that day.
        """
        if settings.is_repeatable:
            return None
        for game_id, game in self._find_played_games(player, settings.daily[:_ISO_DATE_LENGTH]):
            if settings.is_same_mission(game) and (is_unfinished(game) or is_finished_daily(game, settings.daily)):
                return game_id
        return None

    def give_up(self, opened: OpenGame) -> bool:
        given_up = self._store_for_game(opened.id).give_up(opened.id)
        self._changes.notify(opened.id)
        return given_up

    def _find_played_games(self, player: bytes, day: str) -> Iterator[tuple[str, Game]]:
        """The games in which a browser has a seat, and games of the terminal, each with its id.

        The games of the terminal are the unfinished ones and, unless `day` is empty, all that were begun on that day.
        """
        for game_id, role in self.seats.games_of_player(player).items():
            stored = self.store.load(game_id) if role.seat else None
            if stored:
                yield game_id, stored.game
        if self._terminal:
            yield from ((mission.id, mission.game) for mission in self._terminal.unfinished_games())
            if day:
                yield from self._terminal.games_begun_on(day)

    def _store_for_game(self, game_id: str) -> _PlayableGameStore:
        return self._terminal if self._terminal and is_terminal_game(game_id) else self.store


def is_ai_turn(game: Game) -> bool:
    """Whether only the AI can act now."""
    session = _create_session(game)
    return bool(session.acting_order) and not session.awaiting


def _create_session(game: Game, save: Callable[[Game], None] | None = None) -> Session:
    ai_players = {seat: _INACTIVE_AI_PLAYER for seat, holder in seat_holders(game).items() if not holder.is_person}
    return Session(game, players=ai_players, rules=HouseRules.from_game(game), keep=save)


def _role_of_terminal_player(game: Game) -> Role:
    """The role of the visitor in a game of the terminal: the first seat that a person holds."""
    person = next((seat for seat, holder in seat_holders(game).items() if holder.is_person), Seat.A)
    return Role(person.value)
