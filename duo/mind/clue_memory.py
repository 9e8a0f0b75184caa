"""Clues as the one who hears them remembers them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from duo.core.key import Colour, Seat

if TYPE_CHECKING:
    from duo.core.public import PublicState


@dataclass(frozen=True, slots=True)
class ClueMemory:
    """A clue, and what was touched in its turn: the agents found, and the words that were wrong."""

    word: str
    count: int
    found: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()

    @property
    def left(self) -> int:
        """How many of its words are still to be found."""
        return max(self.count - len(self.found), 0)


def clues_of(giver: Seat, table: "PublicState") -> tuple[ClueMemory, ...]:
    """What this giver has said so far, oldest first."""
    return tuple(
        ClueMemory(
            turn.clue.word,
            turn.clue.count,
            tuple(touch.word for touch in turn.touches if touch.colour is Colour.GREEN),
            tuple(touch.word for touch in turn.touches if touch.colour is not Colour.GREEN),
        )
        for turn in table.clues
        if turn.giver is giver
    )
