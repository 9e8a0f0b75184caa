"""`duo key print`: a deck on paper, as pictures and for virtual tables."""

import json
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from duo.cli import paper, shell
from duo.core.key import KeyCard, Seat
from duo.files.reading import read_text
from duo.paper.face import Style, face
from duo.paper.layout import Flip, Layout
from duo.paper.palette import PaletteName
from duo.paper.size import KEY_CARD, SHOP_BLEED
from duo.text import N_, _

if TYPE_CHECKING:
    from duo.deck.file import Deck

Cards = tuple[KeyCard, ...]

_MOST_CARDS = 10_000
_MOST_PIXELS = 6_000
_HOME_BLEED = 2.0  # a home printer's drift from front to back is smaller


@click.command(
    "print",
    cls=shell.Command,
    help=N_(
        "Print a deck: sheets to cut (pdf, svg), single faces for a print shop (png), or a deck for Tabletop "
        "Simulator (tts).\n\nExamples: duo key print deck.json --out deck.pdf; "
        "duo key print --count 100 --seed 7 --format tts --out table"
    ),
)
@click.argument("deck", required=False)
@click.option("--count", type=click.IntRange(1, _MOST_CARDS), help=N_("Deal so many cards, instead of a deck file."))
@shell.seed_option
@click.option("--format", "kind", type=click.Choice(["pdf", "svg", "png", "tts"]), default="pdf", show_default=True,
              help=N_("Kind of file."))  # fmt: skip
@click.option("--out", type=click.Path(), required=True,
              help=N_("Where to write: a file for pdf and svg, a folder for png and tts."))  # fmt: skip
@paper.card_option(KEY_CARD)
@click.option("--bleed", type=paper.length, metavar="MM",
              help=N_("Ground printed beyond the cut: 2 mm, or what print shops ask for with png."))  # fmt: skip
@paper.sheet_options
@click.option("--flip", type=click.Choice([flip.value for flip in Flip]), default="long", show_default=True,
              help=N_("How the backs come behind the fronts: the printer's flip edge, one sheet to fold and glue, "
                        "or separate sheets (pdf, svg)."))  # fmt: skip
@click.option("--palette", type=click.Choice([name.value for name in PaletteName]), default="colour", show_default=True,
              help=N_("Colours; low-ink and colour-blind always show symbols."))  # fmt: skip
@click.option("--symbols", is_flag=True, help=N_("A symbol in each cell beside its colour."))
@click.option("--number/--no-number", default=True, show_default=True, help=N_("The card's number on both sides."))
@click.option("--qr", is_flag=True, help=N_("The number as a QR code on both sides."))
@click.option("--test-page/--no-test-page", default=True, show_default=True,
              help=N_("A first page to test the printer with (pdf, svg)."))  # fmt: skip
@click.option("--thumb", is_flag=True,
              help=N_("A last page with what your colours tell about your partner's (pdf, svg)."))  # fmt: skip
@click.option("--dpi", type=click.IntRange(72, 1200), default=300, show_default=True,
              help=N_("Pixels an inch (png, tts)."))  # fmt: skip
@click.option("--base-url", help=N_("Where the pictures will be on the web, else they are local files (tts)."))
@shell.json_option
def print_deck(
    deck: str | None, count: int | None, seed: int | None, kind: str, out: str, as_json: bool, **options: Any
) -> None:
    if (deck is None) == (count is None):
        raise shell.Misuse(_("Give a deck file, or --count and --seed to deal a deck: one of the two."))
    if options["base_url"] and kind != "tts":
        raise shell.Misuse(_("--base-url is for --format tts only."))
    if kind in ("pdf", "svg"):
        paper.check_name(Path(out), kind)
    paper.need_print_extra()
    style = paper.checked(lambda: _style(kind, options))
    write = {"png": _write_faces, "tts": _write_table, "pdf": _write_pages, "svg": _write_pages}[kind]
    made = _deck(deck, count, secrets.randbits(32) if seed is None else seed)
    files = write(made.cards, style, Path(out), {**options, "kind": kind})
    paper.report(files, {"format": kind, "cards": len(made.cards), "seed": made.seed}, as_json=as_json)


