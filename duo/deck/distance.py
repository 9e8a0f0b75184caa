"""Distances between the cards of a deck."""

import numpy as np
from numpy.typing import NDArray

from duo.deck.arrays import COLOURS, SIDES, Cards, placements

COLOURED_CELLS = 50


def features(cards: Cards) -> NDArray[np.float32]:
    """Return one-hot rows, one for each card.

    The product of two rows is the number of coloured cells that the cards share.
    """
    sides = SIDES[:, cards]
    is_colour = sides[..., None] == np.arange(len(COLOURS))
    one_hot: NDArray[np.float32] = np.moveaxis(is_colour, 0, 1).reshape(len(cards), -1).astype(np.float32)
    return one_hot


def distances(rows: Cards, others: Cards) -> NDArray[np.int16]:
    """Return the number of differing coloured cells between each row and each other card.

    The result is (placements, rows, others), for the four placements of the other card.
    """
    row_features = features(rows)
    shared = [row_features @ features(way).T for way in placements(others)]
    return (COLOURED_CELLS - np.rint(shared)).astype(np.int16)


def closest(cards: Cards, block: int = 500) -> tuple[int, int, int] | None:
    """Return the smallest distance between two cards in any placement, and their indexes.

    Returns None for fewer than two cards.
    """
    best: tuple[int, int, int] | None = None
    for start in range(0, len(cards), block):
        rows = cards[start : start + block]
        gaps = distances(rows, cards).min(axis=0)
        # A card is not compared with itself, nor a pair twice.
        gaps[np.arange(len(rows))[:, None] + start >= np.arange(len(cards))] = COLOURED_CELLS + 1
        row, other = divmod(int(gaps.argmin()), len(cards))
        gap = int(gaps[row, other])
        if gap <= COLOURED_CELLS and (best is None or gap < best[0]):
            best = gap, start + row, other
    return best
