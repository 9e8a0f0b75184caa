"""The reference page of a deck: what your colours tell about your partner's, in every language."""

from collections.abc import Iterator

from duo.core.key import PATTERN, Colour
from duo.core.refusal import Refusal
from duo.paper.shapes import Box, Page, Shape, Text
from duo.paper.size import Size
from duo.paper.theme import Theme
from duo.paper.typeface import SHIPPED_TYPEFACE
from duo.text import LANGUAGES, N_, translate_to

_INK = "#000000"
_MIN_PAGE_SIZE = Size(100, 130)
_COLOUR_NAMES = {Colour.GREEN: N_("green"), Colour.BYSTANDER: N_("bystander"), Colour.ASSASSIN: N_("assassin")}
_RULES_OF_THUMB = (
    N_("Three of your nine greens are green for your partner too."),
    N_("Five of your thirteen bystanders are green for your partner; seven are bystanders for you both."),
    N_("Your partner has one assassin among your greens, one among your bystanders, one among your assassins."),
    N_("One of your three assassins is green for your partner: you may have to touch it one day."),
)


def draw_reference_page(page: Size, theme: Theme) -> Page:
    """Return a page with the table of colours and the rules of thumb, one block per language."""
    if page.width < _MIN_PAGE_SIZE.width or page.height < _MIN_PAGE_SIZE.height:
        raise Refusal("the rules of thumb have no room on a page of {page}: leave them out", page=page)
    block = (page.height - 20) / len(LANGUAGES)
    shapes = [
        shape
        for i, language in enumerate(LANGUAGES)
        for shape in _draw_language_block(language, 10, 10 + i * block, Size(page.width - 20, block), theme)
    ]
    return Page(*page, tuple(shapes))


def _draw_language_block(language: str, x: float, y: float, room: Size, theme: Theme) -> Iterator[Shape]:
    line = room.height / 16
    title = translate_to(language, "What your colours tell about your partner's")
    size = SHIPPED_TYPEFACE.fitting_size(title, line * 0.6, room.width, bold=True)
    yield Text((x, y + line), title, size, _INK, bold=True)
    y += 2 * line
    column = room.width / 4
    cells = [
        ("", *(translate_to(language, "{colour} for your partner", colour=_colour_name(language, c)) for c in Colour))
    ]
    cells += [
        (
            translate_to(
                language,
                "{colour} for you ({count})",
                colour=_colour_name(language, own),
                count=sum(PATTERN[own + other] for other in Colour),
            ),
            *(str(PATTERN[own + other]) for other in Colour),
        )
        for own in Colour
    ]
    fit = min(SHIPPED_TYPEFACE.fitting_size(text, line * 0.42, column - 3, bold=True) for row in cells for text in row)
    for row, (own, texts) in enumerate(zip((None, *Colour), cells, strict=True)):
        for place, text in enumerate(texts):
            left, top = x + place * column, y + row * line
            fill = theme.cell_styles[own].fill if own and place == 0 else None
            yield Box(left, top, column, line, fill=fill, stroke=_INK)
            ink = "#FFFFFF" if fill and _is_dark(fill) else _INK
            yield Text((left + column / 2, top + line * 0.65), text, fit, ink, bold=place > 0, align="middle")
    y += 5 * line
    for template in _RULES_OF_THUMB:
        for text in SHIPPED_TYPEFACE.wrap(f"• {translate_to(language, template)}", line * 0.42, room.width):
            yield Text((x, y), text, line * 0.42, _INK)
            y += line * 0.62
        y += line * 0.2


def _colour_name(language: str, colour: Colour) -> str:
    return translate_to(language, _COLOUR_NAMES[colour])


def _is_dark(fill: str) -> bool:
    red, green, blue = bytes.fromhex(fill[1:])
    return 0.3 * red + 0.59 * green + 0.11 * blue < 128
