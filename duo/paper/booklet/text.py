"""A booklet of puzzles as Markdown and as a web page. Nothing in a puzzle's words is taken as markup."""

import re
from collections.abc import Iterator, Sequence
from html import escape

from duo.core.key import ROW
from duo.paper.booklet.pages import Cell, Entry, Grid
from duo.text import _

Ways = Sequence[tuple[str, str]]  # for each kind of puzzle its name and how it is solved
_MARKDOWN = re.compile(r"([\\`*_{}\[\]()#+!|<>~&-])")
_SIGNS = {"g": "■", ".": "·", "x": "✖", "?": "?"}
_STYLE = """body{font:16px/1.5 sans-serif;max-width:52em;margin:2em auto;padding:0 1em}
table{border-collapse:collapse;margin:.6em 0}
td,th{border:1px solid #555;padding:.4em .7em;text-align:center}
.g{background:#cfebd4}.x{background:#333;color:#fff}.agent{outline:3px solid #1e7a38;outline-offset:-4px}
.puzzle{break-inside:avoid;margin-bottom:2.5em}"""


def markdown(entries: Sequence[Entry], title: str, footer: str, ways: Ways) -> str:
    lines = [f"# {_md(title)}", "", f"## {_md(_('How to solve'))}", ""]
    lines += [line for name, way in ways for line in (f"**{_md(name)}**: {_md(way)}", "")]
    for entry in entries:
        lines += [
            f"## {entry.number}. {_md(entry.asked.title)} {_stars(entry.grade)}",
            "",
            f"*{_md(_graded(entry))}*",
            "",
        ]
        lines += [_md(entry.asked.question), ""]
        lines += [line for note in entry.asked.notes for line in (f"**{_md(note)}**", "")]
        for grid in entry.asked.grids:
            lines += [*_md_grid(grid), ""]
    lines += [f"# {_md(_('Solutions'))}", ""]
    for entry in entries:
        lines += [f"**{entry.number}. {_md(entry.answer)}**", ""]
        lines += [*(f"- {_md(reason)}" for reason in entry.reasons), ""]
    return "\n".join([*lines, "---", "", _md(footer), ""])


def _graded(entry: Entry) -> str:
    return _("{kind}, grade {grade}", kind=entry.kind, grade=entry.grade)


def _stars(grade: int) -> str:
    return "★" * grade + "☆" * (5 - grade)


def _md(text: str) -> str:
    return _MARKDOWN.sub(r"\\\1", text)


def _md_grid(grid: Grid) -> Iterator[str]:
    if grid.title:
        yield _md(grid.title)
        yield ""
    heads = (["", *"abcde"]) if grid.named else [""] * ROW
    yield f"| {' | '.join(heads)} |"
    yield "|" + " --- |" * len(heads)
    for row in range(0, len(grid.cells), ROW):
        cells = [_md(_content(cell)) for cell in grid.cells[row : row + ROW]]
        cells += [""] * (ROW - len(cells))
        yield f"| {' | '.join([str(row // ROW + 1), *cells] if grid.named else cells)} |"


def _content(cell: Cell) -> str:
    mark = "✓" if cell.mark == "agent" else cell.mark
    return " ".join(part for part in (cell.text, _SIGNS.get(cell.colour, ""), mark) if part)


def html(entries: Sequence[Entry], title: str, footer: str, ways: Ways, lang: str) -> str:
    """A page that needs nothing else: no script, no picture, no address."""
    body = [f"<h1>{escape(title)}</h1>", f"<h2>{escape(_('How to solve'))}</h2>"]
    body += [f"<p><strong>{escape(name)}</strong>: {escape(way)}</p>" for name, way in ways]
    for entry in entries:
        asked = entry.asked
        body += [
            '<section class="puzzle">',
            f"<h2>{entry.number}. {escape(asked.title)} <small>{_stars(entry.grade)}</small></h2>",
            f"<p><small>{escape(_graded(entry))}</small></p>",
            f"<p>{escape(asked.question)}</p>",
            *(f"<p><strong>{escape(note)}</strong></p>" for note in asked.notes),
            *(line for grid in asked.grids for line in _html_grid(grid)),
            "</section>",
        ]
    body += [f"<h1>{escape(_('Solutions'))}</h1>", "<dl>"]
    for entry in entries:
        told = "".join(f"<li>{escape(reason)}</li>" for reason in entry.reasons)
        body.append(f"<dt>{entry.number}. {escape(entry.answer)}</dt><dd><ul>{told}</ul></dd>")
    body += ["</dl>", f"<footer><small>{escape(footer)}</small></footer>"]
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{_STYLE}</style>'
    return "\n".join(
        [f'<!doctype html><html lang="{escape(lang)}"><head>{head}</head><body>', *body, "</body></html>", ""]
    )


def _html_grid(grid: Grid) -> Iterator[str]:
    yield "<table>"
    if grid.title:
        yield f"<caption>{escape(grid.title)}</caption>"
    if grid.named:
        yield "<tr><th></th>" + "".join(f"<th>{name}</th>" for name in "abcde") + "</tr>"
    for row in range(0, len(grid.cells), ROW):
        name = f"<th>{row // ROW + 1}</th>" if grid.named else ""
        yield "<tr>" + name + "".join(map(_html_cell, grid.cells[row : row + ROW])) + "</tr>"
    yield "</table>"


def _html_cell(cell: Cell) -> str:
    classes = " ".join(name for name in (cell.colour if cell.colour in ("g", "x") else "", cell.mark) if name.isalpha())
    return f'<td class="{escape(classes)}">{escape(_content(cell))}</td>'
