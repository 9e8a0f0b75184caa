"""Which French words derive from which, by spelling and by etymologies, translations and word vectors."""

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache

from databuild.lexicon import learned_fr
from databuild.lexicon import word_vectors as vectors
from databuild.lexicon.dictionary_bridges import french_to_english
from databuild.lexicon.learned_fr import old_spelling
from databuild.lexicon.lexique import etymologies, lemmas, lexique
from databuild.readers.wikdict import dictionary, single_word_names
from duo.words.lang import fr
from duo.words.spelling import strip_accents

MIN_FREQUENCY = 0.1  # per million words


def closeness(one: str, other: str) -> float | None:
    return vectors.cosine(one, other, vectors.french_vectors())


@cache
def best_closeness(one: str, other: str) -> float | None:
    """Return the highest cosine of two words, by French vectors or those of their English translations."""
    words = french_to_english()
    by_translation = [
        vectors.cosine(a, b, vectors.english_vectors()) for a in words.get(one, ()) for b in words.get(other, ())
    ]
    return max((cosine for cosine in (closeness(one, other), *by_translation) if cosine is not None), default=None)


def cognate_counts(one: str, other: str) -> tuple[int, int]:
    """Return in how many languages the translations of two words look related, and in how many both have any."""
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
    """Return a stem in a spelling that derivation does not change.

    é, è and ê are merged. c is hard as in musique or soft as in place, depending on the letters that follow in `after`.
    """
    end = "|$" if after[:1] and after[0] in _FRONT_VOWELS else ""
    soft = re.sub(f"c(?=[{_FRONT_VOWELS}]{end})|ç", "ç", word)
    plain = re.sub("(?<=.)qu|c", "k", soft).replace("gu", "g").translate(_PLAIN_E)
    return plain[:-1] + {"v": "f"}.get(plain[-1:], plain[-1:])


def _stems(word: str, suffix: str) -> set[str]:
    """Return the stem before a suffix, also without a doubled consonant: poissonnier from poisson."""
    stem = _stem(word.removesuffix(suffix), suffix)
    return {stem, stem[:-1]} if len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] in "nlt" else {stem}


# Endings that a base loses before a suffix.
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
        if old_spelling(lemma) != strip_accents(lemma):  # forestier from forêt
            found[_stem(old_spelling(lemma).removesuffix("e"))].add(lemma)
        poses = lexique()[lemma].parts_of_speech
        endings = {*(_VERB_ENDINGS if "VER" in poses else ()), *(_NOUN_ENDINGS if poses & {"NOM", "ADJ"} else ())}
        for ending in endings:
            if lemma.endswith(ending) and len(lemma) - len(ending) > 2 - (ending in _VERB_ENDINGS):
                found[_stem(lemma.removesuffix(ending), ending)].add(lemma)
        for stem in _changed_stems(lemma):
            found[stem].add(lemma)
    for form, entry in lexique().items():  # douceur and adoucir derive from the feminine douce
        if form.endswith("e") and "ADJ" in entry.parts_of_speech and form not in lemmas():
            for lemma in entry.lemmas & lemmas().keys():
                found[_stem(form[:-1], "e")].add(lemma)
    return found


# Suffixes by the part of speech of their base, and by how reliable they are without further evidence.
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
    """Yield the bases that the word may derive from, each with the suffix."""
    for suffix in fr.SUFFIXES:
        if not word.endswith(suffix) or len(word) - len(suffix) < 2:
            continue
        bases = {base for stem in _stems(word, suffix) for base in _lemmas_by_stem().get(stem, ())}
        if suffix == "erie":  # pâtisserie from pâtissier
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


# Suffixes that rarely follow a noun by coincidence, unlike those of MESSAGE (MESSE) and POIREAU (POIRE).
_WHOLE_NOUN_SUFFIXES = set("ade esse eron ier ière erie iste ique aire eux euse able iser ure ien ienne".split())


def _is_whole_in(base: str, word: str, suffix: str) -> bool:
    """Whether the word starts with a noun of some length, unchanged but for a mute e: citron and citronnade."""
    opening = strip_accents(base).removesuffix("e")
    has_changing_stem = base.endswith(("veu", "oire", "teur"))
    is_long = len(base) >= (4 if suffix == "esse" else 5) and suffix in _WHOLE_NOUN_SUFFIXES
    return (
        is_long
        and "NOM" in lexique()[base].parts_of_speech
        and (has_changing_stem or strip_accents(word).startswith(opening))
    )


def _is_made_from(word: str, base: str, suffix: str) -> bool:  # noqa: C901, PLR0911 - a verdict for each kind of evidence
    """Whether the evidence confirms the derivation, or the suffix is reliable and nothing contradicts it."""
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
    best = best_closeness(word, base)
    if kin and best is not None and best >= (0.45 if kin == 1 else 0.38):
        return True
    if _is_whole_in(base, word, suffix) and (kin if best is None else best > (0.12 if kin else 0.3)):
        return True
    if (
        suffix == "oir" and length > 4 and "VER" in lexique()[base].parts_of_speech and near is None
    ):  # mouchoir from moucher
        return True
    if suffix == "er" and length > 3 and kin and (best is None or best > 0.15):  # neiger from neige
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


