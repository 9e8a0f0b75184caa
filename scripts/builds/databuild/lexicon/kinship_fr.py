"""Which French words are made from which, by spelling and by evidence: etymologies, translations, word vectors."""

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache

from databuild.lexicon import closeness as vectors
from databuild.lexicon import learned_fr
from databuild.lexicon.bridges import french_to_english
from databuild.lexicon.learned_fr import old_spelling
from databuild.lexicon.lexique import etymologies, lemmas, lexique
from databuild.readers.wikdict import dictionary, single_word_names
from duo.words.lang import fr
from duo.words.spelling import strip_accents

MIN_FREQUENCY = 0.1  # a million words


def closeness(one: str, other: str) -> float | None:
    return vectors.cosine(one, other, vectors.french_vectors())


@cache
def best_closeness(one: str, other: str) -> float | None:
    """How near in meaning two words are, by French vectors or by those of their English translations."""
    words = french_to_english()
    over = [vectors.cosine(a, b, vectors.english_vectors()) for a in words.get(one, ()) for b in words.get(other, ())]
    return max((near for near in (closeness(one, other), *over) if near is not None), default=None)


def cognate_counts(one: str, other: str) -> tuple[int, int]:
    """In how many languages the translations of two words are kin too, and in how many both have translations."""
    kin = both = 0
    for pair in ("fra-deu", "fra-ita", "fra-spa"):
        ones, others = _plain_translations(pair).get(one, ()), _plain_translations(pair).get(other, ())
        both += bool(ones and others)
        kin += any(_looks_akin(a, b) for a in ones for b in others)
    return kin, both


@cache
def _plain_translations(pair: str) -> dict[str, list[str]]:
    return {word: [strip_accents(meaning) for meaning in meanings] for word, meanings in dictionary(pair).items()}


def _looks_akin(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    if len(short) < 4:
        return False
    shared = _shared_start(short, long)
    return short in long or (shared >= 4 and shared >= len(short) - 2)


_PLAIN_E = str.maketrans("éèêë", "eeee")
_FRONT_VOWELS = "eiéèêy"  # before these c is soft


def _stem(word: str, after: str = "") -> str:
    """A stem as derivation leaves it before these letters: é, è, ê alike; c hard as in musique or soft as in place."""
    end = "|$" if after[:1] and after[0] in _FRONT_VOWELS else ""
    heard = re.sub(f"c(?=[{_FRONT_VOWELS}]{end})|ç", "ç", word)
    plain = re.sub("(?<=.)qu|c", "k", heard).replace("gu", "g").translate(_PLAIN_E)
    return plain[:-1] + {"v": "f"}.get(plain[-1:], plain[-1:])


def _stems(word: str, suffix: str) -> set[str]:
    """The stem before a suffix, and without the doubling that some bring: poissonnier from poisson."""
    stem = _stem(word.removesuffix(suffix), suffix)
    return {stem, stem[:-1]} if len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] in "nlt" else {stem}


# What is taken off a base before a suffix is put on, by part of speech.
_VERB_ENDINGS = ("e", "er", "ir", "re", "oir")
_NOUN_ENDINGS = ("e", "ie", "ion", "isme", "ique", "eux", "o")


_CHANGING_ENDINGS = (
    ("eau", "el"),
    ("veu", "vel"),
    ("oire", "or"),
    ("teur", "tor"),
)  # marteler, chevelure, mémorable, motoriser


def _changed_stems(lemma: str) -> Iterator[str]:
    for ending, learned in _CHANGING_ENDINGS:
        if lemma.endswith(ending) and len(lemma) - len(ending) > 1:
            yield _stem(lemma.removesuffix(ending) + learned)


