"""The first page of a booklet: title, instructions for each kind of puzzle, and a legend."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from duo.core.key import Colour
from duo.paper.face import draw_symbol
from duo.paper.palette import PALETTES, PaletteName
from duo.paper.shapes import Box, Drawing, Shape, Text
from duo.paper.size import Size
from duo.paper.typeface import SHIPPED_TYPEFACE
from duo.text import _

_MARGIN = 22.0
_INK, _FAINT = "#1B1B1B", "#6A6A6A"
_TITLE_SIZE, _SUBTITLE_SIZE, _HEADING_SIZE, _TEXT_SIZE = 13.0, 5.0, 5.6, 4.2
_LINE_SPACING = 1.4
_SIGN_SIZE = 9.0


@dataclass(frozen=True, slots=True)
class FrontPageText:
    """The texts of the first page. `instructions` has the name of each kind of puzzle and how to solve it."""

    title: str
    subtitle: str
    instructions: Sequence[tuple[str, str]]


def draw_front_page(front: FrontPageText, page: Size) -> Drawing:
    width, y = page.width - 2 * _MARGIN, _MARGIN + _TITLE_SIZE
    shapes: list[Shape] = [Text((_MARGIN, y), front.title, _TITLE_SIZE, _INK, bold=True)]
    y += 9
    shapes.append(
        Text((_MARGIN, y), front.subtitle, SHIPPED_TYPEFACE.fitting_size(front.subtitle, _SUBTITLE_SIZE, width), _FAINT)
    )
    y += 14
    shapes.append(Text((_MARGIN, y), _("How to solve"), _HEADING_SIZE, _INK, bold=True))
    for name, instruction in front.instructions:
        y += 9
        shapes.append(Text((_MARGIN, y), name, _TEXT_SIZE, _INK, bold=True))
        for line in SHIPPED_TYPEFACE.wrap(instruction, _TEXT_SIZE, width):
            y += _TEXT_SIZE * _LINE_SPACING
            shapes.append(Text((_MARGIN, y), line, _TEXT_SIZE, _INK))
    y += 15
    shapes.append(Text((_MARGIN, y), _("Signs"), _HEADING_SIZE, _INK, bold=True))
    shapes += _draw_legend(y + 5)
    y += 5 + 2 * (_SIGN_SIZE + 3) + 12
    for line in SHIPPED_TYPEFACE.wrap(
        _("Stars tell how hard a puzzle is, from one to five. The answers, with reasons, are at the end."),
        _TEXT_SIZE,
        width,
    ):
        shapes.append(Text((_MARGIN, y), line, _TEXT_SIZE, _INK))
        y += _TEXT_SIZE * _LINE_SPACING
    return tuple(shapes)


def _draw_legend(top: float) -> Iterator[Shape]:
    """Draw the legend: the colours of the key, a cell with an agent, an unknown cell and the tokens."""
    palette = PALETTES[PaletteName.LOW_INK]
    names = {Colour.GREEN: _("green: an agent"), Colour.BYSTANDER: _("a bystander"), Colour.ASSASSIN: _("an assassin")}
    column = 58.0
    for place, (colour, name) in enumerate(names.items()):
        x = _MARGIN + place * column
        yield Box(x, top, _SIGN_SIZE, _SIGN_SIZE, fill=palette.cell_styles[colour].fill, stroke=_INK)
        yield from draw_symbol(colour, palette, (x + _SIGN_SIZE / 2, top + _SIGN_SIZE / 2), _SIGN_SIZE)
        yield Text((x + _SIGN_SIZE + 3, top + _SIGN_SIZE * 0.65), name, _TEXT_SIZE, _INK)
    below = top + _SIGN_SIZE + 3
    yield Box(_MARGIN, below, _SIGN_SIZE, _SIGN_SIZE, stroke=_INK)
    inset = _SIGN_SIZE * 0.08
    yield Box(
        _MARGIN + inset, below + inset, _SIGN_SIZE - 2 * inset, _SIGN_SIZE - 2 * inset, stroke=_INK, thickness=0.6
    )
    yield Text((_MARGIN + _SIGN_SIZE + 3, below + _SIGN_SIZE * 0.65), _("an agent lies here"), _TEXT_SIZE, _INK)
    x = _MARGIN + column
    yield Box(x, below, _SIGN_SIZE, _SIGN_SIZE, stroke=_INK)
    yield Text((x + _SIGN_SIZE / 2, below + _SIGN_SIZE * 0.7), "?", _SIGN_SIZE * 0.6, _FAINT, align="middle")
    yield Text((x + _SIGN_SIZE + 3, below + _SIGN_SIZE * 0.65), _("not known"), _TEXT_SIZE, _INK)
    x += column
    pointing = _("tokens: ↓ you, ↑ partner")
    small = SHIPPED_TYPEFACE.fitting_size(pointing, _TEXT_SIZE, column - _SIGN_SIZE - 6)
    yield Box(x, below, _SIGN_SIZE, _SIGN_SIZE, stroke=_INK)
    yield Text((x + _SIGN_SIZE / 2, below + _SIGN_SIZE * 0.7), "↑↓", _SIGN_SIZE * 0.6, _INK, align="middle")
    yield Text((x + _SIGN_SIZE + 3, below + _SIGN_SIZE * 0.65), pointing, small, _INK)
