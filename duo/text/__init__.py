"""Translates sentences for people into the language of the interface.

The English sentence is the message id. Each language has one catalogue, such as `locale/fr.po`.
`scripts/builds/catalogues.py` keeps it up to date, and the build compiles it and adds no-break spaces. A test fails if
a sentence has no translation.
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
from duo.data import DEFAULT_LANGUAGE
from duo.data import LANGUAGES as LANGUAGES
from duo.text.conventions import find_conventions

LOCALE_DIR = Path(__file__).with_name("locale")
GETTEXT_DOMAIN = "duo"
# Two requests in two threads each have their own language.
_language: ContextVar[str] = ContextVar("language", default=DEFAULT_LANGUAGE)
_QUOTED_TEXT = re.compile(r"(?<!\w)'([^']*)'(?!\w)")
# A larger number is a joke or an attack. It is shown in scientific notation, not with thousands of digits.
_MAX_EXACT_NUMBER = 10**40
_THREE_DIGITS = Context(prec=3)


def set_language(language: str) -> None:
    """Use this language from now on, in this thread or task."""
    _language.set(language)


@contextmanager
def in_language(language: str) -> Iterator[None]:
    """Use this language within the block."""
    token = _language.set(language)
    try:
        yield
    finally:
        _language.reset(token)


def current_language() -> str:
    """Return the language of this thread or task."""
    return _language.get()


def preferred_language(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language that the locale variables ask for."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(variable):
            return value[:2].lower() if value[:2].lower() in LANGUAGES else DEFAULT_LANGUAGE
    return DEFAULT_LANGUAGE


def _(template: str, /, **fields: object) -> str:
    """Translate a sentence into the current language and fill in its fields."""
    return translate_to(current_language(), template, **fields)


def translate_to(language: str, template: str, /, **fields: object) -> str:
    """Translate a sentence into this language, for example for a printed page in several languages."""
    sentence = _load_catalogue(language).gettext(template)
    return _fill_fields(language, sentence, fields) if fields else sentence


def ngettext(one: str, many: str, number: int, /, **fields: object) -> str:
    """Translate a sentence in the singular or plural. The number is also the field `count`."""
    sentence = _load_catalogue(current_language()).ngettext(one, many, number)
    return _fill_fields(current_language(), sentence, {"count": number, **fields})


def _fill_fields(language: str, sentence: str, fields: Mapping[str, object]) -> str:
    """Fill in the fields of a sentence. Control characters in fields, which may be untrusted, are escaped."""
    return (
        find_conventions(language)
        .elide(sentence, fields)
        .format(**{name: _format_field(value) for name, value in fields.items()})
    )


def _format_field(value: object) -> object:
    if isinstance(value, Refusal):
        return "; ".join(map(format_refusal, value.all_problems()))
    if isinstance(value, int) and abs(value) > _MAX_EXACT_NUMBER:
        return _THREE_DIGITS.create_decimal(value)
    return printable(str(value)) if isinstance(value, str | Path) else value


def format_decimal(value: float, form: str) -> str:
    """Format a number for the current language, with a format such as `.1f`."""
    number = f"{value:{form}}"
    return number.replace(".", find_conventions(current_language()).DECIMAL_POINT)


def localize_quotes(sentence: str) -> str:
    """Replace the 'quotes' in a sentence of a library by those of the current language."""
    opening, closing = find_conventions(current_language()).QUOTES
    return _QUOTED_TEXT.sub(lambda found: f"{opening}{found[1]}{closing}", sentence)


def format_date(day: dt.date | str) -> str:
    """Format a date in figures for the current language. Text that is not an ISO date is returned as it is."""
    try:
        parsed = dt.date.fromisoformat(day[:10]) if isinstance(day, str) else day
    except ValueError:
        return printable(str(day))
    return f"{parsed:{find_conventions(current_language()).DATE_FORMAT}}"


def wrap_text(sentence: str, width: int) -> list[str]:
    """Break a sentence into lines of at most this width, never at a no-break space."""
    return textwrap.wrap(sentence, width, break_on_hyphens=False)


def N_(template: str) -> str:  # noqa: N802 - the name that gettext gives it
    """Mark a sentence for translation where it is defined, and return it unchanged."""
    return template


def format_refusal(refusal: Refusal) -> str:
    """Translate a refusal into the current language. Several problems get one line each."""
    if isinstance(refusal, Refusals):
        return "\n".join(format_refusal(problem) for problem in refusal.problems)
    return _(refusal.template, **refusal.fields)


@cache
def _load_catalogue(language: str) -> gettext.NullTranslations:
    has_catalogue = (LOCALE_DIR / f"{language}.po").is_file()
    return gettext.translation(GETTEXT_DOMAIN, LOCALE_DIR, [language], fallback=not has_catalogue)
