"""The key card: pattern, text form, number."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duo.core.key import CARD_COUNT, PATTERN, KeyCard, Seat, deal
from duo.core.refusal import Refusal, Refusals

CARD = KeyCard.parse(".x.../g.ggx/...x./g.ggg/gg... g.x.g/..g.g/..gxg/g..../xg.g.")
numbers = st.integers(0, CARD_COUNT - 1)


def test_there_are_as_many_cards_as_the_rules_say():
    assert CARD_COUNT == 35_620_613_892_864_000


def test_the_documented_card_has_its_number():
    assert CARD.number == 19621607469314593
    assert CARD.code == "HDNQXZJ2WH1~"
    assert KeyCard.from_code("hdnqxzj2whl~") == CARD


@pytest.mark.parametrize(("number", "code"), [(0, "000000000000"), (CARD_COUNT - 1, "ZMCR9TW7XZZT")])
def test_the_first_and_last_number(number, code):
    assert KeyCard.from_number(number).code == code
    assert KeyCard.from_code(code).number == number


@given(numbers)
def test_number_and_card_are_one_to_one(number):
    card = KeyCard.from_number(number)
    assert card.number == number
    assert KeyCard.from_code(card.code) == KeyCard.parse(str(card)) == card
    assert Counter(card.pairs()) == PATTERN


@given(numbers, numbers)
def test_numbers_follow_the_order_of_the_pairs(first, second):
    def order(number):
        return [list(PATTERN).index(pair) for pair in KeyCard.from_number(number).pairs()]

    assert (first < second) == (order(first) < order(second))


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("HDNQXZJ2WH10", "check symbol"),
        ("HDNQXZJ2WH1", "12 characters"),
        ("HDNQXZU2WH1~", "U does not occur"),
        ("ZMCR9TW7Y00*", "check symbol|no card number"),
        ("ZZZZZZZZZZZB", "check symbol|no card number"),
        ("\u0131DNQXZJ2WH1~", "12 characters"),
    ],
)
def test_a_misread_number_is_refused(code, expected):
    with pytest.raises(Refusal, match=expected):
        KeyCard.from_code(code)


def test_a_number_past_the_last_is_refused():
    digits = "ZMCR9TW7Y00"
    value = CARD_COUNT
    check = ("0123456789ABCDEFGHJKMNPQRSTVWXYZ*~$=U")[value % 37]
    with pytest.raises(Refusal, match="there is no card number"):
        KeyCard.from_code(digits + check)


def test_every_problem_of_a_bad_card_is_told():
    with pytest.raises(Refusals) as refused:
        KeyCard.parse("gx.../g.ggx/...x./g.ggg/gg... g.x.g/..g.g/..gxg/g..../xg.g.")
    message = str(refused.value)
    assert "side A must have 9 cells g, not 10" in message
    assert "side A must have 13 cells ., not 12" in message
    assert "words that are g for A and g for B: 4, not 3" in message
    assert "words that are . for A and g for B: 4, not 5" in message


def test_wrong_letters_and_sizes_are_told_with_their_place():
    with pytest.raises(Refusals, match=r"side A, row 1, column 2: q is none of g . x"):
        KeyCard(".q" + CARD.a[2:], CARD.b)
    with pytest.raises(Refusals, match="side B must have 25 cells, not 24"):
        KeyCard(CARD.a, CARD.b[1:])
    with pytest.raises(Refusals, match="5 rows of 5"):
        KeyCard.parse("ggg ggg")
    with pytest.raises(Refusal, match="two halves"):
        KeyCard.parse("ggg")


def test_the_four_placements_turn_and_face():
    card, turned, facing, both = CARD.placements()
    assert card == CARD
    assert (turned.a, turned.b) == (CARD.a[::-1], CARD.b[::-1])
    assert (facing.a, facing.b) == (CARD.b, CARD.a)
    assert both == facing.placements()[1]
    assert all(placed.side(Seat.A).count("g") == 9 for placed in CARD.placements())


def test_dealing_is_uniform_over_the_cells():
    rng = random.Random(5)
    cards = [deal(rng) for _ in range(2000)]
    for cell in range(25):
        greens = sum(card.a[cell] == "g" for card in cards)
        assert abs(greens - 720) < 5 * (2000 * 0.36 * 0.64) ** 0.5
