"""Sentences for people, in the language of the interface.

The English sentence is the message id. Each room has a catalogue of its own in `locale/`, kept up to date by
`scripts/catalogues.py`; a test fails when a sentence has no translation.
"""

import gettext
import os
import re
import textwrap
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from duo.core.refusal import Refusal, Refusals

LANGUAGES = ("en", "fr")
LOCALE = Path(__file__).with_name("locale")
_current = "en"
# Not before the semicolon between two commands, which are there to be copied.
_APART = re.compile(r"(?<=[«<]) | (?=[:?!%»]|;(?! duo))")


def use(language: str) -> None:
    """Speak this language from now on."""
    global _current  # noqa: PLW0603 - the interface of a process speaks one language
    _current = language


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak this language for a while."""
    before = _current
    use(language)
    try:
        yield
    finally:
        use(before)


def spoken() -> str:
    """The language in use."""
    return _current


def preferred(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the user's environment asks for."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(variable):
            return "fr" if value.lower().startswith("fr") else "en"
    return "en"


def say(template: str, /, **fields: object) -> str:
    """The sentence in the language in use, with its fields filled in."""
    return say_in(_current, template, **fields)


def say_in(language: str, template: str, /, **fields: object) -> str:
    """The sentence in this language, for what speaks several at once, such as a printed page."""
    sentence = _catalogue(language).gettext(template)
    return sentence.format(**fields) if fields else sentence


def count(one: str, many: str, number: int, /, **fields: object) -> str:
    """The sentence for this number of things; the number itself is the field `count`."""
    return _catalogue(_current).ngettext(one, many, number).format(count=number, **fields)


def decimal(value: float, form: str) -> str:
    """A number as the language in use writes it, in a form such as `.1f`."""
    written = f"{value:{form}}"
    return written.replace(".", ",") if _current == "fr" else written


def bound(sentence: str) -> str:
    """The sentence with each sign that French sets apart by a blank bound to its word, for text that is wrapped."""
    return _APART.sub("\N{NO-BREAK SPACE}", sentence) if _current == "fr" else sentence


def wrapped(sentence: str, width: int) -> list[str]:
    """The sentence in lines of at most this width, of which none begins with a sign that French sets apart."""
    lines = textwrap.wrap(bound(sentence), width, break_on_hyphens=False)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]


def mark(template: str) -> str:
    """Name a message where it is defined but not yet said, so that it is found for translation."""
    return template


def tell(refusal: Refusal) -> str:
    """A refusal in the language in use; several problems are told a line each."""
    if isinstance(refusal, Refusals):
        return "\n".join(tell(problem) for problem in refusal.problems)
    fields = {name: tell(value) if isinstance(value, Refusal) else value for name, value in refusal.fields.items()}
    return say(refusal.template, **fields)


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    catalogues = gettext.NullTranslations()
    for path in sorted((LOCALE / language / "LC_MESSAGES").glob("*.mo")):
        with path.open("rb") as file:
            room = gettext.GNUTranslations(file)
        room.add_fallback(catalogues)
        catalogues = room
    return catalogues
