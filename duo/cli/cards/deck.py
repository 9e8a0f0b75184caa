"""`duo key deck`: make decks of key cards and report on their statistics."""

import secrets
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from duo.cli.commands import DuoCommand
from duo.cli.errors import Misuse
from duo.cli.option_types import IntRange, OutputPath
from duo.cli.options import json_option, seed_option
from duo.cli.safe_output import echo, print_json
from duo.cli.terminal import output
from duo.core.key import CELLS, ROW_LENGTH, Seat
from duo.files import store
from duo.files.reading import read_text
from duo.text import N_, _, format_decimal, ngettext

if TYPE_CHECKING:
    from rich.table import Table

    from duo.core.key import KeyCard
    from duo.deck.file import Deck
    from duo.deck.report import DeckReport

_MAX_DECK_CARDS = 1_000_000
_HEAT_MAP_COLOURS = ("grey19", "dark_green", "green4", "green3", "chartreuse1")


@click.command(
    cls=DuoCommand,
    help=N_(
        "Make a deck of key cards, or report on one.\n\n"
        "Examples: duo key deck --count 100 --seed 7 --balanced --out deck.json; duo key deck --report deck.json"
    ),
)
@click.option("--count", type=IntRange(1, _MAX_DECK_CARDS), default=100, show_default=True, help=N_("How many cards."))
@seed_option
@click.option("--balanced", is_flag=True, help=N_("Every cell carries each pair of colours equally often."))
@click.option("--avoid", type=click.Path(), multiple=True, help=N_("Leave out the cards in this deck file."))
@click.option("--out", type=OutputPath(), help=N_("Write the deck to this .json or .csv file."))
@click.option("--report", "measured", type=click.Path(), help=N_("Measure this deck file instead of making one."))
@json_option
def deck(
    count: int,
    seed: int | None,
    balanced: bool,
    avoid: tuple[str, ...],
    out: str | None,
    measured: str | None,
    as_json: bool,
) -> None:
    if measured:
        _show_deck_report(measured, as_json=as_json)
        return
    if out and not out.endswith((".json", ".csv")):
        raise Misuse(_("A deck is written as .json or .csv, not as {out}.", out=out))
    avoided_cards = tuple(card for path in avoid for card in _read_deck(path).cards)
    new_deck = _make_deck(count, secrets.randbits(32) if seed is None else seed, balanced, avoided_cards)
    text = new_deck.to_csv() if out and out.endswith(".csv") else new_deck.to_json()
    if out:
        store.write_atomically(Path(out), text)
        sentence = ngettext(
            "{count} card, seed {seed}, written to {out}.",
            "{count} cards, seed {seed}, written to {out}.",
            count,
            seed=new_deck.seed,
            out=out,
        )
        echo(sentence, err=True)
        if as_json:
            print_json({"out": out, "count": count, "seed": new_deck.seed})
    else:
        echo(text, nl=False)


def _read_deck(path: str) -> "Deck":
    from duo.deck import file

    return file.Deck.parse(read_text(path, file.MAX_DECK_FILE_BYTES))


def _make_deck(count: int, seed: int, balance: bool, avoid: "tuple[KeyCard, ...]") -> "Deck":
    from rich.progress import Progress

    from duo.deck.make import make_deck

    with Progress(console=output.console(stderr=True), transient=True) as bar:
        task = bar.add_task(_("Balancing the deck") if balance else _("Dealing"), total=None)
        return make_deck(
            count,
            seed,
            balance=balance,
            avoid=avoid,
            progress=lambda done, total: bar.update(task, completed=done, total=total),
        )


def _show_deck_report(path: str, *, as_json: bool) -> None:
    from duo.deck.report import measure_deck

    deck_report = measure_deck(_read_deck(path))
    if as_json:
        print_json(asdict(deck_report))
        return
    from rich.columns import Columns

    out = output.console()
    for line in _deck_report_sentences(deck_report):
        output.print_sentence(out, line)
    out.print(Columns([_heat_map_table(deck_report, seat) for seat in Seat], padding=(0, 4)))


def _deck_report_sentences(report: "DeckReport") -> list[str]:
    lines = [
        ngettext(
            "{count} card, {repeats} of them a repeat of another in some placement.",
            "{count} cards, {repeats} of them repeats of another in some placement.",
            report.cards,
            repeats=report.repeats,
        ),
        _(
            "Balance: no cell is more than {cards} cards from its fair share of any pair of colours.",
            cards=format_decimal(report.imbalance, "g"),
        ),
    ]
    if report.closest:
        first, second = report.closest
        lines.append(
            _(
                "The two closest cards, {one} and {two}, differ in {apart} of 50 coloured cells.",
                one=first,
                two=second,
                apart=report.apart,
            )
        )
    elif report.cards > 1:
        lines.append(_("The deck is too large to compare every pair of its cards."))
    return lines


def _heat_map_table(report: "DeckReport", seat: Seat) -> "Table":
    """Return a 5 x 5 table that shows how often each cell is green and how often it is an assassin.

    A cell that is green more often has a brighter background.
    """
    from rich.table import Table
    from rich.text import Text

    side = list(Seat).index(seat)
    greens, assassins = report.greens[side], report.assassins[side]
    low, high = min(greens), max(greens)
    grid = Table(title=_("Side {seat}: greens|assassins in each cell", seat=seat), show_header=False)
    for start in range(0, CELLS, ROW_LENGTH):
        cells = range(start, start + ROW_LENGTH)
        shades = [
            _HEAT_MAP_COLOURS[(greens[place] - low) * (len(_HEAT_MAP_COLOURS) - 1) // max(high - low, 1)]
            for place in cells
        ]
        grid.add_row(
            *(
                Text(f"{greens[cell]}|{assassins[cell]}", style=f"bold white on {shade}")
                for cell, shade in zip(cells, shades, strict=True)
            )
        )
    return grid
