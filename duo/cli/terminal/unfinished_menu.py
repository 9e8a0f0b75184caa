"""A menu of unfinished missions and unfinished games at real tables."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from rich.text import Text

from duo.cli.terminal.screen import Screen
from duo.core.game import Game
from duo.core.public import Phase, PublicState
from duo.table.campaign.mission_map import format_mission
from duo.table.narration import describe_mission_kind
from duo.table.real_table import RealTable
from duo.table.store.game_store import SavedEntry
from duo.text import _, current_language, format_date, ngettext

PlayableT = TypeVar("PlayableT", Game, RealTable)


class SupportsGiveUp(Protocol):
    """A store of unfinished games that can be given up."""

    def give_up(self, game_id: str) -> bool: ...


def choose_unfinished(
    screen: Screen, games: SupportsGiveUp, entries: Sequence[SavedEntry[PlayableT]]
) -> SavedEntry[PlayableT] | None:
    """Ask which unfinished game to resume. Return None if the user wants a new game.

    The user may also give up games in this menu.
    """
    remaining = list(entries)
    if len(remaining) == 1:
        return remaining[0] if screen.ask_yes_no(_resume_question(remaining[0])) else None
    screen.print_below(unfinished_list_lines(remaining, screen.display_settings().height))
    question = _("Resume which one? Type its number, Enter for the first, n for a new one, or -2 to give up number 2: ")
    while remaining:
        answer = screen.read_line(question).casefold()
        if answer.startswith("n"):  # n, no or new, in either language
            return None
        number = _parse_entry_number(answer.removeprefix("-"), len(remaining))
        if number and answer.startswith("-"):
            entry = remaining[number - 1]
            if screen.ask_yes_no(_("Give up {mission}?", mission=describe_unfinished(entry)), default=False):
                games.give_up(entry.id)
                remaining.remove(entry)
                screen.print_below(
                    unfinished_list_lines(remaining, screen.display_settings().height) if remaining else []
                )
        elif not answer or number:
            return remaining[(number or 1) - 1]
    return None


def _parse_entry_number(typed: str, max_number: int) -> int | None:
    return int(typed) if typed.isascii() and typed.isdecimal() and 1 <= int(typed) <= max_number else None


def _resume_question(entry: SavedEntry[PlayableT]) -> str:
    state = public_state(entry.game)
    return _(
        "Resume mission {mission} of {date} ({found} of 15 agents found)?",
        mission=format_mission(state.mission, current_language()),
        date=format_date(entry.left_at),
        found=state.found,
    )


def unfinished_list_lines(entries: Sequence[SavedEntry[PlayableT]], height: int) -> list[Text]:
    """Return a numbered list of unfinished games, the latest first, that fits a screen of `height` lines."""
    shown = entries[: max(1, height - 4)]
    digits = len(str(len(shown)))
    lines = [Text(_("Unfinished missions:"), style="bold")]
    lines += [
        Text(f" {number:>{digits}}  ").append(describe_unfinished(entry)) for number, entry in enumerate(shown, start=1)
    ]
    if older := len(entries) - len(shown):
        lines.append(Text(ngettext("and {count} that was left before", "and {count} that were left before", older)))
    return lines


def describe_unfinished(entry: SavedEntry[PlayableT]) -> str:
    state, when = public_state(entry.game), f"{format_date(entry.left_at)} {entry.left_at:%H:%M}"
    return _(
        "{when}  mission {mission}, {turn}, {found} of 15 found ({kind})",
        when=when,
        mission=format_mission(state.mission, current_language()),
        turn=_describe_turn(state),
        found=state.found,
        kind=_describe_mission_kind(entry.game),
    )


def public_state(game: Game | RealTable) -> PublicState:
    """Return what both players see of the game."""
    return game.final if isinstance(game, Game) else game.view()


def _describe_mission_kind(game: Game | RealTable) -> str:
    return (
        describe_mission_kind(game)
        if isinstance(game, Game)
        else _("real table, {words} ...", words=", ".join(game.words[:3]))
    )


def _describe_turn(state: PublicState) -> str:
    if state.phase is Phase.SUDDEN_DEATH:
        return _("sudden death")
    return _("turn {number}", number=len(state.clues) + (state.phase is Phase.CLUE))
