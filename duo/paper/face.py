"""The face of a key card that one player reads: 25 cells, the card's number, its side and the edge that is up.

Side A shows the table as seat A sees it. Seat B sits opposite and sees the same table turned by 180 degrees,
so side B shows its 25 letters in reverse.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from duo.core.key import ROW, Colour, KeyCard, Seat
from duo.core.refusal import Refusals
from duo.paper import font
from duo.paper.palette import PALETTES, Palette, PaletteName
from duo.paper.shapes import Box, Circle, Drawing, Line, Polygon, Shape, Spot, Text
from duo.paper.size import KEY_CARD, Size, card_problems

QR_MODULES = 21
QUIET = 4
_PADDING = 3.0
_STRIP = 10.0
_APART = 2.0
_GROUP = 4  # the twelve characters of a number are read in three groups


@dataclass(frozen=True, slots=True)
class Style:
    """What a designer chooses about a face."""

    size: Size = KEY_CARD
    bleed: float = 0
    palette: PaletteName = PaletteName.COLOUR
    symbols: bool = False
    number: bool = True
    qr: bool = False

    def __post_init__(self) -> None:
        if problems := list(card_problems(self.size, self.bleed)):
            raise Refusals(problems)


def shown(card: KeyCard, seat: Seat) -> str:
    """The 25 letters in the order in which this seat reads them off its side."""
    return card.a if seat is Seat.A else card.b[::-1]


def face(card: KeyCard, seat: Seat, style: Style) -> Drawing:
    """The drawing of one side; (0, 0) is the upper left corner of the cut card."""
    palette = PALETTES[style.palette]
    grid, strip = _regions(style.size)
    width, height = style.size.grown(style.bleed)
    return (
        Box(-style.bleed, -style.bleed, width, height, fill=palette.ground),
        *_grid(shown(card, seat), grid, palette, symbols=style.symbols or palette.always_symbols),
        *_strip(card, seat, strip, palette, style),
    )


def _regions(size: Size) -> tuple[Spot, Spot]:
    """The square of the grid, and the strip beside it (on a wide card) or above it (on a tall one)."""
    width, height = size.width - 2 * _PADDING, size.height - 2 * _PADDING
    if size.width >= size.height:
        side = min(height, width - _STRIP - _APART)
        grid = Spot(size.width - _PADDING - side, (size.height - side) / 2, side, side)
        return grid, Spot(_PADDING, grid.y, width - side - _APART, side)
    side = min(width, height - _STRIP - _APART)
    grid = Spot((size.width - side) / 2, size.height - _PADDING - side, side, side)
    return grid, Spot(grid.x, _PADDING, side, height - side - _APART)


def _grid(letters: str, grid: Spot, palette: Palette, *, symbols: bool) -> Iterator[Shape]:
    cell = grid.width / ROW
    for place, letter in enumerate(letters):
        x, y = grid.x + place % ROW * cell, grid.y + place // ROW * cell
        look = palette.looks[Colour(letter)]
        yield Box(x, y, cell, cell, fill=look.fill)
        if symbols:
            yield from symbol(Colour(letter), palette, (x + cell / 2, y + cell / 2), cell)
    for i in range(ROW + 1):
        thickness = 0.5 if i in (0, ROW) else 0.25
        x, y = grid.x + i * cell, grid.y + i * cell
        yield Line((x, grid.y), (x, grid.y + grid.height), palette.ink, thickness)
        yield Line((grid.x, y), (grid.x + grid.width, y), palette.ink, thickness)


def symbol(colour: Colour, palette: Palette, centre: tuple[float, float], cell: float) -> Iterator[Shape]:
    """The sign of a colour in the middle of a cell of this size."""
    look = palette.looks[colour]
    x, y = centre
    match colour:
        case Colour.GREEN:
            yield Circle(centre, cell * 0.24, stroke=look.symbol, thickness=cell * 0.09)
        case Colour.BYSTANDER:
            yield Circle(centre, cell * 0.06, fill=look.symbol)
        case Colour.ASSASSIN:
            arm = cell * 0.26
            yield Line((x - arm, y - arm), (x + arm, y + arm), look.symbol, cell * 0.14)
            yield Line((x - arm, y + arm), (x + arm, y - arm), look.symbol, cell * 0.14)


def _strip(card: KeyCard, seat: Seat, strip: Spot, palette: Palette, style: Style) -> Iterator[Shape]:
    """The blocks of the strip: the mark at its start, number and QR code at its end."""
    if strip.height >= strip.width:
        side = strip.width
        yield from _mark(seat, Spot(strip.x, strip.y, side, min(13, strip.height / 3)), palette)
        bottom = strip.y + strip.height
        if style.number:
            lines = min(side * 0.36, strip.height * 0.08)
            bottom -= 3 * lines
            yield from _number(card, Spot(strip.x, bottom, side, 3 * lines), palette)
        if style.qr:
            code = min(side + _PADDING, bottom - strip.y - min(13, strip.height / 3) - 1)
            yield from _qr(card, Spot(strip.x + (side - code) / 2, bottom - code - 1, code, code))
        return
    mark = min(13, strip.width / 4)
    yield from _mark(seat, Spot(strip.x, strip.y, mark, min(13, strip.height)), palette)
    right = strip.x + strip.width
    if style.qr:
        code = min(strip.height + _APART, strip.width * 0.45)
        right -= code
        yield from _qr(card, Spot(right, strip.y - 1, code, code))
    if style.number:
        room = right - strip.x - mark - 2
        yield from _number(card, Spot(strip.x + mark + 1, strip.y, min(room, 22), min(strip.height, 13)), palette)


def _mark(seat: Seat, spot: Spot, palette: Palette) -> Iterator[Shape]:
    """An arrow to the edge that is up, and the side's letter under it."""
    middle, arrow = spot.x + spot.width / 2, spot.height * 0.3
    reach = min(arrow * 0.9, spot.width / 2)
    points = ((middle, spot.y), (middle + reach, spot.y + arrow), (middle - reach, spot.y + arrow))
    yield Polygon(points, palette.ink)
    size = font.fitting(seat, spot.height * 0.58 / font.CAP_HEIGHT, spot.width, bold=True)
    yield Text((middle, spot.y + spot.height), seat, size, palette.ink, bold=True, align="middle")


