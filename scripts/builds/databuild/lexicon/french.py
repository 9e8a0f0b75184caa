"""The French tables: sounds, families, compounds, and other words such as names and acronyms."""

import re
from collections import defaultdict
from functools import cache

from databuild.downloads import source_file
from databuild.lexicon.frequency import COMMON_WORD_COUNT, zipf
from databuild.lexicon.kinship_fr import MIN_FREQUENCY, closeness, cognate_counts, links
from databuild.lexicon.lexique import SINGLE_WORD, etymologies, lemmas, lexique
from databuild.lexicon.names_en import noun_acronyms
from databuild.readers.wikdict import dictionary, multiword_names, proper_nouns
from duo.core.word import fold
from duo.words.spelling import strip_accents

_MIN_ACRONYM_ZIPF = 2.5  # a rarer acronym does not count as a noun


@cache
def families() -> dict[str, tuple[str, ...]]:
    """Return the families of each spelling.

    A lemma has itself and the words that it derives from. Any other form has its lemmas, each after a `>`.
    """
    bases: dict[str, set[str]] = defaultdict(set)
    for word, base in links():
        bases[word].add(base)
    linked = bases.keys() | {base for several in bases.values() for base in several}
    spellings = {word: entry.lemmas | ({word} & linked) for word, entry in lexique().items()}
    spellings |= {word: {word} for word in linked if word not in spellings}
    found = {}
    for word, own in sorted(spellings.items()):
        names = roots(own & {word}, bases) | {f">{lemma}" for lemma in own - {word}}
        found[word] = tuple(sorted(names))
    return found


def roots(words: set[str], bases: dict[str, set[str]]) -> set[str]:
    """Return these words and what they derive from in at most two steps: nobody hears PORTE in EXPORTATION."""
    found, latest = set(words), set(words)
    for _ in range(2):
        latest = {base for word in latest for base in bases.get(word, ())} - found
        found |= latest
    return found


@cache
def vocabulary() -> set[str]:
    """Return the spellings in the tables: lemmas, and forms that are not rare."""
    return {word for word, entry in lexique().items() if entry.frequency >= MIN_FREQUENCY or word in entry.lemmas}


def sounds() -> dict[str, tuple[str, ...]]:
    """Return the pronunciations of the vocabulary, the most common word first."""
    entries = lexique()
    words = sorted(vocabulary(), key=lambda word: (-entries[word].frequency, word))
    return {word: tuple(entries[word].sounds) for word in words}


def shipped_families() -> dict[str, tuple[str, ...]]:
    """Return the families that are not just the word itself."""
    known = vocabulary()
    return {
        word: names
        for word, names in families().items()
        if names != (word,) and (word in known or word not in lexique())
    }


# First parts of compounds written as one word: verbs with their object, and elements put before whole words.
_COMPOUND_VERBS = set(
    "porte tourne passe garde tire couvre pare essuie chasse casse coupe lave perce pèse prie abat".split()
)
_COMPOUND_ELEMENTS = set(
    "auto para mi bon mal contre entre télé photo micro mini demi haut bas avant arrière mille radio vidéo moto vélo"
    " aéro hydro ciné anti extra super hyper inter trans sous sur maxi multi poly kilo bio éco euro géo hélio psycho"
    " thermo électro gastro agro audio turbo franc mono tri bi omni pluri ultra vice archi néo pseudo semi".split()
)


def _split_compound(word: str) -> tuple[str, ...] | None:
    """Return the parts of a compound written as one word, if its first part and its meaning confirm it."""
    known = lemmas()
    for cut in range(2, len(word) - 2):
        first, second = word[:cut], word[cut:]
        if second not in known or known[second] < 1 or len(second) < 3:
            continue
        if first in _COMPOUND_VERBS and "NOM" in lexique()[second].parts_of_speech:
            return first, second
        near, (kin, both) = closeness(word, second), cognate_counts(word, second)
        if first in _COMPOUND_ELEMENTS and len(second) > 3 and (kin > both / 3 or (near is not None and near > 0.3)):
            return (first, second) if len(first) > 3 else (second,)  # the word TRI is not the TRI of TRIANGLE
    return None


