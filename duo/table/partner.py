"""The partner of the house, ready to sit down."""

from typing import TYPE_CHECKING

from duo.table.players import AIPlayer

if TYPE_CHECKING:
    from duo.mind.pace import TouchTally


def partner(lang: str, style: str = "balanced", level: str = "expert", tally: "TouchTally | None" = None) -> AIPlayer:
    """A partner for words of this language. It loads the model, which takes a moment.

    With a tally of the person's touches in earlier games it follows that person's pace.
    """
    from duo.mind import registry

    return AIPlayer(registry.ai_giver(lang, level, style, tally=tally), registry.ai_guesser(lang, level))
