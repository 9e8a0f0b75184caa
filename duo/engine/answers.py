"""Rankings, clues and rulings as JSON, for the engine, `duo clue --json` and `duo guess --json`."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from duo.mind.giver.giver import Suggestion
    from duo.mind.guesser.explanation import WordEstimate
    from duo.words.legality import Ruling

Answer = dict[str, Any]
_PROBABILITY_DECIMALS = 5


def ranking_json(ranking: "Sequence[WordEstimate]", touches: int) -> Answer:
    return {
        "ranking": [{"word": estimate.word, "p": round(estimate.p, _PROBABILITY_DECIMALS)} for estimate in ranking],
        "stop_after": touches,
        "why": [
            {"word": estimate.word, "clue": estimate.clue, "share": round(estimate.share, _PROBABILITY_DECIMALS)}
            for estimate in ranking
            if estimate.clue is not None
        ],
    }


def clues_json(clues: "Sequence[Suggestion]") -> Answer:
    return {"clues": [_clue_json(clue) for clue in clues]}


def ruling_json(ruling: "Ruling") -> Answer:
    return ruling.to_json()


def _clue_json(clue: "Suggestion") -> Answer:
    return {
        "word": clue.word,
        "count": clue.count,
        "targets": list(clue.targets),
        "p_all": round(clue.p_all, _PROBABILITY_DECIMALS),
        "expected": round(clue.expected, _PROBABILITY_DECIMALS),
        "risk": {"black": round(clue.black, _PROBABILITY_DECIMALS), "tan": round(clue.tan, _PROBABILITY_DECIMALS)},
        "why": clue.why,
    }
