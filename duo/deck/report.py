"""Quality of a deck: balance, repeats, and the distance between its cards."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from duo.core.key import CELLS
from duo.deck.arrays import COLOUR_PAIRS, PAIRS_PER_CARD, SIDE_COLOURS, canonical_names, from_key_cards
from duo.deck.balance import count_pairs_per_cell
from duo.deck.distance import closest_pair
from duo.deck.file import Deck

# Comparing all pairs of more cards would take more than seconds.
MAX_COMPARED_CARDS = 5000


@dataclass(frozen=True, slots=True)
class DeckReport:
    cards: int
    repeats: int
    """The number of cards that equal an earlier card in some placement."""
    imbalance: float
    """How many cards too many or too few have a pair of colours in a cell, in the worst case."""
    apart: int | None
    """The smallest number of cells, of the 50 on both sides, in which two cards differ. None if not measured."""
    closest: tuple[str, str] | None
    """The codes of two cards whose distance is `apart`."""
    greens: tuple[tuple[int, ...], tuple[int, ...]]
    """The number of cards that are green in each cell, for side A and side B."""
    assassins: tuple[tuple[int, ...], tuple[int, ...]]


def measure_deck(deck: Deck) -> DeckReport:
    cards = from_key_cards(list(deck.cards))
    counts = count_pairs_per_cell(cards)
    share = len(cards) * PAIRS_PER_CARD / CELLS
    near = closest_pair(cards) if len(cards) <= MAX_COMPARED_CARDS else None
    return DeckReport(
        cards=len(cards),
        repeats=len(cards) - len(set(canonical_names(cards))),
        imbalance=round(float(np.abs(counts - share).max()), 4),
        apart=near[0] if near else None,
        closest=(deck.cards[near[1]].code, deck.cards[near[2]].code) if near else None,
        greens=_count_cards_of_colour(counts, 0),
        assassins=_count_cards_of_colour(counts, 2),
    )


def _count_cards_of_colour(counts: NDArray[np.int64], colour: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    by_side = [
        counts[:, [SIDE_COLOURS[side][pair] == colour for pair in range(len(COLOUR_PAIRS))]].sum(axis=1)
        for side in (0, 1)
    ]
    return tuple(by_side[0].tolist()), tuple(by_side[1].tolist())
