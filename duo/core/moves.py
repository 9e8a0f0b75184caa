"""Moves, and the turns and touches that they leave on the table."""

from dataclasses import dataclass, replace

from duo.core.key import Colour, Seat
from duo.core.word import to_token

COLOUR_SIGNS = {Colour.GREEN: "+", Colour.BYSTANDER: "~", Colour.ASSASSIN: "#"}
STOP_SIGN = "="
INVALID_SIGN = "!"


@dataclass(frozen=True, slots=True)
class Clue:
    """A word and a number from this seat. `meant` are the words the giver means, secret until the end."""

    seat: Seat
    word: str
    count: int
    invalid: bool = False
    meant: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        _check_field_types("a clue", self.seat, self.word)
        if type(self.count) is not int:
            raise TypeError(f"the number of a clue is an int, not {self.count!r}")
        if not isinstance(self.meant, tuple) or not all(isinstance(word, str) for word in self.meant):
            raise TypeError(f"the words meant by a clue are a tuple of str, not {self.meant!r}")

    def __str__(self) -> str:
        meant = f" {{{' '.join(map(to_token, self.meant))}}}" if self.meant else ""
        return f"{to_token(self.word)} {self.count}{meant}{f' {INVALID_SIGN}' if self.invalid else ''}"


@dataclass(frozen=True, slots=True)
class Guess:
    """This seat touches a word."""

    seat: Seat
    word: str

    def __post_init__(self) -> None:
        _check_field_types("a guess", self.seat, self.word)


@dataclass(frozen=True, slots=True)
class Stop:
    """This seat ends its guesses of this turn. In sudden death, the players give up."""

    seat: Seat

    def __post_init__(self) -> None:
        _check_field_types("a stop", self.seat, "")


Move = Clue | Guess | Stop


def _check_field_types(move: str, seat: object, word: object) -> None:
    """Raise TypeError for a move whose fields have wrong types, so that the error appears where the move is made."""
    if not isinstance(seat, Seat):
        raise TypeError(f"the seat of {move} is Seat.A or Seat.B, not {seat!r}")
    if not isinstance(word, str):
        raise TypeError(f"the word of {move} is a str, not {word!r}")


@dataclass(frozen=True, slots=True)
class Touch:
    """A guess and the colour that it revealed, which is that on the side of the guesser's partner."""

    seat: Seat
    word: str
    place: int
    colour: Colour

    def __str__(self) -> str:
        return to_token(self.word) + COLOUR_SIGNS[self.colour]


@dataclass(frozen=True, slots=True)
class Turn:
    """A clue and the touches that followed it so far."""

    clue: Clue
    touches: tuple[Touch, ...] = ()
    stopped: bool = False

    @property
    def giver(self) -> Seat:
        return self.clue.seat

    @property
    def guesser(self) -> Seat:
        return self.clue.seat.other

    def without_meant(self) -> "Turn":
        """The turn without the words that the giver means."""
        return replace(self, clue=replace(self.clue, meant=())) if self.clue.meant else self

    def with_touch(self, touch: Touch) -> "Turn":
        return Turn(self.clue, (*self.touches, touch))

    def __str__(self) -> str:
        guesses = "".join(f" {touch}" for touch in self.touches)
        return f"{self.giver} {self.clue}:{guesses}{f' {STOP_SIGN}' if self.stopped else ''}"
