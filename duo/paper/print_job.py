"""A print job: the options of a printed deck, and the files it produces."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from duo.core.key import KeyCard, Seat
from duo.core.refusal import Refusal
from duo.paper.deck import deck_pages, face_file_names, single_face_pages
from duo.paper.face import CardStyle, draw_face
from duo.paper.layout import Flip, Layout
from duo.paper.palette import PALETTES, PaletteName
from duo.paper.shapes import Page
from duo.paper.size import HOME_BLEED, KEY_CARD_SIZE, PAGE_SIZES, SHOP_BLEED, Size
from duo.paper.theme import Theme
from duo.text import _

MAX_PRINTED_CARDS = 10_000
_MAX_FACE_PIXELS = 6_000

NamedFile = tuple[str, bytes]


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintJob:
    """The options of a printed deck. `kind` is the format: pdf, svg, png or tts.

    An option that is None gets a default that suits the format. With `single`, each face has its own page (pdf) or file
    (svg), as print shops require, instead of a spot on a sheet to cut.
    """

    kind: str = "pdf"
    size: Size = KEY_CARD_SIZE
    page: Size = PAGE_SIZES["a4"]
    flip: Flip = Flip.LONG
    palette: PaletteName = PaletteName.COLOUR
    theme: Theme | None = None
    symbols: bool = False
    number: bool = True
    qr: bool = False
    bleed: float | None = None
    gap: float | None = None
    margin: float = 10
    crop_marks: bool = True
    test_page: bool = True
    reference_page: bool = False
    single: bool = False
    dpi: int = 300

    @property
    def style(self) -> CardStyle:
        bleed, gap = self.bleed, self.gap
        if self.kind == "tts":
            bleed = 0.0
        elif bleed is None:
            at_home = HOME_BLEED if gap is None else min(HOME_BLEED, max(gap, 0) / 2)
            bleed = SHOP_BLEED if self.kind == "png" or self.single else at_home
        theme = self.theme or PALETTES[self.palette]
        return CardStyle(size=self.size, bleed=bleed, theme=theme, symbols=self.symbols, number=self.number, qr=self.qr)

    @property
    def layout(self) -> Layout:
        bleed = self.style.bleed
        gap = 2 * bleed if self.gap is None else self.gap
        return Layout(self.page, self.size, bleed, gap, self.margin, self.crop_marks, self.flip)

    def check(self) -> None:
        """Raise a Refusal with every reason why the deck cannot be printed."""
        style = self.style  # raises if the card is impossible
        if self.kind in ("pdf", "svg"):
            if not self.single:
                self.layout  # noqa: B018 - raises if the cards do not fit
            return
        from duo.paper import png

        largest = max(png.size_in_pixels(style.size.expanded(style.bleed), self.dpi))
        if self.kind == "png" and largest > _MAX_FACE_PIXELS:
            raise Refusal(
                "A face would be {pixels} pixels long; at most {most} are drawn. Choose a lower --dpi.",
                pixels=largest,
                most=_MAX_FACE_PIXELS,
            )

    def pages(self, cards: Sequence[KeyCard]) -> Iterator[Page]:
        """Return the pages in print order."""
        if self.single:
            return single_face_pages(cards, self.style)
        return deck_pages(cards, self.layout, self.style, test_page=self.test_page, reference_page=self.reference_page)

    def page_count(self, cards: Sequence[KeyCard]) -> int:
        if self.single:
            return 2 * len(cards)
        sides = 1 if self.flip is Flip.FOLD else 2
        return sides * (-(-len(cards) // len(self.layout.front_spots())) + self.test_page) + self.reference_page

    def png_faces(self, cards: Sequence[KeyCard]) -> Iterator[NamedFile]:
        """Yield one PNG file per face, for a print shop."""
        from duo.paper import png

        style = self.style
        for name, card, seat in face_file_names(cards, "png"):
            picture = png.render_at_dpi(draw_face(card, seat, style), style.size, style.bleed, self.dpi)
            yield name, png.encode_png(picture, self.dpi)

    def svg_faces(self, cards: Sequence[KeyCard]) -> Iterator[NamedFile]:
        """Yield one SVG file per face."""
        from duo.paper import svg

        names = (name for name, _card, _seat in face_file_names(cards, "svg"))
        for name, page in zip(names, single_face_pages(cards, self.style), strict=True):
            yield name, svg.document(page, deck_title()).encode()

    def tabletop_files(self, cards: Sequence[KeyCard], address: Callable[[str], str]) -> Iterator[NamedFile]:
        """Yield the pictures for Tabletop Simulator, then the saved object that links to them."""
        from duo.paper import png, tts

        sheets = []
        for number, sheet in enumerate(tts.tabletop_sheets(cards, self.size, self.dpi), start=1):
            names = {seat: f"{side}-{number}.png" for seat, side in ((Seat.A, "fronts"), (Seat.B, "backs"))}
            for seat, name in names.items():
                yield name, png.encode_png(sheet.render_side(seat, self.style), self.dpi)
            sheets.append((sheet, address(names[Seat.A]), address(names[Seat.B])))
        yield "deck.json", json.dumps(tts.saved_object(sheets, deck_title()), indent=1).encode()


def deck_title() -> str:
    """Return the title of a deck in its files."""
    return _("Key cards")
