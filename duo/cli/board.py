"""`duo board`: words on paper."""

import random
import secrets
from pathlib import Path

import click

from duo.cli import paper, shell
from duo.paper.layout import Layout
from duo.paper.shapes import Page
from duo.paper.sheet import one_sided
from duo.paper.size import WORD_CARD, Size
from duo.paper.words import board_page, word_card
from duo.text import N_, _
from duo.words import wordlist


@click.group(cls=shell.Group, help=N_("Word boards: print a table's words or word cards."))
def board() -> None:
    pass


@board.command(
    "print",
    help=N_(
        "Print 25 words as a board, or every word of a list as a card to cut; both can be read from both ends.\n\n"
        "Examples: duo board print --seed 7 --out board.pdf; duo board print --cards --lang fr --out words.pdf"
    ),
)
@shell.words_option
@shell.lang_option
@shell.seed_option
@click.option("--cards", "as_cards", is_flag=True, help=N_("Word cards to cut, all words of the list in order."))
@click.option("--format", "kind", type=click.Choice(["pdf", "svg"]), default="pdf", show_default=True,
              help=N_("Kind of file."))  # fmt: skip
@click.option("--out", type=click.Path(), required=True, help=N_("The file to write."))
@paper.card_option(WORD_CARD)
@paper.sheet_options
@shell.json_option
def print_board(
    source: str | None, lang: str, seed: int | None, as_cards: bool, kind: str, out: str, size: Size, page: Size,
    gap: float | None, margin: float, crop_marks: bool, as_json: bool,
) -> None:  # fmt: skip
    paper.check_name(Path(out), kind)
    paper.need_print_extra()
    chosen = wordlist.load(source, lang) if source else wordlist.shipped(lang)
    words, used = chosen.words, None
    if as_cards:
        layout = paper.checked(lambda: Layout(page, size, gap=gap or 0, margin=margin, crop_marks=crop_marks))
        cards = paper.checked(lambda: [word_card(word, size) for word in words])
        pages = [sheet.front for sheet in one_sided(layout, cards)]
    else:
        used = secrets.randbits(32) if seed is None else seed
        # Exactly 25 words are a board already, in the order in which they were given.
        words = words if len(words) == 25 and seed is None else wordlist.draw(chosen, random.Random(used))
        pages = [paper.checked(lambda: board_page(words, page, margin))]
    files = _write(pages, kind, Path(out))
    facts = {"format": kind, "lang": lang, "digest": chosen.digest, "seed": used, "words": list(words)}
    paper.report(files, facts, as_json=as_json)


def _write(pages: list[Page], kind: str, out: Path) -> list[Path]:
    from duo.paper import pdf

    title = _("Words")
    drawn = paper.watched(pages, len(pages), _("Drawing pages"))
    if kind == "svg":
        return paper.write_pages_as_svg(drawn, out, title)
    return [paper.write(out, pdf.document(drawn, title))]
