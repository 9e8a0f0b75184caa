"""Making a deck of cards from a seed, without repeats."""

from duo.core.key import KeyCard
from duo.deck.arrays import CardArray, canonical_names, deal_card_array, from_key_cards, to_key_cards
from duo.deck.balance import Progress, balanced_cards
from duo.deck.file import Deck


def make_deck(
    count: int, seed: int, *, balance: bool = False, avoid: tuple[KeyCard, ...] = (), progress: Progress | None = None
) -> Deck:
    """Make a deck in which no card appears twice, or is one of those to avoid, in any placement."""
    avoided_names = frozenset(canonical_names(from_key_cards(list(avoid))))
    cards = (
        balanced_cards(count, seed, avoided_names, progress) if balance else _distinct_cards(count, seed, avoided_names)
    )
    return Deck(seed=seed, cards=tuple(to_key_cards(cards)))


def _distinct_cards(count: int, seed: int, avoid: frozenset[bytes]) -> CardArray:
    """Return the first distinct cards that the seed deals, without those to avoid.

    Repeats are extremely unlikely.
    """
    dealt = count
    while True:
        cards = deal_card_array(dealt, seed)
        first: dict[bytes, int] = {}
        for row, name in enumerate(canonical_names(cards)):
            if name not in avoid:
                first.setdefault(name, row)
        if len(first) >= count:
            return cards[list(first.values())[:count]]
        dealt += count - len(first)