def _number(card: KeyCard, spot: Spot, palette: Palette) -> Iterator[Shape]:
    code, line = card.code, spot.height / 3
    groups = [code[start : start + _GROUP] for start in range(0, len(code), _GROUP)]
    # The widest letters set the size, so that all cards of a deck look the same.
    size = font.fitting("W" * _GROUP, line / font.CAP_HEIGHT * 0.8, spot.width * 1.25, bold=True)
    for i, group in enumerate(groups, start=1):
        yield Text((spot.x + spot.width / 2, spot.y + i * line), group, size, palette.ink, bold=True, align="middle")


def _qr(card: KeyCard, spot: Spot) -> Iterator[Shape]:
    module = spot.width / (QR_MODULES + 2 * QUIET)
    yield Box(spot.x, spot.y, spot.width, spot.height, fill="#FFFFFF")
    for row, start, length in _qr_runs(card.code):
        x, y = spot.x + (start + QUIET) * module, spot.y + (row + QUIET) * module
        yield Box(x, y, length * module, module, fill="#000000")


@cache
def _qr_runs(code: str) -> tuple[tuple[int, int, int], ...]:
    """The dark runs (row, first column, length) of the code; both sides of a card show the same."""
    import segno

    runs = []
    matrix = segno.make_qr(code, version=1, error="m", boost_error=False).matrix
    for row, modules in enumerate(matrix):
        column = 0
        while column < QR_MODULES:
            length = 0
            while column + length < QR_MODULES and modules[column + length]:
                length += 1
            if length:
                runs.append((row, column, length))
            column += length + 1
    return tuple(runs)
