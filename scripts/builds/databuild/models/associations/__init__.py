"""Word associations, written for this project.

Each line of a list is a word and what it brings to mind, the strongest first: `bark: dog, tree, bite, ...`.
"""

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from databuild.models.relations import Pairs, RowIndex
from duo.core.word import fold
from duo.vectors.writer import Vocabulary

Listing = Mapping[str, tuple[str, ...]]  # word -> associations, the strongest first
MAX_STRENGTH = 1.3
_LAST_STRENGTH = 0.15  # of the last association of a word; the first has 1
_MUTUAL_BONUS = 0.3  # for words that bring each other to mind
_KIND_STRENGTH = 0.4  # of a direct hypernym
_MIN_STAND_INS, _MAX_STAND_INS = 2, 5  # words whose associations define a name


def association_pairs(listing: Listing, rows: RowIndex) -> Pairs:
    """Return how strongly words bring each other to mind. Unknown words are left out."""
    strengths: Pairs = {}
    for word, associations in listing.items():
        head = rows.get(word)
        for place, other in enumerate(map(rows.get, associations)):
            if head is not None and other is not None and head != other:
                strengths.setdefault((head, other), 1 - (1 - _LAST_STRENGTH) * place / len(associations))
    pairs: Pairs = {}
    for (head, other), strength in strengths.items():
        back = strengths.get((other, head))
        pairs[min(head, other), max(head, other)] = strength if back is None else max(strength, back) + _MUTUAL_BONUS
    return pairs


def with_kinds(pairs: Pairs, kinds: Pairs) -> Pairs:
    """Return the pairs extended by words and their hypernyms, which are too many for the lists."""
    return pairs | {pair: max(pairs.get(pair, 0.0), _KIND_STRENGTH * nearness) for pair, nearness in kinds.items()}


def names_from_associations(listing: Listing, vocabulary: Vocabulary) -> dict[str, tuple[str, ...]]:
    """Return unknown words, most of them names, with the words that bring them to mind.

    Spinach and sailor bring Popeye to mind, so the listener hears Popeye as these.
    """
    words = set(vocabulary.words)
    known = words | vocabulary.forms.keys()
    sources = defaultdict(list)
    for word, associations in listing.items():
        for place, other in enumerate(associations):
            if word in words and other not in known and len(other) > 1:
                sources[other].append((place / len(associations), word))
    return {
        name: tuple(word for _, word in sorted(several)[:_MAX_STAND_INS])
        for name, several in sources.items()
        if len(several) >= _MIN_STAND_INS
    }


def read_listing(lang: str) -> Listing:
    """Read the list of a language, with folded words."""
    listing = {}
    for line in Path(__file__).with_name(f"{lang}.txt").read_text("utf-8").splitlines():
        word, _, associations = line.partition(": ")
        listing[fold(word)] = tuple(map(fold, associations.split(", ")))
    return listing
