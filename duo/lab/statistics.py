"""Confidence intervals of a win rate, and of the difference between the win rates of two runs on the same tables."""

from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any, Self

_NORMAL_QUANTILE_95 = 1.959963984540054  # 97.5 % quantile of the standard normal distribution


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its 95 % confidence interval."""

    value: float
    low: float
    high: float


def estimate_rate(hits: int, trials: int) -> Estimate:
    """Return the share of hits among trials, with its Wilson interval.

    The Wilson interval also holds for few trials and for shares near 0 or 1.
    """
    share = hits / trials
    centre = (share + _NORMAL_QUANTILE_95**2 / (2 * trials)) / (1 + _NORMAL_QUANTILE_95**2 / trials)
    margin = (
        _NORMAL_QUANTILE_95
        * sqrt(share * (1 - share) / trials + (_NORMAL_QUANTILE_95 / (2 * trials)) ** 2)
        / (1 + _NORMAL_QUANTILE_95**2 / trials)
    )
    return Estimate(share, max(centre - margin, 0.0), min(centre + margin, 1.0))


@dataclass(frozen=True, slots=True)
class PairedRuns:
    """Two runs on the same tables: how many tables both runs won, how many only one of them, and how many neither."""

    both: int = 0
    only_first: int = 0
    only_second: int = 0
    neither: int = 0

    @classmethod
    def from_wins(cls, first: bytes, second: bytes) -> Self:
        """Count the tables that both runs have played. Each argument has a byte for each table, 1 if the run won it."""
        won = list(zip(first, second, strict=False))
        return cls(won.count((1, 1)), won.count((1, 0)), won.count((0, 1)), won.count((0, 0)))

    @property
    def tables(self) -> int:
        return self.both + self.only_first + self.only_second + self.neither

    def difference(self) -> Estimate:
        """Return by how much the win rate of the first run exceeds that of the second.

        The confidence interval is that of Agresti and Min for paired data.
        """
        value = (self.only_first - self.only_second) / self.tables
        # The interval adds half a table to each of the four counts.
        tables, first, second = self.tables + 2, self.only_first + 0.5, self.only_second + 0.5
        centre = (first - second) / tables
        margin = _NORMAL_QUANTILE_95 * sqrt(first + second - (first - second) ** 2 / tables) / tables
        return Estimate(value, max(centre - margin, -1.0), min(centre + margin, 1.0))

    def mcnemar_p_value(self) -> float:
        """Return the p-value of McNemar's exact test on the tables that only one run won."""
        discordant = self.only_first + self.only_second
        ways = tail = 1  # binomial coefficients, from 0 tables for the side with fewer
        for fewer in range(min(self.only_first, self.only_second)):
            ways = ways * (discordant - fewer) // (fewer + 1)
            tail += ways
        return min(2 * tail / (1 << discordant), 1.0)

    def figures(self) -> dict[str, Any]:
        """Return the comparison as the value that `--json` prints."""
        return {
            "tables": self.tables,
            "only_first": self.only_first,
            "only_second": self.only_second,
            "difference": asdict(self.difference()),
            "chance": self.mcnemar_p_value(),
        }
