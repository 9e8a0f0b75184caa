"""Pages of a puzzle booklet: a title page, one to four puzzles per page with room for answers, and the solutions.

The protocols describe what a puzzle must provide, so that this room does not depend on the puzzles.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Protocol

from duo.core.key import ROW_LENGTH, Colour
from duo.core.refusal import Refusal
from duo.paper.booklet.front import FrontPageText, draw_front_page
from duo.paper.face import draw_symbol
from duo.paper.palette import PALETTES, PaletteName
from duo.paper.shapes import Box, Drawing, Line, Page, Polygon, Shape, Spot, Text
from duo.paper.size import Size
from duo.paper.typeface import CAP_HEIGHT, SHIPPED_TYPEFACE
from duo.text import _

MAX_PUZZLES_PER_PAGE = 4
_MARGIN = 14.0
_GAP = 8.0
_INK, _FAINT, _PALE = "#1B1B1B", "#8A8A8A", "#DDDDDD"
_HEADING_SIZE, _MIN_TEXT_SIZE = 5.0, 2.0
_MAX_TEXT_SIZE = {1: 5.2, 2: 4.4, 3: 4.0, 4: 3.8}  # by puzzles per page
_MAX_CELL, _MAX_CELL_HEIGHT_ALONE, _MAX_SQUARE = Size(37, 21), 32.0, 15.0
_MIN_CELL_HEIGHT, _MIN_SQUARE = 5.0, 4.0
# Layouts to try in turn: the cell size as a multiple of the minimum, and the text size to go down to for that.
_CELL_AND_TEXT_SIZES = ((2.0, 2.9), (1.5, 2.5), (1.0, _MIN_TEXT_SIZE))
_MAX_ANSWER_LINES = 8
_MIN_TALL_CELL_ROOM = 150.0  # with more room than this, cells may be taller
_MAX_WORD_SIZE = 5.2
_ANSWER_LINE_HEIGHT = 9.0  # distance between the lines for an answer
_LINE_SPACING = 1.35  # relative to the text size


class PrintableCell(Protocol):
    """A cell. `colour` is a letter of the key or "", `mark` shows what lies on the cell or is ""."""

    @property
    def text(self) -> str: ...
    @property
    def colour(self) -> str: ...
    @property
    def mark(self) -> str: ...


class PrintableGrid(Protocol):
    """Cells in rows of five. If `named`, columns are labelled a to e and rows 1 to 5."""

    @property
    def title(self) -> str: ...
    @property
    def cells(self) -> Sequence[PrintableCell]: ...
    @property
    def named(self) -> bool: ...


class PrintablePuzzle(Protocol):
    """A puzzle without its solution."""

    @property
    def title(self) -> str: ...
    @property
    def question(self) -> str: ...
    @property
    def grids(self) -> Sequence[PrintableGrid]: ...
    @property
    def notes(self) -> Sequence[str]: ...


@dataclass(frozen=True, slots=True)
class BookletEntry:
    """A puzzle of the booklet with its number and solution."""

    number: int
    kind: str
    grade: int
    puzzle: PrintablePuzzle
    answer: str
    reasons: Sequence[str]


def booklet_pages(
    front: FrontPageText, entries: Sequence[BookletEntry], page: Size, per_page: int, footer: str
) -> Iterator[Page]:
    """Yield the front page, the puzzles in order, and the solutions."""
    if not 1 <= per_page <= MAX_PUZZLES_PER_PAGE:
        raise Refusal("one to four puzzles fit on a page, not {count}", count=per_page)
    if page.width < 140 or page.height < 180:
        raise Refusal("a booklet does not fit on pages of {page}: choose a4 or letter", page=page)
    for entry in entries:
        SHIPPED_TYPEFACE.check_letters(
            "".join(cell.text for grid in entry.puzzle.grids for cell in grid.cells) + entry.answer
        )
    yield Page(*page, draw_front_page(front, page))
    spots = _puzzle_spots(page, per_page)
    waiting, number = iter(entries), 1
    while batch := list(islice(waiting, per_page)):
        number += 1
        drawings = [
            _draw_puzzle(entry, spot, _MAX_TEXT_SIZE[per_page]) for entry, spot in zip(batch, spots, strict=False)
        ]
        puzzles = [shape for drawing in drawings for shape in drawing]
        yield Page(*page, (*puzzles, *_draw_separators(spots), *_draw_footer(page, footer, number)))
    for shapes in _solution_pages(entries, page):
        number += 1
        yield Page(*page, (*shapes, *_draw_footer(page, footer, number)))


def _puzzle_spots(page: Size, per_page: int) -> tuple[Spot, ...]:
    """Return the spots of the puzzles on a page: one below the other, or two by two."""
    columns, rows = (2, 2) if per_page == MAX_PUZZLES_PER_PAGE else (1, per_page)
    width = (page.width - 2 * _MARGIN - (columns - 1) * _GAP) / columns
    height = (page.height - 2 * _MARGIN - (rows - 1) * _GAP) / rows
    return tuple(
        Spot(_MARGIN + column * (width + _GAP), _MARGIN + row * (height + _GAP), width, height)
        for row in range(rows)
        for column in range(columns)
    )


def _draw_separators(spots: Sequence[Spot]) -> Iterator[Shape]:
    """Yield thin lines between the puzzles of a page."""
    left, right = spots[0].x, spots[-1].x + spots[-1].width
    for y in sorted({spot.y for spot in spots})[1:]:
        yield Line((left, y - _GAP / 2), (right, y - _GAP / 2), _FAINT)
    for x in sorted({spot.x for spot in spots})[1:]:
        yield Line((x - _GAP / 2, spots[0].y), (x - _GAP / 2, spots[-1].y + spots[-1].height), _FAINT)


def _draw_footer(page: Size, text: str, number: int) -> Drawing:
    y = page.height - _MARGIN / 2
    return (Text((_MARGIN, y), text, 2.4, _FAINT), Text((page.width - _MARGIN, y), str(number), 2.4, _FAINT))


def _draw_puzzle(entry: BookletEntry, spot: Spot, size: float) -> Drawing:
    """Draw one puzzle with the largest text that fits the spot, and fill the rest with lines for the answer."""
    end, room = spot.y + spot.height, Spot(spot.x, spot.y, spot.width, spot.height - _ANSWER_LINE_HEIGHT)
    notes = entry.puzzle.notes
    # If nothing else fits, all notes share one paragraph.
    attempts = [(notes, *sizes) for sizes in _CELL_AND_TEXT_SIZES] + [((" ".join(notes),), *_CELL_AND_TEXT_SIZES[-1])]
    for paragraphs, cell_scale, min_text_size in attempts:
        text_size = size
        while text_size > min_text_size:
            drawing, bottom = _typeset_puzzle(entry, paragraphs, room, text_size, cell_scale)
            if bottom <= end - _ANSWER_LINE_HEIGHT:
                return (*drawing, *_draw_answer_lines(Spot(spot.x, bottom, spot.width, end - bottom)))
            text_size -= 0.2
    raise Refusal("puzzle {number} is too long for its place on the page: put fewer on a page", number=entry.number)


def _draw_answer_lines(room: Spot) -> Iterator[Shape]:
    """Yield as many lines to write on as there is room for."""
    label = _("Answer:")
    for line in range(1, min(int(room.height / _ANSWER_LINE_HEIGHT), _MAX_ANSWER_LINES) + 1):
        y, left = room.y + line * _ANSWER_LINE_HEIGHT - 1, room.x
        if line == 1:
            yield Text((room.x, y), label, 3.4, _INK)
            left += SHIPPED_TYPEFACE.width(label, 3.4) + 2
        yield Line((left, y), (room.x + room.width, y), _FAINT)


def _typeset_puzzle(
    entry: BookletEntry, notes: Sequence[str], spot: Spot, size: float, cell_scale: float
) -> tuple[Drawing, float]:
    """Return the drawing of a puzzle with text of this size, and the y coordinate of its bottom edge.

    If its cells would be smaller than `cell_scale` times the minimum, the bottom edge is outside the spot.
    """
    shapes: list[Shape] = []
    heading = f"{entry.number}.  {entry.puzzle.title}"
    stars = 5 * _HEADING_SIZE
    letters = SHIPPED_TYPEFACE.fitting_size(heading, _HEADING_SIZE, spot.width - stars - 2, bold=True)
    y = spot.y + _HEADING_SIZE
    shapes.append(Text((spot.x, y), heading, letters, _INK, bold=True))
    for i in range(5):
        centre = (spot.x + spot.width - stars + (i + 0.5) * _HEADING_SIZE, y - _HEADING_SIZE * 0.36)
        shapes.append(_draw_star(centre, _HEADING_SIZE * 0.45, _INK if i < entry.grade else _PALE))
    y += 4.2
    kind_and_grade = _("{kind}, grade {grade}", kind=entry.kind, grade=entry.grade)
    shapes.append(Text((spot.x, y), kind_and_grade, 3.2, _FAINT))
    y += 1
    for paragraph, bold in ((entry.puzzle.question, False), *((note, True) for note in notes)):
        for line in SHIPPED_TYPEFACE.wrap(paragraph, size, spot.width, bold=bold):
            y += size * _LINE_SPACING
            shapes.append(Text((spot.x, y), line, size, _INK, bold=bold))
        y += size * 0.4
    y += size
    room = Spot(spot.x, y, spot.width, spot.y + spot.height - y)
    draw = _draw_square_grids if entry.puzzle.grids[0].named else _draw_word_grids
    drawing, bottom = draw(entry.puzzle.grids, room, cell_scale)
    return (*shapes, *drawing), bottom


def _draw_star(centre: tuple[float, float], radius: float, fill: str) -> Polygon:
    corners = ((radius if corner % 2 == 0 else radius * 0.4, math.pi * (corner / 5 - 0.5)) for corner in range(10))
    return Polygon(tuple((centre[0] + r * math.cos(a), centre[1] + r * math.sin(a)) for r, a in corners), fill)


def _draw_word_grids(grids: Sequence[PrintableGrid], room: Spot, cell_scale: float) -> tuple[Drawing, float]:
    """Draw grids of words, one below the other. Return the drawing and its bottom edge."""
    shapes: list[Shape] = []
    rows = sum(-(-len(grid.cells) // ROW_LENGTH) for grid in grids)
    titles = sum(bool(grid.title) for grid in grids) * 6.0
    width = min(room.width / ROW_LENGTH, _MAX_CELL.width)
    max_height = _MAX_CELL_HEIGHT_ALONE if room.height > _MIN_TALL_CELL_ROOM else _MAX_CELL.height
    height = min((room.height - titles) / rows, max_height)
    if height < cell_scale * _MIN_CELL_HEIGHT:
        return (), room.y + room.height + 1
    left, y = room.x + (room.width - ROW_LENGTH * width) / 2, room.y
    max_size = min(_MAX_WORD_SIZE, height * 0.4)
    words = [cell.text for grid in grids for cell in grid.cells]
    letters = min(SHIPPED_TYPEFACE.fitting_size(word, max_size, width * 0.92, bold=True) for word in words)
    for grid in grids:
        if grid.title:
            y += 6
            shapes.append(Text((left, y - 2), grid.title, 3.0, _INK, bold=True))
        for index, cell in enumerate(grid.cells):
            x, top = left + index % ROW_LENGTH * width, y + index // ROW_LENGTH * height
            shapes += _draw_word_cell(cell, letters, Spot(x, top, width, height))
        y += -(-len(grid.cells) // ROW_LENGTH) * height
    return tuple(shapes), y


def _draw_word_cell(cell: PrintableCell, letters: float, spot: Spot) -> Iterator[Shape]:
    style = PALETTES[PaletteName.LOW_INK].cell_styles[Colour(cell.colour)] if cell.colour else None
    yield Box(spot.x, spot.y, spot.width, spot.height, fill=style.fill if style else None, stroke=_INK)
    middle = spot.x + spot.width / 2
    raised = 0.12 * spot.height if cell.colour or cell.mark else 0
    baseline = spot.y + spot.height / 2 + letters * CAP_HEIGHT / 2 - raised
    yield Text((middle, baseline), cell.text, letters, _INK, bold=True, align="middle")
    if cell.colour:
        yield from draw_symbol(
            Colour(cell.colour), PALETTES[PaletteName.LOW_INK], (middle, spot.y + spot.height * 0.8), 3.6
        )
    elif cell.mark:
        small = SHIPPED_TYPEFACE.fitting_size(cell.mark, letters * 0.7, spot.width * 0.9)
        yield Text((middle, spot.y + spot.height * 0.9), cell.mark, small, _FAINT, align="middle")


def _draw_square_grids(grids: Sequence[PrintableGrid], room: Spot, cell_scale: float) -> tuple[Drawing, float]:
    """Draw grids of squares side by side, with labelled columns and rows. Return the drawing and its bottom edge."""
    shapes: list[Shape] = []
    gap = 10.0
    grid_width = (room.width - gap * (len(grids) - 1)) / len(grids)
    cell = min((grid_width - 6) / ROW_LENGTH, (room.height - 12) / ROW_LENGTH, _MAX_SQUARE)
    if cell < cell_scale * _MIN_SQUARE:
        return (), room.y + room.height + 1
    for index, grid in enumerate(grids):
        left, top = room.x + index * (grid_width + gap) + 6, room.y + 12
        title = SHIPPED_TYPEFACE.fitting_size(grid.title, 3.2, grid_width, bold=True)
        shapes.append(Text((left - 6, room.y + 4), grid.title, title, _INK, bold=True))
        for i in range(ROW_LENGTH):
            shapes.append(Text((left + (i + 0.5) * cell, top - 1.2), "abcde"[i], 2.8, _INK, align="middle"))
            shapes.append(Text((left - 3, top + (i + 0.65) * cell), str(i + 1), 2.8, _INK))
        for number, each_cell in enumerate(grid.cells):
            at = Spot(left + number % ROW_LENGTH * cell, top + number // ROW_LENGTH * cell, cell, cell)
            shapes += _draw_square_cell(each_cell, at)
    return tuple(shapes), room.y + 12 + ROW_LENGTH * cell


def _draw_square_cell(cell: PrintableCell, spot: Spot) -> Iterator[Shape]:
    palette = PALETTES[PaletteName.LOW_INK]
    known = cell.colour in list(Colour)
    fill = palette.cell_styles[Colour(cell.colour)].fill if known else None
    yield Box(spot.x, spot.y, spot.width, spot.height, fill=fill, stroke=_INK)
    middle = (spot.x + spot.width / 2, spot.y + spot.height / 2)
    if known:
        yield from draw_symbol(Colour(cell.colour), palette, middle, spot.width)
    else:
        size = spot.height * 0.6
        yield Text((middle[0], middle[1] + size * 0.36), cell.colour, size, _FAINT, align="middle")
    yield from _draw_mark(cell.mark, spot)


def _draw_mark(mark: str, spot: Spot) -> Iterator[Shape]:
    """Draw what lies on a square: a frame for an agent, arrows towards the player who touched it for tokens."""
    if mark == "agent":
        inset = spot.width * 0.08
        yield Box(
            spot.x + inset, spot.y + inset, spot.width - 2 * inset, spot.height - 2 * inset, stroke=_INK, thickness=0.6
        )
        return
    size = spot.height * 0.6
    yield Text((spot.x + spot.width / 2, spot.y + spot.height / 2 + size * 0.36), mark, size, _INK, align="middle")


def _solution_pages(entries: Sequence[BookletEntry], page: Size) -> Iterator[Drawing]:
    """Yield pages of solutions. No solution is split between two pages."""
    width, bottom = page.width - 2 * _MARGIN, page.height - _MARGIN
    shapes: list[Shape] = [Text((_MARGIN, _MARGIN + 6), _("Solutions"), 6, _INK, bold=True)]
    y = _MARGIN + 12
    for entry in entries:
        lines = list(_solution_lines(entry, width))
        height = sum(size * _LINE_SPACING for _, size, _ in lines) + 3
        if y + height > bottom and shapes:
            yield tuple(shapes)
            shapes, y = [], _MARGIN
        for text, size, bold in lines:
            y += size * _LINE_SPACING
            shapes.append(Text((_MARGIN, y), text, size, _INK, bold=bold))
        y += 3
    yield tuple(shapes)


def _solution_lines(entry: BookletEntry, width: float) -> Iterable[tuple[str, float, bool]]:
    for line in SHIPPED_TYPEFACE.wrap(f"{entry.number}.  {entry.answer}", 3.4, width, bold=True):
        yield line, 3.4, True
    for reason in entry.reasons:
        for line in SHIPPED_TYPEFACE.wrap(reason, 3.0, width):
            yield line, 3.0, False
