"""Distances between the cards of a deck."""

import numpy as np
from numpy.typing import NDArray

from duo.deck.arrays import COLOUR_LETTERS, SIDE_COLOURS, CardArray, all_placements

CELLS_OF_BOTH_SIDES = 50  # of one card


def one_hot_rows(cards: CardArray) -> NDArray[np.float32]:
    """Return one-hot rows, one for each card.

    The product of two rows is the number of cells, on both sides, in which the cards have the same colour.
    """
    sides = SIDE_COLOURS[:, cards]
    is_colour = sides[..., None] == np.arange(len(COLOUR_LETTERS))
    one_hot: NDArray[np.float32] = np.moveaxis(is_colour, 0, 1).reshape(len(cards), -1).astype(np.float32)
    return one_hot


def card_distances(rows: CardArray, others: CardArray) -> NDArray[np.int16]:
    """Return the number of cells in which each card of `rows` differs from each card of `others`.

    The shape of the result is (placements, rows, others), for the four placements of the other card.
    """
    row_features = one_hot_rows(rows)
    shared = [row_features @ one_hot_rows(way).T for way in all_placements(others)]
    return (CELLS_OF_BOTH_SIDES - np.rint(shared)).astype(np.int16)


def closest_pair(cards: CardArray, block: int = 500) -> tuple[int, int, int] | None:
    """Return the smallest distance between two cards in any placement, and their indexes.

    Returns None for fewer than two cards.
    """
    best: tuple[int, int, int] | None = None
    for start in range(0, len(cards), block):
        rows = cards[start : start + block]
        gaps = card_distances(rows, cards).min(axis=0)
        # A card is not compared with itself, nor a pair twice.
        gaps[np.arange(len(rows))[:, None] + start >= np.arange(len(cards))] = CELLS_OF_BOTH_SIDES + 1
        row, other = divmod(int(gaps.argmin()), len(cards))
        gap = int(gaps[row, other])
        if gap <= CELLS_OF_BOTH_SIDES and (best is None or gap < best[0]):
            best = gap, start + row, other
    return best
