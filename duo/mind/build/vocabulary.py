"""The words of a model, in the order in which they stand in its files."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Clue candidates first, the most familiar leading; then every other word that the model knows."""

    words: tuple[str, ...]
    candidates: int
    familiarity: tuple[float, ...]  # from 0, a word that many do not know, to 1, one that all use every day
    bases: tuple[str, ...]  # for an inflected form the word whose senses and links it shares, else itself


def familiarity(zipf: float) -> float:
    """From wordfreq's Zipf scale, the logarithm of how often a word is met, to how well people know it."""
    return min(1.0, max(0.0, (zipf - 2.0) / 3.0))
