"""Judge clues by the clue rules: a clue about to be given, or every clue of a record.

The clue rules are the rulebook's rules on which words may be a clue. `duo.words.legality` implements them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from duo.core.game import Game
from duo.core.moves import Clue
from duo.core.public import PublicState
from duo.text import LANGUAGES
from duo.words import legality
from duo.words.legality import Ruling


@dataclass(frozen=True, slots=True)
class ClueViolation:
    """A clue that broke a clue rule, the number of its turn, and the ruling that names the rule."""

    turn: int
    clue: Clue
    ruling: Ruling

    def to_json(self) -> dict[str, Any]:
        """The violation in the format of `duo replay --json` and of lab runs."""
        return {
            "turn": self.turn,
            "seat": self.clue.seat,
            "clue": self.clue.word,
            "count": self.clue.count,
            "rule": self.ruling.rule,
            "word": self.ruling.word,
        }


def judge_clue(table: PublicState, clue: Clue, lang: str) -> Ruling | None:
    """Judge a clue by the clue rules against the visible words of the table.

    The words that the giver is known to mean are judged more strictly. Returns None if duo does not support `lang`.
    """
    if lang not in LANGUAGES:
        return None
    return legality.check(clue.word, clue.count, table.visible_words, lang, table.variants, clue.meant)


def unpenalised_violations(game: Game) -> list[ClueViolation]:
    """Return the clues that broke a clue rule and were not marked invalid, so that no token was paid."""
    return [broken for broken in clue_violations(game) if not broken.clue.invalid]


def clue_violations(game: Game) -> Iterator[ClueViolation]:
    """Yield every clue that broke a clue rule, whether or not a token was paid for it."""
    for before, move in zip(game.positions(), game.moves, strict=False):
        if isinstance(move, Clue) and (ruling := judge_clue(before, move, game.lang)) and not ruling.legal:
            yield ClueViolation(len(before.clues) + 1, move, ruling)
