"""`duo watch`: watch two AI partners play a mission."""

from typing import TYPE_CHECKING

import click

from duo.cli.commands import DuoCommand
from duo.cli.game import deal_options
from duo.cli.game.deal_options import DealOptions
from duo.cli.option_types import OutputPath
from duo.cli.options import json_option
from duo.cli.safe_output import print_json
from duo.cli.terminal import output
from duo.core.game import Game
from duo.core.key import Seat
from duo.table.campaign.mission_map import format_mission
from duo.table.dealing import SeatHolder
from duo.table.missions import MissionSettings
from duo.text import N_, _, current_language

if TYPE_CHECKING:
    from collections.abc import Iterator

    from duo.cli.terminal.screen import Screen
    from duo.core.position import Position
    from duo.table.events import Event

_READING_PAUSE_SECONDS = 1.5


@click.command(
    cls=DuoCommand,
    help=N_(
        "Watch two partners play a mission with each other, with both sides of the key in view.\n\n"
        "Example: duo watch --fast --seed 7"
    ),
)
@click.option("--fast", is_flag=True, help=N_("No pauses."))
@click.option("--out", type=OutputPath(dir_okay=False), help=N_("Write the game's record to this file."))
@deal_options.add_partner_options
@deal_options.add_deal_options
@json_option
def watch(fast: bool, out: str | None, style: str, level: str, dealing: DealOptions, as_json: bool) -> None:
    holder = SeatHolder(style, level)
    game = dealing.deal_game(dict.fromkeys(Seat, holder), MissionSettings())
    try:
        game = _watch_game(game, style, level, visible=not as_json, fast=fast)
    except KeyboardInterrupt:
        if as_json or out:  # the requested output cannot be written
            raise
        return
    if out:
        from pathlib import Path

        from duo.files import store

        store.write_atomically(Path(out), str(game))
    if as_json:
        from duo.core.scoring import figures

        print_json({**figures(game.final), "record": str(game)})


def _watch_game(game: Game, style: str, level: str, *, visible: bool, fast: bool) -> Game:
    from duo.cli.terminal.screen import Screen
    from duo.table.players import partner
    from duo.table.session import Session

    screen = Screen(output.console(stderr=not visible), pace=0 if fast else None)
    if visible:
        _show_starting_board(screen, game)
    with screen.show_thinking(_("Loading the partners ..."), 0):
        players = {seat: partner(game.lang, style, level) for seat in Seat}
    session = Session(game, players=players)
    steps = session.advance()
    while events := _compute_next_events(screen, steps):
        for event in events if visible else ():
            _show_event(screen, event, session.position)
            screen.pause(_READING_PAUSE_SECONDS)
    if visible:
        _show_game_end(screen, session.game)
    return session.game


def _compute_next_events(screen: "Screen", steps: "Iterator[tuple[Event, ...]]") -> "tuple[Event, ...]":
    with screen.show_thinking(_("Thinking ..."), 0):
        return next(steps, ())


def _show_starting_board(screen: "Screen", game: Game) -> None:
    from rich.text import Text

    from duo.cli.terminal.grid import board_lines

    display, final = screen.display_settings(), game.final
    heading = _(
        "Mission {mission}, card {card}. Both sides of the key, A then B:",
        mission=format_mission(final.mission, current_language()),
        card=final.key.code,
    )
    screen.print_below([Text(heading, style="bold")])
    screen.print_below(board_lines(final, (final.key.a, final.key.b), display.width, display.symbols, airy=False))
    screen.print_below([Text()])


def _show_event(screen: "Screen", event: "Event", position: "Position") -> None:
    from rich.text import Text

    from duo.cli.terminal.symbols import event_style
    from duo.table.events import ClueGiven, GameEnded
    from duo.table.narration import Narrator

    if isinstance(event, GameEnded):
        return
    indent = "" if isinstance(event, ClueGiven) else "   "
    line = Text(indent + Narrator().describe(event), style=event_style(event))
    if isinstance(event, ClueGiven) and (meant := position.clues[-1].clue.meant):
        line.append("  " + _("meant: {words}", words=", ".join(meant)), style="not bold dim")
    screen.print_below([line])


def _show_game_end(screen: "Screen", game: Game) -> None:
    from rich.text import Text

    from duo.cli.terminal.ending import game_end_lines

    screen.print_below([Text(), *game_end_lines(game, screen.display_settings())])
