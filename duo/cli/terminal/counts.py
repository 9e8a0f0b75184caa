"""The games of a run as a person reads them: sentences and bars."""

from collections.abc import Iterator, Mapping

from rich.text import Text

from duo.cli import shell
from duo.core.position import Outcome
from duo.core.refusal import Refusal
from duo.core.word import printable
from duo.lab.report import Report, compare, mean
from duo.lab.statistics import Estimate
from duo.text import mark, say, tell

_OUTCOMES = {
    Outcome.WON: mark("won"),
    Outcome.ASSASSIN: mark("lost to an assassin"),
    Outcome.SUDDEN_DEATH: mark("lost in sudden death"),
    Outcome.TOKENS: mark("lost for want of tokens"),
}
_LONGEST_BAR = 40


def report_lines(path: str, report: Report, width: int) -> Iterator[Text]:
    """One run: who played, how often they won, and how their games went."""
    run = report.header
    yield Text(
        say("{path}: clues by {giver}, guesses by {guesser}, mission {mission}, {lang}, seed {seed}",
            path=printable(path), giver=run.giver, guesser=run.guesser, mission=run.mission, lang=run.lang,
            seed=run.seed),
        style="bold",
    )  # fmt: skip
    yield Text(
        say("{won} of {games} games won: {rate}", won=sum(report.won), games=report.games, rate=_share(report.win_rate))
    )
    yield Text(
        say("On average {turns} turns, {bystanders} bystanders, {found} agents found",
            turns=_mean(report.turns), bystanders=_mean(report.bystanders), found=f"{report.found / report.games:.2f}")
    )  # fmt: skip
    yield Text(say("An assassin was touched in {rate} of the games", rate=_share(report.assassins)))
    yield Text(say("Sudden death came in {games} games", games=report.sudden_deaths))
    yield Text()
    yield from _bars(say("How the games ended"), {say(_OUTCOMES[end]): n for end, n in report.outcomes.items()}, width)
    yield from _bars(say("Turns"), report.turns, width)
    yield from _bars(say("Bystanders"), report.bystanders, width)
    if report.scores:
        title = say("Points of the games won, {mean} on average", mean=_mean(report.scores))
        yield from _bars(title, report.scores, width)


def comparison_lines(first_path: str, first: Report, path: str, other: Report) -> Iterator[Text]:
    """Two runs over the same tables."""
    names = {"first": printable(first_path), "second": printable(path)}
    yield Text(say("{first} beside {second}", **names), style="bold")
    try:
        pairs = compare(first, other)
    except Refusal as refusal:
        yield Text(tell(refusal))
        return
    difference = pairs.difference()
    yield Text(
        say("Over {tables} tables that both played, the first wins {points} percentage points more often "
            "(95 % interval {low} to {high})", tables=pairs.tables, points=f"{100 * difference.value:+.1f}",
            low=f"{100 * difference.low:+.1f}", high=f"{100 * difference.high:+.1f}")
    )  # fmt: skip
    yield Text(
        say("{first} tables were won by the first alone, {second} by the second alone; "
            "luck alone would do that with chance {chance}",
            first=pairs.only_first, second=pairs.only_second, chance=f"{pairs.chance():.2g}")
    )  # fmt: skip


def _bars(title: str, counted: Mapping[str, int] | Mapping[int, int], width: int) -> Iterator[Text]:
    yield Text(title, style="bold")
    names = [str(name) for name in counted]
    margin = max(map(len, names))
    most = max(counted.values())
    digits = len(str(most))
    room = max(min(_LONGEST_BAR, width - margin - digits - 6), 1)
    block = "█" if shell.unicode_ok() else "#"
    for name, games in zip(names, counted.values(), strict=True):
        # A single game shows, however many others there are.
        length = max(round(room * games / most), int(games > 0))
        yield Text(f"  {name:>{margin}}  {games:>{digits}}  ") + Text(block * length, style="green")
    yield Text()


def _share(estimate: Estimate) -> str:
    return say("{value} % (95 % interval {low} to {high} %)", value=f"{100 * estimate.value:.1f}",
               low=f"{100 * estimate.low:.1f}", high=f"{100 * estimate.high:.1f}")  # fmt: skip


def _mean(counted: Mapping[int, int]) -> str:
    value = mean(counted)
    return "-" if value is None else f"{value:.2f}"
