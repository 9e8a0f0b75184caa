"""How sure a rate is, and how sure the difference of two rates over the same tables."""

from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any, Self

_Z = 1.959963984540054  # 95 % of a normal distribution lie within so many standard deviations


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value and the ends of its 95 % interval."""

    value: float
    low: float
    high: float


def rate(hits: int, trials: int) -> Estimate:
    """A share of trials with Wilson's interval, which holds for few trials and for rates near 0 and 1 too."""
    share = hits / trials
    centre = (share + _Z**2 / (2 * trials)) / (1 + _Z**2 / trials)
    reach = _Z * sqrt(share * (1 - share) / trials + (_Z / (2 * trials)) ** 2) / (1 + _Z**2 / trials)
    return Estimate(share, max(centre - reach, 0.0), min(centre + reach, 1.0))


@dataclass(frozen=True, slots=True)
class PairedRuns:
    """Two runs over the same tables: how many were won by both, by only one of them, and by neither."""

    both: int = 0
    only_first: int = 0
    only_second: int = 0
    neither: int = 0

    @classmethod
    def from_wins(cls, first: bytes, second: bytes) -> Self:
        """Count the tables that both runs have played; a byte a table, 1 where it was won."""
        won = list(zip(first, second, strict=False))
        return cls(won.count((1, 1)), won.count((1, 0)), won.count((0, 1)), won.count((0, 0)))

    @property
    def tables(self) -> int:
        return self.both + self.only_first + self.only_second + self.neither

    def difference(self) -> Estimate:
        """By how much the first win rate is above the second, with the paired interval of Agresti and Min."""
        value = (self.only_first - self.only_second) / self.tables
        # Half a table is added to each of the four counts.
        tables, first, second = self.tables + 2, self.only_first + 0.5, self.only_second + 0.5
        centre = (first - second) / tables
        reach = _Z * sqrt(first + second - (first - second) ** 2 / tables) / tables
        return Estimate(value, max(centre - reach, -1.0), min(centre + reach, 1.0))

    def p_value(self) -> float:
        """McNemar's exact test: how likely so uneven a split of the tables won by only one is by luck alone."""
        split = self.only_first + self.only_second
        ways = tail = 1  # to split them so that none, one, two … fall to the side with fewer
        for fewer in range(min(self.only_first, self.only_second)):
            ways = ways * (split - fewer) // (fewer + 1)
            tail += ways
        return min(2 * tail / (1 << split), 1.0)

    def figures(self) -> dict[str, Any]:
        """The comparison as `--json` tells it."""
        return {
            "tables": self.tables,
            "only_first": self.only_first,
            "only_second": self.only_second,
            "difference": asdict(self.difference()),
            "chance": self.p_value(),
        }
