"""The players of the house at the tables: they think beside the event loop, so many at once, the others in a queue."""

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from duo.core.game import Game
from duo.core.key import Seat
from duo.core.moves import Clue, Guess, Stop
from duo.core.public import Phase
from duo.core.refusal import Refusal
from duo.core.view import View
from duo.table.gamebase import Outdated
from duo.table.partner import partner
from duo.table.players import AIPlayer
from duo.table.session import HouseRules, Session
from duo.table.setting import SeatHolder, seat_holders
from duo.text import LANGUAGES, N_, _, tell
from duo.web.games import Games

Keep = Callable[[Game], None]
_BEAT = 0.05
_log = logging.getLogger(__name__)


class Thinker:
    """Plays on in every game in which the house must act, until a person must.

    Touches appear at an even pace and clues at a beat of the clock, not when they are found: how long a thought took
    tells nothing of the hidden side.
    """

    def __init__(self, games: Games, workers: int, pace: float) -> None:
        self._games = games
        self._pace = pace
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="thinker")
        self._places = asyncio.Semaphore(workers)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._queued: list[str] = []
        self._troubles: dict[str, str] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        """Called on the event loop before anything else; the model is read while people look at the first page."""
        self._loop = asyncio.get_running_loop()
        for lang in LANGUAGES:
            self._pool.submit(partner, lang)

    def stop(self) -> None:
        for task in self._tasks.values():
            task.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def wake(self, game: str, deferring: Seat | None = None) -> None:
        """See to this game if the house must act in it; may be called from any thread, and as often as one likes."""
        if self._loop and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._begin, game, deferring)

    def trouble(self, game: str) -> str:
        """Why the house cannot play on here, if it cannot."""
        return _(self._troubles.get(game, "")) if game in self._troubles else ""

    def before(self, game: str) -> int:
        """How many games are seen to before this one."""
        return self._queued.index(game) if game in self._queued else 0

    def _begin(self, game: str, deferring: Seat | None) -> None:
        if game not in self._tasks:
            task = self._tasks[game] = asyncio.create_task(self._play(game, deferring))
            task.add_done_callback(lambda done: self._ended(game, done))

    def _ended(self, game: str, task: asyncio.Task[None]) -> None:
        del self._tasks[game]
        if not task.cancelled() and (error := task.exception()):
            _log.error("the house cannot play on in a game", exc_info=error)
            self._troubles[game] = N_("The partner of the house cannot play on here. Take its seat, or begin anew.")
            self._games.ring(game)

    async def _play(self, game: str, deferring: Seat | None) -> None:
        while True:
            started = time.monotonic()
            try:
                decided = await self._decided(game, deferring)
                if decided is None:
                    return
                keep, after = decided
                touched = after.final.phase is not Phase.GUESS or bool(after.final.clues[-1].touches)
                await self._wait(started, self._pace if touched else 0.0)
                await asyncio.to_thread(keep, after)
            except Outdated:
                continue  # a person was quicker; what is to be done now is seen anew
            except Refusal as refusal:
                self._troubles[game] = tell(refusal)
                self._games.ring(game)
                return
            self._troubles.pop(game, None)
            deferring = None

    async def _wait(self, started: float, moment: float) -> None:
        """Until a natural moment has passed, or if the thought took longer, until the next beat."""
        taken = time.monotonic() - started
        if self._pace:
            await asyncio.sleep(moment - taken if taken < moment else -taken % _BEAT)

    async def _decided(self, game: str, deferring: Seat | None) -> "tuple[Keep, Game] | None":
        """The house's next move, made but not yet kept, after waiting for a place to think."""
        self._queued.append(game)
        try:
            await self._places.acquire()
        finally:
            self._queued.remove(game)
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._pool, self._decide, game, deferring)
        finally:
            self._places.release()

    def _decide(self, game: str, deferring: Seat | None) -> "tuple[Keep, Game] | None":
        stored = self._games.of_table(game)
        if stored is None:
            return None
        house = {
            seat: HousePlayer(stored.game.lang, holder)
            for seat, holder in seat_holders(stored.game).items()
            if not holder.is_person
        }
        session = Session(stored.game, players=house, rules=HouseRules.of(stored.game))
        if deferring and deferring.other in session.able:
            session.defer(deferring)
        if next(session.advance(), None) is None:
            return None
        return self._games.keeper(stored), session.game


class HousePlayer:
    """A player of the house who needs the model only when it is asked."""

    def __init__(self, lang: str, holder: SeatHolder) -> None:
        self._lang = lang
        self._holder = holder

    def clue(self, view: View) -> Clue | None:
        return self._player().clue(view)

    def guess(self, view: View) -> Guess | Stop | None:
        return self._player().guess(view)

    def aimless(self, view: View, guess: Guess) -> bool:
        return self._player().aimless(view, guess)

    def _player(self) -> AIPlayer:
        return partner(self._lang, self._holder.style, self._holder.level)
