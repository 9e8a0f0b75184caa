"""Looking back at a game: what each clue meant, how likely each touch was, and what else could have been said."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from duo.core.game import Game
from duo.core.key import Seat
from duo.core.position import Clue, Guess, Phase, Position
from duo.core.word import fold

if TYPE_CHECKING:
    from duo.mind.giver import Giver, Suggestion
    from duo.mind.guesser import Guesser

ALTERNATIVES = 3


@dataclass(frozen=True, slots=True)
class TouchReview:
    """A touch, with the chance to be an agent that the word had for the one who touched it.

    `better` is the word that had the best chance, if it was another.
    """

    seat: Seat
    word: str
    colour: str
    p: float
    better: str | None
    better_p: float


@dataclass(frozen=True, slots=True)
class TurnReview:
    """A turn, or with no clue what was touched in sudden death."""

    number: int
    clue: Clue | None
    alternatives: "tuple[Suggestion, ...]" = ()
    touches: list[TouchReview] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """The turn as `duo review --json` tells it."""
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
                    "seat": touch.seat, "word": touch.word, "colour": touch.colour, "p": round(touch.p, 4),
                    "better": touch.better, "better_p": round(touch.better_p, 4),
                }
                for touch in self.touches
            ],
            "alternatives": [
                {
                    "word": other.word, "count": other.count, "targets": list(other.targets),
                    "p_all": round(other.p_all, 4), "expected": round(other.expected, 4), "why": other.why,
                }
                for other in self.alternatives
            ],
        }  # fmt: skip


def review(game: Game, giver: "Giver", guesser: "Guesser", seats: Collection[Seat]) -> Iterator[TurnReview]:
    """Every turn of the game; for the clues of these seats, what the giver would have said instead."""
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
            turn.touches.append(_touch(before, move, guesser))
    if turn:
        yield turn


def _alternatives(before: Position, clue: Clue, giver: "Giver") -> "tuple[Suggestion, ...]":
    found = giver.suggest(before.view(clue.seat), ALTERNATIVES + 1)
    return tuple(other for other in found if fold(other.word) != fold(clue.word))[:ALTERNATIVES]


def _touch(before: Position, guess: Guess, guesser: "Guesser") -> TouchReview:
    ranked = guesser.ranking(before.view(guess.seat))
    chance = {word.word: word.p for word in ranked}
    best = ranked[0]
    place = before.words.index(guess.word)
    return TouchReview(
        guess.seat, guess.word, before.key.side(guess.seat.other)[place], chance[guess.word],
        None if best.word == guess.word else best.word, best.p,
    )  # fmt: skip
