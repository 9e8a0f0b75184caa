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
from duo.deck.arrays import ONE_OF_EACH, PAIRS, PER_CARD, Cards, canonical_names, placements
from duo.deck.distance import COLOURED_CELLS, distances, features

MIN_DISTANCE = 20
TARGET_DISTANCE = 22
SMALL_DECK = 100
_TRIES = 200_000
_TRIES_LARGE = 20_000

Progress = Callable[[int, int], None]


def balanced_cards(
    count: int, seed: int, avoid: frozenset[bytes] = frozenset(), progress: Progress | None = None
) -> Cards:
    """Return a balanced deck without the cards to avoid, which are given by their canonical names.

    Raises Refusal if the search finds none.
    """
    rng = random.Random(seed)
    cards = np.concatenate([_latin_block(rng) for _ in range(-(-count // CELLS))])[:count]
    if rest := count % CELLS:
        _even_out(cards, count - rest, rng)
    search = _Search(cards, rng, avoid)
    search.run(_TRIES if count <= SMALL_DECK else _TRIES_LARGE, progress)
    if not search.is_valid() or (count <= SMALL_DECK and search.nearest() < MIN_DISTANCE):
        raise Refusal(
            "no balanced deck of {count} cards was found with seed {seed}; try another seed", count=count, seed=seed
        )
    return search.cards


def _latin_block(rng: random.Random) -> Cards:
    """Return 25 cards in which every cell has each pair of colours as often as a card does."""
    symbols, rows, columns = (rng.sample(range(CELLS), CELLS) for _ in range(3))
    square = (np.array(rows)[:, None] + np.array(columns)[None, :]) % CELLS
    block: Cards = ONE_OF_EACH[np.array(symbols)[square]]
    return block


def _even_out(cards: Cards, start: int, rng: random.Random) -> None:
    """Exchange cells within the cards from `start` on until every cell is within one card of its share."""
    excess = CELLS * per_cell(cards) - len(cards) * PER_CARD
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


def per_cell(cards: Cards) -> NDArray[np.int64]:
    """Return how many cards have each pair of colours in each cell: (cells, pairs)."""
    return np.stack([np.bincount(cards[:, cell], minlength=len(PAIRS)) for cell in range(CELLS)])


class _Search:
    """Local search that drives apart cards that are too close to another card or have to be avoided."""

    def __init__(self, cards: Cards, rng: random.Random, avoid: frozenset[bytes]) -> None:
        self.cards = cards
        self._rng = rng
        self._avoid = avoid
        self._gaps = distances(cards, cards)
        diagonal = np.arange(len(cards))
        self._gaps[:, diagonal, diagonal] = COLOURED_CELLS
        self._placed = np.concatenate([features(way) for way in placements(cards)])

    def nearest(self) -> int:
        return int(self._gaps.min())

    def is_valid(self) -> bool:
        """Whether no card is in the deck twice or has to be avoided."""
        return self.nearest() > 0 and self._avoid.isdisjoint(canonical_names(self.cards))

    def run(self, tries: int, progress: Progress | None) -> None:
        close_cards = self._close_cards()
        start_count = len(close_cards)
        for attempt in range(tries):
            if attempt % 64 == 0:
                close_cards = self._close_cards()
                if progress:
                    progress(start_count - len(close_cards), start_count)
            if not close_cards:
                return
            self._exchange(self._rng.choice(close_cards))

    def _close_cards(self) -> list[int]:
        """Return the cards that are too close to another or have to be avoided."""
        rows = set(np.nonzero((self._gaps < TARGET_DISTANCE).any(axis=(0, 2)))[0].tolist())
        if self._avoid:
            rows |= {row for row, name in enumerate(canonical_names(self.cards)) if name in self._avoid}
        return sorted(rows)

    def _exchange(self, row: int) -> None:
        """Try one exchange between this card and another that keeps all cells balanced."""
        one, two = self._rng.sample(range(CELLS), 2)
        first, second = self.cards[row, one], self.cards[row, two]
        partners = np.nonzero((self.cards[:, one] == second) & (self.cards[:, two] == first))[0]
        if first == second or not len(partners):
            return
        rows = [row, int(self._rng.choice(partners.tolist()))]
        changed = self.cards[rows]
        changed[:, [one, two]] = changed[:, [two, one]]
        gaps = self._distances_to(rows, changed)
        if _penalty(gaps, rows) <= _penalty(self._gaps[:, rows], rows):
            self._accept(rows, changed, gaps)

    def _distances_to(self, rows: list[int], changed: Cards) -> NDArray[np.int16]:
        shared = features(changed) @ self._placed.T
        gaps: NDArray[np.int16] = (COLOURED_CELLS - np.rint(shared)).astype(np.int16).reshape(2, 4, -1).swapaxes(0, 1)
        between = distances(changed, changed)
        gaps[:, [0, 1], rows] = COLOURED_CELLS
        gaps[:, 0, rows[1]] = gaps[:, 1, rows[0]] = between[:, 0, 1]
        return gaps

    def _accept(self, rows: list[int], changed: Cards, gaps: NDArray[np.int16]) -> None:
        self.cards[rows] = changed
        self._gaps[:, rows] = gaps
        self._gaps[:, :, rows] = gaps.swapaxes(1, 2)
        for way, placed in enumerate(placements(changed)):
            self._placed[[way * len(self.cards) + row for row in rows]] = features(placed)


def _penalty(gaps: NDArray[np.int16], rows: list[int]) -> int:
    """Return by how much the distances of these two cards fall short. The pair itself counts once."""
    shortfall = np.maximum(TARGET_DISTANCE - gaps, 0).astype(np.int64) ** 2
    return int(shortfall.sum() - shortfall[:, 0, rows[1]].sum())
