"""Familiarity of words, and the words of the boards."""

from pathlib import Path

from duo.core.word import fold


def familiarity(zipf: float) -> float:
    """Convert a frequency on the Zipf scale to how well people know a word, from 0 to 1."""
    return min(1.0, max(0.0, (zipf - 2.0) / 3.0))


def board_words(wordlist: Path) -> list[str]:
    """Read the folded words of a shipped list."""
    return [fold(line) for line in wordlist.read_text("utf-8").splitlines() if line.strip()]
