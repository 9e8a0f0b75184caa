"""The missions that wait to be gone on with: shown, and one of them chosen."""

from collections.abc import Sequence

from rich.text import Text

from duo.cli.terminal.screen import Screen
from duo.core.public import Phase, PublicState
from duo.table.missionmap import called
from duo.table.saves import Waiting
from duo.text import _, ngettext, spoken


def chosen(screen: Screen, waiting: Sequence[Waiting]) -> Waiting | None:
    """The mission that the person goes on with; None for a new one."""
    if len(waiting) == 1:
        return waiting[0] if screen.choose(_question(waiting[0])) else None
    screen.write(_listed(waiting, screen.look().height))
    question = _("Go on with which? Its number, Enter for the first, or n for a new one: ")
    while True:
        answer = screen.line(question).casefold()
        if answer.startswith("n"):  # n, no or new, in either language
            return None
        if not answer:
            return waiting[0]
        if answer.isascii() and answer.isdecimal() and 1 <= int(answer) <= len(waiting):
            return waiting[int(answer) - 1]


def _question(mission: Waiting) -> str:
    final = mission.game.final
    return _(
        "Your mission {mission} of {date} waits, with {found} of 15 agents found. Go on?",
        mission=called(final.mission, spoken()), date=f"{mission.left:%Y-%m-%d}", found=final.found,
    )  # fmt: skip


def _listed(waiting: Sequence[Waiting], height: int) -> list[Text]:
    """As many as the screen has room for, with their numbers; the latest come first."""
    shown = waiting[: max(1, height - 4)]
    digits = len(str(len(shown)))
    lines = [Text(_("These missions wait:"), style="bold")]
    lines += [Text(f" {number:>{digits}}  ").append(_line(each)) for number, each in enumerate(shown, start=1)]
    if older := len(waiting) - len(shown):
        lines.append(Text(ngettext("and {count} that was left before", "and {count} that were left before", older)))
    return lines


def _line(mission: Waiting) -> str:
    final, team = mission.game.final, mission.game.header("Team")
    named = called(final.mission, spoken()) + (f" ({team})" if team else "")
    return _("{when}  mission {mission}, {turn}, {found} of 15 agents found",
               when=f"{mission.left:%Y-%m-%d %H:%M}", mission=named, turn=_turn(final), found=final.found)  # fmt: skip


def _turn(table: PublicState) -> str:
    if table.phase is Phase.SUDDEN_DEATH:
        return _("sudden death")
    return _("turn {number}", number=len(table.clues) + (table.phase is Phase.CLUE))
