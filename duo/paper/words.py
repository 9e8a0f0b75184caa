"""Words on paper: cards to cut, and a whole board, readable from both ends of the table."""

from collections.abc import Sequence
from itertools import starmap

from duo.core.key import ROW
from duo.core.refusal import Refusal, Refusals
from duo.core.word import board_problems
from duo.paper import font
from duo.paper.shapes import Box, Drawing, Line, Page, Spot, Text, placed
from duo.paper.size import Size

_INK = "#1B1B1B"
_FAINT = "#9A9A9A"
_SMALLEST_CELL = 15


def word_card(word: str, size: Size) -> Drawing:
    """The word for the player at the lower edge, and turned for the one opposite, in a faint line to cut along."""
    font.check(word)
    return (*_both_ways(word, size), Box(0, 0, *size, stroke=_FAINT, thickness=0.1))


def board_page(words: Sequence[str], page: Size, margin: float) -> Page:
    """The 25 words of a table as one page."""
    if problems := board_problems(words):
        raise Refusals(problems)
    if margin < 0 or min(page) - 2 * margin < ROW * _SMALLEST_CELL:
        raise Refusal("a board with a margin of {margin:g} mm does not fit on a page of {page}: "
                      "each word needs {least} mm",
                      margin=margin, page=page, least=_SMALLEST_CELL)  # fmt: skip
    for word in words:
        font.check(word)
    width, height = (page.width - 2 * margin) / ROW, (page.height - 2 * margin) / ROW
    cell = Size(width, height)
    spots = [
        Spot(margin + place % ROW * width, margin + place // ROW * height, width, height)
        for place in range(len(words))
    ]  # fmt: skip
    cells = (placed(_both_ways(word, cell), spot) for word, spot in zip(words, spots, strict=True))
    frames = starmap(Box, ((s.x, s.y, s.width, s.height, None, _INK, 0.4) for s in spots))
    return Page(*page, (*(shape for drawing in cells for shape in drawing), *frames))


def _both_ways(word: str, size: Size) -> Drawing:
    """The word below the middle line, and the same turned by 180 degrees above it."""
    letters = font.fitting(word, min(size.height * 0.3, size.width * 0.2), size.width * 0.88, bold=True)
    baseline = size.height * 0.75 + letters * font.CAP_HEIGHT / 2
    upright = Text((size.width / 2, baseline), word, letters, _INK, bold=True, align="middle")
    middle = Line((size.width * 0.06, size.height / 2), (size.width * 0.94, size.height / 2), _FAINT)
    return upright, middle, upright.at(Spot(0, 0, *size, turned=True))
