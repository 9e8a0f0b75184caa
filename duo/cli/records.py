"""What is said of a recorded game: reading it, its figures, its rating."""

from duo.core.game import Game
from duo.core.record import LONGEST_RECORD, read
from duo.core.refusal import Refusal
from duo.core.scoring import Rating, rating
from duo.reading import read_text
from duo.table.share import RESULTS
from duo.text import mark, say

FIGURES = {
    "result": mark("Result"),
    "turns": mark("Turns"),
    "tokens_left": mark("Tokens left"),
    "checks": mark("Checkmarks"),
    "bystanders": mark("Bystanders"),
    "discarded": mark("Discarded"),
    "sudden_death": mark("Sudden death"),
    "found": mark("Agents found"),
    "score": mark("Score"),
}
_RATINGS = {
    Rating.WON: mark("A win is a win."),
    Rating.GOOD: mark("A good score!"),
    Rating.INCREDIBLE: mark("An incredible score!"),
    Rating.MISSION_MAP: mark("Beyond incredible: you must go and play the mission map."),
}


def read_record(source: str) -> Game:
    """The game in this file; a refusal names the file."""
    try:
        return read(read_text(source, LONGEST_RECORD))
    except Refusal as problem:
        raise Refusal("{source}: {problem}", source=source, problem=problem) from problem


def shown(name: str, value: str | int | bool | None) -> str:
    """A figure as a person reads it."""
    if name == "result":
        return say(RESULTS[value])  # type: ignore[index]
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    return "-" if value is None else str(value)


def rated(points: int) -> str:
    """What the rulebook says of a score."""
    return say(_RATINGS[rating(points)])
