"""The interface of a language: what judging a clue needs to know. Each module of `duo/words/lang` implements it."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Protocol, cast

from duo.core.refusal import Refusal
from duo.data import LANGUAGES, check_language
from duo.words.lang.pronunciation import PronunciationRule


class Language(Protocol):
    """Spelling, sounds and word formation of one language. A module of `duo/words/lang` has all these names."""

    NAME: str  # in the language itself
    ACCENTS_OPTIONAL: bool
    ROOT_IS_PART: bool
    COMPARATIVE_ENDINGS: tuple[str, ...]
    SMALL_WORDS: frozenset[str]
    PLACE_WORDS: frozenset[str]
    ALL_SOUNDS: str
    CONFUSABLE_SOUNDS: Mapping[str, str]
    PRONUNCIATION_RULES: Sequence[PronunciationRule]

    def with_ligatures(self, word: str) -> str:
        """Return the word with the ligatures of the language: CHOEUR is CHŒUR in French."""
        ...

    def possible_base_forms(self, word: str) -> Iterator[str]:
        """Yield words that this one may be an inflected form of, by spelling alone."""
        ...

    def verbs_with_form(self, word: str) -> Iterator[str]:
        """Yield verbs that have an inflected form with this spelling, whether or not the word is related to them."""
        ...

    def possible_roots(self, word: str) -> Iterator[str]:
        """Yield words that this one may derive from, by spelling alone."""
        ...

    def possible_pronunciations(self, word: str) -> Iterator[str]:
        """Yield the pronunciation of an unknown word, by spelling alone."""
        ...


_REQUIRED_ATTRIBUTES = frozenset(Language.__annotations__) | {
    name for name in vars(Language) if not name.startswith("_") and callable(getattr(Language, name))
}


@cache
def find_language(lang: str) -> Language:
    """Return the module of a shipped language. Raises Refusal if the module is missing or incomplete."""
    module = import_module(f"duo.words.lang.{check_language(lang)}")
    if missing := sorted(name for name in _REQUIRED_ATTRIBUTES if not hasattr(module, name)):
        raise Refusal("the rules of {lang} lack {names}", lang=lang, names=", ".join(missing))
    return cast("Language", module)


def with_ligatures(word: str, lang: str) -> str:
    """Return the word with the ligatures of its language. A word of an unknown language stays as it is."""
    return find_language(lang).with_ligatures(word) if lang in LANGUAGES else word
