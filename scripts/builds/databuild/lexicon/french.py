"""French: the tables of sounds, families, parts, names and acronyms."""

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

_MIN_ACRONYM_ZIPF = 2.5  # on the scale of Zipf: an acronym that hardly anybody knows has not become a word


@cache
def families() -> dict[str, tuple[str, ...]]:
    """Each lemma with itself and all that it is made from; other forms with `>` and their lemmas."""
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
    """These words and what they are made from, in two steps: no one hears PORTE in EXPORTATION."""
    found, fresh = set(words), set(words)
    for _ in range(2):
        fresh = {base for word in fresh for base in bases.get(word, ())} - found
        found |= fresh
    return found


@cache
def vocabulary() -> set[str]:
    """The spellings that the tables speak of: lemmas, and forms that are not rare."""
    return {word for word, entry in lexique().items() if entry.frequency >= MIN_FREQUENCY or word in entry.lemmas}


def sounds() -> dict[str, tuple[str, ...]]:
    """The sounds of the vocabulary, the most common word first."""
    entries = lexique()
    words = sorted(vocabulary(), key=lambda word: (-entries[word].frequency, word))
    return {word: tuple(entries[word].sounds) for word in words}


def shipped_families() -> dict[str, tuple[str, ...]]:
    known = vocabulary()
    return {
        word: names
        for word, names in families().items()
        if names != (word,) and (word in known or word not in lexique())
    }


# What opens a closed compound: verbs that govern what follows, and elements that are joined to whole words.
_COMPOUND_VERBS = set(
    "porte tourne passe garde tire couvre pare essuie chasse casse coupe lave perce pèse prie abat".split()
)
_COMPOUND_ELEMENTS = set(
    "auto para mi bon mal contre entre télé photo micro mini demi haut bas avant arrière mille radio vidéo moto vélo"
    " aéro hydro ciné anti extra super hyper inter trans sous sur maxi multi poly kilo bio éco euro géo hélio psycho"
    " thermo électro gastro agro audio turbo franc mono tri bi omni pluri ultra vice archi néo pseudo semi".split()
)


def _split_compound(word: str) -> tuple[str, ...] | None:
    """The two words that a closed compound is made of, where its opening and its meaning speak for it."""
    known = lemmas()
    for cut in range(2, len(word) - 2):
        first, second = word[:cut], word[cut:]
        if second not in known or known[second] < 1 or len(second) < 3:
            continue
        if first in _COMPOUND_VERBS and "NOM" in lexique()[second].parts_of_speech:
            return first, second
        near, (kin, both) = closeness(word, second), cognate_counts(word, second)
        if first in _COMPOUND_ELEMENTS and len(second) > 3 and (kin > both / 3 or (near is not None and near > 0.3)):
            return (first, second) if len(first) > 3 else (second,)  # TRI is a word too, but not the one in TRIANGLE
    return None


def compound_parts() -> dict[str, tuple[str, ...]]:
    """The words that each compound is made of."""
    found = {}
    for word in sorted(vocabulary()):
        stems = [stem for stem in etymologies().get(word, ((), False))[0] if stem in lexique()]
        if len(stems) > 1:
            found[word] = tuple(stems)
        elif word.isalpha() and len(word) > 5 and word in lemmas() and (seam := _split_compound(word)):
            found[word] = seam
    return found


@cache
def _hunspell() -> dict[str, set[str]]:
    """Entries of the spelling dictionary as they are written, with their tags."""
    found: dict[str, set[str]] = defaultdict(set)
    for line in source_file("hunspell-fr-classical", "/fr.dic").read_text("utf-8").splitlines()[1:]:
        written = re.split(r"[/\s]", line, maxsplit=1)[0]
        found[written.replace("\u2019", "'")] |= set(re.findall(r"po:(\w+)", line))
    return dict(found)


def is_french(word: str) -> bool:
    """Whether a word that is spelt without accents is French, borrowed or not."""
    frequency = lemmas().get(word, 0.0)
    if zipf("en").get(word, 0) >= 4.5 and frequency < 8:  # such a word must be common in French too
        return False
    return frequency >= 8 or not _hunspell().keys().isdisjoint((word, word.replace("oe", "œ")))


def other_words() -> dict[str, tuple[str]]:
    """Words that the other tables lack, acronyms, and names."""
    found: dict[str, tuple[str]] = {}
    common = {word for word in _hunspell() if word == word.lower()}
    for written, tags in sorted(_hunspell().items()):
        if kind := _kind(written, tags, common):
            word = strip_accents(fold(written)) if kind == "name" and tags & {"prn", "patr", "npr"} else fold(written)
            found.setdefault(word, (kind,))
    return found | _multiword_name_rows(found)


def common_words() -> list[str]:
    """The most common words of the language, names left out."""
    names = {strip_accents(word) for word, kind in other_words().items() if kind == ("name",)}
    return [word for word in sounds() if word.isalpha() and strip_accents(word) not in names][:COMMON_WORD_COUNT]


def _kind(written: str, tags: set[str], common: set[str]) -> str | None:
    """What an entry of the spelling dictionary is, beside the words that Lexique has."""
    word = fold(written)
    if re.fullmatch(r"[A-Z]{2,6}", written) and word not in common and "nbro" not in tags:
        if _is_noun_acronym(word):
            return "word"
        return "acronym" if word not in lexique() or lexique()[word].frequency < 10 else None
    if "prn" in tags and lemmas().get(word, 0) < 20:
        return "name"
    if not SINGLE_WORD.fullmatch(word):
        return None
    if written != written.lower() and word not in common:
        return "name"
    return "word" if word not in vocabulary() else None


_DICTIONARY_PAIRS = ("fra-deu", "fra-ita", "fra-spa", "fra-fin")


def _is_noun_acronym(acronym: str) -> bool:
    """Whether an acronym is a common noun: a dictionary has it and none marks it as a name, or English has it too."""
    if (
        any(acronym in proper_nouns(pair) for pair in _DICTIONARY_PAIRS)
        or zipf("fr").get(acronym, 0) < _MIN_ACRONYM_ZIPF
    ):
        return False
    return any(acronym in dictionary(pair) for pair in _DICTIONARY_PAIRS) or acronym in noun_acronyms()


def _multiword_name_rows(single: dict[str, tuple[str]]) -> dict[str, tuple[str]]:
    """Names of several words, where no word of theirs is known as a name already."""
    known = {strip_accents(name) for pair in _DICTIONARY_PAIRS for name in multiword_names(pair)}
    letters = [name for name in sorted(known) if re.fullmatch(r"[a-z' -]+", name)]
    return {
        name: ("name",) for name in letters if not any(single.get(run) == ("name",) for run in re.split("[ '-]", name))
    }
