"""How many of the words that each clue announced are still to be found."""

from collections.abc import Collection

from duo.core.game import Game
from duo.core.key import Seat
from duo.core.public import Phase, PublicState
from duo.core.refusal import Refusal
from duo.table.dealing import seat_holders
from duo.text import LANGUAGES


def unfound_counts_in_game(game: Game, table: PublicState) -> tuple[int, ...]:
    """Return `unfound_counts` for a state or view of this game. Language and people come from its headers."""
    return unfound_counts(table, game.lang, [seat for seat, holder in seat_holders(game).items() if holder.is_person])


def unfound_counts(table: PublicState, lang: str, people: Collection[Seat] = tuple(Seat)) -> tuple[int, ...]:
    """Return, for each clue, how many of its words are still to be found.

    Words are counted if the viewer knows which words the clue means. Otherwise a model infers the number from all
    touches. Without a model for the language, the number is that of `unfound_counts_by_turn`.
    """
    begun = len(table.clues) - (table.phase is Phase.GUESS)
    inferred = (
        _inferred_counts(table, lang, people) if begun else unfound_counts_by_turn(table)
    )  # the first turn needs no model
    found = {table.words[place] for place in range(len(table.words)) if table.marks.agents >> place & 1}
    return tuple(
        sum(word not in found for word in turn.clue.meant) if turn.clue.meant else unfound
        for turn, unfound in zip(table.clues, inferred, strict=True)
    )


def unfound_counts_by_turn(table: PublicState) -> tuple[int, ...]:
    """Return, for each clue, its number less the agents found in its own turn, at most the agents left."""
    return tuple(table.unfound_count(turn) for turn in table.clues)


def _inferred_counts(table: PublicState, lang: str, people: Collection[Seat]) -> tuple[int, ...]:
    from duo.mind import registry
    from duo.mind.guesser import unfound

    if lang not in LANGUAGES:
        return unfound_counts_by_turn(table)
    try:
        inferred = unfound.unfound_counts(registry.listener(lang), table, people)
        return tuple(
            0 if turn.giver in table.finished else unfound for turn, unfound in zip(table.clues, inferred, strict=True)
        )
    except Refusal:  # a damaged model is reported where it is needed
        return unfound_counts_by_turn(table)
