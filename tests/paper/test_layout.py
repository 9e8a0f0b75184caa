"""A layout of any size either is refused or keeps its margins and gaps."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duo.core.refusal import Refusal
from duo.paper.layout import Flip, Layout
from duo.paper.size import PAGE_SIZES, Size
from duo.text import LANGUAGES
from duo.words.wordlist import shipped_wordlist


def lengths(least, most):
    return st.floats(least, most).map(lambda value: round(value, 2))


layouts = st.builds(
    dict,
    page=st.builds(Size, lengths(30, 500), lengths(30, 500)),
    card=st.builds(Size, lengths(25, 120), lengths(25, 120)),
    bleed=lengths(-1, 5),
    gap=lengths(-1, 15),
    margin=lengths(-1, 20),
    crop_marks=st.booleans(),
    flip=st.sampled_from(Flip),
)


def is_within(spot, page, edge):
    slack = edge - 1e-5
    return (
        spot.x >= slack
        and spot.y >= slack
        and spot.x + spot.width <= page.width - slack
        and spot.y + spot.height <= page.height - slack
    )


def distance(one, two):
    """Return the free space between two spots."""
    return max(
        two.x - one.x - one.width, one.x - two.x - two.width, two.y - one.y - one.height, one.y - two.y - two.height
    )


@given(layouts)
def test_cards_and_backs_keep_their_margins_and_gaps(asked):
    try:
        layout = Layout(**asked)
    except Refusal:
        return
    fronts = layout.front_spots()
    backs = [layout.back_spot(front) for front in fronts]
    assert fronts
    for front, back in zip(fronts, backs, strict=True):
        again = layout.back_spot(back)
        assert (again.x, again.y) == pytest.approx((front.x, front.y))
        assert again.turned == front.turned
    sides = [[*fronts, *backs]] if layout.flip is Flip.FOLD else [fronts, backs]
    for spots in sides:
        assert all(is_within(spot, layout.page, layout.margin + layout.bleed) for spot in spots)
        assert all(distance(one, two) >= layout.gap - 1e-5 for one, two in itertools.combinations(spots[:30], 2))


@pytest.mark.parametrize(
    ("page", "card", "flip", "count"),
    [("a4", (68, 56), "long", 8), ("a4", (68, 56), "fold", 4), ("letter", (63.5, 88.9), "short", 4)],
)
def test_a_page_holds_as_many_cards_as_fit(page, card, flip, count):
    layout = Layout(PAGE_SIZES[page], Size(*card), bleed=2, gap=4, flip=Flip(flip))
    assert len(layout.front_spots()) == count


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_fonts_have_every_letter_of_our_word_lists(lang):
    from duo.paper.typeface import SHIPPED_TYPEFACE

    SHIPPED_TYPEFACE.check_letters("".join(shipped_wordlist(lang).words))