@cache
def _lemmas_by_stem() -> dict[str, set[str]]:
    found = defaultdict(set)
    for lemma in lemmas():
        if not lemma.isalpha() or len(lemma) < 2:
            continue
        found[_stem(lemma)].add(lemma)
        if old_spelling(lemma) != strip_accents(lemma):  # forestier of forêt
            found[_stem(old_spelling(lemma).removesuffix("e"))].add(lemma)
        poses = lexique()[lemma].parts_of_speech
        endings = {*(_VERB_ENDINGS if "VER" in poses else ()), *(_NOUN_ENDINGS if poses & {"NOM", "ADJ"} else ())}
        for ending in endings:
            if lemma.endswith(ending) and len(lemma) - len(ending) > 2 - (ending in _VERB_ENDINGS):
                found[_stem(lemma.removesuffix(ending), ending)].add(lemma)
        for stem in _changed_stems(lemma):
            found[stem].add(lemma)
    for form, entry in lexique().items():  # douceur and adoucir are made from the feminine douce
        if form.endswith("e") and "ADJ" in entry.parts_of_speech and form not in lemmas():
            for lemma in entry.lemmas & lemmas().keys():
                found[_stem(form[:-1], "e")].add(lemma)
    return found


# Suffixes by what they are put on, and by how far they can be trusted without evidence.
_VERB_SUFFIXES = set(
    "é ée ant ante age ement ation ition tion ion able ible ure oir oire eur euse rice ateur atrice iteur ance ence"
    " ment ade aille u".split()
)
_ADJECTIVE_SUFFIXES = set("té ité osité eur esse ise ir cir iser ifier isme ement ment ure itude âtre aud".split())
_NOUN_SUFFIXES = set(fr.SUFFIXES) - set(
    "tion ation ition oir oire ateur atrice iteur able ible ance ence ant ante ion té ité osité esse ise ir cir ure"
    " itude ement ment".split()
)
_SURE_SUFFIXES = set(
    "ité osité esse ise ir iser ifier iste isme ien ienne icien icienne ier ière erie ie eux euse ation ateur atrice"
    " rice ement ment".split()
)
_WEAK_SUFFIXES = set("on ot in ine eau at et ette ard u al ale el elle ain aine ois ade aille er".split())


def _candidates(word: str) -> Iterator[tuple[str, str]]:
    """Bases that the word may be made from, each with the suffix."""
    for suffix in fr.SUFFIXES:
        if not word.endswith(suffix) or len(word) - len(suffix) < 2:
            continue
        bases = {base for stem in _stems(word, suffix) for base in _lemmas_by_stem().get(stem, ())}
        if suffix == "erie":  # pâtisserie of pâtissier
            bases |= {word.removesuffix("erie") + "ier"} & lemmas().keys()
        for base in sorted(bases - {word}):
            poses = lexique()[base].parts_of_speech
            if (
                _is_whole_in(base, word, suffix)
                or ("VER" in poses and suffix in _VERB_SUFFIXES)
                or ("ADJ" in poses and suffix in _ADJECTIVE_SUFFIXES)
                or ("NOM" in poses and suffix in _NOUN_SUFFIXES)
                or ("ADJ" in poses and suffix in _NOUN_SUFFIXES - _SURE_SUFFIXES)
            ):
                yield base, suffix


# Suffixes that seldom stand behind a noun by chance: MESSAGE is not of MESSE, nor POIREAU of POIRE.
_WHOLE_NOUN_SUFFIXES = set("ade esse eron ier ière erie iste ique aire eux euse able iser ure ien ienne".split())


def _is_whole_in(base: str, word: str, suffix: str) -> bool:
    """Whether a noun of some length opens the word as it is, but for a mute e: citron and citronnade."""
    opening = strip_accents(base).removesuffix("e")
    changed = base.endswith(("veu", "oire", "teur"))
    long = len(base) >= (4 if suffix == "esse" else 5) and suffix in _WHOLE_NOUN_SUFFIXES
    return long and "NOM" in lexique()[base].parts_of_speech and (changed or strip_accents(word).startswith(opening))


