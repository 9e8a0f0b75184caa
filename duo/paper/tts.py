"""Exports a deck for Tabletop Simulator: pictures of fronts and backs, and a saved object that refers to them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from duo.core.key import KeyCard, Seat
from duo.paper import png
from duo.paper.face import CardStyle, draw_face
from duo.paper.size import Size

if TYPE_CHECKING:
    from PIL.Image import Image

# Limits of Tabletop Simulator: a sheet is 2x2 to 10x7 cards, and textures beyond 4096 pixels are scaled down.
MAX_COLUMNS, MAX_ROWS, MAX_TEXTURE_PIXELS = 10, 7, 4096
_CARD_TRANSFORM = {
    "posX": 0,
    "posY": 1,
    "posZ": 0,
    "rotX": 0,
    "rotY": 180,
    "rotZ": 0,
    "scaleX": 1,
    "scaleY": 1,
    "scaleZ": 1,
}


@dataclass(frozen=True, slots=True)
class TabletopSheet:
    """Cards that share one picture of their fronts and one of their backs. Both pictures show them row by row."""

    cards: tuple[KeyCard, ...]
    columns: int
    rows: int
    cell_pixels: tuple[int, int]

    def render_side(self, seat: Seat, style: CardStyle) -> "Image":
        """Render all faces of one side. Each back has the same position as its front, as the program requires."""
        from PIL import Image

        width, height = self.cell_pixels
        image = Image.new("RGB", (self.columns * width, self.rows * height), "#FFFFFF")
        for place, card in enumerate(self.cards):
            picture = png.render_in_pixels(draw_face(card, seat, style), style.size, 0, self.cell_pixels)
            image.paste(picture, (place % self.columns * width, place // self.columns * height))
        return image


def tabletop_sheets(cards: Sequence[KeyCard], size: Size, dpi: float) -> Iterator[TabletopSheet]:
    """Divide the deck into as few sheets as possible. Cards are drawn as large as fits, at most in this resolution."""
    full = MAX_COLUMNS * MAX_ROWS
    for start in range(0, len(cards), full):
        batch = tuple(cards[start : start + full])
        yield max(
            (
                TabletopSheet(batch, columns, rows, _cell_pixels(size, columns, rows, dpi))
                for columns, rows in _possible_grids(len(batch))
            ),
            key=lambda sheet: sheet.cell_pixels,
        )


def saved_object(placed: Iterable[tuple[TabletopSheet, str, str]], name: str) -> dict[str, Any]:
    """Return the saved object. Each sheet comes with the URLs of its fronts and backs."""
    decks: dict[str, Any] = {}
    cards: list[dict[str, Any]] = []
    for i, (sheet, fronts, backs) in enumerate(placed, start=1):
        decks[str(i)] = {
            "FaceURL": fronts,
            "BackURL": backs,
            "NumWidth": sheet.columns,
            "NumHeight": sheet.rows,
            "BackIsHidden": True,
            "UniqueBack": True,
            "Type": 0,
        }
        cards += [
            {
                "Name": "Card",
                "Nickname": card.code,
                "Description": str(card),
                "Transform": _CARD_TRANSFORM,
                "CardID": 100 * i + place,
                "SidewaysCard": False,
                "Hands": False,
                "CustomDeck": {str(i): decks[str(i)]},
            }
            for place, card in enumerate(sheet.cards)
        ]
    whole = {
        "Name": "DeckCustom",
        "Nickname": name,
        "Description": "",
        "Transform": _CARD_TRANSFORM,
        "SidewaysCard": False,
        "Hands": False,
        "DeckIDs": [card["CardID"] for card in cards],
        "CustomDeck": decks,
        "ContainedObjects": cards,
    }
    # The program does not accept a deck of one card.
    return {"SaveName": "", "ObjectStates": [whole if len(cards) > 1 else cards[0]]}


def _possible_grids(count: int) -> Iterator[tuple[int, int]]:
    for columns in range(2, MAX_COLUMNS + 1):
        rows = max(2, -(-count // columns))
        if rows <= MAX_ROWS:
            yield columns, rows


def _cell_pixels(size: Size, columns: int, rows: int, dpi: float) -> tuple[int, int]:
    width, height = png.size_in_pixels(size, dpi)
    scale = min(1, MAX_TEXTURE_PIXELS / columns / width, MAX_TEXTURE_PIXELS / rows / height)
    return int(width * scale), int(height * scale)
