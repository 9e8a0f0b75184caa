"""`duo key print`: every option, every format, every refusal."""

import itertools
import json
import random
import shutil
import subprocess
from pathlib import Path
from urllib.parse import urlparse
from urllib.request import url2pathname

import click
import numpy as np
import pypdfium2
import pytest
import zxingcpp
from paper import print_simulation

from duo.cli.cards import printing
from duo.cli.cards.print import print_deck
from duo.core.key import KeyCard
from duo.deck.make import make_deck

# Values to try for options that are neither a choice nor a flag.
MEASURES = {
    "--card": ["68x56mm", "poker", "bridge", "mini", "square", "50x80"],
    "--page": ["a4", "letter", "297x210mm"],
    "--gap": [None, "0", "12"],
    "--bleed": [None, "0"],
    "--margin": ["10", "5.5"],
    "--dpi": ["72", "100"],
}


@pytest.fixture
def print_cards(duo, tmp_path):
    def call(*options, count=3, seed=7, out="deck.pdf", **environment):
        return duo("key", "print", "--count", count, "--seed", seed, "--out", tmp_path / out, *options, **environment)

    return call


def choices():
    """Map every option of the command to values to try. None leaves it out."""
    options = dict(MEASURES)
    for option in print_deck.params:
        if isinstance(option, click.Option) and option.name not in {"as_json", "out", "count", "seed"}:
            if isinstance(option.type, click.Choice):
                options[option.opts[0]] = list(option.type.choices)
            elif option.is_flag:
                options[option.opts[0]] = [True, False]
    return options


def covering_combinations(options, rng):
    """Yield combinations that together contain every pair of values of two options."""
    names = list(options)
    left = {((a, x), (b, y)) for a, b in itertools.combinations(names, 2) for x in options[a] for y in options[b]}
    while left:
        tries = [{name: rng.choice(options[name]) for name in names} for _ in range(60)]
        best = max(tries, key=lambda one: len(left.intersection(itertools.combinations(one.items(), 2))))
        left.difference_update(itertools.combinations(best.items(), 2))
        yield best


def arguments(combination, flags):
    for name, value in combination.items():
        if name in flags:
            if value:
                yield name
            elif flags[name]:
                yield flags[name]
        elif value is not None:
            yield from (name, value)


def test_every_combination_that_the_help_allows_makes_valid_files(print_cards, tmp_path):
    options = choices()
    assert {"--flip", "--palette", "--format", "--qr", "--symbols", "--crop-marks", "--number"} <= options.keys()
    flags = {o.opts[0]: next(iter(o.secondary_opts), None) for o in print_deck.params if getattr(o, "is_flag", False)}
    combinations = list(covering_combinations(options, random.Random(1)))
    for place, combination in enumerate(combinations):
        kind = combination["--format"]
        name = f"{place}.{kind}" if kind in ("pdf", "svg", "csv") else str(place)
        ran = print_cards(*arguments(combination, flags), "--json", count=2, out=name)
        assert ran.code == 0, (combination, ran.stderr)
        for path in json.loads(ran.stdout)["files"]:
            check_file(Path(path))


