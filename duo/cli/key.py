"""`duo key`: key cards, dealt and shown."""

import random
from typing import TYPE_CHECKING

import click

from duo.cli import shell
from duo.core.key import ROW, KeyCard, Seat, deal
from duo.text import mark, say

if TYPE_CHECKING:
    from rich.text import Text

# colour: (symbol, symbol where only ASCII can be shown, style)
SYMBOLS = {
    "g": ("■", "#", "bold white on green4"),
    ".": ("·", ".", "black on wheat1"),
    "x": ("✖", "X", "bold white on grey11"),
}


@click.group(cls=shell.Group, help=mark("Key cards: deal, show, check, and make decks."))
def key() -> None:
    pass


@key.command(help=mark("Deal a card, every valid card being equally likely.\n\nExample: duo key new --seed 7"))
@shell.seed_option
@shell.json_option
def new(seed: int | None, as_json: bool) -> None:
    _show(deal(random.Random(seed)), "both", as_json=as_json)


@key.command(help=mark("Show a card given by its number or its text.\n\nExample: duo key show HDNQXZJ2WH1~ --side a"))
@click.argument("card", nargs=-1, required=True)
@click.option("--side", type=click.Choice(["a", "b", "both"]), default="both", help=mark("Which side to show."))
@shell.json_option
def show(card: tuple[str, ...], side: str, as_json: bool) -> None:
    text = " ".join(card)
    _show(KeyCard.parse(text) if "/" in text else KeyCard.from_code(text), side, as_json=as_json)


def _show(card: KeyCard, side: str, *, as_json: bool) -> None:
    if as_json:
        shell.answer({"number": card.code, "a": card.a, "b": card.b, "key": str(card)})
        return
    from rich.columns import Columns
    from rich.table import Table
    from rich.text import Text

    sides = []
    for seat in Seat:
        if side not in (seat.lower(), "both"):
            continue
        grid = Table.grid()
        for row in range(0, len(card.a), ROW):
            grid.add_row(*(_cell(colour) for colour in card.side(seat)[row : row + ROW]))
        sides.append(Table.grid(padding=(0, 3)))
        sides[-1].add_row(Text(say("Side {seat}", seat=seat)))
        sides[-1].add_row(grid)
    out = shell.console()
    out.print(Columns(sides))
    out.print(say("Card {number}", number=card.code))
    if side == "both":
        out.print(str(card))


def _cell(colour: str) -> "Text":
    from rich.text import Text

    symbol, plain, style = SYMBOLS[colour]
    return Text(f" {symbol if shell.unicode_ok() else plain} ", style=style)
