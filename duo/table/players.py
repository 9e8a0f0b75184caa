"""Players: programs that decide for one seat. A player sees only the views of its own seat."""

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
    from duo.mind.hit_rates import TouchTally


class Player(Protocol):
    """Decides for one seat. Where either seat may act, it may return None to let the partner go first."""

    def clue(self, view: View) -> Clue | None: ...

    def guess(self, view: View) -> Guess | Stop | None: ...


@runtime_checkable
class AimlessnessReporter(Protocol):
    """A player that can say whether a guess is aimless, which means that no clue points to its word."""

    def aimless(self, view: View, guess: Guess) -> bool:
        """Return whether no clue points to the word of this guess."""
        ...


class ScriptedPlayer:
    """Makes the given moves, in order."""

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
    """A giver and a guesser that share a seat. They see only the seat's view."""

    def __init__(self, giver: "Giver", guesser: "Guesser") -> None:
        self._giver = giver
        self._guesser = guesser

    def clue(self, view: View) -> Clue:
        if not (best := self._giver.suggest(view, 1)):
            raise Refusal("{seat} finds no legal clue", seat=view.seat)
        return Clue(view.seat, best[0].word, best[0].count, meant=best[0].targets)

    def guess(self, view: View) -> Guess | Stop:
        return self._guesser.decide(view)

    def aimless(self, view: View, guess: Guess) -> bool:
        from duo.mind.guesser.guesser import ListeningGuesser
        from duo.mind.guesser.query import public_guess_query

        # The answer is announced, so it must not depend on the player's own side: ask with public knowledge only.
        if not isinstance(self._guesser, ListeningGuesser):
            return False
        return self._guesser.explain(public_guess_query(view, view.seat), guess).lacks_clue_for_touch


def partner(lang: str, style: str = "balanced", level: str = "expert", tally: "TouchTally | None" = None) -> AIPlayer:
    """An AI partner for words of this language. Loading its model takes a moment.

    Given a tally of the person's touches in earlier games, the partner adapts to that person's pace.
    """
    from duo.mind import registry

    return AIPlayer(registry.ai_giver(lang, level, style, tally=tally), registry.ai_guesser(lang, level))


class BackgroundPlayer:
    """A player that loads in a background thread. Only its first move waits for the loading."""

    def __init__(self, make: Callable[[], Player]) -> None:
        thread = ThreadPoolExecutor(max_workers=1)
        # A new thread would not inherit the language in use, which is a context variable.
        self._player: Future[Player] = thread.submit(copy_context().run, make)
        thread.shutdown(wait=False)

    def clue(self, view: View) -> Clue | None:
        return self._player.result().clue(view)

    def guess(self, view: View) -> Guess | Stop | None:
        return self._player.result().guess(view)

    def aimless(self, view: View, guess: Guess) -> bool:
        player = self._player.result()
        return isinstance(player, AimlessnessReporter) and player.aimless(view, guess)
