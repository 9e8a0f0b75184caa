"""The missions and real tables that wait to be gone on with: shown, and one of them chosen."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from rich.text import Text

from duo.cli.terminal.screen import Screen
from duo.core.game import Game
from duo.core.public import Phase, PublicState
from duo.table.campaign.mission_map import format_mission
from duo.table.narration import describe_mission_kind
from duo.table.real_table import RealTable
from duo.table.store.folder import SavedEntry
from duo.text import _, current_language, format_date, ngettext

PlayableT = TypeVar("PlayableT", Game, RealTable)


class SupportsGiveUp(Protocol):
    """Where what waits is kept."""

    def give_up(self, game_id: str) -> bool: ...


def choose_unfinished(
    screen: Screen, games: SupportsGiveUp, waiting: Sequence[SavedEntry[PlayableT]]
) -> SavedEntry[PlayableT] | None:
    """The mission that the person goes on with; None for a new one. Missions may be given up on the way."""
    left = list(waiting)
    if len(left) == 1:
        return left[0] if screen.ask_yes_no(_resume_question(left[0])) else None
    screen.write(unfinished_lines(left, screen.display().height))
    question = _("Go on with which? Its number, Enter for the first, n for a new one, or -2 to give number 2 up: ")
    while left:
        answer = screen.read_line(question).casefold()
        if answer.startswith("n"):  # n, no or new, in either language
            return None
        number = _parse_number(answer.removeprefix("-"), len(left))
        if number and answer.startswith("-"):
            mission = left[number - 1]
            if screen.ask_yes_no(_("Give up {mission}?", mission=describe_unfinished(mission)), default=False):
                games.give_up(mission.id)
                left.remove(mission)
                screen.write(unfinished_lines(left, screen.display().height) if left else [])
        elif not answer or number:
            return left[(number or 1) - 1]
    return None


def _parse_number(typed: str, max_number: int) -> int | None:
    return int(typed) if typed.isascii() and typed.isdecimal() and 1 <= int(typed) <= max_number else None


def _resume_question(mission: SavedEntry[PlayableT]) -> str:
    final = public_state(mission.game)
    return _(
        "Your mission {mission} of {date} waits, with {found} of 15 agents found. Go on?",
        mission=format_mission(final.mission, current_language()),
        date=format_date(mission.left_at),
        found=final.found,
    )


def unfinished_lines(waiting: Sequence[SavedEntry[PlayableT]], height: int) -> list[Text]:
    """As many as the screen has room for, with their numbers; the latest come first."""
    shown = waiting[: max(1, height - 4)]
    digits = len(str(len(shown)))
    lines = [Text(_("Missions waiting:"), style="bold")]
    lines += [
        Text(f" {number:>{digits}}  ").append(describe_unfinished(each)) for number, each in enumerate(shown, start=1)
    ]
    if older := len(waiting) - len(shown):
        lines.append(Text(ngettext("and {count} that was left before", "and {count} that were left before", older)))
    return lines


def describe_unfinished(mission: SavedEntry[PlayableT]) -> str:
    final, when = public_state(mission.game), f"{format_date(mission.left_at)} {mission.left_at:%H:%M}"
    return _(
        "{when}  mission {mission}, {turn}, {found} of 15 found ({kind})",
        when=when,
        mission=format_mission(final.mission, current_language()),
        turn=_describe_turn(final),
        found=final.found,
        kind=_describe_kind(mission.game),
    )


def public_state(game: Game | RealTable) -> PublicState:
    """What everybody at the table can see of it."""
    return game.final if isinstance(game, Game) else game.view()


def _describe_kind(game: Game | RealTable) -> str:
    return (
        describe_mission_kind(game)
        if isinstance(game, Game)
        else _("real table, {words} ...", words=", ".join(game.words[:3]))
    )


def _describe_turn(table: PublicState) -> str:
    if table.phase is Phase.SUDDEN_DEATH:
        return _("sudden death")
    return _("turn {number}", number=len(table.clues) + (table.phase is Phase.CLUE))