def compound_parts() -> dict[str, tuple[str, ...]]:
    """Return the parts of each compound."""
    parts = {}
    for word in sorted(vocabulary()):
        stems = [stem for stem in etymologies().get(word, ((), False))[0] if stem in lexique()]
        if len(stems) > 1:
            parts[word] = tuple(stems)
        elif word.isalpha() and len(word) > 5 and word in lemmas() and (split := _split_compound(word)):
            parts[word] = split
    return parts


@cache
def _hunspell() -> dict[str, set[str]]:
    """Return the entries of the spelling dictionary, as spelt, with their tags."""
    found: dict[str, set[str]] = defaultdict(set)
    for line in source_file("hunspell-fr-classical", "/fr.dic").read_text("utf-8").splitlines()[1:]:
        entry = re.split(r"[/\s]", line, maxsplit=1)[0]
        found[entry.replace("\u2019", "'")] |= set(re.findall(r"po:(\w+)", line))
    return dict(found)


def is_french(word: str) -> bool:
    """Whether a word, given without accents, is French. Loanwords count."""
    frequency = lemmas().get(word, 0.0)
    if zipf("en").get(word, 0) >= 4.5 and frequency < 8:  # a common English word must be common in French too
        return False
    return frequency >= 8 or not _hunspell().keys().isdisjoint((word, word.replace("oe", "œ")))


def other_words() -> dict[str, tuple[str]]:
    """Return the kind of each word that the other tables lack: word, acronym or name."""
    kinds: dict[str, tuple[str]] = {}
    common = {word for word in _hunspell() if word == word.lower()}
    for entry, tags in sorted(_hunspell().items()):
        if kind := _kind(entry, tags, common):
            word = strip_accents(fold(entry)) if kind == "name" and tags & {"prn", "patr", "npr"} else fold(entry)
            kinds.setdefault(word, (kind,))
    return kinds | _multiword_name_rows(kinds)


def common_words() -> list[str]:
    """Return the most common words, names left out."""
    names = {strip_accents(word) for word, kind in other_words().items() if kind == ("name",)}
    return [word for word in sounds() if word.isalpha() and strip_accents(word) not in names][:COMMON_WORD_COUNT]


def _kind(entry: str, tags: set[str], common: set[str]) -> str | None:
    """Return the kind of an entry of the spelling dictionary, or None if the other tables cover it."""
    word = fold(entry)
    if re.fullmatch(r"[A-Z]{2,6}", entry) and word not in common and "nbro" not in tags:
        if _is_noun_acronym(word):
            return "word"
        return "acronym" if word not in lexique() or lexique()[word].frequency < 10 else None
    if "prn" in tags and lemmas().get(word, 0) < 20:
        return "name"
    if not SINGLE_WORD.fullmatch(word):
        return None
    if entry != entry.lower() and word not in common:
        return "name"
    return "word" if word not in vocabulary() else None


_DICTIONARY_PAIRS = ("fra-deu", "fra-ita", "fra-spa", "fra-fin")


def _is_noun_acronym(acronym: str) -> bool:
    """Whether an acronym is a known common noun.

    No dictionary may mark it as a name, and a dictionary or the English nouns must have it.
    """
    if (
        any(acronym in proper_nouns(pair) for pair in _DICTIONARY_PAIRS)
        or zipf("fr").get(acronym, 0) < _MIN_ACRONYM_ZIPF
    ):
        return False
    return any(acronym in dictionary(pair) for pair in _DICTIONARY_PAIRS) or acronym in noun_acronyms()


def _multiword_name_rows(single: dict[str, tuple[str]]) -> dict[str, tuple[str]]:
    """Return the names of several words of which no word is a name by itself."""
    known = {strip_accents(name) for pair in _DICTIONARY_PAIRS for name in multiword_names(pair)}
    spelt = [name for name in sorted(known) if re.fullmatch(r"[a-z' -]+", name)]
    return {
        name: ("name",) for name in spelt if not any(single.get(part) == ("name",) for part in re.split("[ '-]", name))
    }
