"""Statistics of a player's games."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from duo.core.game import Game
from duo.core.key import Seat
from duo.core.position import Outcome
from duo.core.scoring import score
from duo.table.dealing import seat_holders

if TYPE_CHECKING:
    from duo.mind.hit_rates import TouchTally


@dataclass(frozen=True, slots=True)
class Summary:
    """Figures over a player's finished games. `scores` and `turns` are in playing order."""

    games: int
    results: Counter[str]
    scores: tuple[int, ...]
    turns: tuple[int, ...]
    streak: int
    best_streak: int

    @classmethod
    def from_games(cls, games: Iterable[Game]) -> "Summary":
        finished = [game for game in games if game.final.outcome()]
        wins = [game.final.outcome() is Outcome.WON for game in finished]
        runs = _winning_streaks(wins)
        return cls(
            games=len(finished),
            results=Counter(str(game.final.outcome()) for game in finished),
            scores=tuple(points for game in finished if (points := score(game.final)) is not None),
            turns=tuple(game.final.turns for game in finished),
            streak=runs[-1] if runs else 0,
            best_streak=max(runs, default=0),
        )

    @property
    def wins(self) -> int:
        return self.results[Outcome.WON]

    @property
    def assassins(self) -> int:
        return self.results[Outcome.ASSASSIN]

    def to_json(self) -> dict[str, Any]:
        """The figures in the format of `duo stats --json`."""
        return {
            "games": self.games,
            "wins": self.wins,
            "results": dict(self.results),
            "assassins": self.assassins,
            "mean_turns": _mean_or_none(self.turns),
            "mean_score": _mean_or_none(self.scores),
            "best_score": max(self.scores, default=None),
            "scores": list(self.scores),
            "streak": self.streak,
            "best_streak": self.best_streak,
        }


def summarise_by(games: Sequence[Game], name: Callable[[Game], str]) -> dict[str, Summary]:
    """Group the games by the result of `name`, and return a summary for each group. The largest group comes first."""
    groups: dict[str, list[Game]] = {}
    for game in games:
        groups.setdefault(name(game), []).append(game)
    summaries = {group: Summary.from_games(members) for group, members in groups.items()}
    return dict(sorted(summaries.items(), key=lambda item: (-item[1].games, item[0])))


def partner_name(game: Game) -> str:
    """Return the holder of the seat that the AI has, such as `duo bold expert`, or `person` if both are people."""
    holders = seat_holders(game)
    return next((str(holders[seat]) for seat in Seat if not holders[seat].is_person), str(holders[Seat.A]))


def mission_name(game: Game) -> str:
    return str(game.final.mission)


def touch_tally(games: Iterable[Game]) -> "TouchTally":
    """Count the touches that people made on the clues of AI partners in finished games."""
    from duo.mind.hit_rates import TouchTally

    tally = TouchTally()
    for game in games:
        if game.final.outcome() is None:
            continue
        holders = seat_holders(game)
        turns = (
            turn for turn in game.final.clues if holders[turn.guesser].is_person and not holders[turn.giver].is_person
        )
        tally += TouchTally.from_turns(turns)
    return tally


def _winning_streaks(wins: Iterable[bool]) -> list[int]:
    """Return the number of consecutive wins up to each game."""
    runs: list[int] = []
    for won in wins:
        runs.append((runs[-1] if runs else 0) + 1 if won else 0)
    return runs


def _mean_or_none(values: Sequence[int]) -> float | None:
    return round(sum(values) / len(values), 2) if values else None
