"""Finds the traits of a word that the rules compare: forms, parts, families, sounds and translations."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from duo.words.language import Language
from duo.words.lexicon import Lexicon
from duo.words.spelling import foreign_base_forms, letter_runs, letters_only, strip_accents

_MIN_PIECE_COUNT = 2
_EMPTY_SET: frozenset[str] = frozenset()  # shared, as most traits of most words are empty


@dataclass(frozen=True, slots=True)
class Traits:
    """Everything that the rules need to know about a word or a clue."""

    letters: str  # without accents, spaces and punctuation
    is_unaccented: bool  # also true if accents are optional in the language
    readings: tuple[str, ...]  # the word, or the accented words that it may stand for
    forms: frozenset[str]  # the word and its possible base forms
    parts: frozenset[str]  # the parts of a compound
    pieces: frozenset[str]  # runs of letters, if there are several
    families: frozenset[str]  # names of word families
    piece_families: frozenset[str]  # families of the pieces
    homographs: frozenset[str]  # families of verbs with a form of this spelling
    sounds: frozenset[str]  # pronunciations
    foreign: frozenset[str]  # words of other languages that it may be
    translations: frozenset[str]  # without accents


def word_traits(text: str, lexicon: Lexicon, language: Language) -> Traits:
    """Return the traits of a visible word or a clue, normalised by `spelling.normalize`."""
    readings = _readings(text, lexicon)
    runs = letter_runs(text.removesuffix("'s"))
    parts = {part for reading in readings for part in _compound_parts(reading, lexicon, language)}
    several = frozenset(strip_accents(run) for run in runs) if len(runs) >= _MIN_PIECE_COUNT else _EMPTY_SET
    if several and not any(lexicon.has_word(reading) for reading in readings):
        parts |= {part for run in runs for part in _compound_parts(run, lexicon, language)}
    significant = {run for run in runs if strip_accents(run) not in language.SMALL_WORDS} if several else set[str]()
    words = parts | {reading for run in runs if several for reading in _readings(run, lexicon)}
    is_unaccented = strip_accents(text) == text or language.ACCENTS_OPTIONAL
    itself = {*readings, *([letters_only(text)] if is_unaccented else ())}
    return Traits(
        letters=letters_only(text),
        is_unaccented=is_unaccented,
        readings=readings,
        forms=_compact_frozenset(
            {*itself, *(form for reading in readings for form in _base_forms(reading, lexicon, language))}
        ),
        parts=_compact_frozenset(form for word in words for form in (word, *_base_forms(word, lexicon, language))),
        pieces=several,
        families=_compact_frozenset(
            name for reading in readings for name in _word_families(reading, lexicon, language)
        ),
        piece_families=_compact_frozenset(
            name
            for run in significant
            for reading in _readings(run, lexicon)
            for name in lexicon.listed_families(reading)
        ),
        homographs=_compact_frozenset(
            name
            for reading in readings
            for verb in language.verbs_with_form(reading)
            if lexicon.has_word(verb)
            for name in lexicon.families(verb)
        ),
        sounds=_compact_frozenset(
            sound for reading in readings for sound in _pronunciations(reading, lexicon, language)
        ),
        foreign=_foreign_readings(text, lexicon),
        translations=_compact_frozenset(key for reading in readings for key in lexicon.translations(reading)),
    )


def _foreign_readings(text: str, lexicon: Lexicon) -> frozenset[str]:
    """Return the words of other languages that the text may be.

    Return none for a word that this language has borrowed, or has with accents: for French, CAFÉ is not Spanish.
    """
    known = lexicon.has_word(text)
    if lexicon.is_borrowed(text) or (known and strip_accents(text) != text):
        return _EMPTY_SET
    return _compact_frozenset({letters_only(text)} if known else foreign_base_forms(letters_only(text)))


def _compact_frozenset(names: Iterable[str]) -> frozenset[str]:
    return frozenset(names) or _EMPTY_SET


def _readings(text: str, lexicon: Lexicon) -> tuple[str, ...]:
    if found := lexicon.readings(text):
        return found
    joined = lexicon.readings(text.replace("-", "").replace("'", ""))
    return joined or (text,)


def _base_forms(word: str, lexicon: Lexicon, language: Language) -> set[str]:
    if word.endswith(language.COMPARATIVE_ENDINGS) and lexicon.has_word(word):
        return set()
    return {
        base
        for base in language.possible_base_forms(word)
        if lexicon.has_word(base) and _share_family(word, base, lexicon)
    }


def _share_family(word: str, base: str, lexicon: Lexicon) -> bool:
    """Whether a word and its apparent base form share a family. True for an unknown word."""
    if not lexicon.has_word(word):
        return True
    return not lexicon.families(word).isdisjoint(lexicon.families(base))


def _word_families(word: str, lexicon: Lexicon, language: Language) -> set[str]:
    if lexicon.has_families(word):
        return lexicon.families(word)
    if lexicon.has_word(word):
        return {word}
    for bases in (language.possible_base_forms(word), language.possible_roots(word)):
        known = [base for base in bases if lexicon.has_word(base) and len(base) > 2]
        if known:
            return {word} | {name for base in known for name in lexicon.families(base)}
    return {word}


def _compound_parts(word: str, lexicon: Lexicon, language: Language) -> set[str]:
    if parts := lexicon.parts.get(word):
        return set(parts.split())
    for base in _base_forms(word, lexicon, language):
        if base in lexicon.parts:
            return set(lexicon.parts[base].split())
    return set() if lexicon.has_word(word) or not word.isalpha() else set(split_compound(word, lexicon))


def split_compound(word: str, lexicon: Lexicon) -> tuple[str, ...]:
    """Return the common words that an unknown word is glued from, or ()."""

    @cache  # without it the time for SEASEASEASEA would be exponential
    def split(rest: str) -> tuple[str, ...]:
        if lexicon.is_foreign(rest):
            return ()
        for cut in range(3, len(rest) - 2):
            first, second = rest[:cut], rest[cut:]
            if first in lexicon.common_words and (
                others := (second,) if second in lexicon.common_words else split(second)
            ):
                return (first, *others)
        return ()

    return split(word)


def _pronunciations(word: str, lexicon: Lexicon, language: Language) -> set[str]:
    if known := lexicon.sounds.get(word):
        return set(known.split())
    runs = letter_runs(word)
    if len(runs) >= _MIN_PIECE_COUNT:
        first_sounds = [lexicon.sounds.get(run, "").split(" ")[0] for run in runs]
        return {"".join(first_sounds)} if all(first_sounds) else set()
    return set(language.possible_pronunciations(word)) if word.isalpha() else set()
