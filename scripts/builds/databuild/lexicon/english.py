"""English sounds from CMUdict, and word families from WordNet and the Etymological Wordnet."""

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache

from databuild.downloads import source_file
from databuild.lexicon import shared_stems_en
from databuild.lexicon import word_vectors as vectors
from databuild.lexicon.frequency import zipf
from databuild.lexicon.word_families import WordFamilies
from databuild.lexicon.wordnet import wordnet
from duo.words.lang import en


def closeness(one: str, other: str) -> float:
    return vectors.cosine(one, other, vectors.english_vectors()) or 0.0


@cache
def sounds() -> dict[str, tuple[str, ...]]:
    """Return each word's pronunciations without stress, one character per sound."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    text = source_file("cmu-pronouncing-dictionary", "/index.js").read_text("utf-8")
    for quoted, bare, phones in re.findall(r'^  (?:"([^"]+)"|(\w+)): "([^"]+)"', text, re.MULTILINE):
        word = (quoted or bare).split("(")[0]
        if re.fullmatch(r"[a-z]+(?:['-][a-z]+)*", word):
            symbols = phones.split("#")[0].split()  # a remark follows the sign
            found[word]["".join(en.SOUNDS[symbol.rstrip("012")] for symbol in symbols)] = None
    return {word: tuple(ways) for word, ways in found.items()}


@cache
def etymologies() -> dict[str, list[tuple[str, str]]]:
    """Return the forms that each word derives from, each with its language."""
    every = json.loads(source_file("ety", "/etymologies.json").read_bytes())["eng"]
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for word, origins in every.items():
        found[word.lower()] += [(form, lang) for origin in origins for form, lang in origin.items()]
    return dict(found)


# Affixes in the etymologies that are words in their own right: they form compounds.
_WORDLIKE_AFFIXES = set(
    "man men woman women wear ware worthy proof land berry work ball book bird board fish house over under out up down"
    " off on after back grand self way time person free ridden bound craft monger maker father mother side"
    " weight".split()
)


def stems(word: str) -> list[str]:
    """Return the English words, affixes left out, that the word derives from."""
    forms = [form.lower() for form, lang in etymologies().get(word, ()) if lang == "eng"]
    return [form.strip("-") for form in forms if not _is_affix(form)]


def _is_affix(form: str) -> bool:
    return "-" in (form[0], form[-1]) and form.strip("-") not in _WORDLIKE_AFFIXES


def _is_affixed(word: str) -> bool:
    """Whether the word derives from one stem and affixes, and its meaning does not contradict that."""
    sources = etymologies().get(word, ())
    if not any(lang == "eng" and _is_affix(form) for form, lang in sources) or len(stems(word)) != 1:
        return False
    (stem,) = stems(word)
    if _is_form_of_another(word, stem):
        return False
    if any(lang != "eng" for _, lang in sources):
        return closeness(word, stem) > 0.3
    safe = any(word.endswith(suffix) for suffix in _SAFE_SUFFIXES)
    return safe or closeness(word, stem) >= 0 or mentions(word, stem)


def _is_form_of_another(word: str, base: str) -> bool:
    """Whether the word is an inflected form of another base: buckling of buckle, not of buck."""
    return bool(bases := lemmas(word)) and base not in bases


def _shared_start(one: str, other: str) -> int:
    """Return the length of the common prefix."""
    return next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


_ALIKE_CONSONANTS = str.maketrans("vzkq", "fscc")  # proof and prove, duke and ducal


def _consonants(word: str) -> str:
    return re.sub("[aeiouyhw]", "", word)


def _consonant_frame(word: str) -> str:
    """Return the first three consonants, with interchangeable ones merged: speak and speech, Greece and Greek."""
    return re.sub(r"(.)\1", r"\1", _consonants(word))[:3].translate(_ALIKE_CONSONANTS)


def _consonants_open(one: str, other: str) -> bool:
    """Whether the consonants of one word are a prefix of the other's: deep and depth, duke and ducal."""
    ones, others = sorted(
        (re.sub("[aeiouyw]", "", word).translate(_ALIKE_CONSONANTS) for word in (one, other)), key=len
    )
    heads = [re.sub("^e(?=[mn])", "i", word)[0] for word in (one, other)]
    return len(ones) > 1 and others.startswith(ones) and heads[0] == heads[1]


