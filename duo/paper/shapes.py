"""The shapes that pages consist of, in millimetres, x to the right and y down.

All layout happens in these values. The exporters only draw them.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, Self

from duo.paper.art import BackPicture
from duo.paper.typeface import SHIPPED_TYPEFACE, Typeface

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Spot:
    """A rectangle on a page for a drawing of this size, upright or turned by 180 degrees."""

    x: float
    y: float
    width: float
    height: float
    turned: bool = False

    def to_page_point(self, x: float, y: float) -> Point:
        """Return the position on the page of a point of the drawing."""
        if self.turned:
            return self.x + self.width - x, self.y + self.height - y
        return self.x + x, self.y + y


@dataclass(frozen=True, slots=True)
class Box:
    x: float
    y: float
    width: float
    height: float
    fill: str | None = None
    stroke: str | None = None
    thickness: float = 0.2
    radius: float = 0

    def moved_to(self, spot: Spot) -> Self:
        x, y = spot.to_page_point(self.x, self.y)
        if spot.turned:
            x, y = x - self.width, y - self.height
        return replace(self, x=x, y=y)


@dataclass(frozen=True, slots=True)
class Line:
    start: Point
    end: Point
    stroke: str
    thickness: float = 0.2
    dash: float = 0

    def moved_to(self, spot: Spot) -> Self:
        return replace(self, start=spot.to_page_point(*self.start), end=spot.to_page_point(*self.end))


@dataclass(frozen=True, slots=True)
class Polygon:
    points: tuple[Point, ...]
    fill: str

    def moved_to(self, spot: Spot) -> Self:
        return replace(self, points=tuple(spot.to_page_point(*point) for point in self.points))


@dataclass(frozen=True, slots=True)
class Circle:
    centre: Point
    radius: float
    fill: str | None = None
    stroke: str | None = None
    thickness: float = 0.2

    def moved_to(self, spot: Spot) -> Self:
        return replace(self, centre=spot.to_page_point(*self.centre))


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text. Its origin is on the baseline, at the left end or in the middle, depending on `align`."""

    origin: Point
    text: str
    size: float
    colour: str = "#000000"
    bold: bool = False
    align: Literal["left", "middle"] = "left"
    turned: bool = False
    typeface: Typeface = SHIPPED_TYPEFACE

    def moved_to(self, spot: Spot) -> Self:
        return replace(self, origin=spot.to_page_point(*self.origin), turned=self.turned != spot.turned)

    @property
    def width(self) -> float:
        return self.typeface.width(self.text, self.size, bold=self.bold)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that fills a box, cropped if its proportions differ."""

    x: float
    y: float
    width: float
    height: float
    art: BackPicture
    turned: bool = False

    def moved_to(self, spot: Spot) -> Self:
        x, y = spot.to_page_point(self.x, self.y)
        if spot.turned:
            x, y = x - self.width, y - self.height
        return replace(self, x=x, y=y, turned=self.turned != spot.turned)

    def uncropped_box(self) -> tuple[float, float, float, float]:
        """Return x, y, width and height of the uncropped picture, of which the box shows the middle."""
        scale = max(self.width / self.art.width, self.height / self.art.height)
        width, height = self.art.width * scale, self.art.height * scale
        return self.x + (self.width - width) / 2, self.y + (self.height - height) / 2, width, height


Shape = Box | Line | Polygon | Circle | Text | Picture
Drawing = tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """A page of shapes. If the page is a single card, `bleed` is the width that is cut off at each edge."""

    width: float
    height: float
    shapes: Drawing
    bleed: float = 0


def place_drawing(drawing: Iterable[Shape], spot: Spot) -> Drawing:
    """Return the drawing moved to this spot."""
    return tuple(shape.moved_to(spot) for shape in drawing)
