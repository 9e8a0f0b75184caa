"""The partner of the house, ready to sit down."""

from typing import TYPE_CHECKING

from duo.table.players import AIPlayer

if TYPE_CHECKING:
    from duo.mind.pace import Tally


def partner(lang: str, style: str = "balanced", level: str = "expert", tally: "Tally | None" = None) -> AIPlayer:
    """A partner for words of this language. It loads the model, which takes a moment.

    With a tally of the person's touches in earlier games it follows that person's pace.
    """
    from duo.mind import registry

    return AIPlayer(registry.house_giver(lang, level, style, tally=tally), registry.house_guesser(lang, level))
