"""The JSON form of what the mind says; `duo clue --json` and `duo guess --json` print the same."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from duo.mind.giver import Suggestion
    from duo.mind.guesser import Ranked
    from duo.words.legality import Ruling

Answer = dict[str, Any]
_DIGITS = 5


def ranking_json(ranking: "Sequence[Ranked]", touches: int) -> Answer:
    return {
        "ranking": [{"word": ranked.word, "p": round(ranked.p, _DIGITS)} for ranked in ranking],
        "stop_after": touches,
    }


def clues_json(clues: "Sequence[Suggestion]") -> Answer:
    return {"clues": [_clue_json(clue) for clue in clues]}


def ruling_json(ruling: "Ruling") -> Answer:
    return asdict(ruling)


def _clue_json(clue: "Suggestion") -> Answer:
    return {
        "word": clue.word,
        "count": clue.count,
        "targets": list(clue.targets),
        "p_all": round(clue.p_all, _DIGITS),
        "expected": round(clue.expected, _DIGITS),
        "risk": {"black": round(clue.black, _DIGITS), "tan": round(clue.tan, _DIGITS)},
        "why": clue.why,
    }
