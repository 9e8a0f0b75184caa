"""Everything on a face is large enough, separated from its neighbours and away from the cut."""

import json
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
import zxingcpp
from paper import print_simulation
from PIL import Image, ImageFilter

from duo.core.key import KeyCard, Seat
from duo.core.refusal import Refusal
from duo.deck.make import make_deck
from duo.paper import png, svg, theme, typeface
from duo.paper.cells_csv import COLUMNS, cells_csv
from duo.paper.deck import single_face_pages
from duo.paper.face import CardStyle, draw_face
from duo.paper.palette import PALETTES, PaletteName
from duo.paper.shapes import Text
from duo.paper.size import CARD_SIZES, KEY_CARD_SIZE, SAFE_MARGIN, SHOP_BLEED, Size
from duo.paper.typeface import CAP_HEIGHT, SHIPPED_TYPEFACE

CARD = KeyCard.from_code("HDNQXZJ2WH1~")
SIZES = [KEY_CARD_SIZE, *CARD_SIZES.values(), Size(88, 63), Size(63, 88), Size(50, 80), Size(120, 60), Size(60, 120)]


@pytest.mark.parametrize("size", [*SIZES, Size(30, 30), Size(300, 300)], ids=str)
@pytest.mark.parametrize("qr", [False, True])
def test_lines_of_a_number_stand_apart(size, qr):
    try:
        drawn = draw_face(CARD, Seat.A, CardStyle(size=size, qr=qr))
    except Refusal:
        return
    lines = sorted(shape.origin[1] for shape in drawn if isinstance(shape, Text) and len(shape.text) == 4)
    (letters,) = {shape.size for shape in drawn if isinstance(shape, Text) and len(shape.text) == 4}
    assert np.diff(lines) == pytest.approx([lines[1] - lines[0]] * 2)
    assert lines[1] - lines[0] >= 1.4 * letters * CAP_HEIGHT


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_code_that_is_printed_is_read_by_a_scanner(duo, tmp_path, size):
    ran = duo(
        "key", "print", "--count", 2, "--seed", 7, "--qr", "--format", "png", "--card", size, "--out", tmp_path / "f"
    )
    assert ran.code == 0, ran.stderr
    for path in sorted((tmp_path / "f").iterdir()):
        (found,) = zxingcpp.read_barcodes(np.ascontiguousarray(print_simulation.pixels_of(path.read_bytes())))
        assert found.text.startswith(path.name.split("-")[1])


def test_every_size_either_gives_codes_that_are_read_or_refuses_them():
    """Scan at 150 dpi, like a cheap scanner."""
    read = refused = 0
    for width in range(30, 101, 7):
        for height in range(30, 101, 7):
            try:
                style = CardStyle(size=Size(width, height), qr=True)
            except Refusal:
                refused += 1
                continue
            picture = png.render_at_dpi(draw_face(CARD, Seat.A, style), style.size, 0, 150)
            assert [code.text for code in zxingcpp.read_barcodes(picture)] == [CARD.code], style.size
            read += 1
    assert read > 40
    assert refused > 10


@pytest.mark.parametrize("name", [*theme.theme_names(), "colour"])
def test_a_face_as_png_looks_like_its_svg(name):
    chosen = PALETTES[PaletteName.COLOUR] if name == "colour" else theme.load_theme(name)
    style = CardStyle(size=CARD_SIZES["poker"], bleed=SHOP_BLEED, theme=chosen, symbols=True, qr=True)
    for seat, page in zip(Seat, single_face_pages([CARD], style), strict=True):
        one = np.asarray(png.render_at_dpi(draw_face(CARD, seat, style), style.size, style.bleed, 300)).astype(int)
        other = print_simulation.page_of_svg(svg.document(page, ""), 300).astype(int)
        differs = Image.fromarray(abs(one - other).max(axis=2) > 96).convert("L")
        # Edges may differ by the width of a pixel, and nothing by more.
        assert not np.asarray(differs.filter(ImageFilter.MinFilter(3))).any()


