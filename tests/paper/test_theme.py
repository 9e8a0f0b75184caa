"""Custom themes: colours, signs, border, typeface, art and inks."""

import gc
import re
import zlib
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from paper import print_simulation
from PIL import Image

from duo.core.key import Colour
from duo.core.refusal import Refusal
from duo.paper import theme
from duo.paper.theme import Sign
from duo.paper.typeface import Typeface

WHOLE = """
ground = "#FFEEDD"
ink = "#102030"
symbols = true
corner_radius = 2.5
[green]
fill = "#00AA55"
symbol = "#FFFFFF"
sign = "star"
[bystander]
fill = "#DDCC99"
symbol = "#887755"
[assassin]
fill = "#111111"
symbol = "#FF0000"
sign = "diamond"
[border]
colour = "#AA8800"
width = 0.7
[cmyk]
"#00AA55" = [80, 0, 90, 0]
"#ffeedd" = [0, 6, 12, 0]
"""


@pytest.fixture
def written(tmp_path):
    def write(text=WHOLE, name="mine.toml"):
        (tmp_path / name).write_text(text)
        return tmp_path / name

    return write


@pytest.fixture
def font(tmp_path):
    """A font of two letters, one of which the shipped typeface lacks."""
    letters = {ord("A"): "A", ord("山"): "mountain", ord(" "): "space"}
    pen = TTGlyphPen(None)
    for point in ((0, 0), (0, 700), (500, 700), (500, 0)):
        (pen.moveTo if point == (0, 0) else pen.lineTo)(point)
    pen.closePath()
    square, blank = pen.glyph(), TTGlyphPen(None).glyph()
    names = [".notdef", "A", "mountain", "space"]
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap(letters)
    builder.setupGlyf({name: blank if name == "space" else square for name in names})
    builder.setupHorizontalMetrics(dict.fromkeys(names, (600, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Squares", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    builder.save(tmp_path / "squares.ttf")
    return tmp_path / "squares.ttf"


def streams(pdf):
    """Return the uncompressed page contents. Compressed data may end in a line break, so zlib finds its end."""
    starts = [found.end() for found in re.finditer(rb"(?<!end)stream\r?\n(?=x)", pdf)]
    return b"\n".join(zlib.decompressobj().decompress(pdf[start:]) for start in starts)


def test_a_theme_is_read_whole(written):
    loaded = theme.load_theme(str(written()))
    assert loaded.cell_styles[Colour.GREEN].sign is Sign.STAR
    assert loaded.cell_styles[Colour.BYSTANDER].sign is Sign.DOT
    assert (loaded.border.colour, loaded.border.width, loaded.corner_radius) == ("#AA8800", 0.7, 2.5)
    assert loaded.always_symbols
    assert loaded.cmyk == {"#00AA55": (80, 0, 90, 0), "#FFEEDD": (0, 6, 12, 0)}


@pytest.mark.parametrize("name", theme.theme_names())
def test_a_shipped_theme_prints_cards_that_are_read(duo, tmp_path, name):
    ran = duo("key", "print", "--count", 2, "--seed", 7, "--theme", name, "--out", tmp_path / "deck.pdf")
    assert ran.code == 0, ran.stderr
    assert all(page.min() < 128 for page in print_simulation.pages_of(tmp_path / "deck.pdf", dpi=30))


def test_three_themes_ship_and_their_cells_can_be_told_apart_in_grey():
    assert len(theme.theme_names()) >= 3
    for name in theme.theme_names():
        styles = theme.load_theme(name).cell_styles.values()
        assert len({style.sign for style in styles}) == 3 or theme.load_theme(name).always_symbols
        for style in styles:
            grey = [np.dot(list(bytes.fromhex(part[1:])), [0.3, 0.59, 0.11]) for part in (style.fill, style.symbol)]
            assert abs(grey[0] - grey[1]) > 40


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("#FFEEDD", "cream"), "a colour is written like #35A556"),
        (('sign = "star"', 'sign = "banana"'), "sign"),
        (("corner_radius = 2.5", "corner_radius = 99"), "corner_radius is 99"),
        (("[80, 0, 90, 0]", "[80, 0]"), "fewer than 4"),
        (("[80, 0, 90, 0]", "[180, 0, 0, 0]"), "maximum is 100"),
        (("[border]", "[frame]"), "frame is not known"),
        (("ground = ", "earth = "), "ground is missing"),
        (("symbols = true", "symbols = 1979-05-27"), "neither true nor false"),
        (("[border]", "[border"), "not TOML"),
        (("[border]", '[font]\nregular = "../../etc/passwd"\n[border]'), "lie beside it"),
        (("[border]", f'[font]\nregular = "{"é" * 200}.ttf"\n[border]'), "lie beside it"),
        (("[border]", '[font]\nregular = "none.ttf"\n[border]'), "there is no font"),
        (("[border]", '[back]\nfile = "none.png"\n[border]'), "there is no picture"),
    ],
)
def test_what_is_wrong_with_a_theme_is_said(written, change, reason):
    with pytest.raises(Refusal, match=re.escape(reason)):
        theme.load_theme(str(written(WHOLE.replace(*change))))


