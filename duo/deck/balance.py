"""Balanced decks: every cell has each pair of colours equally often, and no two cards look alike.

Blocks of 25 cards come from Latin squares, which are balanced by construction. An incomplete block at the end is evened
out cell by cell. Then exchanges that preserve every card's pattern and every cell's balance drive apart pairs of cards
that are too close. All decisions use integers, so a seed gives the same deck on every machine.
"""

import random
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from duo.core.key import CELLS
from duo.core.refusal import Refusal
from duo.deck.arrays import COLOUR_PAIRS, PAIRS_PER_CARD, UNSHUFFLED_CARD, CardArray, all_placements, canonical_names
from duo.deck.distance import CELLS_OF_BOTH_SIDES, card_distances, one_hot_rows

# Distances between two cards: differing cells, of the 50 on both sides.
MIN_CARD_DISTANCE = 20
TARGET_CARD_DISTANCE = 22
MAX_SMALL_DECK_CARDS = 100  # only up to this size is MIN_CARD_DISTANCE guaranteed
_MAX_TRIES_SMALL_DECK = 200_000
_MAX_TRIES_LARGE_DECK = 20_000

Progress = Callable[[int, int], None]


def balanced_cards(
    count: int, seed: int, avoid: frozenset[bytes] = frozenset(), progress: Progress | None = None
) -> CardArray:
    """Return a balanced deck without the cards to avoid, which are given by their canonical names.

    Raises Refusal if the search finds none.
    """
    rng = random.Random(seed)
    cards = np.concatenate([_make_latin_block(rng) for _ in range(-(-count // CELLS))])[:count]
    if rest := count % CELLS:
        _balance_last_block(cards, count - rest, rng)
    search = _DistanceSearch(cards, rng, avoid)
    search.run(_MAX_TRIES_SMALL_DECK if count <= MAX_SMALL_DECK_CARDS else _MAX_TRIES_LARGE_DECK, progress)
    if not search.is_valid() or (count <= MAX_SMALL_DECK_CARDS and search.smallest_distance() < MIN_CARD_DISTANCE):
        raise Refusal(
            "no balanced deck of {count} cards was found with seed {seed}; try another seed", count=count, seed=seed
        )
    return search.cards


def _make_latin_block(rng: random.Random) -> CardArray:
    """Return 25 cards. Each cell has every pair of colours on as many of them as a card has cells of that pair."""
    symbols, rows, columns = (rng.sample(range(CELLS), CELLS) for _ in range(3))
    square = (np.array(rows)[:, None] + np.array(columns)[None, :]) % CELLS
    block: CardArray = UNSHUFFLED_CARD[np.array(symbols)[square]]
    return block


def _balance_last_block(cards: CardArray, start: int, rng: random.Random) -> None:
    """Exchange cells within the cards from row `start` on until the deck is balanced.

    It is balanced if, for every cell and every pair of colours, the number of cards that have this pair in this cell
    differs by at most one from its fair share.
    """
    excess = CELLS * count_pairs_per_cell(cards) - len(cards) * PAIRS_PER_CARD
    while np.abs(excess).max() > CELLS:
        row = rng.randrange(start, len(cards))
        one, two = rng.sample(range(CELLS), 2)
        first, second = cards[row, one], cards[row, two]
        # The change in the sum of squares when one copy of each pair changes its cell, divided by 2 * CELLS.
        gain = (excess[one, first] - excess[one, second] + excess[two, second] - excess[two, first]) - 2 * CELLS
        if first != second and gain >= 0:
            cards[row, one], cards[row, two] = second, first
            for cell, lost, gained in ((one, first, second), (two, second, first)):
                excess[cell, lost] -= CELLS
                excess[cell, gained] += CELLS


def count_pairs_per_cell(cards: CardArray) -> NDArray[np.int64]:
    """Return how many cards have each pair of colours in each cell: (cells, pairs)."""
    return np.stack([np.bincount(cards[:, cell], minlength=len(COLOUR_PAIRS)) for cell in range(CELLS)])


class _DistanceSearch:
    """A local search that changes cards until none is too similar to another card or has to be avoided."""

    def __init__(self, cards: CardArray, rng: random.Random, avoid: frozenset[bytes]) -> None:
        self.cards = cards
        self._rng = rng
        self._avoid = avoid
        self._distances = card_distances(cards, cards)
        diagonal = np.arange(len(cards))
        self._distances[:, diagonal, diagonal] = CELLS_OF_BOTH_SIDES
        self._one_hot_placements = np.concatenate([one_hot_rows(way) for way in all_placements(cards)])

    def smallest_distance(self) -> int:
        """Return the smallest distance between two cards of the deck, in any placement."""
        return int(self._distances.min())

    def is_valid(self) -> bool:
        """Whether no card is in the deck twice or has to be avoided."""
        return self.smallest_distance() > 0 and self._avoid.isdisjoint(canonical_names(self.cards))

    def run(self, tries: int, progress: Progress | None) -> None:
        """Try this many exchanges, or fewer if all cards become acceptable earlier."""
        unacceptable_rows = self._find_unacceptable_rows()
        start_count = len(unacceptable_rows)
        for attempt in range(tries):
            if attempt % 64 == 0:
                unacceptable_rows = self._find_unacceptable_rows()
                if progress:
                    progress(start_count - len(unacceptable_rows), start_count)
            if not unacceptable_rows:
                return
            self._try_exchange(self._rng.choice(unacceptable_rows))

    def _find_unacceptable_rows(self) -> list[int]:
        """Return the rows of the cards that are too close to another card or have to be avoided."""
        rows = set(np.nonzero((self._distances < TARGET_CARD_DISTANCE).any(axis=(0, 2)))[0].tolist())
        if self._avoid:
            rows |= {row for row, name in enumerate(canonical_names(self.cards)) if name in self._avoid}
        return sorted(rows)

    def _try_exchange(self, row: int) -> None:
        """Exchange two cells in this card and the same two cells in another card, unless distances become worse.

        The other card has the same two pairs of colours in opposite order, so that every cell stays balanced.
        """
        one, two = self._rng.sample(range(CELLS), 2)
        first, second = self.cards[row, one], self.cards[row, two]
        partners = np.nonzero((self.cards[:, one] == second) & (self.cards[:, two] == first))[0]
        if first == second or not len(partners):
            return
        rows = [row, int(self._rng.choice(partners.tolist()))]
        changed = self.cards[rows]
        changed[:, [one, two]] = changed[:, [two, one]]
        gaps = self._distances_after_exchange(rows, changed)
        if _distance_penalty(gaps, rows) <= _distance_penalty(self._distances[:, rows], rows):
            self._accept_exchange(rows, changed, gaps)

    def _distances_after_exchange(self, rows: list[int], changed: CardArray) -> NDArray[np.int16]:
        shared = one_hot_rows(changed) @ self._one_hot_placements.T
        gaps: NDArray[np.int16] = (
            (CELLS_OF_BOTH_SIDES - np.rint(shared)).astype(np.int16).reshape(2, 4, -1).swapaxes(0, 1)
        )
        between = card_distances(changed, changed)
        gaps[:, [0, 1], rows] = CELLS_OF_BOTH_SIDES
        gaps[:, 0, rows[1]] = gaps[:, 1, rows[0]] = between[:, 0, 1]
        return gaps

    def _accept_exchange(self, rows: list[int], changed: CardArray, gaps: NDArray[np.int16]) -> None:
        self.cards[rows] = changed
        self._distances[:, rows] = gaps
        self._distances[:, :, rows] = gaps.swapaxes(1, 2)
        for way, placed in enumerate(all_placements(changed)):
            self._one_hot_placements[[way * len(self.cards) + row for row in rows]] = one_hot_rows(placed)


def _distance_penalty(gaps: NDArray[np.int16], rows: list[int]) -> int:
    """Return the sum of squares by which distances of these two cards fall short of the target.

    The distance between the two cards themselves counts once.
    """
    shortfall = np.maximum(TARGET_CARD_DISTANCE - gaps, 0).astype(np.int64) ** 2
    return int(shortfall.sum() - shortfall[:, 0, rows[1]].sum())
