"""`duo puzzle print`: print a pack of puzzles as a booklet."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from duo import text
from duo.cli.cards import printing
from duo.cli.commands import DuoCommand
from duo.cli.errors import Misuse
from duo.cli.option_types import IntRange, OutputPath, RenamedOption
from duo.cli.options import json_option
from duo.files.reading import read_text
from duo.paper.size import Size
from duo.puzzle import pack as packs
from duo.puzzle.puzzle import Kind
from duo.text import LANGUAGES, N_, _

if TYPE_CHECKING:
    from duo.paper.booklet.pages import BookletEntry
    from duo.puzzle.pack import Pack

_BOOKLET_SUFFIXES = (".pdf", ".md", ".html")
_INSTRUCTIONS_BY_KIND = {
    Kind.READ: N_(
        "Your partner has given the clue. Find the words that it means, as many as its number says, among those "
        "that are open. Where an older clue stands beside it, a word of that one is still to be found too."
    ),
    Kind.GIVE: N_(
        "You see your own side of the key. Think of one clue, a single word, for as many of your green words as are "
        "asked for, which leads your partner to no other word first, and least of all to an assassin."
    ),
    Kind.ENDGAME: N_(
        "The tokens are gone, or nearly. The turns so far are listed. Name the words that each player should touch, by "
        "the clues that still have unfound words."
    ),
    Kind.DEDUCE: N_(
        "No words: you see your side of the key, and what is known of your partner's side or of the table. All key "
        "cards follow one pattern. Clues are given as the cells that they fit. Name every cell whose colour is "
        "certain, and no other."
    ),
}


@click.command(
    "print",
    cls=DuoCommand,
    help=N_(
        "Print a pack as a booklet with the solutions at the end: .pdf, .md or .html.\n\n"
        "Example: duo puzzle print pack.json --per-page 4 --out booklet.pdf"
    ),
)
@click.argument("pack")
@click.option("--out", type=OutputPath(dir_okay=False), required=True, help=N_("The file to write."))
@printing.page_size_option
@click.option(
    "--per-page",
    cls=RenamedOption,
    old_names=["--a-page"],
    type=IntRange(1, 4),
    default=2,
    show_default=True,
    help=N_("Puzzles on a page, one to four (pdf)."),
)
@click.option("--lang", type=click.Choice(LANGUAGES), help=N_("Language of the booklet (default: that of its words)."))
@json_option
def print_pack(pack: str, out: str, page: Size, per_page: int, lang: str | None, as_json: bool) -> None:
    kind = Path(out).suffix.lower()
    if kind not in _BOOKLET_SUFFIXES:
        raise Misuse(_("A booklet is written as .pdf, .md or .html, not as {out}.", out=out))
    parsed = packs.Pack.parse(read_text(pack, packs.MAX_PACK_BYTES))
    with text.in_language(lang or parsed.lang):
        path = printing.write_file(Path(out), _render_booklet(parsed, kind, page, per_page))
    facts = {"format": kind[1:], "puzzles": len(parsed.puzzles), "lang": lang or parsed.lang}
    printing.print_written_files([path], facts, as_json=as_json)


def _render_booklet(pack: "Pack", kind: str, page: Size, per_page: int) -> bytes:
    from duo.paper import pdf
    from duo.paper.booklet import text as booklet_text
    from duo.paper.booklet.front import FrontPageText
    from duo.paper.booklet.pages import booklet_pages

    entries = list(_booklet_entries(pack))
    title = _("Puzzles")
    footer = _("duo puzzles, seed {seed}", seed=pack.origin.seed)
    instructions = [
        (_(kind).capitalize(), _(_INSTRUCTIONS_BY_KIND[kind]))
        for kind in dict.fromkeys(puzzle.kind for puzzle in pack.puzzles)
    ]
    if kind == ".md":
        return booklet_text.booklet_markdown(entries, title, footer, instructions).encode()
    if kind == ".html":
        return booklet_text.booklet_html(entries, title, footer, instructions, text.current_language()).encode()
    printing.require_print_packages()
    front = FrontPageText(title, footer, instructions)
    pages = printing.build_or_raise_misuse(lambda: list(booklet_pages(front, entries, page, per_page, footer)))
    return pdf.document(printing.with_progress_bar(pages, len(pages), _("Drawing pages")), title)


def _booklet_entries(pack: "Pack") -> "list[BookletEntry]":
    from duo.paper.booklet.pages import BookletEntry

    entries = []
    for number, puzzle in enumerate(pack.puzzles, 1):
        answer, reasons = puzzle.task.solution(puzzle.proof)
        entries.append(BookletEntry(number, _(puzzle.kind), puzzle.proof.grade, puzzle.task.ask(), answer, reasons))
    return entries
