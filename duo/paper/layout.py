"""Places the fronts of cards on a sheet, and each back exactly behind its front.

The spot of a back is the mirror image of the spot of its front. A sheet that is turned about a vertical line, like the
page of a book, exchanges left and right: its backs are printed upright. A sheet that is turned about a horizontal line,
like the page of a wall calendar, exchanges top and bottom: its backs are printed turned by 180 degrees. Folding a sheet
along such a line has the same effect.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from duo.core.refusal import Refusal, Refusals
from duo.paper.shapes import Drawing, Line, Spot
from duo.paper.size import Size, card_problems

MIN_PAGE_EDGE, MAX_PAGE_EDGE = 40, 1500
CROP_MARK_OFFSET, CROP_MARK_LENGTH = 1, 3
MARK_COLOUR = "#000000"


class Flip(StrEnum):
    """How backs get behind fronts: a printer flips on the long or short edge, a fold, or separate sheets to glue."""

    LONG = "long"
    SHORT = "short"
    FOLD = "fold"
    SEPARATE = "separate"


class Axis(StrEnum):
    """The direction of the line about which a sheet is turned or folded."""

    VERTICAL = "vertical"
    HORIZONTAL = "horizontal"


@dataclass(frozen=True, slots=True)
class Layout:
    """Where cards lie on pages. `gap` is measured from cut to cut, `margin` from the bleed to the edge of the paper."""

    page: Size
    card: Size
    bleed: float = 0
    gap: float = 0
    margin: float = 10
    crop_marks: bool = True
    flip: Flip = Flip.LONG

    def __post_init__(self) -> None:
        if problems := [*self._measure_problems()] or [*self._fit_problems()]:
            raise Refusals(problems)

    @property
    def axis(self) -> Axis:
        """The axis about which a sheet is turned to show its back."""
        upright = self.page.height >= self.page.width
        match self.flip:
            case Flip.LONG:
                return Axis.VERTICAL if upright else Axis.HORIZONTAL
            case Flip.SHORT:
                return Axis.HORIZONTAL if upright else Axis.VERTICAL
            case Flip.SEPARATE:
                return Axis.VERTICAL
            case Flip.FOLD:
                capacity = {axis: self._capacity(self._front_area(axis)) for axis in Axis}
                # A tie goes to the shorter fold, which is easier to make exact.
                short = Axis.HORIZONTAL if upright else Axis.VERTICAL
                return max(Axis, key=lambda axis: (capacity[axis][0] * capacity[axis][1], axis is short))

    def front_spots(self) -> tuple[Spot, ...]:
        """Return the spots of the fronts on one page, row by row, centred in their area."""
        area = self._front_area(self.axis)
        columns, rows = self._capacity(area)
        left = (area.width - columns * self.card.width - (columns - 1) * self.gap) / 2
        top = (area.height - rows * self.card.height - (rows - 1) * self.gap) / 2
        return tuple(
            Spot(left + column * (self.card.width + self.gap), top + row * (self.card.height + self.gap), *self.card)
            for row in range(rows)
            for column in range(columns)
        )

    def back_spot(self, front: Spot) -> Spot:
        """Return the spot of the back that belongs to this front."""
        return mirror_spot(front, self.page, self.axis)

    def draw_crop_marks(self) -> Drawing:
        """Return the crop marks around the fronts, one for each end of each cut."""
        if not self.crop_marks:
            return ()
        spots = self.front_spots()
        across = sorted({x for spot in spots for x in (spot.x, spot.x + spot.width)})
        down = sorted({y for spot in spots for y in (spot.y, spot.y + spot.height)})
        off = self.bleed + CROP_MARK_OFFSET
        far = off + CROP_MARK_LENGTH
        lines = []
        for x in across:
            lines += [((x, down[0] - far), (x, down[0] - off)), ((x, down[-1] + off), (x, down[-1] + far))]
        for y in down:
            lines += [((across[0] - far, y), (across[0] - off, y)), ((across[-1] + off, y), (across[-1] + far, y))]
        return tuple(Line(start, end, MARK_COLOUR) for start, end in lines)

    def fold_line(self) -> Line:
        width, height = self.page
        if self.axis is Axis.VERTICAL:
            return Line((width / 2, 0), (width / 2, height), MARK_COLOUR, dash=2)
        return Line((0, height / 2), (width, height / 2), MARK_COLOUR, dash=2)

    def _front_area(self, axis: Axis) -> Size:
        width, height = self.page
        if self.flip is not Flip.FOLD:
            return self.page
        return Size(width / 2, height) if axis is Axis.VERTICAL else Size(width, height / 2)

    def _capacity(self, area: Size) -> tuple[int, int]:
        """Return how many columns and rows of cards fit into this area."""
        edge = 2 * (self.margin + self.bleed)
        slack = self.gap + 1e-6  # the last card needs no gap; the rest is for rounding errors
        columns = int((area.width - edge + slack) // (self.card.width + self.gap))
        rows = int((area.height - edge + slack) // (self.card.height + self.gap))
        return max(columns, 0), max(rows, 0)

    def _measure_problems(self) -> Iterator[Refusal]:
        if not MIN_PAGE_EDGE <= min(self.page) <= max(self.page) <= MAX_PAGE_EDGE:
            yield Refusal(
                "a page of {page} cannot be printed: its edges must be {least} to {most} mm long",
                page=self.page,
                least=MIN_PAGE_EDGE,
                most=MAX_PAGE_EDGE,
            )
        yield from card_problems(self.card, self.bleed)
        if self.gap < 0:
            yield Refusal("the gap cannot be negative ({gap:g} mm): cards would lie over each other", gap=self.gap)
        if self.margin < 0:
            yield Refusal("the margin cannot be negative ({margin:g} mm)", margin=self.margin)

    def _fit_problems(self) -> Iterator[Refusal]:
        if self.gap < 2 * self.bleed - 1e-6:
            yield Refusal(
                "a gap of {gap:g} mm is too small for a bleed of {bleed:g} mm on both sides: it must be {least:g} mm",
                gap=self.gap,
                bleed=self.bleed,
                least=2 * self.bleed,
            )
        if self.crop_marks and self.margin < (least := CROP_MARK_OFFSET + CROP_MARK_LENGTH + 1):
            yield Refusal(
                "a margin of {margin:g} mm leaves no room for crop marks: make it {least} mm or leave the marks out",
                margin=self.margin,
                least=least,
            )
        if all(0 in self._capacity(self._front_area(axis)) for axis in Axis):
            need = self.card.expanded(self.bleed + self.margin)
            if self.flip is Flip.FOLD:
                yield Refusal(
                    "a card of {card} and its back do not fit on a folded page of {page}: "
                    "with bleed and margin each half must hold {need}",
                    card=self.card,
                    page=self.page,
                    need=need,
                )
            else:
                yield Refusal(
                    "a card of {card} does not fit on a page of {page}: with bleed and margin it needs {need}",
                    card=self.card,
                    page=self.page,
                    need=need,
                )


def mirror_spot(spot: Spot, page: Size, axis: Axis) -> Spot:
    """Return the spot behind this one on a page turned or folded about its middle."""
    if axis is Axis.VERTICAL:
        return replace(spot, x=page.width - spot.x - spot.width)
    return replace(spot, y=page.height - spot.y - spot.height, turned=not spot.turned)
