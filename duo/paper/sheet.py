"""Arranges drawings on sheets, front and back, and puts the pages into print order."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from duo.paper.layout import Flip, Layout
from duo.paper.shapes import Drawing, Page, Shape, Spot, Text, place_drawing
from duo.paper.typeface import SHIPPED_TYPEFACE
from duo.text import _

_LABEL_SIZE, _MIN_LABEL_SIZE = 2.5, 1.2
_LABEL_MARGIN = 2.0


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet of paper. A sheet printed on one side has no back."""

    front: Page
    back: Page | None = None


def two_sided_sheets(layout: Layout, cards: Iterable[tuple[Drawing, Drawing]]) -> Iterator[Sheet]:
    """Yield sheets full of cards with a front and a back."""
    spots = layout.front_spots()
    waiting = iter(cards)
    while batch := list(islice(waiting, len(spots))):
        fronts = [(front, spot) for (front, _back), spot in zip(batch, spots, strict=False)]
        backs = [(back, layout.back_spot(spot)) for (_front, back), spot in zip(batch, spots, strict=False)]
        yield make_sheet(layout, fronts, backs, layout.draw_crop_marks())


def one_sided_sheets(layout: Layout, cards: Iterable[Drawing]) -> Iterator[Sheet]:
    """Yield sheets full of cards without backs."""
    spots = layout.front_spots()
    waiting = iter(cards)
    while batch := list(islice(waiting, len(spots))):
        shapes = _place_drawings(zip(batch, spots, strict=False))
        yield Sheet(Page(*layout.page, (*shapes, *layout.draw_crop_marks())))


def make_sheet(
    layout: Layout,
    fronts: Iterable[tuple[Drawing, Spot]],
    backs: Iterable[tuple[Drawing, Spot]],
    marks: Drawing = (),
    extra: Drawing = (),
) -> Sheet:
    """Return a sheet with fronts and backs on two pages, or on one page with a fold line."""
    behind = place_drawing(marks, layout.back_spot(Spot(0, 0, *layout.page)))
    if layout.flip is Flip.FOLD:
        shapes = (*_place_drawings(fronts), *_place_drawings(backs), *marks, *behind, layout.fold_line(), *extra)
        return Sheet(Page(*layout.page, shapes))
    front = Page(*layout.page, (*_place_drawings(fronts), *marks, *extra))
    return Sheet(front, Page(*layout.page, (*_place_drawings(backs), *behind)))


def number_sheets(layout: Layout, sheets: Iterable[Sheet]) -> Iterator[Sheet]:
    """Yield the sheets with numbers in the lower right corner, outside the cuts."""
    for number, sheet in enumerate(sheets, start=1):
        if sheet.back is None:
            yield Sheet(_add_label(layout, sheet.front, _("Sheet {number}", number=number)))
        else:
            front = _add_label(layout, sheet.front, _("Front {number}", number=number))
            yield Sheet(front, _add_label(layout, sheet.back, _("Back {number}", number=number)))


def _add_label(layout: Layout, page: Page, label: str) -> Page:
    corner = min(spot.x for spot in layout.front_spots())  # as wide on the right as on the left
    size = SHIPPED_TYPEFACE.fitting_size(label, _LABEL_SIZE, corner - 2 * _LABEL_MARGIN)
    text = Text((page.width - corner + _LABEL_MARGIN, page.height - _LABEL_MARGIN), label, size)
    return replace(page, shapes=(*page.shapes, text)) if size >= _MIN_LABEL_SIZE else page


def in_print_order(sheets: Iterable[Sheet], flip: Flip) -> Iterator[Page]:
    """Yield each back after its front for a duplex printer, or all fronts before all backs for `Flip.SEPARATE`."""
    if flip is Flip.SEPARATE:
        all_sheets = list(sheets)
        yield from (sheet.front for sheet in all_sheets)
        yield from (sheet.back for sheet in all_sheets if sheet.back)
        return
    for sheet in sheets:
        yield sheet.front
        if sheet.back:
            yield sheet.back


def _place_drawings(drawings: Iterable[tuple[Drawing, Spot]]) -> Iterator[Shape]:
    for drawing, spot in drawings:
        yield from place_drawing(drawing, spot)
