"""The events that a move causes, as the table would announce them."""

from collections.abc import Iterator
from dataclasses import dataclass

from duo.core.key import Seat
from duo.core.position import Clue, Guess, Move, Outcome, Phase, Position, Stop, Touch
from duo.core.public import PublicState


@dataclass(frozen=True, slots=True)
class ClueGiven:
    """A clue as it is announced, without the words that its giver means."""

    seat: Seat
    word: str
    count: int


@dataclass(frozen=True, slots=True)
class PenaltyPaid:
    """An invalid clue cost a token. That token scores no points."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class NothingToGoBy:
    """In sudden death, this seat announces that no clue points to the word it is about to touch."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Touched:
    """A word was touched, which spent this many tokens."""

    touch: Touch
    tokens: int


@dataclass(frozen=True, slots=True)
class TurnStopped:
    seat: Seat


@dataclass(frozen=True, slots=True)
class SideFinished:
    """All nine agents of this seat's side are covered, so only the partner gives clues from now on."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SuddenDeathBegan:
    """The bank is empty and agents are missing. These seats may guess, and the first miss loses."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class GameEnded:
    outcome: Outcome


Event = ClueGiven | PenaltyPaid | NothingToGoBy | Touched | TurnStopped | SideFinished | SuddenDeathBegan | GameEnded


def events_of_move(before: Position, move: Move, after: Position) -> Iterator[Event]:
    """Every event of this move, in the order in which the table announces them."""
    match move:
        case Clue():
            yield ClueGiven(move.seat, move.word, move.count)
            if move.invalid:
                yield PenaltyPaid(move.seat)
        case Guess():
            yield Touched(_last_touch(after), before.bank.tokens - after.bank.tokens)
        case Stop():
            if before.phase is Phase.GUESS:
                yield TurnStopped(move.seat)
    yield from _events_after_move(before, after)


def _events_after_move(before: PublicState, after: PublicState) -> Iterator[Event]:
    outcome = after.outcome()
    if outcome is None:
        for seat in sorted(after.finished - before.finished):
            yield SideFinished(seat)
        if after.phase is Phase.SUDDEN_DEATH and before.phase is not Phase.SUDDEN_DEATH:
            yield SuddenDeathBegan(after.guessers)
    else:
        yield GameEnded(outcome)


def _last_touch(table: PublicState) -> Touch:
    return table.sudden[-1] if table.sudden else table.clues[-1].touches[-1]
