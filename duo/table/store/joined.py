"""Several stores of games as one."""

from collections.abc import Iterator, Sequence

from duo.core.game import Game
from duo.table.store.game_store import BrokenSave, GameStore, SavedGame, StoredGame, WaitingGame, game_changed_error


class JoinedStores:
    """A `GameStore` that combines several stores. New games go to the first; other games stay in their store.

    `broken` describes stores that could not be opened. They are reported with the broken games.
    """

    def __init__(self, first: GameStore, *others: GameStore, broken: Sequence[BrokenSave] = ()) -> None:
        self._first = first
        self._stores = (first, *others)
        self._broken = list(broken)

    def load(self, game_id: str) -> StoredGame | None:
        return next((stored for store in self._stores if (stored := store.load(game_id))), None)

    def version(self, game_id: str) -> int:
        return next((version for store in self._stores if (version := store.version(game_id))), 0)

    def change(self, before: StoredGame, game: Game, *, ai_due: bool = False) -> StoredGame:
        for store in self._stores:
            if store.version(before.id):
                return store.change(before, game, ai_due=ai_due)
        raise game_changed_error()

    def begin(self, game: Game) -> SavedGame:
        return self._first.begin(game)

    def unfinished(self) -> tuple[list[WaitingGame], list[BrokenSave]]:
        found = [store.unfinished() for store in self._stores]
        waiting = sorted((each for part, _ in found for each in part), key=lambda each: each.left_at, reverse=True)
        return waiting, [*self._broken, *(each for _, part in found for each in part)]

    def resume(self, game_id: str) -> tuple[Game, SavedGame] | None:
        return next((resumed for store in self._stores if (resumed := store.resume(game_id))), None)

    def all_games(self) -> Iterator[tuple[str, Game]]:
        for store in self._stores:
            yield from store.all_games()

    def invalid_entries(self) -> list[BrokenSave]:
        return [*self._broken, *(each for store in self._stores for each in store.invalid_entries())]

    def give_up(self, game_id: str) -> bool:
        return any(store.give_up(game_id) for store in self._stores)

    def discard(self, game_id: str) -> bool:
        return any(store.discard(game_id) for store in self._stores)
