"""`duo stats`: what your games add up to."""

from collections import Counter
from typing import TYPE_CHECKING

import click

from duo.cli import shell, user_data
from duo.cli.terminal import output
from duo.core.mission import Mission
from duo.table.campaign.mission_map import called
from duo.table.dealing import SeatHolder
from duo.table.narration import partner_called
from duo.table.share import RESULTS
from duo.table.stats import Summary, grouped, mission_of, partner_of, touch_tally
from duo.text import N_, _, decimal, ngettext, spoken

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from duo.mind.pace import Tally


@click.command(
    cls=shell.Command,
    help=N_(
        "Count your games: wins, scores, streaks, assassins and turns, by partner and mission.\n\nExample: duo stats"
    ),
)
@shell.json_option
def stats(as_json: bool) -> None:
    for save in user_data.games().passed_over():
        shell.echo(f"duo: {user_data.broken_told(save)}", err=True)
    games = [game for _, game in user_data.games().all_games() if game.final.outcome()]
    total = Summary.of(games)
    groups = {"partner": grouped(games, partner_of), "mission": grouped(games, mission_of)}
    if as_json:
        told = {by: {name: group.as_json() for name, group in found.items()} for by, found in groups.items()}
        shell.answer({**total.as_json(), "by": told, "pace": _pace(touch_tally(games))})
        return
    if not games:
        shell.echo(_("No mission has been played to its end yet: duo play begins one."))
        return
    out = output.console()
    for line in _figures(total, out.width):
        out.print(line)
    partners = {_partner(name): group for name, group in groups["partner"].items()}
    missions = {called(Mission.parse(name), spoken()): group for name, group in groups["mission"].items()}
    for sentence in _pace_lines(touch_tally(games)):
        out.print(sentence)
    for heading, found in ((_("Partner"), partners), (_("Mission"), missions)):
        out.print()
        out.print(_table(heading, found))


def _figures(total: Summary, width: int) -> "list[Text]":
    from rich.text import Text

    from duo.cli.terminal.bar_chart import bar_lines

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
        Text(_("Turns in a mission, on average: {turns}", turns=decimal(total.as_json()["mean_turns"], "g"))),
        Text(),
    ]
    lines += bar_lines({_(RESULTS[end]): total.results[end] for end in RESULTS if total.results[end]}, width)
    if total.scores:
        found = Counter(total.scores)
        lines += [Text(), Text(_("Scores of nine-token missions"), style="bold")]
        lines += bar_lines({points: found[points] for points in range(min(found), max(found) + 1)}, width)
    return lines


def _pace(tally: "Tally") -> dict[str, float | int]:
    """What your partner makes of your touches."""
    from duo.mind.pace import PEOPLE, ease_of

    ease, doubt = ease_of(tally)
    return {
        "touches": tally.touches, "right": tally.hits, "ease": round(ease, 3), "spread": round(doubt, 3),
        "first_of_two": round(PEOPLE.eased(ease).touches[1][0], 3),
        "second_of_two": round(PEOPLE.eased(ease).touches[1][1], 3),
    }  # fmt: skip


def _pace_lines(tally: "Tally") -> list[str]:
    if not tally.touches:
        return []
    found = _pace(tally)
    touched = ngettext(
        "{right} of {count} touch on your partner's clues was right.",
        "{right} of {count} touches on your partner's clues were right.",
        tally.touches, right=tally.hits,
    )  # fmt: skip
    expected = _(
        "Of a clue for two your partner expects you to find one in {first}% and then the other in {second}%.",
        first=round(100 * found["first_of_two"]), second=round(100 * found["second_of_two"]),
    )  # fmt: skip
    return ["", touched, expected]


def _partner(header: str) -> str:
    """Whom a person played with, from the record's header."""
    holder = SeatHolder.parse(header)
    return _("two people") if holder.is_person else partner_called(holder)


def _table(heading: str, groups: dict[str, Summary]) -> "Table":
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False)
    for title, justify in ((heading, "left"), (_("Missions"), "right"), (_("Won"), "right"),
                           (_("Assassins"), "right"), (_("Mean score"), "right")):  # fmt: skip
        table.add_column(title, justify=justify)  # type: ignore[arg-type]
    for name, group in groups.items():
        mean = group.as_json()["mean_score"]
        figures = (group.games, group.wins, group.assassins, "-" if mean is None else decimal(mean, "g"))
        table.add_row(Text(name), *map(str, figures))
    return table
