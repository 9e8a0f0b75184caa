"""The `GameStore` protocol that every store of games implements, and the values that it takes and returns."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, Protocol, Self, TypeVar

from duo.core.game import Game
from duo.core.refusal import Refusal

GIVEN_UP_HEADER = "GivenUp"  # the header with the date on which the players gave up an unfinished game

GameT = TypeVar("GameT")
GameT_contra = TypeVar("GameT_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class SavedEntry(Generic[GameT]):
    """An unfinished game, and when it was last saved, in local time."""

    id: str
    game: GameT
    left_at: datetime


WaitingGame = SavedEntry[Game]


@dataclass(frozen=True, slots=True)
class BrokenSave:
    """A saved game that cannot be read, and the reason.

    If `put_aside`, the file was moved and `location` is its new path.
    """

    location: str
    reason: Refusal
    put_aside: bool = True


class NotSaved(Refusal):
    """The error for a game that could not be saved. The move that changed it counts as not made."""


class OutdatedGame(NotSaved):
    """The error for a change to a game that somebody else has changed in the meantime."""


def game_changed_error() -> OutdatedGame:
    return OutdatedGame("Not done: the game has changed in the meantime. Here is its current state.")


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game read from a store, with its version. `GameStore.change` replaces exactly this version.

    `ai_due` means that the AI must move. `deferring_seat` is the person's seat that lets the AI act first, if any.
    """

    id: str
    game: Game
    version: int
    ai_due: bool = False
    deferring_seat: str = ""


class SaveHandle(Protocol[GameT_contra]):
    """A game that is being played. Nobody else can resume it until it is closed."""

    @property
    def id(self) -> str: ...

    @property
    def location(self) -> str:
        """Where the game is stored, as a path or address to show to people."""

    def save(self, game: GameT_contra) -> None:
        """Save the game durably. Raises NotSaved and leaves the old state if that fails."""

    def close(self) -> None: ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


SavedGame = SaveHandle[Game]


class GameStore(Protocol):
    """A store of games, each with its own id.

    A front end that holds a game for as long as it is played calls `begin` or `resume`, and saves through the handle.
    One that reads the game again for each request calls `load` and `change`.
    """

    def load(self, game_id: str) -> StoredGame | None:
        """The game with this id, or None. Raises Refusal if its record is broken.

        Loading takes the same time however many games the store has.
        """

    def version(self, game_id: str) -> int:
        """The version of the game, or 0 if there is no such game."""

    def change(self, before: StoredGame, game: Game, *, ai_due: bool = False) -> StoredGame:
        """Replace the game that was read. Raises OutdatedGame if somebody else has changed it or plays it.

        A database stores `ai_due` in the same transaction, so that no game waits for an AI move that is not queued.
        """

    def begin(self, game: Game) -> SavedGame:
        """Save a new game and hold it for play."""

    def unfinished(self) -> tuple[list[WaitingGame], list[BrokenSave]]:
        """The unfinished games, latest first, and the broken ones."""

    def resume(self, game_id: str) -> tuple[Game, SavedGame] | None:
        """The current state of an unfinished game, held for play; None if somebody plays it or it is over."""

    def all_games(self) -> Iterator[tuple[str, Game]]:
        """Every readable game with its id, earliest first."""

    def invalid_entries(self) -> list[BrokenSave]:
        """Return the entries that have the name of a saved game but cannot be one, such as folders."""

    def give_up(self, game_id: str) -> bool:
        """Mark an unfinished game as given up. Its record stays. Returns False if there is no such game."""

    def discard(self, game_id: str) -> bool:
        """Delete a game. Returns False if there is no such game or somebody is playing it."""


def is_unfinished(game: Game) -> bool:
    """Whether the game is neither over nor given up."""
    return game.final.outcome() is None and not game.header(GIVEN_UP_HEADER)
