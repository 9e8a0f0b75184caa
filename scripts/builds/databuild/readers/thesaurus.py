"""Reads the French thesaurus of LibreOffice: the synonyms of each meaning of a word."""

from pathlib import Path

from duo.core.word import fold


def read_thesaurus(mythes: Path) -> dict[str, list[list[str]]]:
    """Return each word's meanings, each a list of synonyms."""
    lines = iter((mythes / "usr" / "share" / "mythes" / "thes_fr.dat").read_text("utf-8").splitlines()[1:])
    meanings: dict[str, list[list[str]]] = {}
    for line in lines:
        word, _, count = line.rpartition("|")
        entries = [next(lines).split("|")[1:] for _ in range(int(count))]
        meanings[fold(word)] = [[fold(synonym.partition("(")[0]) for synonym in meaning] for meaning in entries]
    return meanings
