"""Reads Lexique, and what the Etymological Wordnet says of French words."""

import csv
import io
import json
import re
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache

from databuild.lexicon.sources import member
from duo.core.word import fold

_MISPRINTS = {"mars-05": "maR5"}  # a spreadsheet took this sound for a date
SINGLE = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")


@dataclass(slots=True)
class Entry:
    """What Lexique says of one spelling."""

    sounds: dict[str, None] = field(default_factory=dict)
    lemmas: set[str] = field(default_factory=set)
    poses: set[str] = field(default_factory=set)
    frequency: float = 0.0


@cache
def lexique() -> dict[str, Entry]:
    """Every spelling of one word, with its sounds, lemmas, parts of speech and frequency in a million words."""
    rows: dict[str, list[dict[str, str]]] = defaultdict(list)
    text = member("lexique", "/Lexique383.txt").decode("cp1252")
    for row in csv.DictReader(io.StringIO(text), delimiter="\t"):
        if SINGLE.fullmatch(word := fold(row["1_ortho"])):
            rows[word].append(row)
    return {word: _entry(word, same) for word, same in rows.items()}


def _entry(word: str, rows: list[dict[str, str]]) -> Entry:
    total = sum(map(_frequency, rows))
    nouns = [row for row in rows if fold(row["3_lemme"]) == word and row["4_cgram"][:3] in {"NOM", "ADJ"}]
    named = sum(map(_frequency, nouns)) >= 1
    entry = Entry(frequency=total)
    if any(fold(row["3_lemme"]) == word for row in rows):  # beside that, a rare lemma is a slip: passer of prendre
        rows = [row for row in rows if fold(row["3_lemme"]) == word or _frequency(row) >= total / 50]
    for row in rows:
        entry.poses.add(row["4_cgram"][:3])
        if not named or row["4_cgram"][:3] != "VER" or _is_participle(row, total) or fold(row["3_lemme"]) == word:
            entry.lemmas.add(fold(row["3_lemme"]))
            entry.sounds[_MISPRINTS.get(row["2_phon"], row["2_phon"])] = None
    return entry


def _is_participle(row: dict[str, str], total: float) -> bool:
    """Whether a noun is felt as a participle too: MISE of mettre. VIS, a screw, is not felt as a form of vivre."""
    return "par:" in row["11_infover"] and _frequency(row) >= total / 10


def _frequency(row: dict[str, str]) -> float:
    return float(row["9_freqfilms2"].replace(",", ".")) + float(row["10_freqlivres"].replace(",", "."))


@cache
def lemmas() -> dict[str, float]:
    """Every lemma with its frequency, that of its forms added up."""
    found: dict[str, float] = defaultdict(float)
    for entry in lexique().values():
        for lemma in entry.lemmas:
            found[lemma] += entry.frequency
    return {lemma: frequency for lemma, frequency in found.items() if lemma in lexique()}


@cache
def etymologies() -> dict[str, tuple[list[str], bool]]:
    """Words with the French stems they are made of, and whether an affix was used."""
    found = {}
    for word, origins in json.loads(member("ety", "/etymologies.json"))["fra"].items():
        forms = [fold(form) for origin in origins for form, lang in origin.items() if lang == "fra"]
        stems = [form for form in forms if "-" not in (form[0], form[-1])]
        found[fold(word)] = (stems, len(stems) < len(forms))
    return found
