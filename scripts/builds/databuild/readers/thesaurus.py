"""Reads the French thesaurus of the office suites: for each word its meanings, each a few words that share it."""

from pathlib import Path

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
