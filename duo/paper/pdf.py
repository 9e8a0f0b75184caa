"""Pages as a PDF: vectors, with the fonts' used letters inside the file."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, assert_never

from duo.paper import font
from duo.paper.layout import Flip
from duo.paper.shapes import Box, Circle, Line, Page, Polygon, Shape, Text

if TYPE_CHECKING:
    from fpdf import FPDF

_POINT = 72 / 25.4
_FAMILY = "DejaVu"
_DUPLEX = {Flip.LONG: "DuplexFlipLongEdge", Flip.SHORT: "DuplexFlipShortEdge"}
# The same pages give the same bytes, whenever they are made.
_DATE = datetime(2000, 1, 1, tzinfo=UTC)


def document(pages: Iterable[Page], title: str, flip: Flip | None = None) -> bytes:
    """The pages as a PDF file, which asks the print dialog for its true size and its flip edge."""
    from fpdf import FPDF, ViewerPreferences

    pdf = FPDF(unit="mm")
    pdf.set_auto_page_break(auto=False)
    pdf.set_title(title)
    pdf.set_producer("duo")
    pdf.set_creation_date(_DATE)
    pdf.viewer_preferences = ViewerPreferences(
        print_scaling="None", duplex=_DUPLEX.get(flip, "Simplex") if flip else None
    )
    for style in ("", "B"):
        pdf.add_font(_FAMILY, style, font.path(bold=style == "B"))
    for page in pages:
        pdf.add_page(format=(page.width, page.height))
        for shape in page.shapes:
            _draw(pdf, shape)
    return bytes(pdf.output())


def _draw(pdf: "FPDF", shape: Shape) -> None:
    match shape:
        case Box():
            pdf.rect(shape.x, shape.y, shape.width, shape.height, style=_inked(pdf, shape))
        case Circle():
            pdf.circle(*shape.centre, shape.radius, style=_inked(pdf, shape))
        case Polygon():
            pdf.set_fill_color(shape.fill)
            pdf.polygon(shape.points, style="F")
        case Line():
            pdf.set_draw_color(shape.stroke)
            pdf.set_line_width(shape.thickness)
            pdf.set_dash_pattern(dash=shape.dash, gap=shape.dash)
            pdf.line(*shape.start, *shape.end)
            pdf.set_dash_pattern()
        case Text():
            _write(pdf, shape)
        case _:
            assert_never(shape)


def _inked(pdf: "FPDF", shape: Box | Circle) -> str:
    style = ""
    if shape.stroke:
        pdf.set_draw_color(shape.stroke)
        pdf.set_line_width(shape.thickness)
        style += "D"
    if shape.fill:
        pdf.set_fill_color(shape.fill)
        style += "F"
    return style


def _write(pdf: "FPDF", shape: Text) -> None:
    pdf.set_font(_FAMILY, "B" if shape.bold else "", shape.size * _POINT)
    pdf.set_text_color(shape.colour)
    x, y = shape.origin
    back = font.width(shape.text, shape.size, bold=shape.bold) / 2 if shape.align == "middle" else 0
    if shape.turned:
        with pdf.rotation(180, x, y):
            pdf.text(x - back, y, shape.text)
    else:
        pdf.text(x - back, y, shape.text)
