"""Sentences for people, in the language of the interface.

The English sentence is the message id. A language has one catalogue, `locale/fr.po`, kept up to date by
`scripts/builds/catalogues.py` and compiled when the package is built, with no-break spaces where the language wants
them; a test fails when a sentence has no translation.
"""

import datetime as dt
import gettext
import os
import re
import textwrap
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from decimal import Context
from functools import cache
from pathlib import Path

from duo.core.refusal import Refusal, Refusals
from duo.core.word import printable
from duo.data import LANGUAGES as LANGUAGES

LOCALE = Path(__file__).with_name("locale")
DOMAIN = "duo"
# Of whoever is being spoken to: two requests in two threads each have their own.
_language: ContextVar[str] = ContextVar("language", default="en")
# A small word that loses its vowel before a word that a sentence is told: « que {word} » is « qu'ACHAT ».
_ELIDED = re.compile(r"\b([Qq]u|[Jj]usqu|[DdLl])[ea] (?=\{(\w+)\})")
_QUOTED = re.compile(r"(?<!\w)'([^']*)'(?!\w)")
# A larger number is a joke, or an attack: its size is told, and not its thousands of digits.
_MAX_EXACT_NUMBER = 10**40
_THREE_DIGITS = Context(prec=3)
_VOWELS = frozenset("AEIOUÀÂÄÆÉÈÊËÎÏÔÖŒÙÛÜ")
# The beginnings of common words with a mute h; of others it is not known, and nothing is elided.
_MUTE_H = re.compile("H(?:AB|ALE|ARM|ÉLI|ERB|ERC|ÉRIT|EUR|IST|IV|OMM|ONN|ÔP|ORI|ORL|ÔT|UIL|UÎT|UM|Y)")


def set_language(language: str) -> None:
    """Speak this language from now on, in this thread or task."""
    _language.set(language)


@contextmanager
def in_language(language: str) -> Iterator[None]:
    """Speak this language for a while."""
    token = _language.set(language)
    try:
        yield
    finally:
        _language.reset(token)


def current_language() -> str:
    """The language in use."""
    return _language.get()


def preferred_language(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the user's environment asks for."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(variable):
            return "fr" if value.lower().startswith("fr") else "en"
    return "en"


def _(template: str, /, **fields: object) -> str:
    """The sentence in the language in use, with its fields filled in."""
    return translate_to(current_language(), template, **fields)


def translate_to(language: str, template: str, /, **fields: object) -> str:
    """The sentence in this language, for what speaks several at once, such as a printed page."""
    sentence = _catalogue(language).gettext(template)
    return _fill_fields(language, sentence, fields) if fields else sentence


def ngettext(one: str, many: str, number: int, /, **fields: object) -> str:
    """The sentence for this number of things; the number itself is the field `count`."""
    sentence = _catalogue(current_language()).ngettext(one, many, number)
    return _fill_fields(current_language(), sentence, {"count": number, **fields})


def _fill_fields(language: str, sentence: str, fields: Mapping[str, object]) -> str:
    """The sentence with its fields; only words of the table, which are in capitals, are elided before.

    Whatever stands in a field may come from a file, its name or another program, so none of it is obeyed.
    """
    if language == "fr":
        sentence = _ELIDED.sub(lambda found: f"{found[1]}'" if _elides(fields.get(found[2])) else found[0], sentence)
    return sentence.format(**{name: _format_field(value) for name, value in fields.items()})


def _format_field(value: object) -> object:
    if isinstance(value, Refusal):
        return "; ".join(map(format_refusal, value.all_problems()))
    if isinstance(value, int) and abs(value) > _MAX_EXACT_NUMBER:
        return _THREE_DIGITS.create_decimal(value)
    return printable(str(value)) if isinstance(value, str | Path) else value


def _elides(value: object) -> bool:
    """Whether « que » loses its vowel before this word: HERBE but not HACHE, whose h is not mute."""
    if not isinstance(value, str) or value.startswith(("ONZ", "OUI")):
        return False
    return value[:1] in _VOWELS or bool(_MUTE_H.match(value))


def format_decimal(value: float, form: str) -> str:
    """A number as the language in use writes it, in a form such as `.1f`."""
    written = f"{value:{form}}"
    return written.replace(".", ",") if current_language() == "fr" else written


def localize_quotes(sentence: str) -> str:
    """A sentence of a library's with its 'words' quoted as the language in use does."""
    return (
        _QUOTED.sub("«\N{NO-BREAK SPACE}\\1\N{NO-BREAK SPACE}»", sentence) if current_language() == "fr" else sentence
    )


def format_date(day: dt.date | str) -> str:
    """A day as the language in use writes it, in figures; whatever else a file calls a date is told as it stands."""
    try:
        told = dt.date.fromisoformat(day[:10]) if isinstance(day, str) else day
    except ValueError:
        return printable(str(day))
    return f"{told:%d/%m/%Y}" if current_language() == "fr" else f"{told:%Y-%m-%d}"


def wrap_text(sentence: str, width: int) -> list[str]:
    """The sentence in lines of at most this width, broken at no no-break space."""
    return textwrap.wrap(sentence, width, break_on_hyphens=False)


def N_(template: str) -> str:  # noqa: N802 - the name that gettext gives it
    """Name a message where it is defined but not yet said, so that it is found for translation."""
    return template


def format_refusal(refusal: Refusal) -> str:
    """A refusal in the language in use; several problems are told a line each."""
    if isinstance(refusal, Refusals):
        return "\n".join(format_refusal(problem) for problem in refusal.problems)
    return _(refusal.template, **refusal.fields)


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation(DOMAIN, LOCALE, [language], fallback=language == "en")
