"""Writes the tables of the lexicon. The same rows give the same bytes."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from duo.words.sorted_tsv import sort_key


def write_table(path: Path, rows: Mapping[str, Iterable[str]]) -> None:
    """Write one row per line (word, tab, values), in the order that lookups rely on."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = (f"{word}\t{' '.join(rows[word])}\n" for word in sorted(rows, key=sort_key))
    path.write_text("".join(lines), encoding="utf-8", newline="\n")


def write_list(path: Path, words: Iterable[str]) -> None:
    """Write one word per line, in the order given."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{word}\n" for word in words), encoding="utf-8", newline="\n")