def _is_made_from(word: str, base: str, suffix: str) -> bool:  # noqa: C901, PLR0911 - a verdict for each kind of evidence
    """Whether the evidence speaks for kinship, or the suffix is one to be trusted and nothing speaks against it."""
    near, (kin, both) = closeness(word, base), cognate_counts(word, base)
    length = len(word) - len(suffix)
    if (
        suffix in ("ment", "ement")
        and "ADV" in lexique()[word].parts_of_speech
        and "ADJ" in lexique()[base].parts_of_speech
    ):
        return True
    if length < 3:
        return kin >= 2
    meant = best_closeness(word, base)
    if kin and meant is not None and meant >= (0.45 if kin == 1 else 0.38):
        return True
    if _is_whole_in(base, word, suffix) and (kin if meant is None else meant > (0.12 if kin else 0.3)):
        return True
    if (
        suffix == "oir" and length > 4 and "VER" in lexique()[base].parts_of_speech and near is None
    ):  # mouchoir of moucher
        return True
    if suffix == "er" and length > 3 and kin and (meant is None or meant > 0.15):  # neiger of neige
        return True
    if suffix in _SURE_SUFFIXES and length > 3:
        return kin > 0 or near is None or near > 0.15
    if "VER" in lexique()[base].parts_of_speech and suffix in _VERB_SUFFIXES:
        return kin > both / 3 or (both == 0 and length > 3) or (near is not None and near > 0.3)
    if suffix in _WEAK_SUFFIXES and kin < 2 and (near or 0) < 0.3 and not (kin and near is None and length > 4):
        return False
    if kin:
        return kin > both / 3 and (length > 3 or kin > 1) and (near is None or near > 0.1 or kin == both > 1)
    return (near is not None and near > 0.45) or (both == 0 and near is None and length > 4)


_NOUN_PREFIXES = ("en", "em", "dé", "dés", "é", "ra", "re")  # prefixes that make verbs of nouns: ensoleiller
_ADJECTIVE_PREFIXES = ("a", "ad", "af", "al", "am", "as", "at")  # and of adjectives: adoucir, amincir
_PREFIXES = (*fr.PREFIXES, "ra", "af", "am", "sou")


def _prefix_bases(word: str) -> Iterator[str]:
    """Bases that the word may be made from with a prefix, where the evidence speaks for it."""
    for prefix in _PREFIXES:
        rest = word.removeprefix(prefix)
        if rest == word or len(rest) < 4:
            continue
        for tail in {rest, rest[1:] if rest[0] == rest[1] else rest}:
            for base in (*([tail] if tail in lemmas() else ()), *_wrapped_bases(word, tail)):
                near, (kin, both) = closeness(word, base), cognate_counts(word, base)
                altered = (
                    prefix in _ADJECTIVE_PREFIXES and word.endswith("ir") and "ADJ" in lexique()[base].parts_of_speech
                )
                wraps = base != tail and (prefix in _NOUN_PREFIXES or altered) and len(base) > 3 - altered
                against = both and kin <= both / 3 and (near or 0) < 0.35 and not altered
                sure = wraps and not against and (near is None or near > 0.2 - altered)
                meant = best_closeness(word, base)
                if len(prefix) == 1 and not altered:  # one letter is too little to be trusted: ronde is not of onde
                    sure = False
                    kin = kin if (meant or 0) > 0.2 else 0
                if (kin > both / 3 and (meant is None or meant > 0.1)) or sure or (near is not None and near > 0.4):
                    yield base


def _wrapped_bases(word: str, tail: str) -> Iterator[str]:
    """Nouns and adjectives of which a prefix and a suffix together make a verb: en-soleil-ler, em-prison-ner."""
    if "VER" not in lexique()[word].parts_of_speech and not word.endswith(("é", "ement", "age", "ation")):
        return
    for suffix in ("er", "ir", "cir", "é", "ement", "age", "ation", "iller", "iser", "onner"):
        if tail.endswith(suffix) and len(tail) - len(suffix) > 2:
            bases = {base for stem in _stems(tail, suffix) for base in _lemmas_by_stem().get(stem, ())}
            yield from (base for base in sorted(bases) if lexique()[base].parts_of_speech & {"NOM", "ADJ"})


def links() -> Iterator[tuple[str, str]]:
    """Words with the words they are made from."""
    frequencies = lemmas()
    for word, (stems, affixed) in etymologies().items():
        if len(stems) == 1 and affixed and word in frequencies and stems[0] in frequencies:
            yield word, stems[0]
    for word in sorted(frequencies):
        if word.isalpha() and len(word) > 3:
            yield from ((word, base) for base in _bases(word))
    yield from _learned_links()
    yield from _confirmed_links()
    yield from _irregular_links()
    yield from _nationality_links()


