"""The review of a finished game: what each clue meant, how likely each touch was, and alternative clues."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol

from duo.core.game import Game
from duo.core.key import Seat
from duo.core.position import Clue, Guess, Phase, Position, Stop
from duo.core.word import fold

if TYPE_CHECKING:
    from duo.mind.giver.giver import Giver, Suggestion
    from duo.mind.guesser.explanation import Explanation
    from duo.mind.guesser.query import GuessQuery

MAX_ALTERNATIVES = 3


class Explainer(Protocol):
    """A guesser that can explain a move by the probabilities of the words."""

    def explain(self, query: "GuessQuery", move: Guess | Stop) -> "Explanation": ...


@dataclass(frozen=True, slots=True)
class TouchReview:
    """A touch, and the probability `p` that the guesser gave the word of being an agent.

    `better` is the word with the highest probability, if that is another word. `clue` is the clue that
    pointed to the touched word.
    """

    seat: Seat
    word: str
    colour: str
    p: float
    better: str | None
    better_p: float
    clue: str | None = None


@dataclass(frozen=True, slots=True)
class TurnReview:
    """A turn, or sudden death if `clue` is None. `stop` explains why the guesser stopped, if it did."""

    number: int
    clue: Clue | None
    alternatives: "tuple[Suggestion, ...]" = ()
    touches: list[TouchReview] = field(default_factory=list)
    stop: "Explanation | None" = None

    @property
    def early_stop(self) -> "Explanation | None":
        """Why the guesser stopped with fewer touches than the clue's number, if it did."""
        return self.stop if self.clue and len(self.touches) < self.clue.count else None

    def to_json(self) -> dict[str, Any]:
        """The turn in the format of `duo review --json`."""
        clue = self.clue
        return {
            "turn": self.number,
            "giver": clue and clue.seat,
            "clue": clue and clue.word,
            "count": clue and clue.count,
            "invalid": bool(clue and clue.invalid),
            "meant": list(clue.meant) if clue else [],
            "touches": [
                {
                    "seat": touch.seat,
                    "word": touch.word,
                    "colour": touch.colour,
                    "p": round(touch.p, 4),
                    "better": touch.better,
                    "better_p": round(touch.better_p, 4),
                    "clue": touch.clue,
                }
                for touch in self.touches
            ],
            "stop": self.stop and _stop_json(self.stop),
            "alternatives": [
                {
                    "word": other.word,
                    "count": other.count,
                    "targets": list(other.targets),
                    "p_all": round(other.p_all, 4),
                    "expected": round(other.expected, 4),
                    "why": other.why,
                }
                for other in self.alternatives
            ],
        }


def review(game: Game, giver: "Giver", guesser: Explainer, seats: Collection[Seat]) -> Iterator[TurnReview]:
    """Review every turn. Clues of the given seats come with the giver's alternatives."""
    turn: TurnReview | None = None
    for before, move in zip(game.positions(), game.moves, strict=False):
        if isinstance(move, Clue):
            if turn:
                yield turn
            others = _alternatives(before, move, giver) if move.seat in seats else ()
            turn = TurnReview(len(before.clues) + 1, move, others)
        elif isinstance(move, Guess):
            if turn is None or (before.phase is Phase.SUDDEN_DEATH and turn.clue):
                if turn:
                    yield turn
                turn = TurnReview(len(before.clues) + 1, None)
            turn.touches.append(_review_touch(before, move, guesser))
        elif turn and before.phase is Phase.GUESS:
            turn = replace(turn, stop=guesser.explain(_guess_query(before, move), move))
    if turn:
        yield turn


def _alternatives(before: Position, clue: Clue, giver: "Giver") -> "tuple[Suggestion, ...]":
    found = giver.suggest(before.view(clue.seat), MAX_ALTERNATIVES + 1)
    return tuple(other for other in found if fold(other.word) != fold(clue.word))[:MAX_ALTERNATIVES]


def _review_touch(before: Position, guess: Guess, guesser: Explainer) -> TouchReview:
    touched, *others = guesser.explain(_guess_query(before, guess), guess).estimates
    best = max(others, key=lambda estimate: estimate.p, default=touched)
    word, p = (best.word, best.p) if best.p > touched.p else (None, touched.p)
    place = before.words.index(guess.word)
    return TouchReview(
        guess.seat,
        guess.word,
        before.key.side(guess.seat.other)[place],
        touched.p,
        word,
        p,
        touched.clue,
    )


def _guess_query(before: Position, move: Guess | Stop) -> "GuessQuery":
    from duo.mind.guesser.query import guess_query_from_view

    return guess_query_from_view(before.view(move.seat))


def _stop_json(stop: "Explanation") -> dict[str, Any]:
    value = stop.to_json()
    return {"next": value["thoughts"][0] if value["thoughts"] else None, "touch": value["touch"], "stop": value["stop"]}
