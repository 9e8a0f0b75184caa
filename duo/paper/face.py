"""Draws one side of a key card: 25 cells, the card's number, its side and an arrow to the upper edge.

Side A shows the table as seat A sees it. Seat B sits opposite and sees the same table turned by 180 degrees, so
side B shows its 25 letters in reverse. Everything that is read stays inside the safe area of print shops.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from duo.core.key import ROW_LENGTH, Colour, KeyCard, Seat
from duo.core.refusal import Refusal, Refusals
from duo.paper.palette import PALETTES, PaletteName
from duo.paper.qr import MAX_QR_SIZE, MIN_QR_SIZE, QUIET_ZONE_SHARE, qr_shapes
from duo.paper.shapes import Box, Circle, Drawing, Line, Polygon, Shape, Spot, Text
from duo.paper.size import KEY_CARD_SIZE, SAFE_MARGIN, Size, card_problems
from duo.paper.theme import Sign, Theme
from duo.paper.typeface import CAP_HEIGHT

_FRAME_THICKNESS = 0.5  # thickness of the line around the cells
_GRID_MARGIN = SAFE_MARGIN + _FRAME_THICKNESS / 2
_MIN_STRIP_THICKNESS = 10.0
_STRIP_GAP = 2.0
_NUMBER_GROUP_LENGTH = 4  # the twelve characters of a number are printed in three groups
_CAPITAL_HEIGHT_PER_LINE = 0.62  # height of capital letters relative to the line


@dataclass(frozen=True, slots=True)
class CardStyle:
    """The design of a key card."""

    size: Size = KEY_CARD_SIZE
    bleed: float = 0
    theme: Theme = field(default_factory=lambda: PALETTES[PaletteName.COLOUR])
    symbols: bool = False
    number: bool = True
    qr: bool = False

    def __post_init__(self) -> None:
        if problems := list(card_problems(self.size, self.bleed)):
            raise Refusals(problems)
        if self.qr and (dark := _qr_size(self)) < MIN_QR_SIZE:
            raise Refusal(
                "a QR code of {dark:.1f} mm on a card of {card} is too small for scanners, which need {least:g} mm: "
                "choose a larger card, or leave the code out",
                dark=max(dark, 0.0),
                card=self.size,
                least=MIN_QR_SIZE,
            )


def side_letters(card: KeyCard, seat: Seat) -> str:
    """Return the 25 letters in the order in which this seat reads them."""
    return card.a if seat is Seat.A else card.b[::-1]


def draw_face(card: KeyCard, seat: Seat, style: CardStyle) -> Drawing:
    """Draw one side. (0, 0) is the upper left corner of the cut card."""
    theme = style.theme
    grid, _ = _grid_and_strip_spots(style.size)
    return (
        *draw_background(style.size, style.bleed, theme),
        *_draw_grid(side_letters(card, seat), grid, theme, symbols=style.symbols or theme.always_symbols),
        *_draw_strip(card, seat, style),
    )


def draw_background(size: Size, bleed: float, theme: Theme) -> Iterator[Shape]:
    """Yield the background colour of a card with its bleed, and the border of the theme, if it has one."""
    width, height = size.expanded(bleed)
    yield Box(-bleed, -bleed, width, height, fill=theme.ground)
    if theme.border:
        off = SAFE_MARGIN / 2
        yield Box(
            off,
            off,
            size.width - 2 * off,
            size.height - 2 * off,
            stroke=theme.border.colour,
            thickness=theme.border.width,
            radius=max(theme.corner_radius - off, 0),
        )


def _grid_and_strip_spots(size: Size) -> tuple[Spot, Spot]:
    """Return the spots of the grid and of the strip, beside it on a wide card and above it on a tall card."""
    width, height = size.width - 2 * _GRID_MARGIN, size.height - 2 * _GRID_MARGIN
    if size.width >= size.height:
        side = min(height, width - _MIN_STRIP_THICKNESS - _STRIP_GAP)
        grid = Spot(size.width - _GRID_MARGIN - side, (size.height - side) / 2, side, side)
        return grid, Spot(_GRID_MARGIN, grid.y, width - side - _STRIP_GAP, side)
    side = min(width, height - _MIN_STRIP_THICKNESS - _STRIP_GAP)
    grid = Spot((size.width - side) / 2, size.height - _GRID_MARGIN - side, side, side)
    return grid, Spot(grid.x, _GRID_MARGIN, side, height - side - _STRIP_GAP)


def _draw_grid(letters: str, grid: Spot, theme: Theme, *, symbols: bool) -> Iterator[Shape]:
    cell = grid.width / ROW_LENGTH
    for place, letter in enumerate(letters):
        x, y = grid.x + place % ROW_LENGTH * cell, grid.y + place // ROW_LENGTH * cell
        yield Box(x, y, cell, cell, fill=theme.cell_styles[Colour(letter)].fill)
        if symbols:
            yield from draw_symbol(Colour(letter), theme, (x + cell / 2, y + cell / 2), cell)
    for i in range(ROW_LENGTH + 1):
        thickness = _FRAME_THICKNESS if i in (0, ROW_LENGTH) else _FRAME_THICKNESS / 2
        x, y = grid.x + i * cell, grid.y + i * cell
        yield Line((x, grid.y), (x, grid.y + grid.height), theme.ink, thickness)
        yield Line((grid.x, y), (grid.x + grid.width, y), theme.ink, thickness)


def draw_symbol(colour: Colour, theme: Theme, centre: tuple[float, float], cell: float) -> Iterator[Shape]:
    """Yield the sign of a colour, centred in a cell of this size."""
    style = theme.cell_styles[colour]
    x, y = centre
    arm = cell * 0.26
    match style.sign:
        case Sign.RING:
            yield Circle(centre, cell * 0.24, stroke=style.symbol, thickness=cell * 0.09)
        case Sign.DOT:
            yield Circle(centre, cell * 0.06, fill=style.symbol)
        case Sign.CROSS:
            yield Line((x - arm, y - arm), (x + arm, y + arm), style.symbol, cell * 0.14)
            yield Line((x - arm, y + arm), (x + arm, y - arm), style.symbol, cell * 0.14)
        case Sign.SQUARE:
            yield Box(x - arm * 0.7, y - arm * 0.7, arm * 1.4, arm * 1.4, stroke=style.symbol, thickness=cell * 0.07)
        case Sign.NONE:
            return
        case Sign.STAR | Sign.DIAMOND | Sign.TRIANGLE:
            yield Polygon(tuple((x + arm * dx, y + arm * dy) for dx, dy in _SIGN_POLYGONS[style.sign]), style.symbol)


_SIGN_POLYGONS: dict[Sign, tuple[tuple[float, float], ...]] = {
    Sign.STAR: (
        (0, -1.15),
        (0.27, -0.36),
        (1.09, -0.36),
        (0.43, 0.14),
        (0.68, 0.93),
        (0, 0.45),
        (-0.68, 0.93),
        (-0.43, 0.14),
        (-1.09, -0.36),
        (-0.27, -0.36),
    ),
    Sign.DIAMOND: ((0, -1.1), (0.85, 0), (0, 1.1), (-0.85, 0)),
    Sign.TRIANGLE: ((0, -1.0), (1.05, 0.8), (-1.05, 0.8)),
}


@dataclass(frozen=True, slots=True)
class _StripSpots:
    """Where the parts of the strip beside the grid are drawn. A part that is left out has no spot."""

    side_mark: Spot  # an arrow to the upper edge and the letter of the side
    number: Spot | None
    qr_code: Spot | None  # of the dark modules, without the quiet zone around them


def _strip_spots(style: CardStyle) -> _StripSpots:
    _, strip = _grid_and_strip_spots(style.size)
    return _vertical_strip_spots(strip, style) if strip.height >= strip.width else _horizontal_strip_spots(strip, style)


def _vertical_strip_spots(strip: Spot, style: CardStyle) -> _StripSpots:
    """Return the spots of a vertical strip. From top to bottom: the side mark, the QR code, the number."""
    side = strip.width
    mark = Spot(strip.x, strip.y, side, min(13, strip.height / 3))
    bottom = strip.y + strip.height
    number = None
    if style.number:
        lines = 3 * min(side * 0.36, strip.height * 0.08)
        bottom -= lines
        number = Spot(strip.x, bottom, side, lines)
    if not style.qr:
        return _StripSpots(mark, number, None)
    room = bottom - strip.y - mark.height
    dark = _max_qr_size(side, room)
    middle = strip.y + mark.height + room / 2
    return _StripSpots(mark, number, Spot(strip.x + (side - dark) / 2, middle - dark / 2, dark, dark))


def _max_qr_size(thickness: float, length: float) -> float:
    """Return the largest possible size of a QR code, without its quiet zone, in a strip of this thickness and length.

    The quiet zone around the code has no ink, so it may extend into the gap beside the cells and into the safe area.
    """
    beside = (thickness + 2 * _STRIP_GAP) / (1 + 2 * QUIET_ZONE_SHARE)
    return min(thickness, beside, length / (1 + 2 * QUIET_ZONE_SHARE), MAX_QR_SIZE)


def _horizontal_strip_spots(strip: Spot, style: CardStyle) -> _StripSpots:
    """Return the spots of a horizontal strip. From left to right: the side mark, the number, the QR code."""
    side = min(13, strip.width / 4)
    mark = Spot(strip.x, strip.y, side, min(13, strip.height))
    right = strip.x + strip.width
    qr_code = None
    if style.qr:
        dark = _max_qr_size(strip.height, strip.width * 0.5)
        quiet = dark * QUIET_ZONE_SHARE
        top = strip.y + (strip.height - dark) / 2
        qr_code = Spot(right - quiet - dark, top, dark, dark)  # its white square covers no border
        right -= dark + 2 * quiet
    number = None
    if style.number:
        room = right - strip.x - side - 2
        number = Spot(strip.x + side + 1, strip.y, min(room, 22), min(strip.height, 13))
    return _StripSpots(mark, number, qr_code)


def _qr_size(style: CardStyle) -> float:
    qr_code = _strip_spots(style).qr_code
    return qr_code.width if qr_code else 0.0


def _draw_strip(card: KeyCard, seat: Seat, style: CardStyle) -> Iterator[Shape]:
    spots = _strip_spots(style)
    yield from _draw_side_mark(seat, spots.side_mark, style.theme)
    if spots.qr_code:
        yield from qr_shapes(card.code, spots.qr_code)
    if spots.number:
        yield from _draw_number(card, spots.number, style.theme)


def _draw_side_mark(seat: Seat, spot: Spot, theme: Theme) -> Iterator[Shape]:
    """Yield an arrow to the upper edge, and the letter of the side below it."""
    middle, arrow = spot.x + spot.width / 2, spot.height * 0.3
    reach = min(arrow * 0.9, spot.width / 2)
    points = ((middle, spot.y), (middle + reach, spot.y + arrow), (middle - reach, spot.y + arrow))
    yield Polygon(points, theme.ink)
    size = theme.typeface.fitting_size(seat, spot.height * 0.58 / CAP_HEIGHT, spot.width, bold=True)
    place = (middle, spot.y + spot.height)
    yield Text(place, seat, size, theme.ink, bold=True, align="middle", typeface=theme.typeface)


def _draw_number(card: KeyCard, spot: Spot, theme: Theme) -> Iterator[Shape]:
    code, line = card.code, spot.height / 3
    groups = [code[start : start + _NUMBER_GROUP_LENGTH] for start in range(0, len(code), _NUMBER_GROUP_LENGTH)]
    # The widest letters determine the size, so that it is the same on all cards of a deck.
    size = theme.typeface.fitting_size(
        "W" * _NUMBER_GROUP_LENGTH, line * _CAPITAL_HEIGHT_PER_LINE / CAP_HEIGHT, spot.width * 1.25, bold=True
    )
    for i, group in enumerate(groups, start=1):
        place = (spot.x + spot.width / 2, spot.y + i * line)
        yield Text(place, group, size, theme.ink, bold=True, align="middle", typeface=theme.typeface)
