"""English conventions, with dates in the ISO form."""

import re
from collections.abc import Mapping

DECIMAL_POINT = "."
DATE_FORMAT = "%Y-%m-%d"
QUOTES = ("'", "'")
NO_BREAK_SPACES: re.Pattern[str] | None = None


def elide(template: str, _fields: Mapping[str, object]) -> str:
    return template
