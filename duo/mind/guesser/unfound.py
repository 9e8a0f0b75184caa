"""How many words of each clue are still unfound, as everybody at the table could infer."""

from collections.abc import Collection
from functools import lru_cache
from typing import TYPE_CHECKING

from duo.core.key import Seat
from duo.mind.belief.belief import heard
from duo.mind.belief.clue_history import ClueMemory, clues_of
from duo.mind.guesser.query import Told, supposed_side
from duo.mind.listener.intent import LAW, LAW_OF_PARTNER, MeaningLaw

if TYPE_CHECKING:
    from duo.core.public import PublicState
    from duo.mind.listener.listener import Listener


def unfound(listener: "Listener", table: "PublicState", people: Collection[Seat]) -> tuple[int, ...]:
    """A number for each clue of the table; what `people` touched tells of what they heard."""
    left = {
        giver: list(
            _unfound(
                listener, table.open_words(giver.other), clues_of(giver, table),
                LAW_OF_PARTNER if giver.other in people else LAW,
            )
        )
        for giver in Seat
    }  # fmt: skip
    return tuple(left[turn.giver].pop(0) for turn in table.clues)


# A table is drawn far more often than it changes. Two givers at each of 2,000 tables take some 12 MB.
@lru_cache(maxsize=4096)
def _unfound(
    listener: "Listener", words: tuple[str, ...], clues: tuple[ClueMemory, ...], law: MeaningLaw
) -> tuple[int, ...]:
    if not words or not clues:
        return (0,) * len(clues)
    side = supposed_side(Told(words, None, clues))
    return tuple(int(left + 0.5) for left in heard(listener, words, side, clues, law).unfound())
