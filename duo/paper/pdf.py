"""Exports pages as PDF: vector graphics with embedded font subsets."""

import io
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, assert_never

from duo.paper.layout import Flip
from duo.paper.shapes import Box, Circle, Line, Page, Picture, Polygon, Shape, Text
from duo.paper.theme import Cmyk

if TYPE_CHECKING:
    from fpdf import FPDF
    from fpdf.output import OutputProducer

_POINTS_PER_MM = 72 / 25.4
_DUPLEX_MODES = {Flip.LONG: "DuplexFlipLongEdge", Flip.SHORT: "DuplexFlipShortEdge"}
# A constant date, so that the same pages give the same bytes.
_CREATION_DATE = datetime(2000, 1, 1, tzinfo=UTC)


def document(
    pages: Iterable[Page], title: str, flip: Flip | None = None, inks: Mapping[str, Cmyk] | None = None
) -> bytes:
    """Return the pages as a PDF file that asks the print dialog for actual size and the right flip edge.

    Every page has a TrimBox and a BleedBox. Colours in `inks` are written as their CMYK values.
    """
    from fpdf import FPDF, ViewerPreferences

    pdf = FPDF(unit="mm")
    pdf.set_auto_page_break(auto=False)
    pdf.set_title(title)
    pdf.set_producer("duo")
    pdf.set_creation_date(_CREATION_DATE)
    pdf.viewer_preferences = ViewerPreferences(
        print_scaling="None", duplex=_DUPLEX_MODES.get(flip, "Simplex") if flip else None
    )
    pen = _PdfPen(pdf, inks or {})
    boxes: list[str] = []
    for page in pages:
        pdf.add_page(format=(page.width, page.height))
        boxes.append(_page_boxes(page))
        for shape in page.shapes:
            pen.draw(shape)
    return bytes(pdf.output(output_producer_class=_output_producer_with_boxes(boxes)))


def _page_boxes(page: Page) -> str:
    """Return the MediaBox, BleedBox and TrimBox of a page, in points from its lower left corner."""
    width, height, off = page.width * _POINTS_PER_MM, page.height * _POINTS_PER_MM, page.bleed * _POINTS_PER_MM
    whole = f"[0 0 {width:.2f} {height:.2f}]"
    trim = f"[{off:.2f} {off:.2f} {width - off:.2f} {height - off:.2f}]"
    return f"{whole}\n/BleedBox {whole}\n/TrimBox {trim}"


def _output_producer_with_boxes(boxes: list[str]) -> "type[OutputProducer]":
    """Return an output producer that also writes these boxes. fpdf2 itself writes only the MediaBox."""
    from fpdf.output import OutputProducer

    class Boxed(OutputProducer):
        def _add_pages(self, _slice: slice = slice(0, None)) -> list[Any]:
            added: list[Any] = super()._add_pages(_slice)
            for page, box in zip(added, boxes[_slice], strict=True):
                page.media_box = box
            return added

    return Boxed


class _PdfPen:
    def __init__(self, pdf: "FPDF", inks: Mapping[str, Cmyk]) -> None:
        self._pdf = pdf
        self._inks = inks
        self._families: dict[tuple[str, bool], str] = {}

    def draw(self, shape: Shape) -> None:
        pdf = self._pdf
        match shape:
            case Box():
                pdf.rect(
                    shape.x,
                    shape.y,
                    shape.width,
                    shape.height,
                    style=self._paint_style(shape),
                    round_corners=bool(shape.radius),
                    corner_radius=shape.radius,
                )
            case Circle():
                pdf.circle(*shape.centre, shape.radius, style=self._paint_style(shape))
            case Polygon():
                pdf.set_fill_color(self._fpdf_colour(shape.fill))
                pdf.polygon(shape.points, style="F")
            case Line():
                pdf.set_draw_color(self._fpdf_colour(shape.stroke))
                pdf.set_line_width(shape.thickness)
                pdf.set_dash_pattern(dash=shape.dash, gap=shape.dash)
                pdf.line(*shape.start, *shape.end)
                pdf.set_dash_pattern()
            case Text():
                self._draw_text(shape)
            case Picture():
                self._draw_picture(shape)
            case _:
                assert_never(shape)

    def _fpdf_colour(self, colour: str) -> Any:
        """Return a colour for fpdf2: hexadecimal, or CMYK if the theme defines it."""
        if (cmyk := self._inks.get(colour)) is None:
            return colour
        from fpdf.drawing_primitives import DeviceCMYK

        return DeviceCMYK(*(share / 100 for share in cmyk))

    def _paint_style(self, shape: Box | Circle) -> str:
        style = ""
        if shape.stroke:
            self._pdf.set_draw_color(self._fpdf_colour(shape.stroke))
            self._pdf.set_line_width(shape.thickness)
            style += "D"
        if shape.fill:
            self._pdf.set_fill_color(self._fpdf_colour(shape.fill))
            style += "F"
        return style

    def _draw_text(self, shape: Text) -> None:
        pdf = self._pdf
        pdf.set_font(self._font_family(shape), "", shape.size * _POINTS_PER_MM)
        pdf.set_text_color(self._fpdf_colour(shape.colour))
        x, y = shape.origin
        back = shape.width / 2 if shape.align == "middle" else 0
        if shape.turned:
            with pdf.rotation(180, x, y):
                pdf.text(x - back, y, shape.text)
        else:
            pdf.text(x - back, y, shape.text)

    def _font_family(self, shape: Text) -> str:
        """Return the name of the text's font in this PDF. The font is added on first use."""
        path = shape.typeface.path(bold=shape.bold)
        key = (str(path), shape.bold)
        if key not in self._families:
            self._families[key] = f"font{len(self._families)}"
            self._pdf.add_font(self._families[key], "", path)
        return self._families[key]

    def _draw_picture(self, shape: Picture) -> None:
        pdf = self._pdf
        middle = shape.x + shape.width / 2, shape.y + shape.height / 2
        with pdf.local_context(), pdf.rect_clip(shape.x, shape.y, shape.width, shape.height):
            x, y, width, height = shape.uncropped_box()
            with pdf.rotation(180 if shape.turned else 0, *middle):
                pdf.image(io.BytesIO(shape.art.data), x, y, width, height)
