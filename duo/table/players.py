"""Who sits at the table. A player is handed views of its own seat, and nothing else."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from duo.core.position import Clue, Guess, Move, Stop
from duo.core.refusal import Refusal
from duo.core.view import View

if TYPE_CHECKING:
    from duo.mind.giver.giver import Giver
    from duo.mind.guesser.guesser import Guesser


class Player(Protocol):
    """Decides for one seat. Both answers may be None where the partner may act as well: "you first"."""

    def clue(self, view: View) -> Clue | None: ...

    def guess(self, view: View) -> Guess | Stop | None: ...


@runtime_checkable
class AimlessnessReporter(Protocol):
    """A player who says so when it has nothing to go by."""

    def aimless(self, view: View, guess: Guess) -> bool:
        """Whether no clue speaks for the word that it is about to touch."""
        ...


class ScriptedPlayer:
    """Makes the moves it was given, in order."""

    def __init__(self, moves: Iterable[Move]) -> None:
        self._moves: Iterator[Move] = iter(moves)

    def clue(self, view: View) -> Clue:
        move = self._next(view)
        if not isinstance(move, Clue):
            raise Refusal("{seat} was asked for a clue and its script says: {move}", seat=view.seat, move=move)
        return move

    def guess(self, view: View) -> Guess | Stop:
        move = self._next(view)
        if isinstance(move, Clue):
            raise Refusal("{seat} was asked for a guess and its script says: {move}", seat=view.seat, move=move)
        return move

    def _next(self, view: View) -> Move:
        for move in self._moves:
            if move.seat is view.seat:
                return move
        raise Refusal("the script of {seat} has ended before the game", seat=view.seat)


class AIPlayer:
    """A giver and a guesser on one seat. They are handed the view and nothing else."""

    def __init__(self, giver: "Giver", guesser: "Guesser") -> None:
        self._giver = giver
        self._guesser = guesser

    def clue(self, view: View) -> Clue:
        if not (best := self._giver.suggest(view, 1)):
            raise Refusal("{seat} finds no clue that is allowed", seat=view.seat)
        return Clue(view.seat, best[0].word, best[0].count, meant=best[0].targets)

    def guess(self, view: View) -> Guess | Stop:
        return self._guesser.decide(view)

    def aimless(self, view: View, guess: Guess) -> bool:
        from duo.mind.guesser.guesser import ListeningGuesser
        from duo.mind.guesser.query import public_guess_query

        # What it says must tell nothing of its own side, so it asks itself as everybody at the table could.
        if not isinstance(self._guesser, ListeningGuesser):
            return False
        return self._guesser.explain(public_guess_query(view, view.seat), guess).has_no_clue


class BackgroundPlayer:
    """A player that is made in a thread of its own: only whoever asks for its first move waits for it."""

    def __init__(self, make: Callable[[], Player]) -> None:
        thread = ThreadPoolExecutor(max_workers=1)
        # A new thread would speak English whatever is spoken here.
        self._player: Future[Player] = thread.submit(copy_context().run, make)
        thread.shutdown(wait=False)

    def clue(self, view: View) -> Clue | None:
        return self._player.result().clue(view)

    def guess(self, view: View) -> Guess | Stop | None:
        return self._player.result().guess(view)

    def aimless(self, view: View, guess: Guess) -> bool:
        player = self._player.result()
        return isinstance(player, AimlessnessReporter) and player.aimless(view, guess)
