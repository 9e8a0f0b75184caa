"""Decks: uniform, balanced, with distant cards, and read back from files."""

import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from duo.core.key import CARD_COUNT, KeyCard, deal
from duo.core.refusal import Refusal, Refusals
from duo.data import shipped_data_dir
from duo.deck.arrays import PAIRS_PER_CARD, canonical_names, deal_card_array, from_key_cards, to_key_cards
from duo.deck.balance import count_pairs_per_cell
from duo.deck.distance import card_distances, closest_pair
from duo.deck.file import Deck
from duo.deck.make import make_deck
from duo.deck.report import measure_deck


def differing_cells(one, two):
    return sum(x != y for x, y in zip(one.a + one.b, two.a + two.b, strict=True))


def test_every_card_of_a_large_deal_follows_the_pattern():
    for card in to_key_cards(deal_card_array(500, 3)):
        assert KeyCard.parse(str(card)) == card


def test_a_deal_is_uniform_over_cells_and_pairs():
    count = 20_000
    share = count * PAIRS_PER_CARD / 25
    deviation = np.abs(count_pairs_per_cell(deal_card_array(count, 11)) - share) / np.sqrt(
        share * (1 - PAIRS_PER_CARD / 25)
    )
    assert deviation.max() < 5


def test_a_deal_is_uniform_over_card_numbers():
    numbers = [card.number for card in to_key_cards(deal_card_array(4000, 5))]
    tenths = Counter(number * 10 // CARD_COUNT for number in numbers)
    assert all(abs(tenths[tenth] - 400) < 5 * 19 for tenth in range(10))


def test_the_same_seed_gives_the_same_deck_on_any_machine():
    assert [card.code for card in make_deck(3, 7).cards] == ["A3Y8MQ2H8WVX", "D9TEN4X157KD", "340PDDV4RS9Q"]
    assert make_deck(50, 7, balance=True) == make_deck(50, 7, balance=True)
    assert make_deck(50, 7, balance=True) != make_deck(50, 8, balance=True)


@pytest.mark.parametrize("count", [1, 2, 7, 24, 25, 26, 60, 100])
def test_a_balanced_deck_gives_every_cell_its_share(count):
    deck = make_deck(count, 1, balance=True)
    off = np.abs(count_pairs_per_cell(from_key_cards(list(deck.cards))) - count * PAIRS_PER_CARD / 25).max()
    assert off == 0 if count % 25 == 0 else off <= 1
    assert len(deck.cards) == count


@pytest.mark.parametrize("seed", range(4))
def test_cards_of_a_balanced_deck_are_far_apart_in_every_placement(seed):
    cards = make_deck(60, seed, balance=True).cards
    apart = min(
        differing_cells(one, placed)
        for place, one in enumerate(cards)
        for two in cards[place + 1 :]
        for placed in two.placements()
    )
    assert apart >= 20
    assert measure_deck(Deck(seed, cards)).apart == apart


def test_distances_agree_with_counting_cell_by_cell():
    rng = random.Random(2)
    cards = [deal(rng) for _ in range(12)]
    gaps = card_distances(from_key_cards(cards), from_key_cards(cards))
    for i, one in enumerate(cards):
        for j, two in enumerate(cards):
            assert [differing_cells(one, placed) for placed in two.placements()] == gaps[:, i, j].tolist()


def test_the_closest_cards_are_found_across_blocks():
    cards = deal_card_array(60, 1)
    cards[57] = cards[2, ::-1]
    assert closest_pair(cards, block=7) == (0, 2, 57)


def test_avoided_cards_stay_out_in_every_placement():
    first = make_deck(40, 7)
    turned = tuple(card.placements()[3] for card in first.cards)
    again = make_deck(40, 7, avoid=turned)
    assert not set(canonical_names(from_key_cards(list(first.cards)))) & set(
        canonical_names(from_key_cards(list(again.cards)))
    )
    balanced = make_deck(25, 3, balance=True)
    other = make_deck(25, 3, balance=True, avoid=balanced.cards)
    assert not set(canonical_names(from_key_cards(list(balanced.cards)))) & set(
        canonical_names(from_key_cards(list(other.cards)))
    )


@given(st.lists(st.integers(0, CARD_COUNT - 1), min_size=1, max_size=5), st.one_of(st.none(), st.integers()))
def test_a_deck_file_reads_back(numbers, seed):
    deck = Deck(seed, tuple(map(KeyCard.from_number, numbers)))
    assert Deck.parse(deck.to_json()) == deck
    assert Deck.parse(deck.to_csv()).cards == deck.cards


def test_plain_lines_of_cards_are_a_deck_too():
    card = KeyCard.from_number(5)
    assert Deck.parse(f"{card}\n\n{card.code}\n").cards == (card, card)


def test_every_problem_of_every_card_is_told_with_its_card():
    text = make_deck(3, 7).to_json().replace("A3Y8MQ2H8WVX", "A3Y8MQ2H8WV0")
    lines = text.splitlines()
    lines[2] = lines[2].replace("g", "x", 1)
    with pytest.raises(Refusals) as refused:
        Deck.parse("\n".join(lines))
    messages = [str(problem) for problem in refused.value.all_problems()]
    assert messages[0].startswith("card 1 (A3Y8MQ2H8WV0): the check symbol")
    assert len(messages) > 1
    assert all(line.startswith("card 2 (D9TEN4X157KD): ") for line in messages[1:])


def test_a_number_that_belongs_to_another_card_is_a_problem():
    one, two = make_deck(2, 7).cards
    with pytest.raises(Refusals, match="belongs to another card"):
        Deck.parse(make_deck(1, 7).to_json().replace(one.code, two.code))


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[" * 100_000,
        '{"format":"duo-deck"}',
        '{"format":"duo-deck","version":2,"cards":[]}',
        '{"format":"duo-deck","version":1,"seed":7,"cards":{}}',
        '{"format":"duo-deck","version":1,"cards":[]}',
        '{"format":"duo-deck","version":1,"seed":"x","cards":[]}',
        '{"format":"duo-deck","version":1,"cards":[7]}',
        '{"format":"duo-deck","version":1,"cards":[{"number":7}]}',
        '{"a":' * 100_000,
        "",
        "number,a,b\n1,2\n",
        '{"format":"duo-deck","version":1,"cards":[{}]}',
        "number,a,b\n",
    ],
)
def test_a_broken_deck_file_is_refused(text):
    with pytest.raises(Refusal):
        Deck.parse(text)


def test_the_standard_deck_is_what_its_readme_says():
    text = (shipped_data_dir("keycards") / "standard-100.json").read_text(encoding="utf-8")
    deck = Deck.parse(text)
    figures = measure_deck(deck)
    assert (figures.cards, figures.repeats, figures.imbalance) == (100, 0, 0)
    assert figures.apart >= 22
    assert deck.seed is not None
    assert make_deck(100, deck.seed, balance=True).to_json() == text


@pytest.mark.parametrize("line", ["x", "gx", "/", "\x1b"])
def test_of_a_file_of_garbage_only_the_first_hundred_problems_are_looked_for(line):
    with pytest.raises(Refusals) as refused:
        Deck.parse(f"{line}\n" * 1_000_000)
    assert 100 <= len(refused.value.problems) < 200
    assert str(refused.value.problems[-1]) == "later cards were not checked"


def test_garbage_in_json_is_told_by_its_first_card():
    rows = ",".join(['{"number":1}'] * 300_000)
    with pytest.raises(Refusal, match=r"^cards\[0\].number is not a text: 1$"):
        Deck.parse(f'{{"format":"duo-deck","version":1,"cards":[{rows}]}}')
