"""A deck of key cards as pages and as pictures."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from duo.core.key import KeyCard, Seat
from duo.paper.face import CardStyle, draw_face
from duo.paper.layout import Layout
from duo.paper.reference_page import draw_reference_page
from duo.paper.shapes import Page, Spot, place_drawing
from duo.paper.sheet import in_print_order, number_sheets, two_sided_sheets
from duo.paper.test_page import printer_test_sheet


def deck_pages(
    cards: Iterable[KeyCard], layout: Layout, style: CardStyle, *, test_page: bool = True, reference_page: bool = False
) -> Iterator[Page]:
    """Return the pages of the printed deck: the printer test page, the cards, and the reference page."""
    first = [printer_test_sheet(layout)] if test_page else []
    last = [draw_reference_page(layout.page, style.theme)] if reference_page else []
    faces = ((draw_face(card, Seat.A, style), draw_face(card, Seat.B, style)) for card in cards)
    return chain(
        in_print_order(chain(first, number_sheets(layout, two_sided_sheets(layout, faces))), layout.flip), last
    )


def single_face_pages(cards: Iterable[KeyCard], style: CardStyle) -> Iterator[Page]:
    """Yield one page per face, the size of the card with its bleed: front, back, front, back."""
    spot = Spot(style.bleed, style.bleed, *style.size)
    for card in cards:
        for seat in Seat:
            yield Page(
                *style.size.expanded(style.bleed), place_drawing(draw_face(card, seat, style), spot), bleed=style.bleed
            )


def face_file_names(cards: Sequence[KeyCard], kind: str) -> Iterator[tuple[str, KeyCard, Seat]]:
    """Yield a file name for each face, without the check symbol, which some systems do not allow in names."""
    digits = len(str(len(cards)))
    for place, card in enumerate(cards, start=1):
        for seat in Seat:
            yield f"{place:0{digits}d}-{card.code[:-1]}-{seat}.{kind}", card, seat
