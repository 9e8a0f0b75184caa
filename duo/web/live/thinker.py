"""The players of the house at the tables: they think beside the event loop, so many at once, the others in a queue.

The queue is in the database, so that any process takes the next game from it, and the games of one that died.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING

from duo.core.game import Game
from duo.core.key import Seat
from duo.core.moves import Clue, Guess, Stop
from duo.core.public import Phase
from duo.core.refusal import Refusal
from duo.core.view import View
from duo.table.dealing import SeatHolder, seat_holders
from duo.table.partner import partner
from duo.table.players import AIPlayer
from duo.table.session import HouseRules, Session
from duo.table.store.database import Unavailable
from duo.table.store.database_store import OutdatedGame
from duo.text import LANGUAGES, N_, format_refusal
from duo.web.experience import Experience
from duo.web.games import Games, OpenGame, is_ai_turn, is_file
from duo.web.live.move_queue import LEASE_SECONDS, MoveQueue

if TYPE_CHECKING:
    from duo.mind.pace import TouchTally

SaveGame = Callable[[Game], None]
_BEAT_SECONDS = 0.05
_POLL_SECONDS = 1.0  # seconds between looks for games that nobody sees to
_SHUTDOWN_SECONDS = 8.0  # seconds for what is being thought when the server stops
_STUCK_PROBLEM = Refusal(N_("The AI partner cannot play on here. Take its seat, or begin anew."))
_log = logging.getLogger(__name__)


class AIRunner:
    """Plays on in every game in which the house must act, until a person must.

    Touches appear at an even pace and clues at a beat of the clock, not when they are found: how long a thought took
    tells nothing of the hidden side.
    """

    def __init__(
        self,
        games: Games,
        queue: MoveQueue,
        experience: Experience,
        max_concurrent: int,
        pace: float,
        observe_seconds: Callable[[float], None],
    ) -> None:
        self._games = games
        self._experience = experience
        self._work = queue
        self._pace = pace
        self._thought = observe_seconds
        self._loading: list[Future[AIPlayer]] = []
        self._pool = ThreadPoolExecutor(max_concurrent, thread_name_prefix="thinker")
        self._places = asyncio.Semaphore(max_concurrent)
        self._free = max_concurrent
        self._freed = asyncio.Event()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._watch: list[asyncio.Task[None]] = []
        self._stopping = False
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        """Called on the event loop before anything else; the model is read while people look at the first page."""
        self._loop = asyncio.get_running_loop()
        self._loading = [self._pool.submit(partner, lang) for lang in LANGUAGES]
        self._watch = [asyncio.create_task(self._poll_queue()), asyncio.create_task(self._renew_leases())]

    async def stop(self) -> None:
        """Finish what is being thought, within reason, and leave the rest to other processes."""
        self._stopping = True
        if self._tasks:
            await asyncio.wait(self._tasks.values(), timeout=_SHUTDOWN_SECONDS)
        for task in (*self._tasks.values(), *self._watch):
            task.cancel()
        with contextlib.suppress(Unavailable):
            await asyncio.to_thread(self._work.release)
        self._pool.shutdown(wait=False, cancel_futures=True)

    @property
    def is_ready(self) -> bool:
        """Whether the models are loaded."""
        return bool(self._loading) and all(each.done() and not each.exception() for each in self._loading)

    def take_over(self, process: str) -> None:
        """Let the games of a process that has ended be seen to again."""
        self._work.release(process)

    def counts(self) -> tuple[int, int]:
        """How many games are under way, and in how many of them the house must act."""
        return self._work.counts()

    def wake(self, game: str, deferring: Seat | None = None) -> None:
        """See to this game if the house must act in it; may be called from any thread, and as often as one likes."""
        if deferring and not is_file(game):
            self._work.enqueue(game, deferring)
        if self._loop and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._start_task, game, deferring)

    def ensure_queued(self, opened: OpenGame, *, anew: bool) -> None:
        """A page shows this game: if the house is to act there and was not called, or could not and is asked anew."""
        if is_file(opened.id):
            self.wake(opened.id)
        elif is_ai_turn(opened.game):
            if not opened.stored.ai_due and (anew or not self._work.problem(opened.id)):
                self._work.enqueue(opened.id)
            self.wake(opened.id)

    def problem(self, game: str) -> str:
        """Why the house cannot play on here, if it cannot."""
        found = None if is_file(game) else self._work.problem(game)
        return format_refusal(found) if found else ""

    def games_ahead(self, game: str) -> int:
        """How many games are seen to before this one."""
        return 0 if is_file(game) else self._work.games_ahead(game)

    def _start_task(self, game: str, deferring: Seat | None = None) -> None:
        # Without a free place the game stays in the queue, where another process may find it first.
        if game not in self._tasks and not self._stopping and (self._free > 0 or is_file(game)):
            self._free -= 1
            task = self._tasks[game] = asyncio.create_task(self._play_game(game, deferring))
            task.add_done_callback(lambda done: self._task_done(game, done))

    def _task_done(self, game: str, task: asyncio.Task[None]) -> None:
        del self._tasks[game]
        if not task.cancelled() and (error := task.exception()):
            _log.error("the house cannot play on in a game", exc_info=error)

    async def _poll_queue(self) -> None:
        """Take the games that nobody sees to, whenever a place is free and at every look."""
        while not self._stopping:
            self._freed.clear()
            if self._free > 0:
                with contextlib.suppress(Unavailable):
                    for game in await asyncio.to_thread(self._work.unclaimed, self._free):
                        self._start_task(game)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._freed.wait(), _POLL_SECONDS)

    async def _renew_leases(self) -> None:
        while True:
            await asyncio.sleep(LEASE_SECONDS / 3)
            if self._tasks:
                with contextlib.suppress(Unavailable):
                    await asyncio.to_thread(self._work.renew)

    async def _play_game(self, game: str, deferring: Seat | None) -> None:
        """Play on in this game for as long as the house must act, if no other process does so already."""
        try:
            claimed = is_file(game) or await asyncio.to_thread(self._work.claim, game)
        except Unavailable:
            claimed = False
        finally:
            self._release_slot()
        while claimed and not self._stopping:
            started = time.monotonic()
            try:
                decided = await self._next_move(game, deferring)
                if decided is None:
                    return
                keep, after = decided
                touched = after.final.phase is not Phase.GUESS or bool(after.final.clues[-1].touches)
                await self._pace_move(started, self._pace if touched else 0.0)
                await asyncio.to_thread(keep, after)
                if not is_ai_turn(after):
                    return
            except OutdatedGame:
                continue  # a person was quicker; what is to be done now is seen anew
            except Unavailable:
                await asyncio.sleep(_POLL_SECONDS)
            deferring = None

    async def _pace_move(self, started: float, min_seconds: float) -> None:
        """Until a natural moment has passed, or if the thought took longer, until the next beat."""
        taken = time.monotonic() - started
        if self._pace:
            await asyncio.sleep(min_seconds - taken if taken < min_seconds else -taken % _BEAT_SECONDS)

    async def _next_move(self, game: str, deferring: Seat | None) -> "tuple[SaveGame, Game] | None":
        """The house's next move, made but not yet kept, after waiting for a place to think."""
        self._free -= 1
        try:
            async with self._places:
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(self._pool, self._compute_move, game, deferring)
        finally:
            self._release_slot()

    def _release_slot(self) -> None:
        self._free += 1
        self._freed.set()

    def _compute_move(self, game: str, deferring: Seat | None) -> "tuple[SaveGame, Game] | None":
        stored = self._games.load_for_ai(game)
        if stored is None:
            return None
        house = {
            seat: LazyAIPlayer(stored.game.lang, holder, partial(self._experience.tally, game, stored.game, seat.other))
            for seat, holder in seat_holders(stored.game).items()
            if not holder.is_person
        }
        session = Session(stored.game, players=house, rules=HouseRules.from_game(stored.game))
        defers = Seat(stored.deferring_seat) if stored.deferring_seat else deferring
        trouble = None
        try:
            if defers and defers.other in session.seats_to_act:
                session.defer(defers)
            started = time.perf_counter()
            if next(session.advance(), None) is not None:
                self._thought(time.perf_counter() - started)
                return self._games.make_saver(stored), session.game
        except Refusal as refusal:
            trouble = refusal
        except Exception:  # noqa: BLE001 - whatever it is, the people at the table are told
            _log.exception("the house cannot play on in a game")
            trouble = _STUCK_PROBLEM
        if not is_file(game):
            self._work.remove(stored, trouble)
        return None


class LazyAIPlayer:
    """A player of the house who needs the model, and a tally of the person opposite, only when it is asked."""

    def __init__(self, lang: str, holder: SeatHolder, tally: "Callable[[], TouchTally | None]") -> None:
        self._lang = lang
        self._holder = holder
        self._tally = tally

    def clue(self, view: View) -> Clue | None:
        return self._player(self._tally()).clue(view)

    def guess(self, view: View) -> Guess | Stop | None:
        return self._player().guess(view)

    def aimless(self, view: View, guess: Guess) -> bool:
        return self._player().aimless(view, guess)

    def _player(self, tally: "TouchTally | None" = None) -> AIPlayer:
        return partner(self._lang, self._holder.style, self._holder.level, tally)
