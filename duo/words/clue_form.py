"""Checks the form of a clue: it must be one dictionary word or a one-word name."""

import re
from enum import Enum

from duo.words.clue_rule import ClueRule
from duo.words.language import Language
from duo.words.lexicon import Lexicon
from duo.words.spelling import is_speakable, letter_runs, letters_only, normalize, strip_accents
from duo.words.traits import split_compound

_DOTTED_INITIALS = re.compile(r"(?:[^\W\d_]\.){2,}[^\W\d_]?\.?")
_ROMAN_NUMERAL = re.compile(r"[ivxlc]+")


class FormFault(Enum):
    """What is wrong with the form of a clue.

    No variant allows an UNSPEAKABLE clue. The other faults have the names of the rules that they break.
    """

    UNSPEAKABLE = "unspeakable"
    MULTIWORD_NAME = ClueRule.PROPER_NAME.value
    NOT_ONE_WORD = ClueRule.ONE_WORD.value


def form_fault(clue: str, lexicon: Lexicon, language: Language) -> FormFault | None:
    """Return what is wrong with the form of the clue as typed, or None."""
    if not is_speakable(clue.strip()):
        return FormFault.UNSPEAKABLE
    text = normalize(clue)
    if " " in text:
        return FormFault.MULTIWORD_NAME if _is_name(clue.strip(), text, lexicon, language) else FormFault.NOT_ONE_WORD
    if _is_acronym(text, lexicon):
        return FormFault.NOT_ONE_WORD
    if "." in text:
        return FormFault.UNSPEAKABLE
    if _is_one_word(text, lexicon, language):
        return None
    # Hyphens between the words of a name do not make it one word.
    runs = letter_runs(text)
    named = len(runs) > 1 and any(lexicon.entry_kinds.get(strip_accents(run)) == "name" for run in runs)
    return FormFault.MULTIWORD_NAME if named else FormFault.NOT_ONE_WORD


def is_known(clue: str, lexicon: Lexicon, language: Language) -> bool:
    """Whether the lexicon has the clue as a word, an inflected form, a name or an acronym."""
    text = normalize(clue.strip())
    return _is_in_dictionary(text, lexicon, language) or all(
        _is_in_dictionary(run, lexicon, language) for run in letter_runs(text)
    )


def _is_in_dictionary(text: str, lexicon: Lexicon, language: Language) -> bool:
    spellings = (text, strip_accents(text), letters_only(text))
    return (
        any(map(lexicon.has_word, lexicon.readings(text)))
        or _is_inflected_form(text, lexicon, language)
        or any(spelling in lexicon.entry_kinds for spelling in spellings)
    )


def _is_acronym(text: str, lexicon: Lexicon) -> bool:
    return bool(_DOTTED_INITIALS.fullmatch(text)) or lexicon.entry_kinds.get(letters_only(text)) == "acronym"


def _is_one_word(text: str, lexicon: Lexicon, language: Language) -> bool:
    """Whether a clue without spaces is a word or may be a name. Two words glued together are neither."""
    if any(map(lexicon.has_word, lexicon.readings(text))) or _is_inflected_form(text, lexicon, language):
        return True
    if len(letter_runs(text)) > 1:
        return _is_hyphenated_word(text, lexicon, language)
    return not _is_initials(text) and (
        strip_accents(text) in lexicon.entry_kinds or not split_compound(strip_accents(text), lexicon)
    )


def _is_inflected_form(word: str, lexicon: Lexicon, language: Language) -> bool:
    return any(map(lexicon.has_word, language.possible_base_forms(word)))


def _is_hyphenated_word(text: str, lexicon: Lexicon, language: Language) -> bool:
    """Whether the dictionary has the word without its hyphens, or has it as a hyphenated name."""
    joined = text.replace("-", "").replace("'", "")
    if any(map(lexicon.has_word, (*lexicon.readings(joined), *language.possible_base_forms(text)))):
        return True
    return lexicon.entry_kinds.get(text) == "name"


def _is_initials(word: str) -> bool:
    """Whether an unknown word looks like initials: only consonants, and not one letter repeated (ZZZZ)."""
    plain = strip_accents(word)
    return plain.isascii() and not set(plain) & set("aeiouy") and len(set(plain)) > 1


def _is_name(clue: str, text: str, lexicon: Lexicon, language: Language) -> bool:
    """Whether several words form a name: a known name, one that contains a name, or capitalised words."""
    if (kind := lexicon.entry_kinds.get(strip_accents(text))) is not None:
        return kind == "name"
    runs = [run for run in letter_runs(clue) if strip_accents(normalize(run)) not in language.SMALL_WORDS]
    folded = [strip_accents(normalize(run)) for run in runs]
    if any(lexicon.entry_kinds.get(run) == "name" or not lexicon.readings(run) for run in folded) or any(
        _ROMAN_NUMERAL.fullmatch(run) for run in folded[1:]
    ):
        return True
    return len(runs) > 1 and not clue.isupper() and all(run[0].isupper() for run in runs)
