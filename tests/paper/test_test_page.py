"""The printer test page distinguishes good prints from bad ones."""

import numpy as np
import pypdfium2
import pytest
from paper import print_simulation
from PIL import Image, ImageFilter

DPI = 150
MILLIMETRE = DPI / 25.4


@pytest.fixture
def printed(duo, tmp_path):
    def pages(*options):
        out = tmp_path / "deck.pdf"
        assert duo("key", "print", "--count", 1, "--seed", 7, "--out", out, *options).code == 0
        return out, print_simulation.pages_of(out, DPI)

    return pages


def dark_pixels(page):
    return page.max(axis=2) < 128


def overlap_share(front, through):
    """Return the share of the print on the back that is within a millimetre of print on the front."""
    near = Image.fromarray(dark_pixels(front)).convert("L").filter(ImageFilter.MaxFilter(2 * round(MILLIMETRE) + 1))
    behind = dark_pixels(through)
    return (behind & (np.asarray(near) > 0)).sum() / behind.sum()


def test_the_ruler_is_a_hundred_millimetres_long(printed):
    _, pages = printed()
    top = dark_pixels(pages[0])[: round(25 * MILLIMETRE)]
    line = max(range(len(top)), key=lambda row: top[row].sum())
    ends = top[line].nonzero()[0]
    assert (ends[-1] - ends[0]) / MILLIMETRE == pytest.approx(100, abs=0.5)


@pytest.mark.parametrize(("flip", "wrong"), [("long", "short"), ("short", "long")])
def test_the_crosses_meet_only_if_the_sheet_is_turned_about_the_right_edge(printed, flip, wrong):
    _, pages = printed("--flip", flip)
    (good, *_), (bad, *_) = (print_simulation.print_both_sides(pages, edge) for edge in (flip, wrong))
    assert overlap_share(*good) > 0.8
    assert overlap_share(*bad) < 0.6


def test_the_crosses_meet_on_a_folded_page_and_on_pages_back_to_back(printed):
    _, pages = printed("--flip", "fold")
    assert overlap_share(*print_simulation.fold_sheets(pages[:1])[0]) > 0.8
    _, pages = printed("--flip", "separate")
    assert overlap_share(*print_simulation.glue_back_to_back(pages)[0]) > 0.8


@pytest.mark.parametrize("flip", ["long", "short", "fold", "separate"])
def test_the_instructions_speak_both_languages(printed, flip):
    path, _ = printed("--flip", flip, "--reference-page")
    document = pypdfium2.PdfDocument(path)
    first, last = (document[place].get_textpage().get_text_range() for place in (0, len(document) - 1))
    document.close()
    assert "Test your printer first" in first
    assert "Testez d'abord votre imprimante" in first
    assert "What your colours tell about your partner's" in last
    assert "Ce que vos couleurs disent de celles de votre partenaire" in last


def test_no_letter_of_the_first_and_last_page_runs_off_the_paper(printed):
    for page_size in ("a4", "letter", "297x210mm", "148x210mm"):
        _, pages = printed("--reference-page", "--page", page_size)
        for page in (pages[0], pages[-1]):
            edge = round(5 * MILLIMETRE)
            inside = dark_pixels(page).copy()
            inside[edge:-edge, edge:-edge] = False
            assert not inside.any(), page_size
