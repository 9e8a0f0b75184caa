"""The form of a clue: one word of the dictionary or a one-word name, and nothing beside it."""

import re
from enum import Enum
from types import ModuleType

from duo.words.lexicon import Lexicon
from duo.words.spelling import bare, is_speakable, letters, pieces, visible
from duo.words.traits import halves

_DOTTED = re.compile(r"(?:[^\W\d_]\.){2,}[^\W\d_]?\.?")
_ROMAN = re.compile(r"[ivxlc]+")


class Fault(Enum):
    """What is wrong with a form, by the rule that it breaks; the first can be said under no variant."""

    UNSPEAKABLE = "unspeakable"
    NAME = "proper-name"
    WORDS = "one-word"


def fault(clue: str, lexicon: Lexicon, language: ModuleType) -> Fault | None:
    """What is wrong with the form of the clue as it was given."""
    if not is_speakable(clue.strip()):
        return Fault.UNSPEAKABLE
    text = visible(clue)
    if " " in text:
        return Fault.NAME if _is_name(clue.strip(), text, lexicon, language) else Fault.WORDS
    if _is_acronym(text, lexicon):
        return Fault.WORDS
    if "." in text:
        return Fault.UNSPEAKABLE
    if _is_one_word(text, lexicon, language):
        return None
    # Hyphens between the words of a name do not make it one word.
    runs = pieces(text)
    named = len(runs) > 1 and any(lexicon.others.get(bare(run)) == "name" for run in runs)
    return Fault.NAME if named else Fault.WORDS


def is_known(clue: str, lexicon: Lexicon, language: ModuleType) -> bool:
    """Whether a dictionary here has the clue: as a word or a form of one, a name or an acronym."""
    text = visible(clue.strip())
    return _stands(text, lexicon, language) or all(_stands(run, lexicon, language) for run in pieces(text))


def _stands(text: str, lexicon: Lexicon, language: ModuleType) -> bool:
    spelt = (text, bare(text), letters(text))
    return (
        any(map(lexicon.has, lexicon.readings(text)))
        or _is_inflected(text, lexicon, language)
        or any(form in lexicon.others for form in spelt)
    )


def _is_acronym(text: str, lexicon: Lexicon) -> bool:
    return bool(_DOTTED.fullmatch(text)) or lexicon.others.get(letters(text)) == "acronym"


def _is_one_word(text: str, lexicon: Lexicon, language: ModuleType) -> bool:
    """Whether a clue without blanks is a word, or may be a name: two words glued together are neither."""
    if any(map(lexicon.has, lexicon.readings(text))) or _is_inflected(text, lexicon, language):
        return True
    if len(pieces(text)) > 1:
        return _joined_is_word(text, lexicon, language)
    return not _is_initials(text) and (bare(text) in lexicon.others or not halves(bare(text), lexicon))


def _is_inflected(word: str, lexicon: Lexicon, language: ModuleType) -> bool:
    return any(map(lexicon.has, language.inflected(word)))


def _joined_is_word(text: str, lexicon: Lexicon, language: ModuleType) -> bool:
    """Whether a hyphenated word stands in the dictionary, hyphens aside, or is a name that has its hyphen."""
    joined = text.replace("-", "").replace("'", "")
    if any(map(lexicon.has, (*lexicon.readings(joined), *language.inflected(text)))):
        return True
    return lexicon.others.get(text) == "name"


def _is_initials(word: str) -> bool:
    """Whether an unknown word reads as initials: several consonants, and not one over and over (ZZZZ)."""
    plain = bare(word)
    return plain.isascii() and not set(plain) & set("aeiouy") and len(set(plain)) > 1


def _is_name(clue: str, text: str, lexicon: Lexicon, language: ModuleType) -> bool:
    """Whether several words are a name: a known one, one with a name in it, or one written with capitals."""
    if (kind := lexicon.others.get(bare(text))) is not None:
        return kind == "name"
    runs = [run for run in pieces(clue) if bare(visible(run)) not in language.SMALL_WORDS]
    folded = [bare(visible(run)) for run in runs]
    if any(lexicon.others.get(run) == "name" or not lexicon.readings(run) for run in folded) or any(
        _ROMAN.fullmatch(run) for run in folded[1:]
    ):
        return True
    return len(runs) > 1 and not clue.isupper() and all(run[0].isupper() for run in runs)
