"""Reports about self-play runs: how many games were won, their lengths, misses and scores."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import IO, Any

from duo.core.position import Outcome
from duo.core.refusal import Refusal
from duo.lab.results import IllegalClue, RunHeader, read_results
from duo.lab.statistics import Estimate, PairedRuns, estimate_rate

_MAX_LISTED_ILLEGAL_CLUES = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class RunReport:
    """Counts over the games of one run.

    `won` has one byte for each game in order, 1 if it was won by the rules. The mappings count the games by outcome,
    turns, bystanders and score. `found` is the number of agents found in all games. A game is `disqualified` for a clue
    against the rules. `illegal` has the first such clues, each with the index of its game.
    """

    header: RunHeader
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
        return estimate_rate(sum(self.won), self.games)

    @property
    def assassin_rate(self) -> Estimate:
        """The share of games that ended on an assassin."""
        return estimate_rate(self.outcomes[Outcome.ASSASSIN], self.games)

    def figures(self) -> dict[str, Any]:
        """Return the report as the value that `--json` prints."""
        return {
            "run": asdict(self.header),
            "games": self.games,
            "win_rate": asdict(self.win_rate),
            "assassins": asdict(self.assassin_rate),
            "outcomes": dict(self.outcomes),
            "sudden_deaths": self.sudden_deaths,
            "mean_found": self.found / self.games,
            "mean_turns": mean_of_counts(self.turns),
            "mean_bystanders": mean_of_counts(self.bystanders),
            "mean_score": mean_of_counts(self.scores),
            "turns": dict(self.turns),
            "bystanders": dict(self.bystanders),
            "scores": dict(self.scores),
            "disqualified": self.disqualified,
            "illegal": [{"index": index, **asdict(clue)} for index, clue in self.illegal],
        }


def report_run(file: IO[bytes]) -> RunReport:
    """Return the counts over the games of a results file.

    Raises Refusal if the file has no games.
    """
    header, results = read_results(file)
    won = bytearray()
    outcomes: Counter[Outcome] = Counter(dict.fromkeys(Outcome, 0))
    turns, bystanders, scores = Counter[int](), Counter[int](), Counter[int]()
    sudden_deaths = found = disqualified = 0
    illegal: list[tuple[int, IllegalClue]] = []
    for game in results:
        won.append(game.won)
        disqualified += bool(game.illegal)
        illegal += ((game.index, clue) for clue in game.illegal if len(illegal) < _MAX_LISTED_ILLEGAL_CLUES)
        outcomes[game.result] += 1
        turns[game.turns] += 1
        bystanders[game.bystanders] += 1
        if game.score is not None:
            scores[game.score] += 1
        sudden_deaths += game.sudden_death
        found += game.found
    if not won:
        raise Refusal("this run has no games yet")
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
        illegal=tuple(illegal[:_MAX_LISTED_ILLEGAL_CLUES]),
    )


def compare_runs(first: RunReport, second: RunReport) -> PairedRuns:
    """Return how two runs did on the same tables (words and key cards), table by table.

    Raises Refusal if they were played on different tables.
    """
    if not first.header.has_same_tables(second.header):
        raise Refusal("these runs use different tables, so they cannot be compared table by table")
    return PairedRuns.from_wins(first.won, second.won)


def mean_of_counts(counted: Mapping[int, int]) -> float | None:
    """Return the mean of values, given how many games had each value, or None if there are no games."""
    games = sum(counted.values())
    return sum(value * count for value, count in counted.items()) / games if games else None


def _fill_gaps(counted: Counter[int]) -> dict[int, int]:
    """Return the counts for every value from the smallest to the largest, including values that no game had."""
    return {value: counted[value] for value in range(min(counted), max(counted) + 1)} if counted else {}
