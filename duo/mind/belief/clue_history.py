"""The clues of one giver as a guesser remembers them, with the touches that followed."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from duo.core.key import Colour, Seat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from duo.core.moves import Touch
    from duo.core.public import PublicState


@dataclass(frozen=True, slots=True)
class ClueMemory:
    """A clue, and the words that were touched between this clue and the giver's next clue.

    `found` and `missed` are the words that the guesser touched: agents of the giver, and other words. `covered` are
    words that the giver found as agents of the guesser's side. The clue may have meant those too. `stopped_early` says
    that the guesser stopped before touching as many words as the number of the clue.
    """

    word: str
    count: int
    found: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()
    covered: tuple[str, ...] = ()
    stopped_early: bool = False

    @property
    def touched_words(self) -> tuple[str, ...]:
        """All words touched before the giver's next clue. This clue can mean them, and later clues cannot."""
        return self.found + self.missed + self.covered

    @property
    def remaining(self) -> int:
        """The number of the clue less the agents found in its turn."""
        return max(self.count - len(self.found), 0)


def clue_memories(giver: Seat, table: "PublicState") -> tuple[ClueMemory, ...]:
    """Return the clues of this giver, oldest first, each with all touches until the giver's next clue."""
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
    """Return the clue with these touches of both players added to `found`, `missed` and `covered`."""
    right = [touch for touch in touches if touch.colour is Colour.GREEN]
    return replace(
        clue,
        found=clue.found + tuple(touch.word for touch in right if touch.seat is not giver),
        missed=clue.missed + tuple(touch.word for touch in touches if touch not in right and touch.seat is not giver),
        covered=clue.covered + tuple(touch.word for touch in right if touch.seat is giver),
    )
