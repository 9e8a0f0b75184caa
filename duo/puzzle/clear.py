"""Whether an answer is clear: how far it stands before the next."""

from collections.abc import Sequence
from dataclasses import dataclass

from duo.puzzle.sets import Drawn, Ranked, rank

MARGIN = 2.0  # how many times as likely as the next answer the answer must be
FIRM = 4.0  # how many times as likely to come to mind as nothing at all each word of the answer must be

# What the proof of a reading tells: the chances under both minds, how firm its weakest word is, and who solves it.
READING_FIGURES = frozenset({"chance", "next", "second-chance", "second-next", "firm", "solving"})


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
