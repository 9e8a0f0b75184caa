"""`duo replay`: verify a record and show its game."""

import sys
from itertools import pairwise
from typing import TYPE_CHECKING

import click

from duo.cli import shell
from duo.cli.game.record_files import ask_before_showing, read_record, yes_option
from duo.cli.terminal import output
from duo.core.game import Game
from duo.core.scoring import figures
from duo.table.rulings import unpaid_clues
from duo.table.scorecard import FIGURES, rated, shown, summed
from duo.text import N_, _

if TYPE_CHECKING:
    from rich.text import Text

    from duo.core.position import Position


@click.command(
    cls=shell.Command,
    help=N_("Check a game record against every rule and show where it ends.\n\nExample: duo replay game.duo --step"),
)
@click.argument("file")
@click.option("--step", is_flag=True, help=N_("Show the table after every move; Enter goes on."))
@yes_option
@shell.json_option
def replay(file: str, step: bool, yes: bool, as_json: bool) -> None:
    game = read_record(file)
    if as_json:
        illegal = [clue.as_json() for clue in unpaid_clues(game)]
        shell.answer(figures(game.final) | ({"illegal": illegal} if illegal else {}))
        return
    ask_before_showing(file, game, yes=yes)
    from rich.text import Text

    out = output.console()
    if step and not _step_through(game):
        return
    out.print(*_table(game.final), Text(), *(Text(line) for line in _moves(game)), Text(), *_figures(game), sep="\n")
    for broken in unpaid_clues(game):
        turn = f"{broken.turn}{broken.clue.seat}"
        out.print(Text(_("Turn {turn}, without a penalty: {why}", turn=turn, why=broken.ruling.why), style="red"))


def _step_through(game: Game) -> bool:
    """Tell the game move by move; False when the person has seen enough."""
    from rich.text import Text

    from duo.cli.terminal.symbols import event_style
    from duo.table.events import events
    from duo.table.narration import Narrator

    out, narrator = output.console(), Narrator()
    asked = sys.stdin.isatty()
    for number, (move, (before, after)) in enumerate(zip(game.moves, pairwise(game.positions()), strict=True), start=1):
        told = (Text(narrator.tell(event), style=event_style(event)) for event in events(before, move, after))
        heading = Text(_("Move {number} of {all}", number=number, all=len(game.moves)), style="bold")
        out.print(heading, *told, *_table(after), Text(), sep="\n")
        if asked and number < len(game.moves) and click.prompt(
            _("Enter goes on, q ends"), default="", show_default=False, prompt_suffix=" "
        ).strip().lower().startswith("q"):  # fmt: skip
            return False
    return True


def _table(position: "Position") -> "list[Text]":
    from duo.cli.terminal.grid import board_lines
    from duo.cli.terminal.symbols import ASCII, UNICODE

    symbols = UNICODE if output.unicode_ok() else ASCII
    return board_lines(position, (position.key.a, position.key.b), output.console().width, symbols, airy=False)


def _moves(game: Game) -> list[str]:
    return str(game).partition("\n\n")[2].splitlines()


def _figures(game: Game) -> "list[Text]":
    from rich.text import Text

    told = figures(game.final)
    width = max(len(_(label)) for label in FIGURES.values())
    lines = [Text(f"{_(label):{width}}  {shown(name, told[name])}") for name, label in FIGURES.items()]
    if isinstance(points := told["score"], int):
        total = summed(game.final.bank.tokens, game.final.checks, sudden_death=game.final.sudden_death)
        lines[-1].append(f" = {total}  {rated(points, game.final.mission)}")
    return lines
