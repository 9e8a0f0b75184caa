"""Counts a person's right and wrong touches in finished games. The AI adapts its clues to these counts."""

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

_MAX_COUNTED_GAMES = 200  # only the latest count; older ones would change little


class TouchHistory:
    """Counts the touches of finished games.

    On a private server `files` holds the games of the terminal. All games of the machine then count as those of one
    person. On a public server `files` is None, and the games of each browser are counted separately.
    """

    def __init__(self, database: Database, files: FolderStore | None) -> None:
        self._database = database
        self._files = files
        self._terminal_tally: TouchTally | None = None

    def count_past_touches(self, game_id: str, game: Game, person: Seat) -> "TouchTally | None":
        """Count the touches, in finished games, of the person at the seat `person` of this game.

        Returns None if the AI must not adapt to the person: in a daily game, or if the person declined it.
        """
        if not is_learning_allowed(game):
            return None
        tally = self._count_terminal_touches()
        for record in self._load_browser_records(game_id, person):
            tally += _touch_tally_of_record(record)
        return tally

    def _load_browser_records(self, game_id: str, person: Seat) -> list[str]:
        """The records of finished games played in a browser, latest first."""
        if self._files:
            rows = self._database.rows(
                "SELECT record FROM games WHERE waits = 0 AND NOT EXISTS (SELECT 1 FROM holders "
                "WHERE game = id AND role = 'reader') ORDER BY changed DESC LIMIT ?",
                _MAX_COUNTED_GAMES,
            )
        else:
            rows = self._database.rows(
                "SELECT record FROM games JOIN holders ON game = id WHERE waits = 0 AND role IN ('A', 'B') "
                "AND player IN (SELECT player FROM holders WHERE game = ? AND role = ?) ORDER BY changed DESC LIMIT ?",
                game_id,
                person.value,
                _MAX_COUNTED_GAMES,
            )
        return [record for (record,) in rows]

    def _count_terminal_touches(self) -> "TouchTally":
        """Count the touches of the terminal's games.

        They are counted once. A game finished at the terminal while the server runs counts after the next start.
        """
        if self._terminal_tally is None:
            self._terminal_tally = touch_tally(game for _id, game in (self._files.all_games() if self._files else ()))
        return self._terminal_tally


@lru_cache(maxsize=1024)
def _touch_tally_of_record(record: str) -> "TouchTally":
    try:
        return touch_tally([read(record)])
    except Refusal:
        return touch_tally(())
