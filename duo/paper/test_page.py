"""The printer test page: a ruler, and two cards that show whether fronts and backs are aligned.

The two cards are neither mirror images nor rotations of each other, so that every wrong flip is obvious.
"""

from collections.abc import Iterator, Mapping

from duo.core.key import Seat
from duo.core.refusal import Refusal
from duo.paper.layout import Axis, Flip, Layout
from duo.paper.shapes import Box, Circle, Drawing, Line, Polygon, Shape, Spot, Text
from duo.paper.sheet import Sheet, make_sheet
from duo.paper.size import MM_PER_INCH
from duo.paper.typeface import SHIPPED_TYPEFACE
from duo.text import LANGUAGES, N_, translate_to

_INK = "#000000"
_CARD_SIZE = (40.0, 25.0)
_CARD_AREA_HEIGHTS = (60.0, 40.0)  # the second if the first leaves no room for the text
_RULER_HEIGHT = 22.0
_MAX_TEXT_SIZE, _MIN_TEXT_SIZE = 3.6, 2.0

_SCALE_INSTRUCTION = N_("Print this page at 100% (actual size), not fitted to the paper. The ruler must then be right.")
_ALIGNMENT_INSTRUCTION = N_(
    "Hold the sheet against the light. Behind the cross of card 1 must be the cross of card 1, behind that of "
    "card 2 that of card 2, at most 1 mm away, and both arrows must point to the same edge."
)
_FLIP_INSTRUCTIONS: Mapping[Flip, tuple[str, str]] = {
    Flip.LONG: (
        N_("Print on both sides of the paper, flipped on the LONG edge."),
        N_(
            "If the crosses are far apart, your printer flips on the short edge: change its setting, "
            "or make the deck again with --flip short."
        ),
    ),
    Flip.SHORT: (
        N_("Print on both sides of the paper, flipped on the SHORT edge."),
        N_(
            "If the crosses are far apart, your printer flips on the long edge: change its setting, "
            "or make the deck again with --flip long."
        ),
    ),
    Flip.FOLD: (
        N_("Print on one side of the paper. Fold it backwards along the dashed line, so that the print is outside."),
        N_("If the crosses do not meet, fold again more exactly. Then glue the halves together and cut."),
    ),
    Flip.SEPARATE: (
        N_("Print on one side of the paper. The second half of the pages are the backs, in the order of the fronts."),
        N_(
            "Lay this page and the one with the cards B back to back, top edge to top edge. If the crosses meet, "
            "glue all sheets so and cut; or cut the sheets first and join the cards by their numbers, arrows up."
        ),
    ),
}


def printer_test_sheet(layout: Layout) -> Sheet:
    """Return the sheet to print first, with instructions in every language."""
    margin = max(layout.margin, 10)
    width, height = layout.page
    folded_across = layout.flip is Flip.FOLD and layout.axis is Axis.HORIZONTAL
    bottom = height / 2 - 5 if folded_across else height - margin
    right = width / 2 - 5 if layout.flip is Flip.FOLD and not folded_across else width - margin
    for high in _CARD_AREA_HEIGHTS:
        top = bottom - high
        room = Spot(margin, margin + _RULER_HEIGHT, width - 2 * margin, top - margin - _RULER_HEIGHT)
        if text := _draw_instructions(layout, room):
            break
    if not text or right - margin < 1.5 * _CARD_SIZE[0] or width - 2 * margin < 50:
        raise Refusal("the test page has no room on a page of {page}: leave it out", page=layout.page)
    spots = (
        Spot(margin, top, *_CARD_SIZE),
        Spot(max(margin, right - _CARD_SIZE[0] - 15), bottom - _CARD_SIZE[1], *_CARD_SIZE),
    )
    fronts = [(_draw_test_card(number, Seat.A), spot) for number, spot in enumerate(spots, start=1)]
    backs = [(_draw_test_card(number, Seat.B), layout.back_spot(spot)) for number, spot in enumerate(spots, start=1)]
    return make_sheet(layout, fronts, backs, extra=(*_draw_ruler(margin, margin + 6, width - 2 * margin), *text))


def _draw_test_card(number: int, seat: Seat) -> Drawing:
    width, height = _CARD_SIZE
    x, y = width / 2, height / 2
    return (
        Box(0, 0, width, height, stroke=_INK),
        Line((x - 10, y), (x + 10, y), _INK),
        Line((x, y - 10), (x, y + 10), _INK),
        Circle((x, y), 5, stroke=_INK),
        Polygon(((5, 2), (8, 7), (2, 7)), _INK),
        Text((5, 15), str(number), 8, _INK, bold=True, align="middle"),
        Text((width - 5, 9), seat, 8, _INK, bold=True, align="middle"),
    )


def _draw_ruler(x: float, y: float, room: float) -> Iterator[Shape]:
    """Draw a ruler: millimetres above the line, eighths of an inch below it."""
    length = min(100, int(room) // 10 * 10)
    yield Line((x, y), (x + length, y), _INK)
    for millimetre in range(length + 1):
        tick = 4.0 if millimetre % 10 == 0 else 3.0 if millimetre % 5 == 0 else 1.8
        yield Line((x + millimetre, y - tick), (x + millimetre, y), _INK, 0.15)
        if millimetre % 10 == 0:
            yield Text((x + millimetre, y - 4.6), str(millimetre), 2.4, _INK, align="middle")
    yield Text((x + length + 3, y - 1), "mm", 2.4, _INK)
    eighths = int(length / MM_PER_INCH * 8)
    for eighth in range(eighths + 1):
        tick_x, tick = x + eighth * MM_PER_INCH / 8, 4.0 if eighth % 8 == 0 else 2.0
        yield Line((tick_x, y), (tick_x, y + tick), _INK, 0.15)
        if eighth % 8 == 0:
            yield Text((tick_x, y + 6.6), str(eighth // 8), 2.4, _INK, align="middle")
    yield Text((x + length + 3, y + 3), "in", 2.4, _INK)


def _draw_instructions(layout: Layout, room: Spot) -> Drawing:
    """Draw the instructions as large as possible, one column per language. Return () if there is no room."""
    gap = 6.0
    column = (room.width - gap * (len(LANGUAGES) - 1)) / len(LANGUAGES)
    size = _MAX_TEXT_SIZE
    while size >= _MIN_TEXT_SIZE:
        shapes: list[Shape] = []
        lowest = 0.0
        for i, language in enumerate(LANGUAGES):
            y = room.y
            for bold, line in _instruction_lines(layout, language, size, column):
                y += size * 1.3
                shapes.append(Text((room.x + i * (column + gap), y), line, size, _INK, bold=bold))
            lowest = max(lowest, y)
        if lowest <= room.y + room.height - 4:
            return tuple(shapes)
        size -= 0.2
    return ()


def _instruction_lines(layout: Layout, language: str, size: float, room: float) -> Iterator[tuple[bool, str]]:
    how, otherwise = _FLIP_INSTRUCTIONS[layout.flip]
    yield True, translate_to(language, "Test your printer first")
    for i, template in enumerate((_SCALE_INSTRUCTION, how, _ALIGNMENT_INSTRUCTION, otherwise), start=1):
        sentence = f"{i}. {translate_to(language, template)}"
        yield from ((False, line) for line in SHIPPED_TYPEFACE.wrap(sentence, size, room))
