"""How a language writes numbers, dates, quotes and spaces. There is one module per language; English is the default."""

import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, cast

from duo.data import DEFAULT_LANGUAGE


class Conventions(Protocol):
    """The protocol of a language module, such as `duo.text.conventions.fr`."""

    DECIMAL_POINT: str
    DATE_FORMAT: str
    QUOTES: tuple[str, str]
    # Spaces in HTML that must not break a line.
    NO_BREAK_SPACES: re.Pattern[str] | None

    def elide(self, template: str, fields: Mapping[str, object]) -> str:
        """Return the template with elisions before fields: « que {word} » becomes « qu'{word} » if `word` is ACHAT."""
        ...


@cache
def find_conventions(language: str) -> Conventions:
    name = f"{__name__}.{language}"
    return cast("Conventions", import_module(name if find_spec(name) else f"{__name__}.{DEFAULT_LANGUAGE}"))