def _style(kind: str, options: dict[str, Any]) -> Style:
    bleed, gap = options["bleed"], options["gap"]
    if kind == "tts":
        bleed = 0.0
    elif bleed is None:
        bleed = SHOP_BLEED if kind == "png" else _HOME_BLEED if gap is None else min(_HOME_BLEED, max(gap, 0) / 2)
    return Style(
        size=options["size"], bleed=bleed, palette=PaletteName(options["palette"]), symbols=options["symbols"],
        number=options["number"], qr=options["qr"],
    )  # fmt: skip


def _deck(path: str | None, count: int | None, seed: int) -> "Deck":
    from duo.deck import file
    from duo.deck.make import make

    if count is not None:
        return make(count, seed)
    deck = file.read(read_text(str(path), file.MOST_BYTES))
    if len(deck.cards) > _MOST_CARDS:
        raise shell.Failure(
            _(
                "The deck has {count} cards; at most {most} are printed at once.",
                count=len(deck.cards),
                most=_MOST_CARDS,
            )
        )
    return deck


def _write_pages(cards: Cards, style: Style, out: Path, options: dict[str, Any]) -> list[Path]:
    from duo.paper import pdf
    from duo.paper.deck import deck_pages

    gap = 2 * style.bleed if options["gap"] is None else options["gap"]
    flip = Flip(options["flip"])
    layout = paper.checked(
        lambda: Layout(options["page"], style.size, style.bleed, gap, options["margin"], options["crop_marks"], flip)
    )
    pages = paper.checked(
        lambda: deck_pages(cards, layout, style, test_page=options["test_page"], thumb=options["thumb"])
    )
    sides = 1 if flip is Flip.FOLD else 2
    total = sides * (-(-len(cards) // len(layout.fronts())) + options["test_page"]) + options["thumb"]
    drawn = paper.watched(pages, total, _("Drawing pages"))
    if options["kind"] == "svg":
        return paper.write_pages_as_svg(drawn, out, _title())
    return [paper.write(out, pdf.document(drawn, _title(), flip))]


def _write_faces(cards: Cards, style: Style, out: Path, options: dict[str, Any]) -> list[Path]:
    from duo.paper import png
    from duo.paper.deck import face_names

    dpi = options["dpi"]
    if (largest := max(png.pixels(style.size.grown(style.bleed), dpi))) > _MOST_PIXELS:
        raise shell.Misuse(
            _("A face would be {pixels} pixels long; at most {most} are drawn. Choose a lower --dpi.",
                pixels=largest, most=_MOST_PIXELS)
        )  # fmt: skip
    faces = paper.watched(face_names(cards), 2 * len(cards), _("Drawing faces"))
    return [
        paper.write(out / name, png.file(png.picture(face(card, seat, style), style.size, style.bleed, dpi), dpi))
        for name, card, seat in faces
    ]


def _write_table(cards: Cards, style: Style, out: Path, options: dict[str, Any]) -> list[Path]:
    from duo.paper import png, tts

    files, placed = [], []
    sheets = list(tts.sheets(cards, style.size, options["dpi"]))
    for place, sheet in enumerate(paper.watched(sheets, len(sheets), _("Drawing sheets")), start=1):
        addresses = []
        for seat, side in ((Seat.A, "fronts"), (Seat.B, "backs")):
            path = paper.write(out / f"{side}-{place}.png", png.file(sheet.picture(seat, style), options["dpi"]))
            files.append(path)
            base = options["base_url"]
            addresses.append(f"{base.rstrip('/')}/{path.name}" if base else path.resolve().as_uri())
        placed.append((sheet, addresses[0], addresses[1]))
    saved = json.dumps(tts.saved_object(placed, _title()), indent=1)
    return [paper.write(out / "deck.json", saved.encode()), *files]


def _title() -> str:
    return _("Key cards")