def test_files_that_are_not_what_they_say_are_refused(written, tmp_path):
    for name, section in (("evil.ttf", '[font]\nregular = "evil.ttf"'), ("evil.png", '[back]\nfile = "evil.png"')):
        for content in (b"", b"rubbish", b"\x89PNG\r\n\x1a\nrubbish", b"\x00\x01\x00\x00" + bytes(200)):
            (tmp_path / name).write_bytes(content)
            with pytest.raises(Refusal):
                theme.load_theme(str(written(f"{WHOLE}\n{section}\n")))


def test_a_font_that_opens_but_cannot_be_printed_is_refused(written, font):
    section = '[font]\nregular = "{}"\n'
    assert theme.load_theme(str(written(f"{WHOLE}\n{section.format(font.name)}"))).typeface.regular == font
    font.rename(font.with_name("squares.dat"))
    with pytest.raises(Refusal, match=r"squares\.dat is not a TrueType"):
        theme.load_theme(str(written(f"{WHOLE}\n{section.format('squares.dat')}")))


def test_fonts_of_many_themes_are_not_all_kept(font):
    for number in range(20):
        copy = font.with_name(f"{number}.ttf")
        copy.write_bytes(font.read_bytes())
        Typeface.load(copy)
    gc.collect()
    assert sum(isinstance(each, TTFont) for each in gc.get_objects()) < 12


@pytest.mark.parametrize("line", [f"x = 0x{'f' * 5000}", f"{'a.' * 3000}a = 1", f"x = {'[' * 3000}{']' * 3000}"])
def test_a_theme_of_monstrous_toml_is_refused_in_a_sentence(written, line):
    with pytest.raises(Refusal, match=r"this is not TOML: (it is nested too deep|a number has too many digits)"):
        theme.load_theme(str(written(f"{line}\n{WHOLE}")))


SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink" viewBox="0 0 4 3">{}</svg>'
USED = "".join(f'<g id="a{n}"><use x:href="#a{n - 1}"/><use x:href="#a{n - 1}"/></g>' for n in range(1, 30))


@pytest.mark.parametrize(
    "art",
    [
        SVG.format('<image width="4" height="3" x:href="{secret}"/>'),
        SVG.format('<g><image width="4" height="3" href="http://127.0.0.1:9/secret.png"/></g>'),
        SVG.format(f'<g id="a0"><path d="M0 0L1 1"/></g>{USED}'),
        SVG.format("<g>" * 3000 + "</g>" * 3000),
        SVG.format(f'<path d="{"M0 0L1 1" * 200_000}"/>'),
        SVG.format("").replace("0 0 4 3", "0 0 0 0"),
        SVG.format("").replace("0 0 4 3", "0 0 nan 1e999"),
        f'<!DOCTYPE x [<!ENTITY a "{"a" * 1000}"><!ENTITY b "{"&a;" * 1000}">]>{SVG.format("<text>&b;</text>")}',
        '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>' + SVG.format("<text>&a;</text>"),
    ],
    ids=["file", "address", "doubling", "deep", "long", "empty", "endless", "entities", "external"],
)
def test_a_picture_opens_nothing_and_keeps_nobody_busy(written, tmp_path, art):
    Image.new("RGB", (4, 3)).save(tmp_path / "secret.png")
    (tmp_path / "art.svg").write_text(art.replace("{secret}", str(tmp_path / "secret.png")))
    with pytest.raises(Refusal, match=r"art\.svg"):
        theme.load_theme(str(written(f'{WHOLE}\n[back]\nfile = "art.svg"\n')))


def test_an_unknown_theme_is_wrong_usage_and_names_those_that_ship(duo, tmp_path):
    ran = duo("key", "print", "--count", 1, "--theme", "nothing", "--out", tmp_path / "d.pdf")
    assert ran.code == 2
    assert "blueprint, garden, noir" in ran.stderr


def test_a_pdf_has_the_inks_of_its_theme(duo, written, tmp_path):
    out = tmp_path / "deck.pdf"
    assert duo("key", "print", "--count", 1, "--theme", written(), "--out", out, "--no-test-page").code == 0
    drawn = streams(out.read_bytes())
    assert re.search(rb"0\.8 0 0\.9 0 k", drawn)
    assert not re.search(rb"0 0\.6667 0\.3333 rg", drawn)
    plain = tmp_path / "plain.pdf"
    assert duo("key", "print", "--count", 1, "--out", plain, "--no-test-page").code == 0
    assert not re.search(rb"\d k\n", streams(plain.read_bytes()))