def _learned_links() -> Iterator[tuple[str, str]]:
    for word, base in learned_fr.links():
        near = best_closeness(word, base)
        if word[:4] == base[:4] or ((near is None or near >= 0.1) and not word.endswith(("er", "ir"))):
            yield word, base


_LEARNED_SUFFIXES = ("ation", "al", "aire", "ique", "eux", "if", "ier", "iste", "ien", "esse", "able", "ade")


def _confirmed_links() -> Iterator[tuple[str, str]]:
    """Learned words with nouns that begin alike, where meaning and a kin pair abroad confirm it: radiation of rayon."""
    nouns = defaultdict(list)
    for word, frequency in sorted(lemmas().items()):
        if frequency >= 1 and word.isalpha() and len(word) > 3 and "NOM" in lexique()[word].parts_of_speech:
            nouns[strip_accents(word)[:2]].append(word)
    for word in sorted(word for word in lemmas() if word.endswith(_LEARNED_SUFFIXES) and len(word) > 5):
        for base in (base for base in nouns[strip_accents(word)[:2]] if len(base) < len(word)):
            shared = max(
                _shared_start(strip_accents(word), spelt) for spelt in (strip_accents(base), _with_latin_d(base))
            )
            if shared > 3 or learned_fr.looks_akin(word, base):
                near, (kin, both) = best_closeness(word, base), cognate_counts(word, base)
                enough, most = (0.38, 3.5) if shared > 3 else (0.45, 2)
                if near is not None and near > enough and kin > both / most:
                    yield word, base


def _with_latin_d(word: str) -> str:
    """The word with the d that wore away between vowels: rayon was radius, as in radiation."""
    return re.sub("(?<=[aeo])y(?=[aeiou])", "di", strip_accents(word))


def _shared_start(one: str, other: str) -> int:
    return next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _irregular_links() -> Iterator[tuple[str, str]]:
    """What is made from the changing stems of verbs: cuisson of cuire, perte of perdre, couture of coudre."""
    opened = defaultdict(list)
    for word in sorted(lemmas()):
        if word.isalpha() and "NOM" in lexique()[word].parts_of_speech:
            opened[word[:3]].append(word)
    irregular = (verb for verb in sorted(lemmas()) if verb.endswith(("re", "ir")) and len(verb) > 4)
    for verb in (
        verb for verb in irregular if lexique()[verb].parts_of_speech == {"VER"} and lemmas()[verb] >= MIN_FREQUENCY
    ):
        for noun in opened[verb[:3]]:
            near, (kin, _) = best_closeness(noun, verb), cognate_counts(noun, verb)
            if noun.startswith(verb[:-3]) and near is not None and kin >= (1 if near > 0.9 else 2) and near >= 0.35:
                yield noun, verb


def _nationality_links() -> Iterator[tuple[str, str]]:
    """Peoples with their countries, towns and lands, which Lexique does not have."""
    places = defaultdict(list)
    for place in {
        name for pair in ("fra-deu", "fra-ita", "fra-spa") for name in single_word_names(pair)
    } - lemmas().keys():
        places[strip_accents(place)[:3]].append(place)
    for word in sorted(lemmas()):
        for place in (
            sorted(places[strip_accents(word)[:3]])
            if word.isalpha() and "ADJ" in lexique()[word].parts_of_speech
            else ()
        ):
            if not strip_accents(place).startswith(strip_accents(word)[: len(word) - 4]) or place in (
                f"{word}e",
                f"{word}s",
                strip_accents(word),
            ):
                continue
            near, (kin, _) = best_closeness(word, place), cognate_counts(word, place)
            if near is not None and kin and near >= (0.3 if kin > 1 else 0.5):
                yield word, place


def _bases(word: str) -> Iterator[str]:
    frequencies = lemmas()
    for base, suffix in _candidates(word):
        if frequencies[base] >= MIN_FREQUENCY and _is_made_from(word, base, suffix):
            yield base
    yield from (base for base in _prefix_bases(word) if frequencies[base] >= MIN_FREQUENCY)
    if word.endswith("x") and len(word) > 4 and word[:-1] in frequencies:
        yield word[:-1]
