"""`duo stats`: statistics of the user's finished games, in total and by partner and mission."""

from collections import Counter
from typing import TYPE_CHECKING

import click

from duo.cli import user_data
from duo.cli.commands import DuoCommand
from duo.cli.options import json_option
from duo.cli.safe_output import echo, print_json
from duo.cli.terminal import output
from duo.core.mission import Mission
from duo.table.campaign.mission_map import format_mission
from duo.table.dealing import SeatHolder
from duo.table.narration import format_partner
from duo.table.share import RESULT_LABELS
from duo.table.stats import Summary, mission_name, partner_name, summarise_by, touch_tally
from duo.text import N_, _, current_language, format_decimal, ngettext

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from duo.mind.hit_rates import TouchTally


@click.command(
    cls=DuoCommand,
    help=N_(
        "Count your games: wins, scores, streaks, assassins and turns, by partner and mission.\n\nExample: duo stats"
    ),
)
@json_option
def stats(as_json: bool) -> None:
    for save in user_data.game_store().invalid_entries():
        echo(f"duo: {user_data.describe_broken_save(save)}", err=True)
    games = [game for _, game in user_data.game_store().all_games() if game.final.outcome()]
    total = Summary.from_games(games)
    groups = {"partner": summarise_by(games, partner_name), "mission": summarise_by(games, mission_name)}
    if as_json:
        groups_json = {
            by: {name: group.to_json() for name, group in summaries.items()} for by, summaries in groups.items()
        }
        print_json({**total.to_json(), "by": groups_json, "pace": _skill_figures(touch_tally(games))})
        return
    if not games:
        echo(_("No finished mission yet. Start one with `duo play`."))
        return
    out = output.console()
    for line in _summary_lines(total, out.width):
        out.print(line)
    partners = {_format_partner(name): group for name, group in groups["partner"].items()}
    missions = {
        format_mission(Mission.parse(name), current_language()): group for name, group in groups["mission"].items()
    }
    for sentence in _skill_sentences(touch_tally(games)):
        out.print(sentence)
    for heading, summaries in ((_("Partner"), partners), (_("Mission"), missions)):
        out.print()
        out.print(_summary_table(heading, summaries))


def _summary_lines(total: Summary, width: int) -> "list[Text]":
    from rich.text import Text

    from duo.cli.terminal.bar_chart import bar_chart_lines

    lines = [
        Text(
            ngettext("{count} mission", "{count} missions", total.games)
            + ", "
            + ngettext(
                "{count} won ({share}%)",
                "{count} won ({share}%)",
                total.wins,
                share=round(100 * total.wins / total.games),
            ),
            style="bold",
        ),
        Text(_("Wins in a row: {streak} now, {best} at best", streak=total.streak, best=total.best_streak)),
        Text(_("Turns in a mission, on average: {turns}", turns=format_decimal(total.to_json()["mean_turns"], "g"))),
        Text(),
    ]
    lines += bar_chart_lines(
        {_(RESULT_LABELS[outcome]): total.results[outcome] for outcome in RESULT_LABELS if total.results[outcome]},
        width,
    )
    if total.scores:
        counts = Counter(total.scores)
        lines += [Text(), Text(_("Scores of nine-token missions"), style="bold")]
        lines += bar_chart_lines({points: counts[points] for points in range(min(counts), max(counts) + 1)}, width)
    return lines


def _skill_figures(tally: "TouchTally") -> dict[str, float | int]:
    """Return the AI partner's estimate of the user's skill, from the user's touches after its clues."""
    from duo.mind.hit_rates import HUMAN_HIT_RATES, estimate_skill

    skill, spread = estimate_skill(tally)
    return {
        "touches": tally.touches,
        "right": tally.hits,
        "ease": round(skill, 3),
        "spread": round(spread, 3),
        "first_of_two": round(HUMAN_HIT_RATES.with_skill(skill).by_number[1][0], 3),
        "second_of_two": round(HUMAN_HIT_RATES.with_skill(skill).by_number[1][1], 3),
    }


def _skill_sentences(tally: "TouchTally") -> list[str]:
    """Describe how often the user touched right, and what the AI partner expects from that."""
    if not tally.touches:
        return []
    figures = _skill_figures(tally)
    touched = ngettext(
        "{right} of {count} touch on your partner's clues was right.",
        "{right} of {count} touches on your partner's clues were right.",
        tally.touches,
        right=tally.hits,
    )
    expected = _(
        "Of a clue for two your partner expects you to find one in {first}% and then the other in {second}%.",
        first=round(100 * figures["first_of_two"]),
        second=round(100 * figures["second_of_two"]),
    )
    return ["", touched, expected]


def _format_partner(header: str) -> str:
    """Describe the partner that a record's header names, or return "two people"."""
    holder = SeatHolder.parse(header)
    return _("two people") if holder.is_person else format_partner(holder)


def _summary_table(heading: str, groups: dict[str, Summary]) -> "Table":
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False)
    for title, justify in (
        (heading, "left"),
        (_("Missions"), "right"),
        (_("Won"), "right"),
        (_("Assassins"), "right"),
        (_("Mean score"), "right"),
    ):
        table.add_column(title, justify=justify)  # type: ignore[arg-type]
    for name, group in groups.items():
        mean = group.to_json()["mean_score"]
        figures = (group.games, group.wins, group.assassins, "-" if mean is None else format_decimal(mean, "g"))
        table.add_row(Text(name), *map(str, figures))
    return table
