"""What is said of a game's figures: their names, the result, the rating."""

from duo.core.scoring import Rating, rating
from duo.table.share import RESULTS
from duo.text import N_, _

FIGURES = {
    "result": N_("Result"),
    "turns": N_("Turns"),
    "tokens_left": N_("Tokens left"),
    "checks": N_("Checkmarks"),
    "bystanders": N_("Bystanders"),
    "discarded": N_("Discarded"),
    "sudden_death": N_("Sudden death"),
    "found": N_("Agents found"),
    "score": N_("Score"),
}
_RATINGS = {
    Rating.WON: N_("A win is a win."),
    Rating.GOOD: N_("A good score!"),
    Rating.INCREDIBLE: N_("An incredible score!"),
    Rating.MISSION_MAP: N_("Beyond incredible: you must go and play the mission map."),
}


def shown(name: str, value: str | int | bool | None) -> str:
    """A figure as a person reads it."""
    if name == "result":
        return _(RESULTS[value])  # type: ignore[index]
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return "-" if value is None else str(value)


def rated(points: int) -> str:
    """What the rulebook says of a score."""
    return _(_RATINGS[rating(points)])