def test_a_small_card_with_a_code_is_refused_with_what_to_do(duo, tmp_path):
    ran = duo("key", "print", "--count", 1, "--qr", "--card", "30x30mm", "--out", tmp_path / "d.pdf")
    assert ran.code == 2
    assert "too small for scanners" in ran.stderr
    assert "leave the code out" in ran.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_ink_keeps_the_safe_area(duo, tmp_path, size):
    asked = ("--qr", "--symbols", "--format", "png", "--card", size, "--dpi", 254)
    assert duo("key", "print", "--count", 1, "--seed", 7, *asked, "--out", tmp_path / "f").code == 0
    for path in (tmp_path / "f").iterdir():
        picture = print_simulation.pixels_of(path.read_bytes()).astype(int)
        edge = round(2 * SAFE_MARGIN * 10) - 2  # the bleed and the safe area, at ten pixels a millimetre
        dark = picture.max(axis=2) < 150
        dark[edge:-edge, edge:-edge] = False
        assert not dark.any()


def test_sheets_are_numbered_and_separate_ones_named(duo, tmp_path):
    import pypdfium2

    def labels(flip):
        out = tmp_path / f"{flip}.pdf"
        assert duo("key", "print", "--count", 12, "--seed", 7, "--flip", flip, "--no-test-page", "--out", out).code == 0
        document = pypdfium2.PdfDocument(out)
        last_lines = [page.get_textpage().get_text_range().split("\r\n")[-1].strip() for page in document]
        document.close()
        return last_lines

    assert labels("separate") == ["Front 1", "Front 2", "Back 1", "Back 2"]
    assert labels("long") == ["Front 1", "Back 1", "Front 2", "Back 2"]
    assert labels("fold") == ["Sheet 1", "Sheet 2", "Sheet 3"]


def test_a_table_of_cells_is_what_is_printed(duo, tmp_path):
    out = tmp_path / "cells.csv"
    ran = duo("key", "print", "--count", 3, "--seed", 7, "--format", "csv", "--out", out, "--json")
    assert ran.code == 0, ran.stderr
    assert json.loads(ran.stdout)["files"] == [str(out)]
    head, *rows = (line.split(",") for line in out.read_text().splitlines())
    assert tuple(head) == COLUMNS
    assert len(head) == 51
    letters = {"green": "g", "bystander": ".", "assassin": "x"}
    for card, row in zip(make_deck(3, 7).cards, rows, strict=True):
        sides = "".join(letters[cell] for cell in row[1:])
        assert (row[0], sides[:25], sides[25:]) == (card.code, card.a, card.b[::-1])
    assert cells_csv(make_deck(3, 7).cards) == out.read_text()


def test_single_faces_as_svg_show_the_cards(duo, tmp_path):
    ran = duo("key", "print", "--count", 2, "--seed", 7, "--one-per-page", "--format", "svg", "--out", tmp_path / "f")
    assert ran.code == 0
    paths = sorted((tmp_path / "f").iterdir())
    faces = [print_simulation.page_of_svg(path.read_text()) for path in paths]
    for card, front, back in zip(make_deck(2, 7).cards, faces[::2], faces[1::2], strict=True):
        assert print_simulation.read_placements(print_simulation.Piece(front, back)) == [
            (each.a, each.b) for each in card.placements()
        ]


WRITING = """key print --count 1
board print
campaign print
key deck --count 1
campaign export
lab selfplay --count 1
puzzle make --count 1
watch
campaign template"""


@pytest.mark.parametrize("command", WRITING.splitlines())
def test_a_folder_that_is_not_there_is_not_made(duo, tmp_path, monkeypatch, command):
    monkeypatch.setenv("DUO_HOME", str(tmp_path / "home"))
    ran = duo(*command.split(), "--out", tmp_path / "nowhere" / "deep" / "file.pdf")
    assert ran.code == 1
    assert "There is no folder" in ran.stderr
    assert list(tmp_path.iterdir()) == []


def test_letters_are_read_right_by_many_threads_at_once():
    # fontTools loads tables lazily, and a server draws several pages of a new deck at the same time.
    for _ in range(10):
        for cached in (typeface._open_font, typeface._advances_and_em, typeface._letter_outline):
            cached.cache_clear()
        with ThreadPoolExecutor(8) as pool:
            drawn = list(
                pool.map(
                    lambda number: SHIPPED_TYPEFACE.outline("ABCDEFGH"[number % 8], bold=number % 2 == 0), range(32)
                )
            )
        assert all(path and step for path, step in drawn)
