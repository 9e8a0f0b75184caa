"""Who sits at the table. A player is handed views of its own seat, and nothing else."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from duo.core.position import Clue, Guess, Move, Stop
from duo.core.refusal import Refusal
from duo.core.view import View


class Player(Protocol):
    """Decides for one seat. Both answers may be None where the partner may act as well: "you first"."""

    def clue(self, view: View) -> Clue | None: ...

    def guess(self, view: View) -> Guess | Stop | None: ...


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
