"""French conventions: comma, day before month, guillemets, elision, spaces before tall punctuation."""

import re
from collections.abc import Mapping

DECIMAL_POINT = ","
DATE_FORMAT = "%d/%m/%Y"
QUOTES = ("«\N{NO-BREAK SPACE}", "\N{NO-BREAK SPACE}»")
NO_BREAK_SPACES: re.Pattern[str] | None = re.compile(r" (?=[:;?!%»](?:[\s<]|$))|(?<=«) ")
# A small word that loses its vowel before a field that begins with one: « que {word} » becomes « qu'ACHAT ».
_ELIDABLE_WORD = re.compile(r"\b([Qq]u|[Jj]usqu|[DdLl])[ea] (?=\{(\w+)\})")
_VOWELS = frozenset("AEIOUÀÂÄÆÉÈÊËÎÏÔÖŒÙÛÜ")
# How common words with a mute h begin. Before any other h nothing is elided.
_MUTE_H = re.compile("H(?:AB|ALE|ARM|ÉLI|ERB|ERC|ÉRIT|EUR|IST|IV|OMM|ONN|ÔP|ORI|ORL|ÔT|UIL|UÎT|UM|Y)")


def elide(template: str, fields: Mapping[str, object]) -> str:
    """Return the template with elisions before fields in capitals, which are words of the table."""
    return _ELIDABLE_WORD.sub(
        lambda found: f"{found[1]}'" if _causes_elision(fields.get(found[2])) else found[0], template
    )


def _causes_elision(value: object) -> bool:
    """Return whether « que » becomes « qu' » before this word. It does before HERBE, but not before HACHE."""
    if not isinstance(value, str) or value.startswith(("ONZ", "OUI")):
        return False
    return value[:1] in _VOWELS or bool(_MUTE_H.match(value))
