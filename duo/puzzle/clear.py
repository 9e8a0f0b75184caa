"""Whether an answer is clear: how far it stands before the next."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from duo.puzzle.sets import Drawn, Ranked, rank

MARGIN = 2.0  # how many times as likely as the next answer the answer must be
LIFT = 8.0  # how many times as much as the usual word of the board each word of the answer must draw

# What the proof of a reading tells: the chances under both minds, how far the answer stands out, and who solves it.
READING_FIGURES = frozenset({"chance", "next", "second-chance", "second-next", "lift", "solving"})


@dataclass(frozen=True, slots=True)
class Clear:
    """The best answer and the next as sets of places, with their chances."""

    best: tuple[int, ...]
    next: tuple[int, ...]
    chance: float
    next_chance: float

    @property
    def margin_holds(self) -> bool:
        return self.chance >= MARGIN * self.next_chance

    def figures(self, prefix: str = "") -> dict[str, float]:
        return {f"{prefix}chance": round(self.chance, 4), f"{prefix}next": round(self.next_chance, 4)}


def clearly(clues: Sequence[Drawn]) -> Clear:
    """What these clues, the newest first, mean best and next."""
    return of(rank(clues))


def of(ranked: Ranked) -> Clear:
    first, second = ranked.best_two()
    best, next_ = (tuple(int(place) for place in ranked.sets[row]) for row in (first, second))
    return Clear(best, next_, float(ranked.chances[first]), float(ranked.chances[second]))


def lift(clues: Sequence[Drawn], places: Sequence[int]) -> float:
    """How far the weakest of these places stands out from the board, by the clue that speaks of it most."""
    lifts = [clue.weights[list(places)] / np.median(clue.weights) for clue in clues]
    return float(np.max(lifts, axis=0).min())
