"""What a word carries into the rules: its pieces, families, sounds and translations, as sets that meet or do not.

For each rule of meaning a clue carries some marks and a visible word forbids some; the rule is broken where the
two sets meet. So a whole vocabulary can be indexed by its marks once and checked against a board by look-ups.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from types import ModuleType

from duo.words.lexicon import Lexicon
from duo.words.spelling import foreign_forms, letters_only, pieces, strip_accents

_MIN_PIECES = 2
_EMPTY: frozenset[str] = frozenset()  # Python makes every empty set anew, and most traits of most words are empty


@dataclass(frozen=True, slots=True)
class Traits:
    """All that the rules ask of a word or a clue."""

    letters: str
    is_unaccented: bool  # whether no letter carries an accent
    readings: tuple[str, ...]
    forms: frozenset[str]  # itself and the words it is an inflected form of
    parts: frozenset[str]  # the words it is made of
    pieces: frozenset[str]  # the runs of letters, where there are several
    families: frozenset[str]
    piece_families: frozenset[str]  # those of the words of a name of several words
    homographs: frozenset[str]  # families of verbs that have a form of this spelling
    sounds: frozenset[str]
    foreign: frozenset[str]  # what it could be in another language
    translations: frozenset[str]


def word_traits(text: str, lexicon: Lexicon, language: ModuleType) -> Traits:
    """The traits of a visible word or a clue, given as `spelling.normalize` shows it."""
    readings = _readings(text, lexicon)
    runs = pieces(text.removesuffix("'s"))
    parts = {part for reading in readings for part in _parts(reading, lexicon, language)}
    several = frozenset(strip_accents(run) for run in runs) if len(runs) >= _MIN_PIECES else _EMPTY
    if several and not any(lexicon.has(reading) for reading in readings):
        parts |= {part for run in runs for part in _parts(run, lexicon, language)}
    telling = {run for run in runs if strip_accents(run) not in language.SMALL_WORDS} if several else set[str]()
    words = parts | {reading for run in runs if several for reading in _readings(run, lexicon)}
    is_bare = strip_accents(text) == text or language.ACCENTS_OPTIONAL
    itself = {*readings, *([letters_only(text)] if is_bare else ())}
    return Traits(
        letters=letters_only(text),
        is_unaccented=is_bare,
        readings=readings,
        forms=_compact_frozenset(
            {*itself, *(form for reading in readings for form in _lemmas(reading, lexicon, language))}
        ),
        parts=_compact_frozenset(form for word in words for form in (word, *_lemmas(word, lexicon, language))),
        pieces=several,
        families=_compact_frozenset(name for reading in readings for name in _families(reading, lexicon, language)),
        piece_families=_compact_frozenset(
            name for run in telling for reading in _readings(run, lexicon) for name in lexicon.listed_families(reading)
        ),
        homographs=_compact_frozenset(
            name
            for reading in readings
            for verb in language.verbs_with_form(reading)
            if lexicon.has(verb)
            for name in lexicon.families(verb)
        ),
        sounds=_compact_frozenset(sound for reading in readings for sound in _sounds(reading, lexicon, language)),
        foreign=_foreign_readings(text, lexicon),
        translations=_compact_frozenset(key for reading in readings for key in lexicon.translations(reading)),
    )


def _foreign_readings(text: str, lexicon: Lexicon) -> frozenset[str]:
    """What the clue can be in another language: CAFÉ is French, whatever it means in Spanish."""
    known = lexicon.has(text)
    if lexicon.is_borrowed(text) or (known and strip_accents(text) != text):
        return _EMPTY
    return _compact_frozenset({letters_only(text)} if known else foreign_forms(letters_only(text)))


def _compact_frozenset(names: Iterable[str]) -> frozenset[str]:
    return frozenset(names) or _EMPTY


def _readings(text: str, lexicon: Lexicon) -> tuple[str, ...]:
    if found := lexicon.readings(text):
        return found
    joined = lexicon.readings(text.replace("-", "").replace("'", ""))
    return joined or (text,)


def _lemmas(word: str, lexicon: Lexicon, language: ModuleType) -> set[str]:
    if word.endswith(language.COMPARATIVE_ENDINGS) and lexicon.has(word):
        return set()
    return {
        base for base in language.possible_base_forms(word) if lexicon.has(base) and _share_family(word, base, lexicon)
    }


def _share_family(word: str, base: str, lexicon: Lexicon) -> bool:
    """Whether a word and what looks like its base form share a family; an unknown word may."""
    if not lexicon.has(word):
        return True
    return not lexicon.families(word).isdisjoint(lexicon.families(base))


def _families(word: str, lexicon: Lexicon, language: ModuleType) -> set[str]:
    if lexicon.has_families(word):
        return lexicon.families(word)
    if lexicon.has(word):
        return {word}
    for bases in (language.possible_base_forms(word), language.possible_roots(word)):
        known = [base for base in bases if lexicon.has(base) and len(base) > 2]
        if known:
            return {word} | {name for base in known for name in lexicon.families(base)}
    return {word}


def _parts(word: str, lexicon: Lexicon, language: ModuleType) -> set[str]:
    if halved := lexicon.parts.get(word):
        return set(halved.split())
    for base in _lemmas(word, lexicon, language):
        if base in lexicon.parts:
            return set(lexicon.parts[base].split())
    return set() if lexicon.has(word) or not word.isalpha() else set(split_compound(word, lexicon))


def split_compound(word: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The common words that an unknown word is glued from, or nothing."""

    @cache  # SEASEASEASEA can be cut in so many ways that every rest is looked at once only
    def glued(rest: str) -> tuple[str, ...]:
        if lexicon.is_foreign(rest):
            return ()
        for cut in range(3, len(rest) - 2):
            first, second = rest[:cut], rest[cut:]
            if first in lexicon.common_words and (
                others := (second,) if second in lexicon.common_words else glued(second)
            ):
                return (first, *others)
        return ()

    return glued(word)


def _sounds(word: str, lexicon: Lexicon, language: ModuleType) -> set[str]:
    if known := lexicon.sounds.get(word):
        return set(known.split())
    runs = pieces(word)
    if len(runs) >= _MIN_PIECES:
        said = [lexicon.sounds.get(run, "").split(" ") for run in runs]
        return {"".join(ways[0] for ways in said)} if all(ways[0] for ways in said) else set()
    return set(language.possible_pronunciations(word)) if word.isalpha() else set()
