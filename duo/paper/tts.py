"""Exports a deck for Tabletop Simulator: pictures of fronts and backs, and a saved object that refers to them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from duo.core.key import KeyCard, Seat
from duo.paper import png
from duo.paper.face import CardStyle, face
from duo.paper.size import Size

if TYPE_CHECKING:
    from PIL.Image import Image

# Limits of Tabletop Simulator: a sheet is 2x2 to 10x7 cards, and textures beyond 4096 pixels are scaled down.
MAX_COLUMNS, MAX_ROWS, MAX_PIXELS = 10, 7, 4096
_TRANSFORM = {"posX": 0, "posY": 1, "posZ": 0, "rotX": 0, "rotY": 180, "rotZ": 0, "scaleX": 1, "scaleY": 1, "scaleZ": 1}


@dataclass(frozen=True, slots=True)
class TabletopSheet:
    """The cards of one pair of pictures (fronts, backs), row by row."""

    cards: tuple[KeyCard, ...]
    columns: int
    rows: int
    cell: tuple[int, int]

    def picture(self, seat: Seat, style: CardStyle) -> "Image":
        """Render all faces of one side. Each back has the same position as its front, as the program requires."""
        from PIL import Image

        width, height = self.cell
        image = Image.new("RGB", (self.columns * width, self.rows * height), "#FFFFFF")
        for place, card in enumerate(self.cards):
            picture = png.picture_in_pixels(face(card, seat, style), style.size, 0, self.cell)
            image.paste(picture, (place % self.columns * width, place // self.columns * height))
        return image


def sheets(cards: Sequence[KeyCard], size: Size, dpi: float) -> Iterator[TabletopSheet]:
    """Yield the deck in as few sheets as possible, with the largest cards that fit, up to this resolution."""
    full = MAX_COLUMNS * MAX_ROWS
    for start in range(0, len(cards), full):
        batch = tuple(cards[start : start + full])
        yield max(
            (
                TabletopSheet(batch, columns, rows, _cell(size, columns, rows, dpi))
                for columns, rows in _grids(len(batch))
            ),
            key=lambda sheet: sheet.cell,
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
                "Transform": _TRANSFORM,
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
        "Transform": _TRANSFORM,
        "SidewaysCard": False,
        "Hands": False,
        "DeckIDs": [card["CardID"] for card in cards],
        "CustomDeck": decks,
        "ContainedObjects": cards,
    }
    # The program does not accept a deck of one card.
    return {"SaveName": "", "ObjectStates": [whole if len(cards) > 1 else cards[0]]}


def _grids(count: int) -> Iterator[tuple[int, int]]:
    for columns in range(2, MAX_COLUMNS + 1):
        rows = max(2, -(-count // columns))
        if rows <= MAX_ROWS:
            yield columns, rows


def _cell(size: Size, columns: int, rows: int, dpi: float) -> tuple[int, int]:
    width, height = png.pixels(size, dpi)
    scale = min(1, MAX_PIXELS / columns / width, MAX_PIXELS / rows / height)
    return int(width * scale), int(height * scale)
