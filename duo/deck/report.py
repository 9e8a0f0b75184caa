"""Quality of a deck: balance, repeats, and the distance between its cards."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from duo.core.key import CELLS
from duo.deck.arrays import PAIRS, PER_CARD, SIDES, canonical_names, from_cards
from duo.deck.balance import per_cell
from duo.deck.distance import closest
from duo.deck.file import Deck

# Comparing all pairs of more cards would take more than seconds.
MAX_COMPARED_CARDS = 5000


@dataclass(frozen=True, slots=True)
class DeckReport:
    cards: int
    repeats: int
    """Cards that equal an earlier one in some placement."""
    imbalance: float
    """The largest difference, in cards, between how often a cell has a pair of colours and its fair share."""
    apart: int | None
    """The fewest coloured cells, of 50, in which two cards differ in any placement. None if not measured."""
    closest: tuple[str, str] | None
    """The codes of two cards at that distance."""
    greens: tuple[tuple[int, ...], tuple[int, ...]]
    """The number of cards that are green in each cell, for side A and side B."""
    assassins: tuple[tuple[int, ...], tuple[int, ...]]


def report(deck: Deck) -> DeckReport:
    cards = from_cards(list(deck.cards))
    counts = per_cell(cards)
    share = len(cards) * PER_CARD / CELLS
    near = closest(cards) if len(cards) <= MAX_COMPARED_CARDS else None
    return DeckReport(
        cards=len(cards),
        repeats=len(cards) - len(set(canonical_names(cards))),
        imbalance=round(float(np.abs(counts - share).max()), 4),
        apart=near[0] if near else None,
        closest=(deck.cards[near[1]].code, deck.cards[near[2]].code) if near else None,
        greens=_cards_of_colour(counts, 0),
        assassins=_cards_of_colour(counts, 2),
    )


def _cards_of_colour(counts: NDArray[np.int64], colour: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    by_side = [counts[:, [SIDES[side][pair] == colour for pair in range(len(PAIRS))]].sum(axis=1) for side in (0, 1)]
    return tuple(by_side[0].tolist()), tuple(by_side[1].tolist())
