"""Decks as numpy arrays, with one row per card and one column per cell.

A value is an index into `COLOUR_PAIRS`: it tells the colours that the cell has on side A and on side B.
"""

import numpy as np
from numpy.typing import NDArray

from duo.core.key import CELLS, PATTERN, KeyCard

CardArray = NDArray[np.uint8]

COLOUR_PAIRS = tuple(PATTERN)  # the colours of a cell on side A and side B
PAIRS_PER_CARD = np.array(list(PATTERN.values()))
# A card with its pairs of colours in order.
UNSHUFFLED_CARD = np.repeat(np.arange(len(COLOUR_PAIRS), dtype=np.uint8), PAIRS_PER_CARD)
COLOUR_LETTERS = "g.x"
# For each side, the colour of each pair, as an index into COLOUR_LETTERS.
SIDE_COLOURS = np.array(
    [[COLOUR_LETTERS.index(pair[side]) for pair in COLOUR_PAIRS] for side in (0, 1)], dtype=np.uint8
)
# For each pair, the pair with the colours of side A and side B exchanged.
SWAPPED_PAIRS = np.array([COLOUR_PAIRS.index(pair[::-1]) for pair in COLOUR_PAIRS], dtype=np.uint8)

_CARDS_PER_BLOCK = 4096
_PLACE_MASK = np.uint64(31)


def deal_card_array(count: int, seed: int) -> CardArray:
    """Deal this many cards, each drawn uniformly from all cards.

    Sorting random numbers shuffles the cells of a card: the lowest bits of each number are the place of a cell. The
    numbers are raw output of the bit generator, which is the same on every machine and in every version of numpy.
    numpy does not promise that for its shuffles. The cards are dealt in blocks that fit the processor's cache.
    """
    generator = np.random.PCG64(seed)
    place = np.arange(CELLS, dtype=np.uint64)
    cards = np.empty((count, CELLS), dtype=np.uint8)
    for start in range(0, count, _CARDS_PER_BLOCK):
        block = cards[start : start + _CARDS_PER_BLOCK]
        keys = generator.random_raw(block.shape) & ~_PLACE_MASK | place
        keys.sort(axis=1)
        block[:] = UNSHUFFLED_CARD[(keys & _PLACE_MASK).astype(np.uint8)]
    return cards


def all_placements(cards: CardArray) -> tuple[CardArray, CardArray, CardArray, CardArray]:
    """Return the deck four times, with all cards in each of the placements that `KeyCard.placements` lists."""
    facing = SWAPPED_PAIRS[cards]
    return cards, cards[:, ::-1], facing, facing[:, ::-1]


def canonical_names(cards: CardArray) -> list[bytes]:
    """Return a name for each card that is the same for all its placements."""
    placed = [rows.tobytes() for rows in all_placements(cards)]
    return [min(rows[start : start + CELLS] for rows in placed) for start in range(0, len(cards) * CELLS, CELLS)]


def to_key_cards(cards: CardArray) -> list[KeyCard]:
    letters = [np.array(list(COLOUR_LETTERS))[SIDE_COLOURS[side][cards]] for side in (0, 1)]
    return [KeyCard("".join(a), "".join(b)) for a, b in zip(*letters, strict=True)]


def from_key_cards(cards: list[KeyCard]) -> CardArray:
    rows = [[COLOUR_PAIRS.index(pair) for pair in card.pairs()] for card in cards]
    return np.array(rows, dtype=np.uint8).reshape(len(cards), CELLS)
