"""The missions and real tables that wait to be gone on with: shown, and one of them chosen."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from rich.text import Text

from duo.cli.terminal.screen import Screen
from duo.core.game import Game
from duo.core.public import Phase, PublicState
from duo.table.campaign.mission_map import called
from duo.table.narration import kind_of
from duo.table.real_table import RealTable
from duo.table.store.folder import Left
from duo.text import _, date, ngettext, spoken

Followed = TypeVar("Followed", Game, RealTable)


class Store(Protocol):
    """Where what waits is kept."""

    def give_up(self, game_id: str) -> bool: ...


def chosen(screen: Screen, games: Store, waiting: Sequence[Left[Followed]]) -> Left[Followed] | None:
    """The mission that the person goes on with; None for a new one. Missions may be given up on the way."""
    left = list(waiting)
    if len(left) == 1:
        return left[0] if screen.choose(_question(left[0])) else None
    screen.write(listed(left, screen.look().height))
    question = _("Go on with which? Its number, Enter for the first, n for a new one, or -2 to give number 2 up: ")
    while left:
        answer = screen.line(question).casefold()
        if answer.startswith("n"):  # n, no or new, in either language
            return None
        number = _number(answer.removeprefix("-"), len(left))
        if number and answer.startswith("-"):
            mission = left[number - 1]
            if screen.choose(_("Give up {mission}?", mission=told(mission)), default=False):
                games.give_up(mission.id)
                left.remove(mission)
                screen.write(listed(left, screen.look().height) if left else [])
        elif not answer or number:
            return left[(number or 1) - 1]
    return None


def _number(typed: str, most: int) -> int | None:
    return int(typed) if typed.isascii() and typed.isdecimal() and 1 <= int(typed) <= most else None


def _question(mission: Left[Followed]) -> str:
    final = state(mission.game)
    return _(
        "Your mission {mission} of {date} waits, with {found} of 15 agents found. Go on?",
        mission=called(final.mission, spoken()), date=date(mission.left), found=final.found,
    )  # fmt: skip


def listed(waiting: Sequence[Left[Followed]], height: int) -> list[Text]:
    """As many as the screen has room for, with their numbers; the latest come first."""
    shown = waiting[: max(1, height - 4)]
    digits = len(str(len(shown)))
    lines = [Text(_("Missions waiting:"), style="bold")]
    lines += [Text(f" {number:>{digits}}  ").append(told(each)) for number, each in enumerate(shown, start=1)]
    if older := len(waiting) - len(shown):
        lines.append(Text(ngettext("and {count} that was left before", "and {count} that were left before", older)))
    return lines


def told(mission: Left[Followed]) -> str:
    final, when = state(mission.game), f"{date(mission.left)} {mission.left:%H:%M}"
    return _(
        "{when}  mission {mission}, {turn}, {found} of 15 found ({kind})",
        when=when, mission=called(final.mission, spoken()), turn=_turn(final), found=final.found,
        kind=_kind(mission.game),
    )  # fmt: skip


def state(game: Game | RealTable) -> PublicState:
    """What everybody at the table can see of it."""
    return game.final if isinstance(game, Game) else game.view()


def _kind(game: Game | RealTable) -> str:
    return kind_of(game) if isinstance(game, Game) else _("real table, {words} ...", words=", ".join(game.words[:3]))


def _turn(table: PublicState) -> str:
    if table.phase is Phase.SUDDEN_DEATH:
        return _("sudden death")
    return _("turn {number}", number=len(table.clues) + (table.phase is Phase.CLUE))
