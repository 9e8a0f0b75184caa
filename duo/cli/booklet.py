"""`duo puzzle print`: a pack as a booklet."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from duo import text
from duo.cli import paper, shell
from duo.files.reading import read_text
from duo.paper.size import Size
from duo.puzzle import pack as packs
from duo.text import LANGUAGES, N_, _

if TYPE_CHECKING:
    from duo.paper.booklet import Entry
    from duo.puzzle.pack import Pack

_SUFFIXES = (".pdf", ".md", ".html")


@click.command(
    "print",
    cls=shell.Command,
    help=N_(
        "Print a pack as a booklet with the solutions at the end: .pdf, .md or .html.\n\n"
        "Example: duo puzzle print pack.json --a-page 4 --out booklet.pdf"
    ),
)
@click.argument("pack")
@click.option("--out", type=shell.OutPath(dir_okay=False), required=True, help=N_("The file to write."))
@paper.page_option
@click.option("--a-page", type=shell.IntRange(1, 4), default=2, show_default=True,
              help=N_("Puzzles on a page, one to four (pdf)."))  # fmt: skip
@click.option("--lang", type=click.Choice(LANGUAGES), help=N_("Language of the booklet (default: that of its words)."))
@shell.json_option
def print_pack(pack: str, out: str, page: Size, a_page: int, lang: str | None, as_json: bool) -> None:
    kind = Path(out).suffix.lower()
    if kind not in _SUFFIXES:
        raise shell.Misuse(_("A booklet is written as .pdf, .md or .html, not as {out}.", out=out))
    read = packs.read(read_text(pack, packs.MOST_BYTES))
    with text.speaking(lang or read.lang):
        written = paper.write(Path(out), _booklet(read, kind, page, a_page))
    facts = {"format": kind[1:], "puzzles": len(read.puzzles), "lang": lang or read.lang}
    paper.report([written], facts, as_json=as_json)


def _booklet(pack: "Pack", kind: str, page: Size, a_page: int) -> bytes:
    from duo.paper import booktext, pdf
    from duo.paper.booklet import booklet_pages

    entries = list(_entries(pack))
    title = _("Puzzles")
    footer = _("duo puzzles, seed {seed}", seed=pack.origin.seed)
    if kind == ".md":
        return booktext.markdown(entries, title, footer).encode()
    if kind == ".html":
        return booktext.html(entries, title, footer, text.spoken()).encode()
    paper.need_print_extra()
    pages = paper.checked(lambda: list(booklet_pages(entries, page, a_page, footer)))
    return pdf.document(paper.watched(pages, len(pages), _("Drawing pages")), title)


def _entries(pack: "Pack") -> "list[Entry]":
    from duo.paper.booklet import Entry

    entries = []
    for number, puzzle in enumerate(pack.puzzles, 1):
        answer, reason = puzzle.task.solution(puzzle.proven)
        entries.append(Entry(number, puzzle.proven.grade, puzzle.task.ask(), answer, reason))
    return entries
