"""Printed words: a board of 25, and word cards. Both can be read from both ends of the table."""

import itertools
import re
from collections.abc import Iterator, Sequence

from duo.core.key import ROW_LENGTH
from duo.core.refusal import Refusal, Refusals
from duo.core.word import board_problems, printable
from duo.paper.face import draw_background
from duo.paper.layout import Layout
from duo.paper.shapes import Box, Drawing, Line, Page, Picture, Shape, Spot, Text, place_drawing
from duo.paper.sheet import in_print_order, number_sheets, one_sided_sheets, two_sided_sheets
from duo.paper.size import SAFE_MARGIN, Size
from duo.paper.theme import Theme
from duo.paper.typeface import CAP_HEIGHT, SHIPPED_TYPEFACE, Typeface

_INK = "#1B1B1B"
_FAINT = "#9A9A9A"
_MIN_CELL_EDGE = 15
_MIN_LETTER_SIZE = 2.1  # millimetres (six points); smaller letters cannot be read across a table
_LINE_SPACING = 1.15  # relative to the letter size
_MAX_LINES = 3


def draw_word_card(word: str, size: Size, theme: Theme | None = None, bleed: float = 0) -> Drawing:
    """Draw the word for the player at the lower edge, and upside down for the one opposite.

    Without a theme the card is white, with a faint cutting line.
    """
    if theme is None:
        return (
            *_draw_word_both_ways(word, size, SHIPPED_TYPEFACE, _INK),
            Box(0, 0, *size, stroke=_FAINT, thickness=0.1),
        )
    return (*draw_background(size, bleed, theme), *_draw_word_both_ways(word, size, theme.typeface, theme.ink))


def draw_card_back(size: Size, theme: Theme | None = None, bleed: float = 0) -> Drawing:
    """Draw the back of a word card: the theme's art or background, including the bleed."""
    if theme is None:
        return ()
    if theme.back_picture is None:
        return tuple(draw_background(size, bleed, theme))
    width, height = size.expanded(bleed)
    return (Picture(-bleed, -bleed, width, height, theme.back_picture),)


def word_pages(
    words: Sequence[str], layout: Layout, theme: Theme | None = None, *, double_sided: bool = False
) -> Iterator[Page]:
    """Yield sheets of word cards. If double-sided, the second half of the list is on the backs."""
    size, bleed = layout.card, layout.bleed
    back = draw_card_back(size, theme, bleed)
    if not double_sided:
        fronts = (draw_word_card(word, size, theme, bleed) for word in words)
        sheets = (
            two_sided_sheets(layout, ((front, back) for front in fronts)) if back else one_sided_sheets(layout, fronts)
        )
    else:
        half = -(-len(words) // 2)
        pairs = itertools.zip_longest(words[:half], words[half:])
        sheets = two_sided_sheets(
            layout,
            (
                (draw_word_card(one, size, theme, bleed), draw_word_card(other, size, theme, bleed) if other else back)
                for one, other in pairs
            ),
        )
    return in_print_order(number_sheets(layout, sheets), layout.flip)


def board_page(words: Sequence[str], page: Size, margin: float, theme: Theme | None = None) -> Page:
    """Return a page with the 25 words of a board."""
    if problems := board_problems(words):
        raise Refusals(problems)
    if margin < 0 or min(page) - 2 * margin < ROW_LENGTH * _MIN_CELL_EDGE:
        raise Refusal(
            "a board with a margin of {margin:g} mm does not fit on a page of {page}: each word needs {least} mm",
            margin=margin,
            page=page,
            least=_MIN_CELL_EDGE,
        )
    width, height = (page.width - 2 * margin) / ROW_LENGTH, (page.height - 2 * margin) / ROW_LENGTH
    cell = Size(width, height)
    typeface = theme.typeface if theme else SHIPPED_TYPEFACE
    shapes: list[Shape] = []
    for place, word in enumerate(words):
        spot = Spot(margin + place % ROW_LENGTH * width, margin + place // ROW_LENGTH * height, width, height)
        shapes += place_drawing(_draw_word_both_ways(word, cell, typeface, _INK), spot)
        shapes.append(Box(spot.x, spot.y, width, height, stroke=_INK, thickness=0.4))
    return Page(*page, tuple(shapes))


def _draw_word_both_ways(word: str, size: Size, typeface: Typeface, ink: str) -> Iterator[Shape]:
    """Yield the word below the middle line, and turned by 180 degrees above it."""
    typeface.check_letters(word)
    edge = min(SAFE_MARGIN, size.width * 0.06)
    room = Size(size.width - 2 * edge, size.height / 2 - edge - 1)
    letters, lines = _fit_lines(word, room, typeface, max_size=min(size.height * 0.3, size.width * 0.2))
    if letters < _MIN_LETTER_SIZE:
        raise Refusal(
            "{word} would be printed in letters of {size:.1f} mm on {card}, and {least} mm can just be read: "
            "choose a larger card or shorter words",
            word=printable(word),
            size=letters,
            card=size,
            least=_MIN_LETTER_SIZE,
        )
    # Centre the block of lines in the lower half.
    first = size.height * 0.75 + letters * (CAP_HEIGHT - _LINE_SPACING * (len(lines) - 1)) / 2
    for number, line in enumerate(lines):
        place = (size.width / 2, first + number * _LINE_SPACING * letters)
        upright = Text(place, line, letters, ink, bold=True, align="middle", typeface=typeface)
        yield upright
        yield upright.moved_to(Spot(0, 0, *size, turned=True))
    yield Line((edge, size.height / 2), (size.width - edge, size.height / 2), _FAINT)


def _fit_lines(word: str, room: Size, typeface: Typeface, max_size: float) -> tuple[float, list[str]]:
    """Return the largest letter size at which the word fits the room, and its lines, broken at spaces and hyphens."""
    pieces = re.findall(r"[^ -]+[ -]?|[ -]", word)
    candidates = [
        ["".join(pieces[start:end]).strip() for start, end in itertools.pairwise((0, *cuts, len(pieces)))]
        for breaks in range(min(_MAX_LINES, len(pieces)))
        for cuts in itertools.combinations(range(1, len(pieces)), breaks)
    ]

    def letter_size(lines: list[str]) -> float:
        size_by_height = room.height / (CAP_HEIGHT + _LINE_SPACING * (len(lines) - 1))
        return min(size_by_height, *(typeface.fitting_size(line, max_size, room.width, bold=True) for line in lines))

    # On a tie, max() returns the first, which has the fewest lines.
    best = max(candidates, key=letter_size)
    return letter_size(best), best
