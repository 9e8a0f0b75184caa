"""`duo key`: deal, show and check key cards."""

import random
import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from duo.cli.cards.deck import deck
from duo.cli.cards.print import print_deck
from duo.cli.commands import DuoGroup
from duo.cli.errors import NegativeAnswer, format_problems
from duo.cli.options import json_option, seed_option
from duo.cli.safe_output import echo, print_json
from duo.cli.terminal import output
from duo.cli.terminal.symbols import KEY_COLOUR_STYLES, terminal_symbols
from duo.core.key import ROW_LENGTH, KeyCard, Seat, deal
from duo.core.refusal import Refusal
from duo.files.reading import read_text
from duo.text import N_, _, format_refusal, ngettext

if TYPE_CHECKING:
    from rich.text import Text


# Text of a card rather than a file name: a number without dots, two sides with a blank, or a single side.
_CARD_TEXT_PATTERN = re.compile(r"[^./\\]*|\S+\s+\S.*|[gx./?]+")


@click.group(cls=DuoGroup, help=N_("Key cards: deal, show, check, and make decks."))
def key() -> None:
    pass


@key.command(help=N_("Deal a card, every valid card being equally likely.\n\nExample: duo key new --seed 7"))
@seed_option
@json_option
def new(seed: int | None, as_json: bool) -> None:
    _show_card(deal(random.Random(seed)), "both", as_json=as_json)


@key.command(help=N_("Show a card given by its number or its text.\n\nExample: duo key show HDNQXZJ2WH1~ --side a"))
@click.argument("card", nargs=-1, required=True)
@click.option("--side", type=click.Choice(["a", "b", "both"]), default="both", help=N_("Which side to show."))
@json_option
def show(card: tuple[str, ...], side: str, as_json: bool) -> None:
    _show_card(KeyCard.parse_any(" ".join(card)), side, as_json=as_json)


@key.command(
    help=N_(
        "Check cards and report every problem of each: a deck file, a card's text or number, or - for standard input."
        "\n\nExample: duo key check deck.json"
    )
)
@click.argument("source", nargs=-1, required=True)
@json_option
def check(source: tuple[str, ...], as_json: bool) -> None:
    from duo.deck import file

    text = " ".join(source)
    if text == "-" or Path(text).is_file() or not _CARD_TEXT_PATTERN.fullmatch(text):
        text = read_text(text, file.MAX_DECK_FILE_BYTES)
    try:
        cards, problems = len(file.Deck.parse(text).cards), []
    except Refusal as refusal:
        cards = 0
        problems = [format_refusal(problem) for problem in refusal.all_problems()]
    if as_json:
        print_json({"valid": not problems, "cards": cards, "problems": problems})
    elif not problems:
        echo(ngettext("{count} card follows the pattern.", "All {count} cards follow the pattern.", cards))
    if problems:
        raise NegativeAnswer("" if as_json else format_problems(problems))


def _show_card(card: KeyCard, side: str, *, as_json: bool) -> None:
    if as_json:
        print_json({"number": card.code, "a": card.a, "b": card.b, "key": str(card)})
        return
    from rich.columns import Columns
    from rich.table import Table
    from rich.text import Text

    sides = []
    for seat in Seat:
        if side not in (seat.lower(), "both"):
            continue
        grid = Table.grid()
        for row in range(0, len(card.a), ROW_LENGTH):
            grid.add_row(*(_format_cell(colour) for colour in card.side(seat)[row : row + ROW_LENGTH]))
        sides.append(Table.grid(padding=(0, 3)))
        sides[-1].add_row(Text(_("Side {seat}", seat=seat)))
        sides[-1].add_row(grid)
    out = output.console()
    out.print(Columns(sides))
    out.print(_("Card {number}", number=card.code))
    if side == "both":
        out.print(str(card))


def _format_cell(colour: str) -> "Text":
    from rich.text import Text

    return Text(f" {terminal_symbols().key_colours[colour]} ", style=KEY_COLOUR_STYLES[colour])


key.add_command(deck)
key.add_command(print_deck)
