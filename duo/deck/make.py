"""Making a deck: so many cards from a seed, without repeats."""

from duo.core.key import KeyCard
from duo.deck.arrays import Cards, canonical_names, deal_many, from_cards, to_cards
from duo.deck.balance import Progress, balanced_cards
from duo.deck.file import Deck


def make(
    count: int, seed: int, *, balance: bool = False, avoid: tuple[KeyCard, ...] = (), progress: Progress | None = None
) -> Deck:
    """A deck in which no card stands twice, or is one of those to avoid, in any placement."""
    kept_out = frozenset(canonical_names(from_cards(list(avoid))))
    cards = balanced_cards(count, seed, kept_out, progress) if balance else _distinct_cards(count, seed, kept_out)
    return Deck(seed=seed, cards=tuple(to_cards(cards)))


def _distinct_cards(count: int, seed: int, avoid: frozenset[bytes]) -> Cards:
    """The first cards of the seed's endless deal that are new; a repeat is all but impossible."""
    asked = count
    while True:
        cards = deal_many(asked, seed)
        first: dict[bytes, int] = {}
        for row, name in enumerate(canonical_names(cards)):
            if name not in avoid:
                first.setdefault(name, row)
        if len(first) >= count:
            return cards[list(first.values())[:count]]
        asked += count - len(first)
