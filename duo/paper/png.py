"""Exports drawings as PNG, for print shops and virtual tables."""

import io
from functools import lru_cache
from typing import TYPE_CHECKING, assert_never

from duo.core.refusal import Refusal
from duo.paper.shapes import Box, Circle, Drawing, Line, Picture, Point, Polygon, Shape, Text
from duo.paper.size import MM_PER_INCH, Size
from duo.paper.typeface import Typeface

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageFont import FreeTypeFont

_SUPERSAMPLING = 2  # draw at twice the size and average, for smooth slanted edges


def size_in_pixels(size: Size, dpi: float) -> tuple[int, int]:
    return round(size.width / MM_PER_INCH * dpi), round(size.height / MM_PER_INCH * dpi)


def render_at_dpi(drawing: Drawing, size: Size, bleed: float, dpi: float) -> "Image":
    """Render a drawing of this size, with its bleed, at this resolution."""
    return render_in_pixels(drawing, size, bleed, size_in_pixels(size.expanded(bleed), dpi))


def render_in_pixels(drawing: Drawing, size: Size, bleed: float, target: tuple[int, int]) -> "Image":
    """Render a drawing, with its bleed, in exactly `target` pixels."""
    from PIL import Image

    whole = size.expanded(bleed)
    image = Image.new("RGB", (target[0] * _SUPERSAMPLING, target[1] * _SUPERSAMPLING), "#FFFFFF")
    pen = _PngPen(image, image.width / whole.width, image.height / whole.height, bleed)
    for shape in drawing:
        pen.draw(shape)
    return image.reduce(_SUPERSAMPLING)


def encode_png(image: "Image", dpi: float) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG", dpi=(dpi, dpi))
    return out.getvalue()


class _PngPen:
    """Draws shapes in millimetres on an image in pixels. The image begins at the corner of the bleed."""

    def __init__(self, image: "Image", across: float, down: float, bleed: float) -> None:
        from PIL import ImageDraw

        self._image, self._draw = image, ImageDraw.Draw(image)
        self._across, self._down, self._bleed = across, down, bleed

    def draw(self, shape: Shape) -> None:
        match shape:
            case Box():
                self._draw_box(shape)
            case Circle():
                self._draw_circle(shape)
            case Polygon():
                self._draw.polygon([self._point_in_pixels(point) for point in shape.points], shape.fill)
            case Line():
                ends = [self._point_in_pixels(shape.start), self._point_in_pixels(shape.end)]
                self._draw.line(ends, shape.stroke, self._length_in_pixels(shape.thickness))
            case Text():
                self._draw_text(shape)
            case Picture():
                self._draw_picture(shape)
            case _:
                assert_never(shape)

    def _point_in_pixels(self, point: Point) -> Point:
        return (point[0] + self._bleed) * self._across, (point[1] + self._bleed) * self._down

    def _length_in_pixels(self, length: float) -> int:
        return max(1, round(length * self._across))

    def _draw_box(self, shape: Box) -> None:
        half = _half_stroke(shape)
        corners = (
            self._point_in_pixels((shape.x - half, shape.y - half)),
            self._point_in_pixels((shape.x + shape.width + half, shape.y + shape.height + half)),
        )
        (x1, y1), (x2, y2) = ((round(x), round(y)) for x, y in corners)
        box, thickness = (x1, y1, x2 - 1, y2 - 1), self._length_in_pixels(shape.thickness)
        if shape.radius:
            radius = self._length_in_pixels(shape.radius + half)
            self._draw.rounded_rectangle(box, radius, shape.fill, shape.stroke, thickness)
        else:
            self._draw.rectangle(box, shape.fill, shape.stroke, thickness)

    def _draw_circle(self, shape: Circle) -> None:
        half = _half_stroke(shape)
        (x, y), reach = shape.centre, shape.radius + half
        box = (*self._point_in_pixels((x - reach, y - reach)), *self._point_in_pixels((x + reach, y + reach)))
        self._draw.ellipse(box, shape.fill, shape.stroke, self._length_in_pixels(shape.thickness))

    def _draw_picture(self, shape: Picture) -> None:
        from PIL import Image, ImageOps

        if shape.art.kind != "png":
            raise Refusal("an SVG picture cannot be drawn in pixels: use a PNG")
        (x1, y1), (x2, y2) = (
            self._point_in_pixels((shape.x, shape.y)),
            self._point_in_pixels((shape.x + shape.width, shape.y + shape.height)),
        )
        with Image.open(io.BytesIO(shape.art.data), formats=["PNG"]) as art:
            fitted = ImageOps.fit(art.convert("RGBA"), (round(x2 - x1), round(y2 - y1)))
        self._image.paste(fitted.rotate(180) if shape.turned else fitted, (round(x1), round(y1)), fitted)

    def _draw_text(self, shape: Text) -> None:
        from PIL import Image, ImageDraw

        face = _load_font(round(shape.size * self._down, 1), shape.typeface, bold=shape.bold)
        x, y = self._point_in_pixels(shape.origin)
        anchor = "ms" if shape.align == "middle" else "ls"
        if not shape.turned:
            self._draw.text((x, y), shape.text, shape.colour, face, anchor=anchor)
            return
        left, top, right, bottom = (round(edge) for edge in face.getbbox(shape.text, anchor=anchor))
        stamp = Image.new("L", (right - left + 2, bottom - top + 2))
        ImageDraw.Draw(stamp).text((1 - left, 1 - top), shape.text, 255, face, anchor=anchor)
        self._draw.bitmap((round(x) - right - 1, round(y) - bottom - 1), stamp.rotate(180), shape.colour)


def _half_stroke(shape: Box | Circle) -> float:
    """Return how far the stroke reaches outside the shape: half its thickness, as in PDF and SVG."""
    return shape.thickness / 2 if shape.stroke else 0


@lru_cache(maxsize=1 << 6)
def _load_font(size: float, typeface: Typeface, *, bold: bool) -> "FreeTypeFont":
    from PIL import ImageFont

    return ImageFont.truetype(str(typeface.path(bold=bold)), size)
