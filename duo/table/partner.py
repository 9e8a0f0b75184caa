"""The AI partner as a player."""

from typing import TYPE_CHECKING

from duo.table.players import AIPlayer

if TYPE_CHECKING:
    from duo.mind.hit_rates import TouchTally


def partner(lang: str, style: str = "balanced", level: str = "expert", tally: "TouchTally | None" = None) -> AIPlayer:
    """An AI partner for words of this language. Loading its model takes a moment.

    Given a tally of the person's touches in earlier games, the partner adapts to that person's pace.
    """
    from duo.mind import registry

    return AIPlayer(registry.ai_giver(lang, level, style, tally=tally), registry.ai_guesser(lang, level))
