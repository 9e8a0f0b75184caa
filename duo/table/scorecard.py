"""Text for the figures of a game: their labels, the result and the rating."""

from duo.core.mission import STANDARD, Mission
from duo.core.scoring import Rating, rating
from duo.table.share import RESULT_LABELS
from duo.text import N_, _

FIGURE_LABELS = {
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
_RATING_SENTENCES = {
    Rating.WON: N_("A win is a win."),
    Rating.GOOD: N_("A good score!"),
    Rating.INCREDIBLE: N_("An incredible score!"),
    Rating.MISSION_MAP: N_("Beyond incredible: you must go and play the mission map."),
}


_TIMES, _MINUS = "\N{MULTIPLICATION SIGN}", "\N{MINUS SIGN}"


def format_figure(name: str, value: str | int | bool | None) -> str:
    """A figure of `duo.core.scoring.figures` as text for people."""
    if name == "result":
        return _(RESULT_LABELS[value])  # type: ignore[index]
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return "-" if value is None else str(value)


def describe_rating(points: int, mission: Mission = STANDARD) -> str:
    """Return the rulebook's sentence for a score.

    The best sentence suggests the mission map. For a mission with other than the standard numbers, it does not.
    """
    found = rating(points)
    on_the_map = (mission.tokens, mission.mistakes) != (STANDARD.tokens, STANDARD.mistakes)
    return _("Beyond incredible!") if found is Rating.MISSION_MAP and on_the_map else _(_RATING_SENTENCES[found])


def format_score_sum(tokens_left: int, checks: int, *, sudden_death: bool) -> str:
    """The sum behind a score: 3 points for each token, 1 for each checkmark, 1 less for sudden death."""
    less = f" {_MINUS} 1" if sudden_death else ""
    return f"3 {_TIMES} {tokens_left} + {checks}{less}"
