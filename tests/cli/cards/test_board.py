"""`duo board print`: boards and word cards, readable from both ends of the table."""

import json

import numpy as np
import pypdfium2
import pytest
from paper import print_simulation

WORDS = [
    *("APPLE", "BEAR", "CASTLE", "DRAGON", "ENGINE", "FALL", "GLASS", "HONEY", "ISLAND", "JAM", "KING", "LEMON"),
    *("MARBLE", "NEEDLE", "OPERA", "PIANO", "QUEEN", "RIVER", "SHARK", "TIGER", "UMBRELLA", "VIOLIN", "WHALE"),
    *("YARD", "ZEBRA"),
]


def page_words(path):
    document = pypdfium2.PdfDocument(path)
    try:
        return [page.get_textpage().get_text_range().split() for page in document]
    finally:
        document.close()


def test_a_board_shows_twenty_five_words_twice_each(duo, tmp_path):
    out = tmp_path / "board.pdf"
    ran = duo("board", "print", "--words", ",".join(WORDS), "--out", out, "--json")
    assert json.loads(ran.stdout)["words"] == WORDS
    (page,) = page_words(out)
    assert sorted(page) == sorted(WORDS * 2)


def test_a_board_is_the_same_from_both_ends(duo, tmp_path):
    """Each cell looks the same when turned by 180 degrees."""
    out = tmp_path / "board.pdf"
    assert duo("board", "print", "--words", ",".join(WORDS), "--out", out, "--margin", 10).code == 0
    (page,) = print_simulation.pages_of(out)
    height, width = ((side - 20) / 25.4 * print_simulation.DPI / 5 for side in (297, 210))
    edge = 10 / 25.4 * print_simulation.DPI
    for row in range(5):
        for column in range(5):
            y, x = edge + row * height, edge + column * width
            cell = page[round(y + 6) : round(y + height - 6), round(x + 6) : round(x + width - 6)].max(axis=2) < 128
            assert np.mean(cell != cell[::-1, ::-1]) < np.mean(cell) / 2  # the edges of letters may differ


def test_drawn_boards_follow_their_seed(duo, tmp_path):
    drawn = [
        json.loads(duo("board", "print", "--lang", "fr", "--seed", seed, "--out", tmp_path / "b.pdf", "--json").stdout)
        for seed in (1, 1, 2)
    ]
    assert drawn[0] == drawn[1]
    assert drawn[0]["words"] != drawn[2]["words"]


@pytest.mark.parametrize("kind", ["pdf", "svg"])
def test_every_word_of_a_list_becomes_a_card(duo, tmp_path, kind):
    out = tmp_path / f"words.{kind}"
    words = [*WORDS, "ÉCLAIR", "CŒUR", "NEW YORK"]
    ran = duo("board", "print", "--cards", "--words", ",".join(words), "--format", kind, "--out", out, "--json")
    assert ran.code == 0
    if kind == "pdf":
        shown = " ".join(word for page in page_words(out) for word in page)
        assert all(shown.count(word) >= 2 for word in words)
    else:
        pages = [print_simulation.page_of_svg(path.read_text(), dpi=50) for path in sorted(tmp_path.glob("words*.svg"))]
        assert len(pages) == 2  # 3 x 6 cards per page


@pytest.mark.parametrize(
    ("options", "code", "reason"),
    [
        (("--margin", "80"), 2, "does not fit"),
        (("--cards", "--card", "290x200mm"), 2, "does not fit"),
        (("--cards", "--gap", "-1"), 2, "negative"),
        (("--words", ",".join([*WORDS[1:], "象"])), 2, "cannot show 象"),
        (("--words", "A,B"), 1, "at least 25"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_cannot_be_printed_is_refused(duo, tmp_path, options, code, reason):
    ran = duo("board", "print", *options, "--out", tmp_path / "b.pdf")
    assert ran.code == code
    assert reason in ran.stderr
    assert list(tmp_path.iterdir()) == []