def _looks_akin(one: str, other: str) -> bool:
    """Whether two linked words look related. WordNet also links mere synonyms, such as neatness and tidy."""
    short, long = sorted((one, other), key=len)
    shared = _shared_start(one, other)
    return (
        shared >= 3
        or (shared == 2 and len(short) == 3)
        or (len(short) >= 4 and short[:-1] in long)
        or (one[0] == other[0] and len(_consonant_frame(one)) > 1 and _consonant_frame(one) == _consonant_frame(other))
        or (_consonants_open(one, other) and shared + (one[0] != other[0]) > 1)
    )


def mentions(word: str, base: str) -> bool:
    """Whether a definition of the word mentions the base."""
    tokens = set(re.findall("[a-z]+", " ".join(wordnet().glosses.get(word, ())).lower()))
    tokens = {form for form in tokens if not form.startswith(word) and not form.endswith(("er", "est"))}
    return base in tokens or any(base in en.possible_base_forms(form) for form in tokens)


_SAFE_SUFFIXES = {"ness": "a", "less": "n", "ful": "nv", "ly": "a", "hood": "n", "ship": "n", "like": "n", "ing": "v"}
_PREFIXES = tuple("un re dis mis non in im ir il pre anti sub en em be de co".split())
# Regular changes of ending: messenger of message, scientific of science, electrician of electric.
_ALTERNATING_ENDINGS = (("enger", "age"), ("tific", "ce"), ("ician", "ic"), ("ician", "ics"), ("ician", "icity"))
# Suffixes that are trusted on short words if the definition mentions them.
_MENTIONING_SUFFIXES = ("en", "y", "ish", "ar", "like", "ine", "al", "ic", "ed")


def _derivations(vocabulary: set[str]) -> Iterator[tuple[str, str]]:
    """Yield words with the word that they derive from by an affix, where spelling and meaning agree."""
    poses = wordnet().parts_of_speech
    for word in sorted(vocabulary):
        if len(stems(word)) > 1:  # a compound: the ship in spaceship is no suffix
            continue
        bases = set(en.possible_roots(word))
        if word.endswith("y"):  # starry derives from star, not from stare, but spicy from spice
            common = {base: zipf("en").get(base, 0) for base in bases}
            bases -= {base + "e" for base in bases if base in poses and common[base] > common.get(base + "e", 0)}
        known = (base for base in sorted(bases - {word}) if len(base) > 2 and base in poses)
        yield from ((word, base) for base in known if zipf("en").get(base, 0) >= 2.0 and _is_made_from(word, base))


def _is_made_from(word: str, base: str) -> bool:  # noqa: PLR0911 - a verdict for each kind of evidence
    """Whether the affix is reliable or the meaning confirms the derivation."""
    poses = wordnet().parts_of_speech
    suffix = next((s for s in _SAFE_SUFFIXES if word == base + s or word == base[:-1] + s), "")
    if suffix and set(_SAFE_SUFFIXES[suffix]) & set(poses[base]) and (suffix != "ly" or "r" in poses.get(word, "r")):
        return True
    if any(word.endswith(long) and base.endswith(short) for long, short in _ALTERNATING_ENDINGS):
        return True
    near, spoken = vectors.cosine(word, base, vectors.english_vectors()), mentions(word, base)
    if spoken and word.endswith(_MENTIONING_SUFFIXES) and (near is None or near > 0.1):  # oaken, wolfish, beggar
        return True
    if len(base) < 4 or _is_form_of_another(word, base):
        return False
    if spoken and word.endswith("er") and len(base) > 4:  # revolver of revolve, foreigner of foreign
        return True
    if word.endswith("ress") and (near or 0) > 0.3:  # tigress of tiger
        return True
    if any(word in (prefix + base, f"{prefix}-{base}") for prefix in _PREFIXES):
        return spoken or (near or 0) > 0.3 or _makes_a_verb(word, base, near)
    if word.endswith(("ion", "ive")) and "v" in poses[base] and len(base) > 4 and (near is None or near > 0.15):
        return True
    return _shared_start(word, base) >= 4 and ((spoken and (near or 0) > 0.1) or (near or 0) > 0.3)


