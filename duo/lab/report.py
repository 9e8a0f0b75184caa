"""What a run shows, in figures."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import IO, Any

from duo.core.position import Outcome
from duo.core.refusal import Refusal
from duo.lab.results import Header, IllegalClue, read
from duo.lab.statistics import Estimate, PairedRuns, rate

_MAX_NAMED_CLUES = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class RunReport:
    """The games of one run, counted.

    `won` has a byte a game in their order, 1 where it was won by the rules. The mappings say how many games had each
    outcome and each number of turns, bystanders and points; `found` are the agents of all games together. A game is
    `disqualified` for a clue against the rules, and `illegal` are the first of these with the index of their game.
    """

    header: Header
    won: bytes
    outcomes: Mapping[Outcome, int]
    turns: Mapping[int, int]
    bystanders: Mapping[int, int]
    scores: Mapping[int, int]
    sudden_deaths: int
    found: int
    disqualified: int = 0
    illegal: tuple[tuple[int, IllegalClue], ...] = ()

    @property
    def games(self) -> int:
        return len(self.won)

    @property
    def win_rate(self) -> Estimate:
        return rate(sum(self.won), self.games)

    @property
    def assassins(self) -> Estimate:
        """The share of games that ended on an assassin."""
        return rate(self.outcomes[Outcome.ASSASSIN], self.games)

    def figures(self) -> dict[str, Any]:
        """The report as `--json` tells it."""
        return {
            "run": asdict(self.header),
            "games": self.games,
            "win_rate": asdict(self.win_rate),
            "assassins": asdict(self.assassins),
            "outcomes": dict(self.outcomes),
            "sudden_deaths": self.sudden_deaths,
            "mean_found": self.found / self.games,
            "mean_turns": mean(self.turns),
            "mean_bystanders": mean(self.bystanders),
            "mean_score": mean(self.scores),
            "turns": dict(self.turns),
            "bystanders": dict(self.bystanders),
            "scores": dict(self.scores),
            "disqualified": self.disqualified,
            "illegal": [{"index": index, **asdict(clue)} for index, clue in self.illegal],
        }


def report(file: IO[bytes]) -> RunReport:
    """Read a run and count it, a line at a time."""
    header, results = read(file)
    won = bytearray()
    outcomes: Counter[Outcome] = Counter(dict.fromkeys(Outcome, 0))
    turns, bystanders, scores = Counter[int](), Counter[int](), Counter[int]()
    sudden_deaths = found = disqualified = 0
    illegal: list[tuple[int, IllegalClue]] = []
    for game in results:
        won.append(game.won)
        disqualified += bool(game.illegal)
        illegal += ((game.index, clue) for clue in game.illegal if len(illegal) < _MAX_NAMED_CLUES)
        outcomes[game.result] += 1
        turns[game.turns] += 1
        bystanders[game.bystanders] += 1
        if game.score is not None:
            scores[game.score] += 1
        sudden_deaths += game.sudden_death
        found += game.found
    if not won:
        raise Refusal("there is no game in this run yet")
    return RunReport(
        header=header,
        won=bytes(won),
        outcomes=outcomes,
        turns=_fill_gaps(turns),
        bystanders=_fill_gaps(bystanders),
        scores=_fill_gaps(scores),
        sudden_deaths=sudden_deaths,
        found=found,
        disqualified=disqualified,
        illegal=tuple(illegal[:_MAX_NAMED_CLUES]),
    )


def compare(first: RunReport, second: RunReport) -> PairedRuns:
    """Set two runs over the same tables side by side."""
    if not first.header.same_tables(second.header):
        raise Refusal("these runs lay different tables, so they cannot be compared table by table")
    return PairedRuns.from_wins(first.won, second.won)


def mean(counted: Mapping[int, int]) -> float | None:
    """The mean of values that are counted, None without any."""
    games = sum(counted.values())
    return sum(value * times for value, times in counted.items()) / games if games else None


def _fill_gaps(counted: Counter[int]) -> dict[int, int]:
    """Every value from the least to the largest, also those that no game had."""
    return {value: counted[value] for value in range(min(counted), max(counted) + 1)} if counted else {}
