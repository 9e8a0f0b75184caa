"""Exports pages as SVG, one file per page. Letters are outlines, so that no font is needed."""

from collections.abc import Iterator
from typing import assert_never
from xml.sax.saxutils import escape, quoteattr

from duo.paper.shapes import Box, Circle, Line, Page, Picture, Polygon, Shape, Text
from duo.paper.typeface import Typeface


def document(page: Page, title: str) -> str:
    """Return the page as an SVG file in actual size."""
    glyphs: dict[str, str] = {}
    body = [_svg_element(shape, glyphs) for shape in page.shapes]
    size = f'width="{page.width:g}mm" height="{page.height:g}mm" viewBox="0 0 {page.width:g} {page.height:g}"'
    definitions = (f'<path id="{name}" d="{outline}"/>' for name, outline in glyphs.items())
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>',
        f"<title>{escape(title)}</title>",
        "<defs>",
        *definitions,
        "</defs>",
        f'<rect width="{page.width:g}" height="{page.height:g}" fill="#FFFFFF"/>',
        *body,
        "</svg>",
        "",
    ]
    return "\n".join(lines)


def _svg_element(shape: Shape, glyphs: dict[str, str]) -> str:
    match shape:
        case Box():
            size = f'width="{_decimal(shape.width)}" height="{_decimal(shape.height)}"'
            place = f'x="{_decimal(shape.x)}" y="{_decimal(shape.y)}" {size}'
            corners = f' rx="{_decimal(shape.radius)}"' if shape.radius else ""
            return f"<rect {place}{corners} {_paint_attributes(shape)}/>"
        case Circle():
            place = f'cx="{_decimal(shape.centre[0])}" cy="{_decimal(shape.centre[1])}" r="{_decimal(shape.radius)}"'
            return f"<circle {place} {_paint_attributes(shape)}/>"
        case Polygon():
            points = " ".join(f"{_decimal(x)},{_decimal(y)}" for x, y in shape.points)
            return f'<polygon points="{points}" fill="{shape.fill}"/>'
        case Line():
            (x1, y1), (x2, y2) = shape.start, shape.end
            place = f'x1="{_decimal(x1)}" y1="{_decimal(y1)}" x2="{_decimal(x2)}" y2="{_decimal(y2)}"'
            dash = f' stroke-dasharray="{_decimal(shape.dash)}"' if shape.dash else ""
            return f'<line {place} stroke="{shape.stroke}" stroke-width="{_decimal(shape.thickness)}"{dash}/>'
        case Text():
            return _text_element(shape, glyphs)
        case Picture():
            return _image_element(shape)
        case _:
            assert_never(shape)


def _paint_attributes(shape: Box | Circle) -> str:
    fill = f'fill="{shape.fill or "none"}"'
    return f'{fill} stroke="{shape.stroke}" stroke-width="{_decimal(shape.thickness)}"' if shape.stroke else fill


def _text_element(shape: Text, glyphs: dict[str, str]) -> str:
    x, y = shape.origin
    start = -shape.width / 2 if shape.align == "middle" else 0.0
    turn = " rotate(180)" if shape.turned else ""
    scale = shape.size / shape.typeface.units_per_em(bold=shape.bold)
    uses, advance = [], 0
    for name, outline, step in _letter_outlines(shape.text, shape.typeface, bold=shape.bold):
        glyphs[name] = outline
        uses.append(f'<use href="#{name}" x="{advance}"/>')
        advance += step
    place = (
        f"translate({_decimal(x)} {_decimal(y)}){turn} translate({_decimal(start)} 0) scale({scale:.6g} {-scale:.6g})"
    )
    label = quoteattr(shape.text)
    return f'<g role="img" aria-label={label} fill="{shape.colour}" transform="{place}">{"".join(uses)}</g>'


def _image_element(shape: Picture) -> str:
    """Embed the picture as a data URL, which runs no scripts and loads nothing."""
    size = f'width="{_decimal(shape.width)}" height="{_decimal(shape.height)}"'
    place = f'x="{_decimal(shape.x)}" y="{_decimal(shape.y)}" {size}'
    middle = f"{_decimal(shape.x + shape.width / 2)} {_decimal(shape.y + shape.height / 2)}"
    turn = f' transform="rotate(180 {middle})"' if shape.turned else ""
    return f'<image {place}{turn} preserveAspectRatio="xMidYMid slice" href="{shape.art.data_url()}"/>'


def _letter_outlines(text: str, typeface: Typeface, *, bold: bool) -> Iterator[tuple[str, str, int]]:
    for letter in text:
        outline, step = typeface.outline(letter, bold=bold)
        yield f"{'b' if bold else 'r'}{ord(letter):x}", outline, step


def _decimal(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")