def _makes_a_verb(word: str, base: str, near: float | None) -> bool:
    """Whether a prefix turns the noun into a verb, as in bejewel, and the vectors do not contradict it."""
    poses = wordnet().parts_of_speech
    wraps = word.startswith(("be", "en", "em")) and len(base) > 4
    return wraps and "v" in poses.get(word, "") and "n" in poses[base] and (near is None or near > 0.1)


def _enclosed_pairs(vocabulary: set[str]) -> Iterator[tuple[str, str]]:
    """Yield words that contain another between a prefix and a suffix, where the definition mentions it."""
    poses = wordnet().parts_of_speech
    for word in sorted(word for word in vocabulary if word in poses and len(word) > 8 and len(stems(word)) < 2):
        inside = {word[start:end] for start in (2, 3) for end in range(start + 5, len(word) - 1)}
        for base in sorted(inside & poses.keys()):
            near = vectors.cosine(word, base, vectors.english_vectors())
            if (near is None or near > 0.1) and mentions(word, base):  # press is no longer felt in expression
                yield word, base


_VOICED_ENDINGS = (("f", "ve"), ("fe", "ve"), ("ce", "se"), ("ss", "ze"), ("ss", "se"), ("th", "the"), ("of", "ve"))


def _changed_stem_pairs() -> Iterator[tuple[str, str]]:
    """Yield nouns with the verb or adjective whose stem they change: proof of prove, filth of foul, weight of weigh."""
    poses = wordnet().parts_of_speech
    by_consonants: dict[str, list[str]] = defaultdict(list)
    for word, kinds in poses.items():
        if set(kinds) & {"v", "a"} and zipf("en").get(word, 0) >= 3:
            by_consonants[_consonants(word)].append(word)
    for noun in sorted(word for word, kinds in poses.items() if "n" in kinds and len(word) > 3):
        voiced = {noun.removesuffix(end) + verb for end, verb in _VOICED_ENDINGS if noun.endswith(end)}
        bases = {verb for verb in voiced if "v" in poses.get(verb, "")}
        if noun.endswith(("th", "ght")):
            found = by_consonants.get(_consonants(noun.removesuffix("th").removesuffix("t")), ())
            bases |= {base for base in found if base[0] == noun[0]}
        for base in sorted(bases - {noun}) if zipf("en").get(noun, 0) >= 3 else ():
            near, spoken = closeness(noun, base), mentions(noun, base)
            if (spoken and near > 0.1) or (near > 0.3 and (base in voiced or _shared_start(noun, base) > 3)):
                yield noun, base


def _nationality_pairs() -> Iterator[tuple[str, str]]:
    """Yield peoples with their countries: Dane and Denmark."""
    for synset in wordnet().synsets.values():
        if match := re.match("an? (?:native or )?inhabitant of (?:the )?([A-Z][a-z]+)(?! [A-Z])", synset.gloss):
            country = match[1].lower()
            people = [word.lower() for word in synset.words if "_" not in word]
            yield from ((word, country) for word in people if word[:2] == country[:2])