def test_a_border_lies_between_cut_and_cells(duo, written, tmp_path):
    assert (
        duo(
            "key", "print", "--count", 1, "--seed", 7, "--theme", written(), "--format", "png", "--out", tmp_path / "f"
        ).code
        == 0
    )
    face = print_simulation.pixels_of(next((tmp_path / "f").glob("*A.png")).read_bytes()).astype(int)
    gold = np.abs(face - [0xAA, 0x88, 0x00]).sum(axis=2) < 30
    edge = round(300 / 8)  # the width of the bleed, and of the safe area
    assert gold.any()
    assert not gold[:edge].any()
    assert not gold[2 * edge + 6 : -2 * edge - 6, 2 * edge + 6 : -2 * edge - 6].any()


def test_words_of_another_script_need_a_font_of_ones_own(duo, written, font, tmp_path):
    (tmp_path / "words.txt").write_text("\n".join("A" * n + "山" for n in range(1, 26)))
    asked = ("board", "print", "--cards", "--words", tmp_path / "words.txt", "--out", tmp_path / "words.pdf")
    ran = duo(*asked)
    assert ran.code == 2
    assert "cannot show 山" in ran.stderr
    assert "theme" in ran.stderr
    mine = written(f'{WHOLE}\n[font]\nregular = "{font.name}"\n')
    ran = duo(*asked, "--theme", mine)
    assert ran.code == 0, ran.stderr
    assert b"Squares" in (tmp_path / "words.pdf").read_bytes()


@pytest.mark.parametrize("kind", ["png", "svg"])
@pytest.mark.parametrize("flip", ["long", "short", "separate"])
def test_art_is_printed_behind_every_word_card(duo, written, tmp_path, kind, flip):
    if kind == "png":
        Image.new("RGB", (40, 30), "#CC00CC").save(tmp_path / "art.png")
    else:
        square = '<rect width="4" height="3" fill="#CC00CC"/>'
        art = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3">{square}</svg>'
        (tmp_path / "art.svg").write_text(art)
    mine = written(f'{WHOLE}\n[back]\nfile = "art.{kind}"\n')
    words = ",".join(f"WORD{n}" for n in range(25))
    asked = ("board", "print", "--cards", "--words", words, "--theme", mine, "--flip", flip)
    assert duo(*asked, "--out", tmp_path / "words.pdf").code == 0
    assert duo(*asked, "--format", "svg", "--out", tmp_path / "words.svg").code == 0
    pages = print_simulation.pages_of(tmp_path / "words.pdf", dpi=40)
    drawn = [print_simulation.page_of_svg(path.read_text(), dpi=40) for path in sorted(tmp_path.glob("words-*.svg"))]
    assert len(pages) == len(drawn) == 6
    for sheets in (pages, drawn):
        fronts, backs = (sheets[:3], sheets[3:]) if flip == "separate" else (sheets[::2], sheets[1::2])
        for page, has_art in [*((page, False) for page in fronts), *((page, True) for page in backs)]:
            purple = np.abs(page.astype(int) - [0xCC, 0, 0xCC]).sum(axis=2) < 60
            assert purple.any() is np.bool_(has_art)
    assert "<script" not in (tmp_path / "words-01.svg").read_text()


def test_the_themes_of_the_guide_are_those_that_ship():
    guide = (Path(__file__).parents[2] / "docs" / "printing.md").read_text()
    assert all(f"`{name}`" in guide for name in theme.theme_names())


def test_single_faces_have_trim_and_bleed_boxes(duo, tmp_path):
    out = tmp_path / "faces.pdf"
    assert duo("key", "print", "--count", 2, "--seed", 7, "--one-per-page", "--card", "poker", "--out", out).code == 0
    document = pypdfium2.PdfDocument(out)
    assert len(document) == 4
    for page in document:
        assert page.get_mediabox() == pytest.approx((0, 0, 198, 270), abs=0.1)
        assert page.get_bleedbox() == pytest.approx((0, 0, 198, 270), abs=0.1)
        assert page.get_trimbox() == pytest.approx((9, 9, 189, 261), abs=0.1)
    document.close()
    assert duo("key", "print", "--count", 2, "--seed", 7, "--out", tmp_path / "sheets.pdf").code == 0
    sheets = pypdfium2.PdfDocument(tmp_path / "sheets.pdf")
    assert all(page.get_trimbox() == page.get_mediabox() for page in sheets)
    sheets.close()
