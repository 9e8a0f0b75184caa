"""French conventions: comma, day before month, guillemets, elision, spaces before tall punctuation."""

import re
from collections.abc import Mapping

DECIMAL_POINT = ","
DATE_FORMAT = "%d/%m/%Y"
QUOTES = ("«\N{NO-BREAK SPACE}", "\N{NO-BREAK SPACE}»")
NO_BREAK_SPACES: re.Pattern[str] | None = re.compile(r" (?=[:;?!%»](?:[\s<]|$))|(?<=«) ")
# A small word that loses its vowel before a field that begins with one: « que {word} » becomes « qu'ACHAT ».
_ELIDED = re.compile(r"\b([Qq]u|[Jj]usqu|[DdLl])[ea] (?=\{(\w+)\})")
_VOWELS = frozenset("AEIOUÀÂÄÆÉÈÊËÎÏÔÖŒÙÛÜ")
# How common words with a mute h begin. Before any other h nothing is elided.
_MUTE_H = re.compile("H(?:AB|ALE|ARM|ÉLI|ERB|ERC|ÉRIT|EUR|IST|IV|OMM|ONN|ÔP|ORI|ORL|ÔT|UIL|UÎT|UM|Y)")


def elide(template: str, fields: Mapping[str, object]) -> str:
    """Elide before words of the table, which are in capitals, and before nothing else."""
    return _ELIDED.sub(lambda found: f"{found[1]}'" if _elides(fields.get(found[2])) else found[0], template)


def _elides(value: object) -> bool:
    """Whether « que » loses its vowel before this word: before HERBE, but not before HACHE, whose h is not mute."""
    if not isinstance(value, str) or value.startswith(("ONZ", "OUI")):
        return False
    return value[:1] in _VOWELS or bool(_MUTE_H.match(value))
