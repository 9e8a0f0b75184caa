"""Decks as arrays: one card a row, one cell a column. Each value is the index of a pair of colours in the pattern."""

import numpy as np
from numpy.typing import NDArray

from duo.core.key import CELLS, PATTERN, KeyCard

Cards = NDArray[np.uint8]

PAIRS = tuple(PATTERN)
PER_CARD = np.array(list(PATTERN.values()))
ONE_OF_EACH = np.repeat(np.arange(len(PAIRS), dtype=np.uint8), PER_CARD)
COLOURS = "g.x"
SIDES = np.array([[COLOURS.index(pair[side]) for pair in PAIRS] for side in (0, 1)], dtype=np.uint8)
FACING = np.array([PAIRS.index(pair[::-1]) for pair in PAIRS], dtype=np.uint8)

_BLOCK = 4096
_PLACE_BITS = np.uint64(31)


def deal_many(count: int, seed: int) -> Cards:
    """Deal this many cards, each drawn uniformly from all cards.

    Each cell gets a raw number of the bit generator, with the cell's place in its lowest bits, and sorting these
    shuffles the cells. The raw numbers are the same on every machine and in every version of numpy, which numpy does
    not promise for its own shuffles. Blocks keep the work within the processor's cache.
    """
    generator = np.random.PCG64(seed)
    place = np.arange(CELLS, dtype=np.uint64)
    cards = np.empty((count, CELLS), dtype=np.uint8)
    for start in range(0, count, _BLOCK):
        block = cards[start : start + _BLOCK]
        keys = generator.random_raw(block.shape) & ~_PLACE_BITS | place
        keys.sort(axis=1)
        block[:] = ONE_OF_EACH[(keys & _PLACE_BITS).astype(np.uint8)]
    return cards


def placements(cards: Cards) -> tuple[Cards, Cards, Cards, Cards]:
    """Return the cards in the four ways in which they can stand, in the order of `KeyCard.placements`."""
    facing = FACING[cards]
    return cards, cards[:, ::-1], facing, facing[:, ::-1]


def canonical_names(cards: Cards) -> list[bytes]:
    """Return a name for each card that is the same for all its placements."""
    placed = [rows.tobytes() for rows in placements(cards)]
    return [min(rows[start : start + CELLS] for rows in placed) for start in range(0, len(cards) * CELLS, CELLS)]


def to_cards(cards: Cards) -> list[KeyCard]:
    letters = [np.array(list(COLOURS))[SIDES[side][cards]] for side in (0, 1)]
    return [KeyCard("".join(a), "".join(b)) for a, b in zip(*letters, strict=True)]


def from_cards(cards: list[KeyCard]) -> Cards:
    rows = [[PAIRS.index(pair) for pair in card.pairs()] for card in cards]
    return np.array(rows, dtype=np.uint8).reshape(len(cards), CELLS)
