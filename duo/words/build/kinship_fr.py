"""Which French words are made from which, by spelling and by evidence: etymologies, translations, word vectors."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache

from duo.words.build import closeness as vectors
from duo.words.build.lexique import etymologies, lemmas, lexique
from duo.words.build.stems_fr import CHANGED_STEMS
from duo.words.build.wikdict import dictionary
from duo.words.lang import fr
from duo.words.spelling import bare

RARE = 0.1  # a million words


def closeness(one: str, other: str) -> float | None:
    return vectors.closeness(one, other, vectors.french())


def agreement(one: str, other: str) -> tuple[int, int]:
    """In how many languages the translations of two words are kin too, and in how many both have translations."""
    kin = both = 0
    for pair in ("fra-deu", "fra-ita", "fra-spa"):
        ones, others = _plain(pair).get(one, ()), _plain(pair).get(other, ())
        both += bool(ones and others)
        kin += any(_look_akin(a, b) for a in ones for b in others)
    return kin, both


@cache
def _plain(pair: str) -> dict[str, list[str]]:
    return {word: [bare(meaning) for meaning in meanings] for word, meanings in dictionary(pair).items()}


def _look_akin(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    if len(short) < 4:
        return False
    shared = next((i for i, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    return short in long or (shared >= 4 and shared >= len(short) - 2)


_SOFT = str.maketrans("éèêëç", "eeeec")


def _stem(word: str) -> str:
    """A stem as derivation leaves it: é, è and ê alike, hard and soft spelling alike."""
    plain = word.translate(_SOFT).replace("qu", "c").replace("gu", "g")
    return plain[:-1] + {"v": "f"}.get(plain[-1:], plain[-1:])


def _stems(word: str) -> set[str]:
    """The stem, and without the doubling that some suffixes bring: poissonnier from poisson."""
    stem = _stem(word)
    return {stem, stem[:-1]} if len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] in "nlt" else {stem}


@cache
def _by_stem() -> dict[str, set[str]]:
    found = defaultdict(set)
    for lemma in lemmas():
        if not lemma.isalpha() or len(lemma) < 2:
            continue
        found[_stem(lemma)].add(lemma)
        endings = ("e",) if "VER" not in lexique()[lemma].poses else ("e", "er", "ir", "re", "oir")
        for ending in endings:
            if lemma.endswith(ending) and len(lemma) - len(ending) > 1:
                found[_stem(lemma.removesuffix(ending))].add(lemma)
    return found


_OF_VERBS = {"é", "ée", "ant", "ante", "age", "ement", "ation", "ition", "tion", "ion", "able", "ible", "ure", "oir"}
_OF_VERBS |= {"oire", "eur", "euse", "rice", "ateur", "atrice", "iteur", "ance", "ence", "ment", "ade", "aille", "u"}
_OF_NOUNS = set(fr.SUFFIXES) - {"tion", "ation", "ition", "oir", "oire", "ateur", "atrice", "iteur", "able", "ible"}
_OF_NOUNS -= {"ance", "ence", "ant", "ante", "ion"}
_WEAK = {
    "on",
    "ot",
    "in",
    "ine",
    "eau",
    "at",
    "et",
    "ard",
    "u",
    "al",
    "el",
    "elle",
    "ain",
    "aine",
    "ois",
    "ise",
    "ade",
    "ale",
}


def _candidates(word: str) -> Iterator[tuple[str, str]]:
    """Bases that the word may be made from, each with the suffix."""
    for suffix in fr.SUFFIXES:
        if not word.endswith(suffix) or len(word) - len(suffix) < 2:
            continue
        bases = {base for stem in _stems(word.removesuffix(suffix)) for base in _by_stem().get(stem, ())}
        for base in sorted(bases):
            verb = "VER" in lexique()[base].poses
            if base != word and (
                (verb and suffix in _OF_VERBS) or (suffix in _OF_NOUNS and lexique()[base].poses - {"VER"})
            ):
                yield base, suffix


def _made_from(word: str, base: str, suffix: str) -> bool:
    """Whether the evidence speaks for kinship."""
    near, (kin, both) = closeness(word, base), agreement(word, base)
    length = len(word) - len(suffix)
    if suffix in ("ment", "ement") and "ADV" in lexique()[word].poses and "ADJ" in lexique()[base].poses:
        return True
    if length < 3:
        return kin >= 2
    if "VER" in lexique()[base].poses and suffix in _OF_VERBS:
        return kin > both / 3 or (both == 0 and length > 3) or (near is not None and near > 0.3)
    if suffix in _WEAK and kin < 2 and (near or 0) < 0.3 and not (kin and near is None and length > 4):
        return False
    if kin:
        return kin > both / 3 and (length > 3 or kin > 1) and (near is None or near > 0.1 or kin == both > 1)
    return (near is not None and near > 0.5) or (both == 0 and near is None and length > 4)


def _prefixed(word: str) -> Iterator[str]:
    for prefix in fr.PREFIXES:
        rest = word.removeprefix(prefix)
        if rest == word or len(rest) < 4:
            continue
        rests = {rest, rest[1:] if rest[0] == rest[1] else rest}
        for tail in rests:
            if tail in lemmas():
                yield tail
            elif "VER" in lexique()[word].poses or word.endswith(("é", "ement", "age", "ation")):
                yield from (base for base, _ in _candidates_of_tail(tail))


def _candidates_of_tail(tail: str) -> Iterator[tuple[str, str]]:
    for suffix in ("er", "ir", "é", "ement", "age", "ation", "eur", "iller", "iser", "onner"):
        if tail.endswith(suffix) and len(tail) - len(suffix) > 2:
            bases = {base for stem in _stems(tail.removesuffix(suffix)) for base in _by_stem().get(stem, ())}
            yield from ((base, suffix) for base in sorted(bases))


def links() -> Iterator[tuple[str, str]]:
    """Words with the words they are made from."""
    frequencies = lemmas()
    for word, (stems, affixed) in etymologies().items():
        if len(stems) == 1 and affixed and word in frequencies and stems[0] in frequencies:
            yield word, stems[0]
    for word in sorted(frequencies):
        if word.isalpha() and len(word) > 3:
            yield from ((word, base) for base in _bases(word))
    for line in CHANGED_STEMS:
        first, *rest = line.split()
        yield from ((other, first) for other in rest)


def _bases(word: str) -> Iterator[str]:
    frequencies = lemmas()
    for base, suffix in _candidates(word):
        if frequencies[base] >= RARE and _made_from(word, base, suffix):
            yield base
    for base in _prefixed(word):
        near, (kin, both) = closeness(word, base), agreement(word, base)
        if kin > both / 3 or (near is not None and near > 0.45):
            yield base
    if word.endswith("x") and len(word) > 4 and word[:-1] in frequencies:
        yield word[:-1]
