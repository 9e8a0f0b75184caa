"""Words on cards are as large as possible, wrap, and never get too small to read."""

import pypdfium2
import pytest
from paper import print_simulation

from duo.core.refusal import Refusal
from duo.paper.shapes import Text
from duo.paper.size import WORD_CARD_SIZE, Size
from duo.paper.typeface import SHIPPED_TYPEFACE
from duo.paper.word_cards import draw_word_card


def lines(word, size=WORD_CARD_SIZE):
    texts = [shape for shape in draw_word_card(word, size) if isinstance(shape, Text) and not shape.turned]
    return [text.text for text in sorted(texts, key=lambda text: text.origin[1])], texts[0].size


def test_a_short_word_stands_in_one_line():
    assert lines("WHALE")[0] == ["WHALE"]


@pytest.mark.parametrize(
    ("word", "broken"),
    [
        ("WASHINGTON MONUMENT", ["WASHINGTON", "MONUMENT"]),
        ("ARC-EN-CIEL DE LA PLUIE", None),
        ("TÊTE-DE-NÈGRE-ET-BLANC", None),
    ],
)
def test_a_long_name_wraps_at_blanks_and_hyphens(word, broken):
    printed, size = lines(word)
    assert len(printed) > 1
    assert "".join(printed).replace(" ", "") == word.replace(" ", "")
    if broken:
        assert printed == broken
    one_line = SHIPPED_TYPEFACE.fitting_size(word, 100, WORD_CARD_SIZE.width - 6.35, bold=True)
    assert size > one_line


@pytest.mark.parametrize("word", ["A", "WHALE", "NEW YORK", "ANTICONSTITUTIONNELLEMENT", "W" * 20, "LAS VEGAS"])
def test_letters_stay_inside_the_card_and_legible(word):
    drawn = draw_word_card(word, WORD_CARD_SIZE)
    for text in (shape for shape in drawn if isinstance(shape, Text)):
        assert text.size >= 2.1
        assert text.width <= WORD_CARD_SIZE.width - 2 * 3.17
        assert 3 < text.origin[1] < WORD_CARD_SIZE.height - 3


def test_what_could_not_be_read_is_refused(duo, tmp_path):
    with pytest.raises(Refusal, match="letters of"):
        draw_word_card("W" * 40, Size(30, 30))
    words = ",".join([*(f"WORD{n}" for n in range(24)), "W" * 40])
    ran = duo("board", "print", "--cards", "--words", words, "--card", "40x30mm", "--out", tmp_path / "w.pdf")
    assert ran.code == 2
    assert "choose a larger card or shorter words" in ran.stderr


def texts(path):
    document = pypdfium2.PdfDocument(path)
    found = [page.get_textpage().get_text_range() for page in document]
    document.close()
    return found


@pytest.mark.parametrize("flip", ["long", "separate"])
def test_double_sided_cards_have_every_word_once_and_match_front_to_back(duo, tmp_path, flip):
    words = [f"WORD{n:02}" for n in range(51)]
    out = tmp_path / "words.pdf"
    asked = ("--cards", "--double-sided", "--words", ",".join(words), "--flip", flip, "--out", out)
    assert duo("board", "print", *asked).code == 0
    pages = texts(out)
    fronts, backs = (pages[:2], pages[2:]) if flip == "separate" else (pages[::2], pages[1::2])
    assert [word for word in words if any(word in page for page in fronts)] == words[:26]
    assert [word for word in words if any(word in page for page in backs)] == words[26:]
    assert len(print_simulation.pages_of(out, dpi=20)) == 4


def test_double_sided_is_for_cards(duo, tmp_path):
    ran = duo("board", "print", "--double-sided", "--out", tmp_path / "w.pdf")
    assert ran.code == 2
    assert "--cards" in ran.stderr