def _wordnet_pairs() -> Iterator[tuple[str, str]]:
    """Yield the pairs that WordNet links and that look related.

    These are derivations, adjectives with their nouns, and opposites formed with a prefix.
    """
    nouns: dict[str, set[str]] = defaultdict(set)
    for adjective, noun in wordnet().links("\\"):
        nouns[adjective.lower()].add(noun.lower())
    for symbol in ("+", "\\", "!"):
        for one, other in wordnet().links(symbol):
            a, b = one.lower(), other.lower()
            short, long = sorted((a, b), key=len)
            is_opposite = symbol == "!" and len(short) >= 4 and long.endswith(short)
            is_ambiguous = symbol == "\\" and any(
                not _looks_akin(b, noun) for noun in nouns[a]
            )  # sociocultural, palatine
            if "_" not in a + b and (is_opposite or (symbol != "!" and _looks_akin(a, b) and not is_ambiguous)):
                yield a, b


def _links(vocabulary: set[str]) -> Iterator[tuple[str, str]]:
    for one, other in wordnet().attributes():
        if _consonants_open(one, other):
            yield one, other
    yield from _changed_stem_pairs()
    yield from _nationality_pairs()
    yield from _wordnet_pairs()
    yield from shared_stems_en.confirmed_pairs(mentions)
    for word in etymologies():
        if " " not in word and _is_affixed(word):
            yield word, stems(word)[0]
    yield from _derivations(vocabulary)
    yield from _enclosed_pairs(vocabulary)


def lemmas(word: str) -> set[str]:
    """Return the words that this one is an inflected form of."""
    poses = wordnet().parts_of_speech
    found = {base for base in wordnet().irregular.get(word, ()) if " " not in base}
    for base in en.possible_base_forms(word):
        kinds = set(poses.get(base, ""))
        is_comparative = word.endswith(("er", "est"))
        fits = (
            (word.endswith("'s"))
            or (word.endswith("s") and kinds & {"n", "v"} and len(base) > 2)
            or (word.endswith("ing") and "v" in kinds)
            or (word.endswith("ed") and "v" in kinds and base not in ("see", "flee"))  # freed, but seed is no form
            or (word.endswith("men") and "n" in kinds)
            or (is_comparative and "a" in kinds and word not in poses)
        )
        if fits and (len(base) > 2 or base in ("ox", "go", "do", "be", "ax", "pi")):
            found.add(base)
    return found - {word}


@cache
def vocabulary() -> set[str]:
    """Return the words in the tables. Rules decide about all other words."""
    common = zipf("en")
    single = re.compile(r"[a-z]+(?:['-]{1,2}[a-z]+)*")
    known = set(sounds()) | {word.lower() for word in wordnet().glosses}
    return {word for word in known if single.fullmatch(word) and (common.get(word, 0) >= 2.0 or "-" in word)}


def _rare_words() -> set[str]:
    """Return rare words of WordNet, such as spidery or queenly. They get a family but no pronunciation."""
    return {word for word in wordnet().parts_of_speech if word.isalpha() and zipf("en").get(word, 0) < 2.0}


@cache
def families() -> dict[str, tuple[str, ...]]:
    """Return the names of each word's families."""
    groups = WordFamilies()
    words = vocabulary() | _rare_words()
    for one, other in _links(words):
        groups.join(one, other)
    names = groups.family_names(lambda word: (-zipf("en").get(word, 0), word))
    poses, found = wordnet().parts_of_speech, {}
    for word in sorted(words):
        bases = lemmas(word)
        own = {word} if word in poses or word in names or not bases else set()
        found[word] = tuple(sorted({names.get(base, base) for base in bases | own}))
    return found


def shipped_sounds() -> dict[str, tuple[str, ...]]:
    """Return the pronunciations of the vocabulary, the most common word first."""
    common = zipf("en")
    words = sorted((word for word in vocabulary() if word in sounds()), key=lambda w: (-common.get(w, 0), w))
    return {word: sounds()[word] for word in words if not word.endswith("'s")}


def shipped_families() -> dict[str, tuple[str, ...]]:
    """Return the families that are not just the word itself."""
    return {word: names for word, names in families().items() if names != (word,) and not word.endswith("'s")}
