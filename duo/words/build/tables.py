"""Writes the tables of the lexicon, the same bytes from the same sources."""

from collections.abc import Iterable, Mapping
from pathlib import Path


def write(path: Path, rows: Mapping[str, Iterable[str]]) -> None:
    """One row a line: the word, a tab, its values."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = (f"{word}\t{' '.join(values)}\n" for word, values in rows.items())
    path.write_text("".join(lines), encoding="utf-8", newline="\n")
