"""The words of a model, in the order in which they stand in its files."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from duo.core.word import fold


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Clue candidates first, the most familiar leading; then every other word that the model knows.

    Inflected forms are known too but carry nothing of their own: each stands for its base form.
    """

    words: tuple[str, ...]
    candidates: int
    familiarity: tuple[float, ...]  # from 0, a word that many do not know, to 1, one that all use every day
    forms: Mapping[str, str]


def familiarity(zipf: float) -> float:
    """From wordfreq's Zipf scale, the logarithm of how often a word is met, to how well people know it."""
    return min(1.0, max(0.0, (zipf - 2.0) / 3.0))


def board_words(wordlist: Path) -> list[str]:
    """The words of a shipped list, as the models write them."""
    return [fold(line) for line in wordlist.read_text("utf-8").splitlines() if line.strip()]