_NOUN_PREFIXES = ("en", "em", "dé", "dés", "é", "ra", "re")  # make verbs from nouns: ensoleiller
_ADJECTIVE_PREFIXES = ("a", "ad", "af", "al", "am", "as", "at")  # make verbs from adjectives: adoucir, amincir
_PREFIXES = (*fr.PREFIXES, "ra", "af", "am", "sou")


def _prefix_bases(word: str) -> Iterator[str]:
    """Yield the bases that the word derives from by a prefix, where the evidence confirms it."""
    for prefix in _PREFIXES:
        rest = word.removeprefix(prefix)
        if rest == word or len(rest) < 4:
            continue
        for tail in {rest, rest[1:] if rest[0] == rest[1] else rest}:
            for base in (*([tail] if tail in lemmas() else ()), *_wrapped_bases(word, tail)):
                near, (kin, both) = closeness(word, base), cognate_counts(word, base)
                is_from_adjective = (
                    prefix in _ADJECTIVE_PREFIXES and word.endswith("ir") and "ADJ" in lexique()[base].parts_of_speech
                )
                is_wrapped = (
                    base != tail
                    and (prefix in _NOUN_PREFIXES or is_from_adjective)
                    and len(base) > 3 - is_from_adjective
                )
                is_contradicted = both and kin <= both / 3 and (near or 0) < 0.35 and not is_from_adjective
                is_sure = is_wrapped and not is_contradicted and (near is None or near > 0.2 - is_from_adjective)
                best = best_closeness(word, base)
                if len(prefix) == 1 and not is_from_adjective:  # one letter is weak evidence: ronde is not from onde
                    is_sure = False
                    kin = kin if (best or 0) > 0.2 else 0
                if (kin > both / 3 and (best is None or best > 0.1)) or is_sure or (near is not None and near > 0.4):
                    yield base


def _wrapped_bases(word: str, tail: str) -> Iterator[str]:
    """Yield the nouns and adjectives that a prefix and a suffix turn into a verb: en-soleil-ler, em-prison-ner."""
    if "VER" not in lexique()[word].parts_of_speech and not word.endswith(("é", "ement", "age", "ation")):
        return
    for suffix in ("er", "ir", "cir", "é", "ement", "age", "ation", "iller", "iser", "onner"):
        if tail.endswith(suffix) and len(tail) - len(suffix) > 2:
            bases = {base for stem in _stems(tail, suffix) for base in _lemmas_by_stem().get(stem, ())}
            yield from (base for base in sorted(bases) if lexique()[base].parts_of_speech & {"NOM", "ADJ"})


def links() -> Iterator[tuple[str, str]]:
    """Yield words with the word that they derive from."""
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
    """Yield learned words with the noun that they derive from: radiation from rayon.

    Both start alike, their meanings are close, and their translations in other languages look related.
    """
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
                min_cosine, divisor = (0.38, 3.5) if shared > 3 else (0.45, 2)
                if near is not None and near > min_cosine and kin > both / divisor:
                    yield word, base


def _with_latin_d(word: str) -> str:
    """Return the word with the Latin d that fell between vowels: radion for rayon, as in radiation."""
    return re.sub("(?<=[aeo])y(?=[aeiou])", "di", strip_accents(word))


def _shared_start(one: str, other: str) -> int:
    """Return the length of the common prefix."""
    return next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _irregular_links() -> Iterator[tuple[str, str]]:
    """Yield nouns with the irregular verb that they derive from: cuisson, cuire; perte, perdre; couture, coudre."""
    nouns_by_start = defaultdict(list)
    for word in sorted(lemmas()):
        if word.isalpha() and "NOM" in lexique()[word].parts_of_speech:
            nouns_by_start[word[:3]].append(word)
    irregular = (verb for verb in sorted(lemmas()) if verb.endswith(("re", "ir")) and len(verb) > 4)
    for verb in (
        verb for verb in irregular if lexique()[verb].parts_of_speech == {"VER"} and lemmas()[verb] >= MIN_FREQUENCY
    ):
        for noun in nouns_by_start[verb[:3]]:
            near, (kin, _) = best_closeness(noun, verb), cognate_counts(noun, verb)
            if noun.startswith(verb[:-3]) and near is not None and kin >= (1 if near > 0.9 else 2) and near >= 0.35:
                yield noun, verb


def _nationality_links() -> Iterator[tuple[str, str]]:
    """Yield adjectives of nationality with their country, town or region, which Lexique lacks."""
    names = {name for pair in ("fra-deu", "fra-ita", "fra-spa") for name in single_word_names(pair)}
    places = defaultdict(list)
    for place in names - lemmas().keys():
        places[strip_accents(place)[:3]].append(place)
    adjectives = (word for word in lemmas() if word.isalpha() and "ADJ" in lexique()[word].parts_of_speech)
    for word in sorted(adjectives):
        plain = strip_accents(word)
        for place in sorted(places[plain[:3]]):
            is_form = place in (f"{word}e", f"{word}s", plain)
            if is_form or not strip_accents(place).startswith(plain[: len(word) - 4]):
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
