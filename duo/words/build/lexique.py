"""Reads Lexique, and what the Etymological Wordnet says of French words."""

import csv
import io
import json
import re
from collections import defaultdict
from functools import cache

from duo.core.word import fold
from duo.words.build.sources import member

_MISPRINTS = {"mars-05": "maR5"}  # a spreadsheet took this sound for a date
SINGLE = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")


class Entry:
    """What Lexique says of one spelling."""

    __slots__ = ("frequency", "lemmas", "poses", "sounds")

    def __init__(self) -> None:
        self.sounds: dict[str, None] = {}
        self.lemmas: set[str] = set()
        self.poses: set[str] = set()
        self.frequency = 0.0


@cache
def lexique() -> dict[str, Entry]:
    """Every spelling of one word, with its sounds, lemmas, parts of speech and frequency in a million words."""
    found: dict[str, Entry] = defaultdict(Entry)
    text = member("lexique", "/Lexique383.txt").decode("cp1252")
    for row in csv.DictReader(io.StringIO(text), delimiter="\t"):
        word, lemma = fold(row["1_ortho"]), fold(row["3_lemme"])
        if not SINGLE.fullmatch(word):
            continue
        entry = found[word]
        entry.sounds[_MISPRINTS.get(row["2_phon"], row["2_phon"])] = None
        entry.lemmas.add(lemma)
        entry.poses.add(row["4_cgram"][:3])
        entry.frequency += float(row["9_freqfilms2"].replace(",", ".")) + float(row["10_freqlivres"].replace(",", "."))
    return dict(found)


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
