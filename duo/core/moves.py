"""What players do, and what is remembered of it."""

from dataclasses import dataclass, replace

from duo.core.key import Colour, Seat
from duo.core.word import to_token

SIGNS = {Colour.GREEN: "+", Colour.BYSTANDER: "~", Colour.ASSASSIN: "#"}
STOP_SIGN = "="
INVALID_SIGN = "!"


@dataclass(frozen=True, slots=True)
class Clue:
    """A word and a number from this seat; `meant` is what the giver had in mind, told to nobody before the end."""

    seat: Seat
    word: str
    count: int
    invalid: bool = False
    meant: tuple[str, ...] = ()

    def __str__(self) -> str:
        meant = f" {{{' '.join(map(to_token, self.meant))}}}" if self.meant else ""
        return f"{to_token(self.word)} {self.count}{meant}{f' {INVALID_SIGN}' if self.invalid else ''}"


@dataclass(frozen=True, slots=True)
class Guess:
    """This seat touches a word."""

    seat: Seat
    word: str


@dataclass(frozen=True, slots=True)
class Stop:
    """This seat guesses no more in this turn; in sudden death the players give up."""

    seat: Seat


Move = Clue | Guess | Stop


@dataclass(frozen=True, slots=True)
class Touch:
    """A guess and what it showed: the colour of the word on the side of the guesser's partner."""

    seat: Seat
    word: str
    place: int
    colour: Colour

    def __str__(self) -> str:
        return to_token(self.word) + SIGNS[self.colour]


@dataclass(frozen=True, slots=True)
class Turn:
    """A clue and the touches that followed it, up to now."""

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
        """The turn as the guesser knows it."""
        return replace(self, clue=replace(self.clue, meant=())) if self.clue.meant else self

    def with_touch(self, touch: Touch) -> "Turn":
        return Turn(self.clue, (*self.touches, touch))

    def __str__(self) -> str:
        guesses = "".join(f" {touch}" for touch in self.touches)
        return f"{self.giver} {self.clue}:{guesses}{f' {STOP_SIGN}' if self.stopped else ''}"