def check_file(path):
    data = path.read_bytes()
    match path.suffix:
        case ".pdf":
            assert all(page.min() < 128 for page in print_simulation.pages_of(path, dpi=30))
        case ".svg":
            assert print_simulation.page_of_svg(data.decode(), dpi=30).min() < 128
        case ".png":
            assert print_simulation.pixels_of(data).min() < 128
        case ".csv":
            assert len(data.splitlines()) == 3
        case ".json":
            assert json.loads(data)["ObjectStates"]
        case _:
            pytest.fail(f"what is {path}?")


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--card", "250x200mm"), "does not fit on a page"),
        (("--card", "200x140mm", "--flip", "fold", "--page", "letter"), "folded page"),
        (("--gap", "-1"), "gap cannot be negative"),
        (("--gap", "1", "--bleed", "3"), "too small for a bleed"),
        (("--bleed", "-2"), "bleed must be"),
        (("--margin", "-3"), "margin cannot be negative"),
        (("--margin", "2"), "no room for crop marks"),
        (("--card", "10x10mm"), "cannot be made"),
        (("--card", "0x0mm", "--format", "png"), "cannot be made"),
        (("--page", "20x9000mm"), "cannot be printed"),
        (("--page", "folio"), "is not a size"),
        (("--gap", "nan"), "is not a length"),
        (("--page", "95x85mm"), "test page has no room"),
        (("--page", "95x85mm", "--no-test-page", "--reference-page"), "rules of thumb have no room"),
        (("--format", "png", "--card", "300x300mm", "--dpi", "1200"), "lower --dpi"),
        (("--base-url", "https://example.org"), "--format tts only"),
        (("somewhere.json",), "one of the two"),
        (("--flip", "diagonal"), "diagonal"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_the_impossible_is_refused_with_its_reason_and_nothing_is_written(print_cards, tmp_path, options, reason):
    ran = print_cards(*options)
    assert ran.code == 2
    assert reason in ran.stderr
    assert list(tmp_path.iterdir()) == []


def test_refusals_speak_french(duo, tmp_path):
    ran = duo("--ui", "fr", "key", "print", "--count", 1, "--gap", "-1", "--out", tmp_path / "d.pdf")
    assert "les cartes se chevaucheraient" in ran.stderr


def test_all_problems_of_a_sheet_are_told_at_once(print_cards):
    errors = print_cards("--margin", "-1", "--gap", "-1", "--page", "5x5mm").stderr
    assert "margin" in errors
    assert "gap" in errors
    assert "page" in errors


def test_a_broken_deck_fails_and_leaves_the_old_file(duo, tmp_path):
    deck, out = tmp_path / "deck.json", tmp_path / "deck.pdf"
    deck.write_text('{"format":"duo-deck","version":1,"seed":1,"cards":[{"number":"000000000001"}]}')
    out.write_text("old")
    ran = duo("key", "print", deck, "--out", out)
    assert ran.code == 1
    assert "check symbol" in ran.stderr
    assert out.read_text() == "old"


def test_without_the_print_extra_a_message_says_what_to_install(print_cards, monkeypatch):
    monkeypatch.setattr(printing, "find_spec", lambda name: None if name in ("fpdf", "segno") else name)
    ran = print_cards()
    assert ran.code == 1
    assert "fpdf2, segno" in ran.stderr
    assert "duo[print]" in ran.stderr


@pytest.mark.parametrize("options", [(), ("--card", "poker"), ("--card", "mini"), ("--palette", "low-ink")], ids=str)
def test_each_qr_code_is_the_number_of_its_card_on_both_sides(print_cards, tmp_path, options):
    assert print_cards("--qr", "--no-test-page", *options, count=4).code == 0
    numbers = sorted(card.code for card in make_deck(4, 7).cards)
    front, back = print_simulation.pages_of(tmp_path / "deck.pdf", dpi=300)
    for page in (front, back):
        assert sorted(code.text for code in zxingcpp.read_barcodes(np.ascontiguousarray(page))) == numbers


def test_every_side_shows_its_number_and_its_letter(print_cards, tmp_path):
    assert print_cards("--no-test-page", count=3).code == 0
    document = pypdfium2.PdfDocument(tmp_path / "deck.pdf")
    for page, side in zip(document, "AB", strict=True):
        text = page.get_textpage().get_text_range().split()
        assert text.count(side) == 3
        for card in make_deck(3, 7).cards:
            assert [card.code[0:4], card.code[4:8], card.code[8:12]] == [
                part for part in text if part in (card.code[0:4], card.code[4:8], card.code[8:12])
            ]
    document.close()


def test_a_hundred_cards_are_small_vectors_with_their_fonts_inside(print_cards, tmp_path):
    assert print_cards("--qr", "--symbols", count=100).code == 0
    data = (tmp_path / "deck.pdf").read_bytes()
    assert len(data) < 1_000_000
    assert b"/FontFile2" in data
    assert b"/Type1" not in data
    assert b"/Image" not in data.replace(b"/ImageB", b"").replace(b"/ImageC", b"").replace(b"/ImageI", b"")


def test_the_file_asks_the_print_dialog_for_its_flip_edge_and_true_size(print_cards, tmp_path):
    for flip, asked in (("long", b"/DuplexFlipLongEdge"), ("short", b"/DuplexFlipShortEdge"), ("fold", b"/Simplex")):
        assert print_cards("--flip", flip).code == 0
        data = (tmp_path / "deck.pdf").read_bytes()
        assert asked in data
        assert b"/PrintScaling /None" in data


def test_the_same_deck_gives_the_same_bytes(print_cards, tmp_path):
    assert print_cards(out="one.pdf").code == print_cards(out="two.pdf").code == 0
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()


@pytest.mark.skipif(not shutil.which("pdftoppm"), reason="poppler is not installed; pypdfium2 reads the same files")
@pytest.mark.parametrize("flip", ["long", "short", "fold", "separate"])
def test_pdftoppm_reads_it(print_cards, tmp_path, flip):
    assert print_cards("--flip", flip, "--qr", "--reference-page").code == 0
    run = subprocess.run(
        ["pdftoppm", "-r", "20", tmp_path / "deck.pdf", tmp_path / "page"], capture_output=True, check=True
    )
    assert run.stderr == b""


@pytest.mark.parametrize(
    ("card", "pixels"),
    [("poker", (825, 1125)), ("bridge", (750, 1125)), ("mini", (600, 825)), ("square", (1125, 1125))],
)
def test_faces_for_print_shops_have_their_sizes_and_show_the_cards(print_cards, tmp_path, card, pixels):
    assert print_cards("--format", "png", "--card", card, out="faces").code == 0
    paths = sorted((tmp_path / "faces").iterdir())
    faces = [print_simulation.pixels_of(path.read_bytes()) for path in paths]
    assert {face.shape for face in faces} == {(pixels[1], pixels[0], 3)}
    for one, front, back in zip(make_deck(3, 7).cards, faces[::2], faces[1::2], strict=True):
        assert print_simulation.read_placements(print_simulation.Piece(front, back)) == [
            (each.a, each.b) for each in one.placements()
        ]


def test_a_virtual_table_gets_sheets_within_its_limits_and_the_decks_cards(print_cards, tmp_path):
    assert print_cards("--format", "tts", "--symbols", count=75, out="table").code == 0
    (deck,) = json.loads((tmp_path / "table/deck.json").read_text())["ObjectStates"]
    assert deck["Name"] == "DeckCustom"
    assert deck["DeckIDs"] == [card["CardID"] for card in deck["ContainedObjects"]]
    sides = {}
    for name, sheet in deck["CustomDeck"].items():
        assert sheet["UniqueBack"] is True
        assert 2 <= sheet["NumWidth"] <= 10
        assert 2 <= sheet["NumHeight"] <= 7
        for side in ("FaceURL", "BackURL"):
            picture = print_simulation.pixels_of(Path(url2pathname(urlparse(sheet[side]).path)).read_bytes())
            assert max(picture.shape) <= 4096
            sides[name, side] = picture
    read = [card_as_shown(card, sides) for card in deck["ContainedObjects"]]
    assert read == list(make_deck(75, 7).cards)
    assert [card["Nickname"] for card in deck["ContainedObjects"]] == [card.code for card in read]


def card_as_shown(card, sides):
    """Return the key card that Tabletop Simulator shows. It flips cards like the page of a book."""
    ((name, sheet),) = card["CustomDeck"].items()
    assert card["CardID"] // 100 == int(name)
    place, cells = card["CardID"] % 100, []
    for side in ("FaceURL", "BackURL"):
        picture = sides[name, side]
        height, width = picture.shape[0] // sheet["NumHeight"], picture.shape[1] // sheet["NumWidth"]
        top, left = place // sheet["NumWidth"] * height, place % sheet["NumWidth"] * width
        cells.append(print_simulation.read_side(picture[top : top + height, left : left + width]))
    return KeyCard(cells[0], cells[1][::-1])


def test_a_virtual_table_can_take_its_pictures_from_the_web(print_cards, tmp_path):
    assert print_cards("--format", "tts", "--base-url", "https://example.org/d/", count=1, out="table").code == 0
    (card,) = json.loads((tmp_path / "table/deck.json").read_text())["ObjectStates"]
    assert card["Name"] == "Card"  # a single card is not a deck there
    assert card["CustomDeck"]["1"]["BackURL"] == "https://example.org/d/backs-1.png"


def test_a_name_that_promises_another_kind_of_file_is_refused(print_cards, tmp_path):
    assert print_cards(out="cards.docx").code == 2
    assert not (tmp_path / "cards.docx").exists()
