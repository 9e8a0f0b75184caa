"""The JSON form of an `endgame` task: its seats, its turns and their limits."""

from dataclasses import dataclass
from typing import Annotated, Literal

from annotated_types import Interval, Len, MinLen

from duo.files.schema import pattern_check
from duo.puzzle.proof.clues import MAX_CLUE_NUMBER, WORD_PATTERN, ClueEntry, Word, Words
from duo.text import _

MAX_SEAT_CLUES = 3
MAX_ENDGAME_TURNS = 11


@dataclass(frozen=True, slots=True)
class SeatEntry:
    """The JSON form of a seat: its clues with words left to find, and the words that it missed."""

    clues: Annotated[tuple[ClueEntry, ...], Len(0, MAX_SEAT_CLUES)]
    missed: Words


@dataclass(frozen=True, slots=True)
class EndgameTurn:
    """The JSON form of a turn: the clue, and the touched words, each followed by `+` (found) or `~` (missed)."""

    giver: Literal["A", "B"]
    clue: Word
    count: Annotated[int, Interval(ge=1, le=MAX_CLUE_NUMBER)]
    touched: Annotated[tuple[Annotated[str, pattern_check(rf"{WORD_PATTERN}[+~]")], ...], Len(1, MAX_CLUE_NUMBER)]

    @property
    def found(self) -> tuple[str, ...]:
        return tuple(mark[:-1] for mark in self.touched if mark.endswith("+"))

    @property
    def missed(self) -> tuple[str, ...]:
        return tuple(mark[:-1] for mark in self.touched if mark.endswith("~"))

    def __str__(self) -> str:
        """The turn as a sentence."""
        touched = ", ".join([*self.found, *(_("{word} (missed)", word=word) for word in self.missed)])
        return _("{giver} said {clue}: {touched}", giver=self.giver, clue=f"{self.clue} {self.count}", touched=touched)


@dataclass(frozen=True, slots=True)
class EndgameTaskEntry:
    """The JSON form of an `endgame` task."""

    words: Annotated[Words, MinLen(4)]
    A: SeatEntry
    B: SeatEntry
    tokens: Annotated[int, Interval(ge=0, le=1)]
    turns: Annotated[tuple[EndgameTurn, ...], Len(0, MAX_ENDGAME_TURNS)] = ()
