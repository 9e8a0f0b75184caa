"""Reports on self-play runs as lines of text: sentences and bar charts."""

from collections.abc import Iterator, Mapping

from rich.text import Text

from duo.cli.terminal.bar_chart import bar_chart_lines
from duo.core.refusal import Refusal
from duo.lab.report import RunReport, compare_runs, mean_of_counts
from duo.lab.statistics import Estimate
from duo.table.share import RESULT_LABELS
from duo.text import _, format_decimal, format_refusal, ngettext


def run_report_lines(path: str, report: RunReport, width: int) -> Iterator[Text]:
    """Yield the report on one self-play run: its players, its win rate, and how its games went."""
    run = report.header
    yield Text(
        _(
            "{path}: clues by {giver}, guesses by {guesser}, mission {mission}, {lang}, seed {seed}",
            path=path,
            giver=run.giver,
            guesser=run.guesser,
            mission=run.mission,
            lang=run.lang,
            seed=run.seed,
        ),
        style="bold",
    )
    yield Text(
        _(
            "Games won: {won} of {games}, {rate}",
            won=sum(report.won),
            games=report.games,
            rate=_format_rate_with_interval(report.win_rate),
        )
    )
    yield Text(
        _(
            "On average {turns} turns, {bystanders} bystanders, {found} agents found",
            turns=_format_mean(report.turns),
            bystanders=_format_mean(report.bystanders),
            found=format_decimal(report.found / report.games, ".2f"),
        )
    )
    yield Text(
        _("An assassin was touched in {rate} of the games", rate=_format_rate_with_interval(report.assassin_rate))
    )
    yield Text(_("Games that came to sudden death: {games}", games=report.sudden_deaths))
    if report.illegal:
        yield Text(_disqualified_sentence(report), style="bold red")
    yield Text()
    yield from _titled_chart_lines(
        _("How the games ended"), {_(RESULT_LABELS[end]): n for end, n in report.outcomes.items()}, width
    )
    yield from _titled_chart_lines(_("Turns"), report.turns, width)
    yield from _titled_chart_lines(_("Bystanders"), report.bystanders, width)
    if report.scores:
        title = _("Points of the games won, {mean} on average", mean=_format_mean(report.scores))
        yield from _titled_chart_lines(title, report.scores, width)


def run_comparison_lines(first_path: str, first: RunReport, path: str, other: RunReport) -> Iterator[Text]:
    """Yield a comparison of two self-play runs, over the tables (words and key card) that both played."""
    names = {"first": first_path, "second": path}
    yield Text(_("{first} compared with {second}", **names), style="bold")
    try:
        pairs = compare_runs(first, other)
    except Refusal as refusal:
        yield Text(format_refusal(refusal))
        return
    difference = pairs.difference()
    yield Text(
        _(
            "Over {tables} tables that both played, the first wins {points} percentage points more often "
            "(95% interval {low} to {high})",
            tables=pairs.tables,
            points=format_decimal(100 * difference.value, "+.1f"),
            low=format_decimal(100 * difference.low, "+.1f"),
            high=format_decimal(100 * difference.high, "+.1f"),
        )
    )
    yield Text(
        _(
            "{first} tables were won by the first alone, {second} by the second alone; "
            "the probability of this by luck alone is {chance}",
            first=pairs.only_first,
            second=pairs.only_second,
            chance=format_decimal(pairs.mcnemar_p_value(), ".2g"),
        )
    )


def _disqualified_sentence(report: RunReport) -> str:
    index, clue = report.illegal[0]
    return ngettext(
        "{count} game is disqualified for a clue against the rules ({clue} in game {index}, {rule}) and counts as lost",
        "{count} games are disqualified for clues against the rules (the first: {clue} in game {index}, {rule}) "
        "and count as lost",
        report.disqualified,
        clue=f"{clue.clue.upper()} {clue.count}",
        index=index,
        rule=clue.rule,
    )


def _titled_chart_lines(title: str, counts: Mapping[str, int] | Mapping[int, int], width: int) -> list[Text]:
    return [Text(title, style="bold"), *bar_chart_lines(counts, width), Text()]


def _format_rate_with_interval(estimate: Estimate) -> str:
    return _(
        "{value}% (95% interval {low} to {high}%)",
        value=format_decimal(100 * estimate.value, ".1f"),
        low=format_decimal(100 * estimate.low, ".1f"),
        high=format_decimal(100 * estimate.high, ".1f"),
    )


def _format_mean(counts: Mapping[int, int]) -> str:
    value = mean_of_counts(counts)
    return "-" if value is None else format_decimal(value, ".2f")
