"""How well a person guesses, from their finished games. The AI adapts its clues to it."""

from functools import lru_cache
from typing import TYPE_CHECKING

from duo.core.game import Game, read
from duo.core.key import Seat
from duo.core.refusal import Refusal
from duo.table.missions import is_learning_allowed
from duo.table.stats import touch_tally
from duo.table.store.database import Database
from duo.table.store.folder import FolderStore

if TYPE_CHECKING:
    from duo.mind.hit_rates import TouchTally

_MAX_GAMES = 200  # only the latest count; older ones would change little


class Experience:
    """Tallies of past touches.

    With `files` (the terminal's games) all games on the machine count as one person's. Without, on a public server,
    each browser has its own tally.
    """

    def __init__(self, database: Database, files: FolderStore | None) -> None:
        self._database = database
        self._files = files
        self._files_tally: TouchTally | None = None

    def tally(self, game_id: str, game: Game, person: Seat) -> "TouchTally | None":
        """The touches of a seat's person in earlier games, or None if the AI must not adapt in this game."""
        if not is_learning_allowed(game):
            return None
        tally = self._terminal_tally()
        for record in self._browser_records(game_id, person):
            tally += _record_tally(record)
        return tally

    def _browser_records(self, game_id: str, person: Seat) -> list[str]:
        if self._files:
            rows = self._database.rows(
                "SELECT record FROM games WHERE waits = 0 AND NOT EXISTS (SELECT 1 FROM holders "
                "WHERE game = id AND role = 'reader') ORDER BY changed DESC LIMIT ?",
                _MAX_GAMES,
            )
        else:
            rows = self._database.rows(
                "SELECT record FROM games JOIN holders ON game = id WHERE waits = 0 AND role IN ('A', 'B') "
                "AND player IN (SELECT player FROM holders WHERE game = ? AND role = ?) ORDER BY changed DESC LIMIT ?",
                game_id,
                person.value,
                _MAX_GAMES,
            )
        return [record for (record,) in rows]

    def _terminal_tally(self) -> "TouchTally":
        """Computed once: files finished while the server runs count after its next start."""
        if self._files_tally is None:
            self._files_tally = touch_tally(game for _id, game in (self._files.all_games() if self._files else ()))
        return self._files_tally


@lru_cache(maxsize=1024)
def _record_tally(record: str) -> "TouchTally":
    try:
        return touch_tally([read(record)])
    except Refusal:
        return touch_tally(())
