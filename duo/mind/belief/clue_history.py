"""Clues as the one who hears them remembers them."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from duo.core.key import Colour, Seat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from duo.core.moves import Touch
    from duo.core.public import PublicState


@dataclass(frozen=True, slots=True)
class ClueMemory:
    """A clue, and what was touched in its turn: the agents found, and the words that were wrong.

    `covered` are words that the giver touched, and found, before the next clue: the clue may have meant them too.
    `stopped` tells that the guesser stopped before the number was reached.
    """

    word: str
    count: int
    found: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()
    covered: tuple[str, ...] = ()
    stopped_early: bool = False

    @property
    def touched_words(self) -> tuple[str, ...]:
        """All words that could be meant when the clue was given, and no longer when the next one was."""
        return self.found + self.missed + self.covered

    @property
    def remaining(self) -> int:
        """How many of its words are still to be found."""
        return max(self.count - len(self.found), 0)


def clue_memories(giver: Seat, table: "PublicState") -> tuple[ClueMemory, ...]:
    """What this giver has said so far, oldest first, each clue with all that happened until the next."""
    memories: list[ClueMemory] = []
    for turn in table.clues:
        if turn.giver is giver:
            early = turn.stopped and len(turn.touches) < turn.clue.count
            memories.append(ClueMemory(turn.clue.word, turn.clue.count, stopped_early=early))
        if memories:
            memories[-1] = _add_touches(memories[-1], turn.touches, giver)
    if memories:
        memories[-1] = _add_touches(memories[-1], table.sudden, giver)
    return tuple(memories)


def _add_touches(clue: ClueMemory, touches: "Sequence[Touch]", giver: Seat) -> ClueMemory:
    right = [touch for touch in touches if touch.colour is Colour.GREEN]
    return replace(
        clue,
        found=clue.found + tuple(touch.word for touch in right if touch.seat is not giver),
        missed=clue.missed + tuple(touch.word for touch in touches if touch not in right and touch.seat is not giver),
        covered=clue.covered + tuple(touch.word for touch in right if touch.seat is giver),
    )
