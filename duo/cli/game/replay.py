"""`duo replay`: verify a game record and show the game."""

import sys
from itertools import pairwise
from typing import TYPE_CHECKING

import click

from duo.cli.commands import DuoCommand
from duo.cli.game.record_files import add_yes_option, confirm_spoilers, read_record
from duo.cli.options import json_option
from duo.cli.safe_output import print_json
from duo.cli.terminal import output
from duo.core.game import Game
from duo.core.scoring import figures
from duo.table.rulings import unpenalised_violations
from duo.table.scorecard import FIGURE_LABELS, describe_rating, format_figure, format_score_sum
from duo.text import N_, _

if TYPE_CHECKING:
    from rich.text import Text

    from duo.core.position import Position


@click.command(
    cls=DuoCommand,
    help=N_("Check a game record against every rule and show where it ends.\n\nExample: duo replay game.duo --step"),
)
@click.argument("file")
@click.option("--step", is_flag=True, help=N_("Show the table after every move; press Enter to continue."))
@add_yes_option
@json_option
def replay(file: str, step: bool, yes: bool, as_json: bool) -> None:
    game = read_record(file)
    if as_json:
        illegal = [clue.to_json() for clue in unpenalised_violations(game)]
        print_json(figures(game.final) | ({"illegal": illegal} if illegal else {}))
        return
    confirm_spoilers(file, game, yes=yes)
    from rich.text import Text

    out = output.console()
    if step and not _show_move_by_move(game):
        return
    out.print(
        *_board_lines(game.final),
        Text(),
        *(Text(line) for line in _move_notation_lines(game)),
        Text(),
        *_score_figure_lines(game),
        sep="\n",
    )
    for violation in unpenalised_violations(game):
        turn = f"{violation.turn}{violation.clue.seat}"
        out.print(Text(_("Turn {turn}, without a penalty: {why}", turn=turn, why=violation.ruling.why), style="red"))


def _show_move_by_move(game: Game) -> bool:
    """Show the game move by move. Return False if the user quits before the end."""
    from rich.text import Text

    from duo.cli.terminal.symbols import event_style
    from duo.table.events import events_of_move
    from duo.table.narration import Narrator

    out, narrator = output.console(), Narrator()
    is_interactive = sys.stdin.isatty()
    for number, (move, (before, after)) in enumerate(zip(game.moves, pairwise(game.positions()), strict=True), start=1):
        event_lines = (
            Text(narrator.describe(event), style=event_style(event)) for event in events_of_move(before, move, after)
        )
        heading = Text(_("Move {number} of {all}", number=number, all=len(game.moves)), style="bold")
        out.print(heading, *event_lines, *_board_lines(after), Text(), sep="\n")
        if (
            is_interactive
            and number < len(game.moves)
            and click.prompt(_("Enter to continue, q to quit"), default="", show_default=False, prompt_suffix=" ")
            .strip()
            .lower()
            .startswith("q")
        ):
            return False
    return True


def _board_lines(position: "Position") -> "list[Text]":
    from duo.cli.terminal.grid import board_lines
    from duo.cli.terminal.symbols import ASCII_SYMBOLS, UNICODE_SYMBOLS

    symbols = UNICODE_SYMBOLS if output.supports_unicode() else ASCII_SYMBOLS
    return board_lines(position, (position.key.a, position.key.b), output.console().width, symbols, airy=False)


def _move_notation_lines(game: Game) -> list[str]:
    """Return the moves as lines of the notation of game records."""
    return str(game).partition("\n\n")[2].splitlines()


def _score_figure_lines(game: Game) -> "list[Text]":
    from rich.text import Text

    values = figures(game.final)
    width = max(len(_(label)) for label in FIGURE_LABELS.values())
    lines = [Text(f"{_(label):{width}}  {format_figure(name, values[name])}") for name, label in FIGURE_LABELS.items()]
    if isinstance(points := values["score"], int):
        total = format_score_sum(game.final.bank.tokens, game.final.checks, sudden_death=game.final.sudden_death)
        lines[-1].append(f" = {total}  {describe_rating(points, game.final.mission)}")
    return lines
