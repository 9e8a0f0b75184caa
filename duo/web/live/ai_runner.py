"""Computes the AI's moves in threads, and saves them.

A game that waits for a free thread stays in the queue of move_queue.py, where any process can claim it. To defer means
that a seat lets its partner act first when both seats may act. `deferring` is that seat, or None.
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
from duo.table.players import AIPlayer, partner
from duo.table.session import HouseRules, Session
from duo.table.store.database import DatabaseUnavailable
from duo.table.store.game_store import OutdatedGame
from duo.text import LANGUAGES, N_, format_refusal
from duo.web.experience import TouchHistory
from duo.web.games import Games, OpenGame, is_ai_turn
from duo.web.live.move_queue import LEASE_SECONDS, MoveQueue
from duo.web.terminal_games import is_terminal_game

if TYPE_CHECKING:
    from duo.mind.hit_rates import TouchTally

SaveGameFunction = Callable[[Game], None]
_MOVE_TIME_STEP_SECONDS = 0.05  # a move that took long appears at a multiple of this time
_QUEUE_POLL_SECONDS = 1.0  # between searches for unclaimed games
_MAX_WAIT_FOR_MOVES_SECONDS = 8.0  # for moves under way when the server stops
_AI_STUCK_PROBLEM = Refusal(N_("The AI partner cannot continue here. Take its seat, or start a new game."))
_log = logging.getLogger(__name__)


class AIRunner:
    """Plays the AI's seats in every game until a person has to act.

    A touch appears `pace` seconds after the AI began to compute it. A clue, or a touch that took longer, appears after
    a multiple of `_MOVE_TIME_STEP_SECONDS`. The thinking time thus reveals nothing about the AI's side of the key.
    """

    def __init__(
        self,
        games: Games,
        queue: MoveQueue,
        touch_history: TouchHistory,
        max_concurrent: int,
        pace: float,
        observe_seconds: Callable[[float], None],
    ) -> None:
        self._games = games
        self._touch_history = touch_history
        self._queue = queue
        self._pace = pace
        self._observe_seconds = observe_seconds
        self._model_loads: list[Future[AIPlayer]] = []
        self._pool = ThreadPoolExecutor(max_concurrent, thread_name_prefix="ai-move")
        self._slots = asyncio.Semaphore(max_concurrent)
        self._free_slots = max_concurrent
        self._slot_freed = asyncio.Event()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._background_tasks: list[asyncio.Task[None]] = []
        self._stopping = False
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        """Start the background tasks on the event loop that runs now, and load the language models in threads."""
        self._loop = asyncio.get_running_loop()
        self._model_loads = [self._pool.submit(partner, lang) for lang in LANGUAGES]
        self._background_tasks = [asyncio.create_task(self._poll_queue()), asyncio.create_task(self._renew_leases())]

    async def stop(self) -> None:
        """Wait some seconds for moves that are being computed, then release all leases of this process."""
        self._stopping = True
        if self._tasks:
            await asyncio.wait(self._tasks.values(), timeout=_MAX_WAIT_FOR_MOVES_SECONDS)
        for task in (*self._tasks.values(), *self._background_tasks):
            task.cancel()
        with contextlib.suppress(DatabaseUnavailable):
            await asyncio.to_thread(self._queue.release_leases)
        self._pool.shutdown(wait=False, cancel_futures=True)

    @property
    def is_ready(self) -> bool:
        """Whether the language models are loaded."""
        return bool(self._model_loads) and all(each.done() and not each.exception() for each in self._model_loads)

    def release_leases_of_process(self, process: str) -> None:
        """Release the leases of an ended process, so that others can claim its games at once."""
        self._queue.release_leases(process)

    def count_unfinished_and_due_games(self) -> tuple[int, int]:
        """The number of unfinished games, and the number of games in which the AI has to move."""
        return self._queue.count_unfinished_and_due_games()

    def request_ai_move(self, game: str, deferring: Seat | None = None) -> None:
        """Let the AI play in this game if it has to move. Can be called repeatedly and from any thread."""
        if deferring and not is_terminal_game(game):
            self._queue.enqueue_game(game, deferring)
        if self._loop and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._start_playing_game, game, deferring)

    def queue_if_ai_turn(self, opened: OpenGame, *, retry: bool) -> None:
        """Queue a game if the AI has to move in it.

        A game in which the AI could not move before is queued only with `retry`.
        """
        if is_terminal_game(opened.id):
            self.request_ai_move(opened.id)
        elif is_ai_turn(opened.game):
            if not opened.stored.ai_due and (retry or not self._queue.load_problem(opened.id)):
                self._queue.enqueue_game(opened.id)
            self.request_ai_move(opened.id)

    def problem_text(self, game: str) -> str:
        """The reason why the AI cannot move in this game, or an empty text."""
        found = None if is_terminal_game(game) else self._queue.load_problem(game)
        return format_refusal(found) if found else ""

    def count_games_ahead(self, game: str) -> int:
        """The number of games in the queue that have waited longer than this game."""
        return 0 if is_terminal_game(game) else self._queue.count_games_ahead(game)

    def _start_playing_game(self, game: str, deferring: Seat | None = None) -> None:
        # Without a free slot the game stays in the queue, where another process may find it first.
        if game not in self._tasks and not self._stopping and (self._free_slots > 0 or is_terminal_game(game)):
            self._free_slots -= 1
            task = self._tasks[game] = asyncio.create_task(self._play_ai_moves(game, deferring))
            task.add_done_callback(lambda done: self._handle_task_end(game, done))

    def _handle_task_end(self, game: str, task: asyncio.Task[None]) -> None:
        del self._tasks[game]
        if not task.cancelled() and (error := task.exception()):
            _log.error("the AI cannot move in a game", exc_info=error)

    async def _poll_queue(self) -> None:
        """Start playing games of the queue that no process has claimed, whenever a thread is free."""
        while not self._stopping:
            self._slot_freed.clear()
            if self._free_slots > 0:
                with contextlib.suppress(DatabaseUnavailable):
                    for game in await asyncio.to_thread(self._queue.unclaimed_games, self._free_slots):
                        self._start_playing_game(game)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._slot_freed.wait(), _QUEUE_POLL_SECONDS)

    async def _renew_leases(self) -> None:
        while True:
            await asyncio.sleep(LEASE_SECONDS / 3)
            if self._tasks:
                with contextlib.suppress(DatabaseUnavailable):
                    await asyncio.to_thread(self._queue.renew_leases)

    async def _play_ai_moves(self, game: str, deferring: Seat | None) -> None:
        """Claim a game and play the AI's moves in it until a person has to act."""
        try:
            claimed = is_terminal_game(game) or await asyncio.to_thread(self._queue.claim_game, game)
        except DatabaseUnavailable:
            claimed = False
        finally:
            self._release_thread_slot()
        while claimed and not self._stopping:
            started = time.monotonic()
            try:
                next_move = await self._compute_move_in_thread(game, deferring)
                if next_move is None:
                    return
                save, after = next_move
                is_touch = after.final.phase is not Phase.GUESS or bool(after.final.clues[-1].touches)
                await self._wait_before_showing_move(started, self._pace if is_touch else 0.0)
                await asyncio.to_thread(save, after)
                if not is_ai_turn(after):
                    return
            except OutdatedGame:
                continue  # a person moved first: compute again from the new state
            except DatabaseUnavailable:
                await asyncio.sleep(_QUEUE_POLL_SECONDS)
            deferring = None

    async def _wait_before_showing_move(self, started: float, min_seconds: float) -> None:
        """Sleep until `min_seconds` after `started`, a monotonic time.

        If that time has passed, sleep until the next multiple of `_MOVE_TIME_STEP_SECONDS` after `started`.
        """
        elapsed = time.monotonic() - started
        if self._pace:
            await asyncio.sleep(min_seconds - elapsed if elapsed < min_seconds else -elapsed % _MOVE_TIME_STEP_SECONDS)

    async def _compute_move_in_thread(
        self, game: str, deferring: Seat | None
    ) -> "tuple[SaveGameFunction, Game] | None":
        """Run `_compute_move` in a thread of the pool, as soon as one is free."""
        self._free_slots -= 1
        try:
            async with self._slots:
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(self._pool, self._compute_move, game, deferring)
        finally:
            self._release_thread_slot()

    def _release_thread_slot(self) -> None:
        self._free_slots += 1
        self._slot_freed.set()

    def _compute_move(self, game: str, deferring: Seat | None) -> "tuple[SaveGameFunction, Game] | None":
        """Compute the AI's next move in a game.

        Returns a function that saves the game, and the game with the move. Returns None if the AI makes no move. The
        game is then removed from the queue.
        """
        stored = self._games.load_for_ai(game)
        if stored is None:
            return None
        ai_players = {
            seat: LazyAIPlayer(
                stored.game.lang, holder, partial(self._touch_history.count_past_touches, game, stored.game, seat.other)
            )
            for seat, holder in seat_holders(stored.game).items()
            if not holder.is_person
        }
        session = Session(stored.game, players=ai_players, rules=HouseRules.from_game(stored.game))
        deferring_seat = Seat(stored.deferring_seat) if stored.deferring_seat else deferring
        problem = None
        try:
            if deferring_seat and deferring_seat.other in session.acting_order:
                session.defer(deferring_seat)
            started = time.perf_counter()
            if next(session.advance(), None) is not None:
                self._observe_seconds(time.perf_counter() - started)
                return self._games.make_saver(stored), session.game
        except Refusal as refusal:
            problem = refusal
        except Exception:  # noqa: BLE001 - the page shows the problem, whatever it is
            _log.exception("the AI cannot move in a game")
            problem = _AI_STUCK_PROBLEM
        if not is_terminal_game(game):
            self._queue.remove_game(stored, problem)
        return None


class LazyAIPlayer:
    """An AI player that loads its language model only when asked to move.

    `count_touches` counts the past touches of the person opposite. It is called only when a clue is asked for.
    """

    def __init__(self, lang: str, holder: SeatHolder, count_touches: "Callable[[], TouchTally | None]") -> None:
        self._lang = lang
        self._holder = holder
        self._count_touches = count_touches

    def clue(self, view: View) -> Clue | None:
        return self._load_player(self._count_touches()).clue(view)

    def guess(self, view: View) -> Guess | Stop | None:
        return self._load_player().guess(view)

    def aimless(self, view: View, guess: Guess) -> bool:
        return self._load_player().aimless(view, guess)

    def _load_player(self, tally: "TouchTally | None" = None) -> AIPlayer:
        return partner(self._lang, self._holder.style, self._holder.level, tally)
