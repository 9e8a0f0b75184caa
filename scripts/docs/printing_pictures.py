#!/usr/bin/env python3
"""Draw the pictures of docs/printing.md from the output of the commands.

python scripts/docs/printing_pictures.py
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import pypdfium2
from PIL import Image

from duo.core.key import CELLS, ROW_LENGTH, KeyCard, Seat
from duo.paper import svg
from duo.paper.face import CardStyle, draw_face
from duo.paper.shapes import Circle, Drawing, Page, Polygon, Spot, Text, place_drawing
from duo.paper.size import KEY_CARD_SIZE

PICTURES_DIR = Path(__file__).resolve().parents[2] / "docs/pictures"
DPI = 50
GAP_PIXELS = 12
DESK_COLOUR = "#8C8C8C"
CARD = KeyCard.parse(".x.../g.ggx/...x./g.ggg/gg... g.x.g/..g.g/..gxg/g..../xg.g.")
# picture: (options, pages to show, counted from 0)
SHEETS = {
    "long": (("--flip", "long"), (2, 3)),
    "short": (("--flip", "short"), (2, 3)),
    "fold": (("--flip", "fold"), (1,)),
    "separate": (("--flip", "separate"), (1, 3)),
    "test-page": (("--flip", "long"), (0, 1)),
    "test-page-fold": (("--flip", "fold"), (0,)),
    "low-ink": (("--palette", "low-ink", "--qr"), (2,)),
    "colour-blind": (("--palette", "colour-blind"), (2,)),
    "poker": (("--card", "poker", "--symbols", "--qr"), (2,)),
    "thumb": (("--reference-page",), (-1,)),
    "noir": (("--theme", "noir"), (2, 3)),
}


def run_duo(*arguments: str) -> None:
    run = [sys.executable, "-c", "from duo.cli.main import main; main()", *arguments]
    subprocess.run(run, check=True, capture_output=True)


def render_pages(pdf: Path) -> list[Image.Image]:
    document = pypdfium2.PdfDocument(pdf)
    drawn = [page.render(scale=DPI / 72).to_pil().convert("RGB") for page in document]
    document.close()
    return drawn


def side_by_side(images: list[Image.Image]) -> Image.Image:
    width = sum(image.width + GAP_PIXELS for image in images) + GAP_PIXELS
    desk = Image.new("RGB", (width, max(image.height for image in images) + 2 * GAP_PIXELS), DESK_COLOUR)
    x = GAP_PIXELS
    for image in images:
        desk.paste(image, (x, GAP_PIXELS))
        x += image.width + GAP_PIXELS
    return desk


def save(image: Image.Image, name: str) -> None:
    image.quantize(64, dither=Image.Dither.NONE).save(PICTURES_DIR / f"printing-{name}.png", optimize=True)


def facing_page() -> Page:
    """Draw the table from above and both sides of a key card as each seat reads them, with one word ringed."""
    place = 8
    width, height = KEY_CARD_SIZE
    shapes: list[Drawing] = []
    for seat, y, cell in ((Seat.B, 12, CELLS - 1 - place), (Seat.A, 12 + height + 14, place)):
        spot = Spot(14, y, width, height)
        grid = 50 / ROW_LENGTH
        ring = Circle(
            (15 + grid * (cell % ROW_LENGTH + 0.5), 3 + grid * (cell // ROW_LENGTH + 0.5)),
            4.2,
            stroke="#D02020",
            thickness=1,
        )
        shapes.append(place_drawing((*draw_face(CARD, seat, CardStyle()), ring), spot))
    middle = 14 + width / 2
    words = (
        Text((middle, 8), "seat B reads", 4.5, align="middle"),
        Text((middle, 12 + height + 10.5), "seat A reads", 4.5, align="middle"),
    )
    table = Spot(14 + width + 20, 34, 75, 75)
    dots = tuple(
        Circle(
            (table.x + 15 * (i % ROW_LENGTH + 0.5), table.y + 15 * (i // ROW_LENGTH + 0.5)),
            4.2,
            stroke="#D02020" if i == place else "#777777",
            thickness=1 if i == place else 0.3,
        )
        for i in range(CELLS)
    )
    seats = (
        Text((table.x + 37.5, table.y - 12), "seat B", 4.5, align="middle"),
        Polygon(_arrow(table.x + 37.5, table.y - 4, 4), "#444444"),
        Polygon(_arrow(table.x + 37.5, table.y + 79, -4), "#444444"),
        Text((table.x + 37.5, table.y + 90), "seat A", 4.5, align="middle"),
    )
    return Page(200, 2 * height + 38, (*(s for drawing in shapes for s in drawing), *words, *dots, *seats))


def _arrow(x: float, y: float, size: float) -> tuple[tuple[float, float], ...]:
    return (x, y), (x - size, y - size), (x + size, y - size)


def main() -> None:
    PICTURES_DIR.mkdir(parents=True, exist_ok=True)
    (PICTURES_DIR / "printing-facing.svg").write_text(
        svg.document(facing_page(), "The same word from both seats"), "utf-8"
    )
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "deck.pdf"
        for name, (options, chosen) in SHEETS.items():
            run_duo("key", "print", "--count", "8", "--seed", "7", "--out", str(out), *options)
            drawn = render_pages(out)
            save(side_by_side([drawn[place] for place in chosen]), name)
        run_duo("board", "print", "--seed", "7", "--out", str(out))
        board = render_pages(out)[0]
        run_duo("board", "print", "--cards", "--lang", "fr", "--out", str(out))
        save(side_by_side([board, render_pages(out)[0]]), "words")
        run_duo("campaign", "print", "--out", str(out))
        save(side_by_side(render_pages(out)), "pad")


if __name__ == "__main__":
    main()
