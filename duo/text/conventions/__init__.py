"""How a language writes numbers, dates, quotes and spaces. There is one module per language; English is the default."""

import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, cast

from duo.data import DEFAULT_LANGUAGE


class Conventions(Protocol):
    """What a module of this package has."""

    DECIMAL_POINT: str
    DATE_FORMAT: str
    QUOTES: tuple[str, str]
    # Spaces in HTML that must not break a line.
    NO_BREAK_SPACES: re.Pattern[str] | None

    def elide(self, template: str, fields: Mapping[str, object]) -> str:
        """Return the template with small words shortened before fields, as « que {word} » before ACHAT."""
        ...


@cache
def find_conventions(language: str) -> Conventions:
    name = f"{__name__}.{language}"
    return cast("Conventions", import_module(name if find_spec(name) else f"{__name__}.{DEFAULT_LANGUAGE}"))
