"""Rulings on the meaning of clues: of one about to be given, and of those in a record."""

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
    """A clue that broke a rule of meaning, with its turn and the ruling."""

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
    """Judge a clue against the visible words, and strictly against the words that its giver is known to mean.

    Return None if duo does not support the language of the words.
    """
    if lang not in LANGUAGES:
        return None
    return legality.check(clue.word, clue.count, table.visible_words, lang, table.variants, clue.meant)


def unpenalised_violations(game: Game) -> list[ClueViolation]:
    """The clues that broke a rule of meaning without being marked invalid."""
    return [broken for broken in clue_violations(game) if not broken.clue.invalid]


def clue_violations(game: Game) -> Iterator[ClueViolation]:
    """Every clue that broke a rule of meaning, whether or not a token was paid for it."""
    for before, move in zip(game.positions(), game.moves, strict=False):
        if isinstance(move, Clue) and (ruling := judge_clue(before, move, game.lang)) and not ruling.legal:
            yield ClueViolation(len(before.clues) + 1, move, ruling)
