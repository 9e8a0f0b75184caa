"""The partner of the house, ready to sit down."""

from duo.table.players import AIPlayer


def partner(lang: str, style: str = "balanced", level: str = "expert") -> AIPlayer:
    """A partner for words of this language. It loads the model, which takes a moment."""
    from duo.mind import registry

    return AIPlayer(registry.house_giver(lang, level, style), registry.house_guesser(lang, level))
