"""Printed decks, cut out and placed between two players, show the right cards."""

import pytest
from paper import print_simulation

from duo.core.key import KeyCard
from duo.deck.make import make_deck


def deck_of(count, seed=7):
    return make_deck(count, seed).cards


def read_pieces(pieces):
    return [print_simulation.read_placements(piece) for piece in pieces]


def expected_readings(cards):
    return [[(each.a, each.b) for each in card.placements()] for card in cards]


def finish_sheets(flip, pages):
    if flip == "fold":
        return print_simulation.fold_sheets(pages)
    if flip == "separate":
        return print_simulation.glue_back_to_back(pages)
    return print_simulation.print_both_sides(pages, flip)


@pytest.fixture
def printed(duo, tmp_path):
    """Print a deck with these options, without the test page, and return its pages."""

    def pages(*options, count=8):
        out = tmp_path / "deck.pdf"
        ran = duo("key", "print", "--count", count, "--seed", 7, "--no-test-page", "--out", out, *options)
        assert ran.code == 0, ran.stderr
        return print_simulation.pages_of(out)

    return pages


@pytest.mark.parametrize("page", ["a4", "297x210mm"])
@pytest.mark.parametrize("flip", ["long", "short", "fold", "separate"])
def test_both_players_read_the_decks_cards_in_all_four_placements(printed, flip, page):
    pages = printed("--flip", flip, "--page", page, count=10)
    pieces = print_simulation.cut_cards(finish_sheets(flip, pages))
    assert read_pieces(pieces) == expected_readings(deck_of(10))


@pytest.mark.parametrize(("made_for", "turned_about"), [("long", "short"), ("short", "long")])
@pytest.mark.parametrize("page", ["a4", "297x210mm"])
def test_the_wrong_flip_edge_ruins_the_deck(printed, made_for, turned_about, page):
    pieces = print_simulation.cut_cards(
        print_simulation.print_both_sides(printed("--flip", made_for, "--page", page, count=8), turned_about)
    )
    good = {reading for card in expected_readings(deck_of(8)) for reading in card}
    assert pieces
    for piece in pieces:
        try:
            assert good.isdisjoint(print_simulation.read_placements(piece))
        except print_simulation.Unreadable:
            continue


def test_an_unturned_back_ruins_the_deck(printed):
    """Backs in the right place but upside down are detected too."""
    pieces = print_simulation.cut_cards(print_simulation.print_both_sides(printed("--flip", "long"), "long"))
    upside_down = [print_simulation.Piece(piece.front, piece.back[::-1, ::-1]) for piece in pieces]
    good = {reading for card in expected_readings(deck_of(8)) for reading in card}
    assert all(good.isdisjoint(print_simulation.read_placements(piece)) for piece in upside_down)


@pytest.mark.parametrize(
    "options",
    [
        ("--palette", "low-ink", "--qr"),
        ("--palette", "colour-blind", "--page", "letter"),
        ("--symbols", "--qr", "--gap", "0"),
        ("--card", "poker", "--flip", "short"),
        ("--card", "bridge", "--palette", "low-ink", "--no-number"),
        ("--card", "mini", "--qr", "--bleed", "0", "--gap", "6"),
        ("--card", "square", "--bleed", "3"),
        ("--card", "90x60mm", "--margin", "5", "--page", "420x297mm", "--flip", "short"),
        ("--card", "40x34mm", "--flip", "fold"),
    ],
    ids=" ".join,
)
def test_every_look_and_size_is_read_right(printed, options):
    flip = options[options.index("--flip") + 1] if "--flip" in options else "long"
    pieces = print_simulation.cut_cards(finish_sheets(flip, printed(*options, count=4)))
    assert read_pieces(pieces) == expected_readings(deck_of(4))


@pytest.mark.parametrize("flip", ["long", "short", "fold", "separate"])
def test_svg_pages_are_the_same_sheets(duo, tmp_path, flip):
    out = tmp_path / "deck.svg"
    asked = ("--count", 8, "--seed", 7, "--no-test-page", "--format", "svg", "--flip", flip)
    assert duo("key", "print", *asked, "--out", out).code == 0
    pages = [print_simulation.page_of_svg(path.read_text()) for path in sorted(tmp_path.glob("deck*.svg"))]
    assert read_pieces(print_simulation.cut_cards(finish_sheets(flip, pages))) == expected_readings(deck_of(8))


def test_a_deck_file_is_printed_card_by_card(duo, tmp_path):
    deck, out = tmp_path / "deck.csv", tmp_path / "deck.pdf"
    assert duo("key", "deck", "--count", 12, "--seed", 3, "--balanced", "--out", deck).code == 0
    assert duo("key", "print", deck, "--no-test-page", "--out", out).code == 0
    cards = [KeyCard.from_code(line.split(",")[0]) for line in deck.read_text().splitlines()[1:]]
    pieces = print_simulation.cut_cards(print_simulation.print_both_sides(print_simulation.pages_of(out), "long"))
    assert read_pieces(pieces) == expected_readings(cards)
