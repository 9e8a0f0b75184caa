"""What words bring to mind, the strongest first, written for this project.

A line is a word and what comes to mind on hearing it: `bark: dog, tree, bite, ...`.
"""

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from databuild.models.relations import Pairs, RowIndex
from duo.core.word import fold
from duo.vectors.writer import Vocabulary

Listing = Mapping[str, tuple[str, ...]]  # a word and what it brings to mind, the strongest first
MAX_STRENGTH = 1.3
_LAST_STRENGTH = 0.15  # what the last word of a line counts; the first counts one
_MUTUAL_BONUS = 0.3  # more, where each of two words brings the other to mind
_KIND_STRENGTH = 0.4  # what it counts to be the next kind above
_MIN_STAND_INS, _MAX_STAND_INS = 2, 5  # of the words that stand for one that is known only as what they bring to mind


def association_pairs(listing: Listing, rows: RowIndex) -> Pairs:
    """How strongly two words bring each other to mind; what the vocabulary does not know is passed over."""
    brings: Pairs = {}
    for word, brought in listing.items():
        head = rows.get(word)
        for place, other in enumerate(map(rows.get, brought)):
            if head is not None and other is not None and head != other:
                brings.setdefault((head, other), 1 - (1 - _LAST_STRENGTH) * place / len(brought))
    found: Pairs = {}
    for (head, other), strength in brings.items():
        back = brings.get((other, head))
        found[min(head, other), max(head, other)] = strength if back is None else max(strength, back) + _MUTUAL_BONUS
    return found


def with_kinds(brought: Pairs, kinds: Pairs) -> Pairs:
    """The same where a thing also brings to mind what it is a kind of, and the kind the thing: too many for a line."""
    return brought | {pair: max(brought.get(pair, 0.0), _KIND_STRENGTH * nearness) for pair, nearness in kinds.items()}


def names_from_associations(listing: Listing, vocabulary: Vocabulary) -> dict[str, tuple[str, ...]]:
    """Words that stand on no line of their own and are not known, most of them names, with those that bring them.

    Popeye is what spinach and a sailor bring to mind, so he is heard as these.
    """
    words = set(vocabulary.words)
    known = words | vocabulary.forms.keys()
    found = defaultdict(list)
    for word, brought in listing.items():
        for place, other in enumerate(brought):
            if word in words and other not in known and len(other) > 1:
                found[other].append((place / len(brought), word))
    return {
        name: tuple(word for _, word in sorted(by)[:_MAX_STAND_INS])
        for name, by in found.items()
        if len(by) >= _MIN_STAND_INS
    }


def read_listing(lang: str) -> Listing:
    """The whole list of a language, as the models write words."""
    found = {}
    for line in Path(__file__).with_name(f"{lang}.txt").read_text("utf-8").splitlines():
        word, _, brought = line.partition(": ")
        found[fold(word)] = tuple(map(fold, brought.split(", ")))
    return found
