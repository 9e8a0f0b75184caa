"""How well people know a word, and which words the boards have."""

from pathlib import Path

from duo.core.word import fold


def familiarity(zipf: float) -> float:
    """From wordfreq's Zipf scale, the logarithm of how often a word is met, to how well people know it."""
    return min(1.0, max(0.0, (zipf - 2.0) / 3.0))


def board_words(wordlist: Path) -> list[str]:
    """The words of a shipped list, as the models write them."""
    return [fold(line) for line in wordlist.read_text("utf-8").splitlines() if line.strip()]
