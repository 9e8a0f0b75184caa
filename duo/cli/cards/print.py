"""`duo key print`: print a deck, or export it as pictures, csv or for Tabletop Simulator."""

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from duo.cli.cards import printing
from duo.cli.commands import DuoCommand
from duo.cli.errors import Failure, Misuse
from duo.cli.option_types import IntRange, OutputPath, RenamedOption
from duo.cli.options import json_option, seed_option
from duo.core.key import KeyCard
from duo.files.reading import read_text
from duo.paper.cells_csv import cells_csv
from duo.paper.layout import Flip
from duo.paper.palette import PaletteName
from duo.paper.print_job import MAX_PRINTED_CARDS, PrintJob, deck_title
from duo.paper.size import KEY_CARD_SIZE
from duo.text import N_, _

if TYPE_CHECKING:
    from duo.deck.file import Deck

KeyCards = tuple[KeyCard, ...]


@click.command(
    "print",
    cls=DuoCommand,
    help=N_(
        "Print a deck: sheets to cut (pdf, svg), single faces for a print shop (png), a deck for Tabletop Simulator "
        "(tts), or a table of all cells for other programs (csv).\n\nExamples: duo key print deck.json --out deck.pdf; "
        "duo key print --count 100 --seed 7 --format tts --out table"
    ),
)
@click.argument("deck", required=False)
@click.option(
    "--count", type=IntRange(1, MAX_PRINTED_CARDS), help=N_("Deal this many cards instead of reading a deck file.")
)
@seed_option
@click.option(
    "--format",
    "kind",
    type=click.Choice(["pdf", "svg", "png", "tts", "csv"]),
    default="pdf",
    show_default=True,
    help=N_("Kind of file."),
)
@click.option(
    "--out",
    type=OutputPath(),
    required=True,
    help=N_("Where to write: a file, or a folder for png, tts and single svg faces."),
)
@printing.card_size_option(KEY_CARD_SIZE)
@click.option(
    "--bleed",
    type=printing.parse_millimetres,
    metavar="MM",
    help=N_("Background printed beyond the cut: 2 mm, or what print shops ask for with png."),
)
@printing.sheet_layout_options
@click.option(
    "--flip",
    type=click.Choice([flip.value for flip in Flip]),
    default="long",
    show_default=True,
    help=N_(
        "How backs are matched to fronts: the printer's flip edge, one sheet to fold and glue, "
        "or separate sheets (pdf, svg)."
    ),
)
@click.option(
    "--palette",
    type=click.Choice([name.value for name in PaletteName]),
    default="colour",
    show_default=True,
    help=N_("Colours; low-ink and colour-blind always show symbols."),
)
@printing.theme_option
@click.option(
    "--one-per-page",
    "single",
    cls=RenamedOption,
    old_names=["--single"],
    is_flag=True,
    help=N_("For print shops: one page per face with trim and bleed boxes, or one file per face (svg)."),
)
@click.option("--symbols", is_flag=True, help=N_("A symbol in each cell beside its colour."))
@click.option("--number/--no-number", default=True, show_default=True, help=N_("The card's number on both sides."))
@click.option("--qr", is_flag=True, help=N_("The number as a QR code on both sides."))
@click.option(
    "--test-page/--no-test-page",
    default=True,
    show_default=True,
    help=N_("A first page to test the printer with (pdf, svg)."),
)
@click.option(
    "--reference-page",
    cls=RenamedOption,
    old_names=["--thumb"],
    is_flag=True,
    help=N_("A last page with what your colours tell about your partner's (pdf, svg)."),
)
@click.option("--dpi", type=IntRange(72, 1200), default=300, show_default=True, help=N_("Pixels per inch (png, tts)."))
@click.option("--base-url", help=N_("Where the pictures will be on the web, else they are local files (tts)."))
@json_option
def print_deck(
    deck: str | None, count: int | None, seed: int | None, kind: str, out: str, as_json: bool, **options: Any
) -> None:
    if (deck is None) == (count is None):
        raise Misuse(_("Give a deck file, or --count and --seed to deal a deck: one of the two."))
    if options["base_url"] and kind != "tts":
        raise Misuse(_("--base-url is for --format tts only."))
    if kind in ("pdf", "svg", "csv") and not (kind == "svg" and options["single"]):
        printing.refuse_wrong_extension(Path(out), kind)
    printing.require_print_packages()
    base_url = options.pop("base_url")
    options["flip"], options["palette"] = Flip(options["flip"]), PaletteName(options["palette"])
    job = PrintJob(kind=kind, **options)
    printing.build_or_raise_misuse(job.check)
    printed_deck = _load_or_deal_deck(deck, count, secrets.randbits(32) if seed is None else seed)
    if kind == "csv":
        files = [printing.write_file(Path(out), cells_csv(printed_deck.cards).encode())]
    elif kind in ("png", "tts") or (kind == "svg" and job.single):
        files = _write_key_card_pictures(job, printed_deck.cards, Path(out), base_url)
    else:
        files = _write_key_card_pages(job, printed_deck.cards, Path(out))
    printing.print_written_files(
        files, {"format": kind, "cards": len(printed_deck.cards), "seed": printed_deck.seed}, as_json=as_json
    )


def _load_or_deal_deck(path: str | None, count: int | None, seed: int) -> "Deck":
    from duo.deck import file
    from duo.deck.make import make_deck

    if count is not None:
        return make_deck(count, seed)
    deck = file.Deck.parse(read_text(str(path), file.MAX_DECK_FILE_BYTES))
    if len(deck.cards) > MAX_PRINTED_CARDS:
        raise Failure(
            _(
                "The deck has {count} cards; at most {most} are printed at once.",
                count=len(deck.cards),
                most=MAX_PRINTED_CARDS,
            )
        )
    return deck


def _write_key_card_pages(job: PrintJob, cards: KeyCards, out: Path) -> list[Path]:
    from duo.paper import pdf

    pages = printing.build_or_raise_misuse(lambda: job.pages(cards))
    watched_pages = printing.with_progress_bar(pages, job.page_count(cards), _("Drawing pages"))
    if job.kind == "svg":
        return printing.write_pages_as_svg(watched_pages, out, deck_title())
    flip = None if job.single else job.flip
    return [printing.write_file(out, pdf.document(watched_pages, deck_title(), flip, job.style.theme.cmyk))]


def _write_key_card_pictures(job: PrintJob, cards: KeyCards, out: Path, base_url: str | None) -> list[Path]:
    """Write each card face as a picture, or all faces as sheets for Tabletop Simulator.

    The sheets are referred to by their address under `base_url`, or as local files if it is None.
    """

    def picture_url(name: str) -> str:
        return f"{base_url.rstrip('/')}/{name}" if base_url else (out / name).resolve().as_uri()

    if job.kind == "tts":
        pictures = printing.with_progress_bar(job.tabletop_files(cards, picture_url), None, _("Drawing sheets"))
    else:
        faces = job.png_faces(cards) if job.kind == "png" else job.svg_faces(cards)
        pictures = printing.with_progress_bar(faces, 2 * len(cards), _("Drawing faces"))
    files = [printing.write_file(out / name, data) for name, data in pictures]
    return [files[-1], *files[:-1]] if job.kind == "tts" else files
