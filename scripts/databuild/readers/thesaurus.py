"""Reads the French thesaurus of the office suites: for each word its meanings, each a few words that share it."""

from pathlib import Path

from databuild.models.relations import Pairs, Rows
from duo.core.word import fold


def read_thesaurus(mythes: Path) -> dict[str, list[list[str]]]:
    """Each word's meanings as lists of synonyms."""
    lines = iter((mythes / "usr" / "share" / "mythes" / "thes_fr.dat").read_text("utf-8").splitlines()[1:])
    meanings: dict[str, list[list[str]]] = {}
    for line in lines:
        word, _, count = line.rpartition("|")
        found = [next(lines).split("|")[1:] for _ in range(int(count))]
        meanings[fold(word)] = [[fold(synonym.partition("(")[0]) for synonym in meaning] for meaning in found]
    return meanings


def synonyms(thesaurus: dict[str, list[list[str]]], rows: Rows) -> Pairs:
    """Words that share a meaning: 1 for a synonym that is listed both ways, less for one way."""
    pairs: Pairs = {}
    for word, meanings in thesaurus.items():
        row = rows.get(word)
        if row is None:
            continue
        for other in {found for meaning in meanings for found in rows.all(meaning)} - {row}:
            key = (min(row, other), max(row, other))
            pairs[key] = 1.0 if key in pairs else 0.6
    return pairs
