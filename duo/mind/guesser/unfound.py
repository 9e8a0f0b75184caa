"""How many of the words that each clue meant are still to be found, inferred from what both players see."""

from collections.abc import Collection
from functools import lru_cache
from typing import TYPE_CHECKING

from duo.core.key import Seat
from duo.mind.belief.belief import infer_clue_meanings
from duo.mind.belief.clue_history import ClueMemory, clue_memories
from duo.mind.guesser.query import TableDescription, assumed_side_prior
from duo.mind.listener.intent import DEFAULT_INTENT_MODEL, PARTNER_INTENT_MODEL, IntentModel

if TYPE_CHECKING:
    from duo.core.public import PublicState
    from duo.mind.listener.listener import Listener


def unfound_counts(listener: "Listener", table: "PublicState", people: Collection[Seat]) -> tuple[int, ...]:
    """Return for each clue of the table how many of the words that it meant are probably still to be found.

    `people` are the seats of people. Their touches count as evidence of how they understood the clues.
    """
    by_giver = {
        giver: list(
            _giver_unfound_counts(
                listener,
                table.open_words(giver.other),
                clue_memories(giver, table),
                PARTNER_INTENT_MODEL if giver.other in people else DEFAULT_INTENT_MODEL,
            )
        )
        for giver in Seat
    }
    return tuple(by_giver[turn.giver].pop(0) for turn in table.clues)


# A table is displayed far more often than it changes. The entries of two givers at 2,000 tables take about 12 MB.
@lru_cache(maxsize=4096)
def _giver_unfound_counts(
    listener: "Listener", words: tuple[str, ...], clues: tuple[ClueMemory, ...], intent_model: IntentModel
) -> tuple[int, ...]:
    if not words or not clues:
        return (0,) * len(clues)
    side = assumed_side_prior(TableDescription(words, None, clues))
    belief = infer_clue_meanings(listener, words, side, clues, intent_model)
    return tuple(int(count + 0.5) for count in belief.unfound_counts())
