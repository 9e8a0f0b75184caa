"""`duo board`: print boards and word cards."""

import random
import secrets
from pathlib import Path

import click

from duo.cli.cards import printing
from duo.cli.commands import DuoGroup
from duo.cli.errors import Misuse
from duo.cli.option_types import OutputPath
from duo.cli.options import json_option, lang_option, seed_option, words_option
from duo.paper.layout import Flip, Layout
from duo.paper.shapes import Page
from duo.paper.size import HOME_BLEED, WORD_CARD_SIZE, Size
from duo.paper.theme import Theme
from duo.paper.word_cards import board_page, word_pages
from duo.text import N_, _
from duo.words import wordlist


@click.group(cls=DuoGroup, help=N_("Word boards: print a table's words or word cards."))
def board() -> None:
    pass


@board.command(
    "print",
    help=N_(
        "Print 25 words as a board, or every word of a list as a card to cut; both can be read from both ends.\n\n"
        "Examples: duo board print --seed 7 --out board.pdf; duo board print --cards --lang fr --out words.pdf"
    ),
)
@words_option
@lang_option
@seed_option
@click.option("--cards", "as_cards", is_flag=True, help=N_("Word cards to cut, all words of the list in order."))
@click.option("--double-sided", is_flag=True, help=N_("Word cards with a word on each side."))
@click.option(
    "--flip",
    type=click.Choice([flip.value for flip in Flip]),
    default="long",
    show_default=True,
    help=N_("How backs are matched to fronts, where cards have backs."),
)
@printing.theme_option
@click.option(
    "--format", "kind", type=click.Choice(["pdf", "svg"]), default="pdf", show_default=True, help=N_("Kind of file.")
)
@click.option("--out", type=OutputPath(), required=True, help=N_("The file to write."))
@printing.card_size_option(WORD_CARD_SIZE)
@printing.sheet_layout_options
@json_option
def print_board(
    source: str | None,
    lang: str,
    seed: int | None,
    as_cards: bool,
    double_sided: bool,
    flip: str,
    theme: Theme | None,
    kind: str,
    out: str,
    size: Size,
    page: Size,
    gap: float | None,
    margin: float,
    crop_marks: bool,
    as_json: bool,
) -> None:
    printing.refuse_wrong_extension(Path(out), kind)
    printing.require_print_packages()
    if double_sided and not as_cards:
        raise Misuse(_("--double-sided is for --cards only."))
    word_list = wordlist.load_wordlist(source, lang) if source else wordlist.shipped_wordlist(lang)
    words, used_seed = word_list.words, None
    if as_cards:
        layout = printing.build_or_raise_misuse(
            lambda: Layout(page, size, *_choose_bleed_and_gap(theme, gap), margin, crop_marks, Flip(flip))
        )
        pages = printing.build_or_raise_misuse(
            lambda: list(word_pages(words, layout, theme, double_sided=double_sided))
        )
    else:
        used_seed = secrets.randbits(32) if seed is None else seed
        # Exactly 25 words without a seed are the board itself, in the given order.
        words = words if len(words) == 25 and seed is None else wordlist.draw_words(word_list, random.Random(used_seed))
        pages = [printing.build_or_raise_misuse(lambda: board_page(words, page, margin, theme))]
    files = _write_word_pages(pages, kind, Path(out), Flip(flip) if as_cards else None, theme)
    facts = {"format": kind, "lang": lang, "digest": word_list.digest, "seed": used_seed, "words": list(words)}
    printing.print_written_files(files, facts, as_json=as_json)


def _choose_bleed_and_gap(theme: Theme | None, gap: float | None) -> tuple[float, float]:
    """Return the bleed around each card and the gap between cards, in millimetres.

    White cards touch each other, so that one cut separates two. A coloured card needs a bleed, which needs a gap.
    """
    if theme is None:
        return 0.0, gap or 0.0
    bleed = HOME_BLEED if gap is None else min(HOME_BLEED, max(gap, 0) / 2)
    return bleed, 2 * bleed if gap is None else gap


def _write_word_pages(pages: list[Page], kind: str, out: Path, flip: Flip | None, theme: Theme | None) -> list[Path]:
    from duo.paper import pdf

    title = _("Words")
    watched_pages = printing.with_progress_bar(pages, len(pages), _("Drawing pages"))
    if kind == "svg":
        return printing.write_pages_as_svg(watched_pages, out, title)
    return [printing.write_file(out, pdf.document(watched_pages, title, flip, theme.cmyk if theme else None))]
