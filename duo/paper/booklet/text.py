"""A puzzle booklet as Markdown and HTML. Markup in the words of a puzzle is escaped."""

import re
from collections.abc import Iterator, Sequence
from html import escape

from duo.core.key import ROW_LENGTH
from duo.paper.booklet.pages import BookletEntry, PrintableCell, PrintableGrid
from duo.text import _

Instructions = Sequence[tuple[str, str]]  # for each kind of puzzle, its name and how to solve it
_MARKDOWN_CHARACTERS = re.compile(r"([\\`*_{}\[\]()#+!|<>~&-])")
_COLOUR_SIGNS = {"g": "■", ".": "·", "x": "✖", "?": "?"}
_STYLESHEET = """body{font:16px/1.5 sans-serif;max-width:52em;margin:2em auto;padding:0 1em}
table{border-collapse:collapse;margin:.6em 0}
td,th{border:1px solid #555;padding:.4em .7em;text-align:center}
.g{background:#cfebd4}.x{background:#333;color:#fff}.agent{outline:3px solid #1e7a38;outline-offset:-4px}
.puzzle{break-inside:avoid;margin-bottom:2.5em}"""


def booklet_markdown(entries: Sequence[BookletEntry], title: str, footer: str, instructions: Instructions) -> str:
    lines = [f"# {_escape_markdown(title)}", "", f"## {_escape_markdown(_('How to solve'))}", ""]
    for name, instruction in instructions:
        lines += [f"**{_escape_markdown(name)}**: {_escape_markdown(instruction)}", ""]
    for entry in entries:
        lines += [
            f"## {entry.number}. {_escape_markdown(entry.puzzle.title)} {_stars(entry.grade)}",
            "",
            f"*{_escape_markdown(_kind_and_grade(entry))}*",
            "",
        ]
        lines += [_escape_markdown(entry.puzzle.question), ""]
        lines += [line for note in entry.puzzle.notes for line in (f"**{_escape_markdown(note)}**", "")]
        for grid in entry.puzzle.grids:
            lines += [*_markdown_grid(grid), ""]
    lines += [f"# {_escape_markdown(_('Solutions'))}", ""]
    for entry in entries:
        lines += [f"**{entry.number}. {_escape_markdown(entry.answer)}**", ""]
        lines += [*(f"- {_escape_markdown(reason)}" for reason in entry.reasons), ""]
    return "\n".join([*lines, "---", "", _escape_markdown(footer), ""])


def _kind_and_grade(entry: BookletEntry) -> str:
    return _("{kind}, grade {grade}", kind=entry.kind, grade=entry.grade)


def _stars(grade: int) -> str:
    return "★" * grade + "☆" * (5 - grade)


def _escape_markdown(text: str) -> str:
    return _MARKDOWN_CHARACTERS.sub(r"\\\1", text)


def _markdown_grid(grid: PrintableGrid) -> Iterator[str]:
    if grid.title:
        yield _escape_markdown(grid.title)
        yield ""
    heads = (["", *"abcde"]) if grid.named else [""] * ROW_LENGTH
    yield f"| {' | '.join(heads)} |"
    yield "|" + " --- |" * len(heads)
    for row in range(0, len(grid.cells), ROW_LENGTH):
        cells = [_escape_markdown(_cell_text(cell)) for cell in grid.cells[row : row + ROW_LENGTH]]
        cells += [""] * (ROW_LENGTH - len(cells))
        yield f"| {' | '.join([str(row // ROW_LENGTH + 1), *cells] if grid.named else cells)} |"


def _cell_text(cell: PrintableCell) -> str:
    mark = "✓" if cell.mark == "agent" else cell.mark
    return " ".join(part for part in (cell.text, _COLOUR_SIGNS.get(cell.colour, ""), mark) if part)


def booklet_html(
    entries: Sequence[BookletEntry], title: str, footer: str, instructions: Instructions, lang: str
) -> str:
    """Return a self-contained HTML page: no scripts, pictures or links."""
    body = [f"<h1>{escape(title)}</h1>", f"<h2>{escape(_('How to solve'))}</h2>"]
    body += [f"<p><strong>{escape(name)}</strong>: {escape(instruction)}</p>" for name, instruction in instructions]
    for entry in entries:
        puzzle = entry.puzzle
        body += [
            '<section class="puzzle">',
            f"<h2>{entry.number}. {escape(puzzle.title)} <small>{_stars(entry.grade)}</small></h2>",
            f"<p><small>{escape(_kind_and_grade(entry))}</small></p>",
            f"<p>{escape(puzzle.question)}</p>",
            *(f"<p><strong>{escape(note)}</strong></p>" for note in puzzle.notes),
            *(line for grid in puzzle.grids for line in _html_grid(grid)),
            "</section>",
        ]
    body += [f"<h1>{escape(_('Solutions'))}</h1>", "<dl>"]
    for entry in entries:
        reasons = "".join(f"<li>{escape(reason)}</li>" for reason in entry.reasons)
        body.append(f"<dt>{entry.number}. {escape(entry.answer)}</dt><dd><ul>{reasons}</ul></dd>")
    body += ["</dl>", f"<footer><small>{escape(footer)}</small></footer>"]
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{_STYLESHEET}</style>'
    return "\n".join(
        [f'<!doctype html><html lang="{escape(lang)}"><head>{head}</head><body>', *body, "</body></html>", ""]
    )


def _html_grid(grid: PrintableGrid) -> Iterator[str]:
    yield "<table>"
    if grid.title:
        yield f"<caption>{escape(grid.title)}</caption>"
    if grid.named:
        yield "<tr><th></th>" + "".join(f"<th>{name}</th>" for name in "abcde") + "</tr>"
    for row in range(0, len(grid.cells), ROW_LENGTH):
        name = f"<th>{row // ROW_LENGTH + 1}</th>" if grid.named else ""
        yield "<tr>" + name + "".join(map(_html_cell, grid.cells[row : row + ROW_LENGTH])) + "</tr>"
    yield "</table>"


def _html_cell(cell: PrintableCell) -> str:
    classes = " ".join(name for name in (cell.colour if cell.colour in ("g", "x") else "", cell.mark) if name.isalpha())
    return f'<td class="{escape(classes)}">{escape(_cell_text(cell))}</td>'
