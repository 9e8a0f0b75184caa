"""The number of key cards that fit is exact: it agrees with all cards looked at one by one."""

import random
from math import factorial, prod

import pytest
from partner_sides import PARTNER_COLOURS, clue_is_true, colours_left, sides_of_pattern

from duo.core.key import CARD_COUNT, PATTERN, deal
from duo.puzzle.deduction.cards import FittingCards
from duo.puzzle.deduction.premises import FinishedPremise, PartnerClue, SaidPremise, UnsaidPremise
from duo.puzzle.puzzle import UnprovenTask

UNKNOWN = "?" * 25


def hide(side, rng, count):
    """Return a side with `count` cells unknown."""
    hidden = set(rng.sample(range(25), count))
    return "".join("?" if place in hidden else letter for place, letter in enumerate(side))


def random_cells(rng, max_count=7):
    return frozenset(rng.sample(range(25), rng.randrange(1, max_count)))


def random_clue(rng):
    """Return a clue that may be false, so that often few cards or none fit."""
    count = rng.randrange(4)
    unsaid = tuple(random_cells(rng) for _ in range(rng.randrange(3))) if count else ()
    return PartnerClue(count, random_cells(rng), unsaid)


def premises_of(clues):
    return tuple(premise for number, clue in enumerate(clues, 1) for premise in clue.premises(number))


def total(card, seen, *premises):
    return FittingCards(card.a, seen, premises).card_count


@pytest.mark.parametrize("seed", range(8))
def test_counts_agree_with_all_sides_looked_at_one_by_one(seed):
    rng = random.Random(seed)
    fitted = 0
    for _ in range(25):
        card = deal(rng)
        seen = hide(card.b, rng, rng.randrange(4, 11))
        clues = [random_clue(rng) for _ in range(rng.randrange(3))]
        cards = FittingCards(card.a, seen, premises_of(clues))
        sides = [side for side in sides_of_pattern(card.a, seen) if all(clue_is_true(clue, side) for clue in clues)]
        assert cards.card_count == len(sides)
        assert set(cards.counts_by_cell) == {place for place in range(25) if seen[place] == "?"}
        for place, counts in cards.counts_by_cell.items():
            assert [counts[colour] for colour in "g.x"] == [
                sum(side[place] == colour for side in sides) for colour in "g.x"
            ]
        common = {place: {side[place] for side in sides} for place in cards.counts_by_cell}
        assert cards.certain_colours == {place: min(colours) for place, colours in common.items() if len(colours) == 1}
        fitted += bool(sides)
    assert 5 < fitted < 25


def test_without_any_knowledge_all_cards_with_this_side_fit():
    card = deal(random.Random(1))
    sides_of_a = factorial(25) // (factorial(9) * factorial(13) * factorial(3))
    cards = FittingCards(card.a, UNKNOWN, ())
    assert cards.card_count * sides_of_a == CARD_COUNT
    for place, counts in cards.counts_by_cell.items():
        mine = PARTNER_COLOURS[card.a[place]]
        assert {colour: counts[colour] * len(mine) for colour in "g.x"} == {
            colour: cards.card_count * PATTERN[card.a[place] + colour] for colour in "g.x"
        }
    assert not cards.certain_colours


def test_without_statements_the_count_is_a_product_of_multinomials():
    rng = random.Random(2)
    for _ in range(50):
        card = deal(rng)
        seen = hide(card.b, rng, rng.randrange(26))
        left = colours_left(card.a, seen).values()
        expected = prod(factorial(len(letters)) // prod(factorial(letters.count(c)) for c in "g.x") for letters in left)
        assert total(card, seen) == expected


def test_a_side_that_is_known_fits_once():
    card = deal(random.Random(3))
    cards = FittingCards(card.a, card.b, ())
    assert (cards.card_count, cards.counts_by_cell, cards.certain_colours) == (1, {}, {})


def test_no_card_fits_colours_that_break_the_pattern():
    card = deal(random.Random(4))
    greens = [place for place in range(25) if card.a[place] == "g"][:4]
    cards = FittingCards(card.a, "".join("g" if place in greens else "?" for place in range(25)), ())
    assert cards.card_count == 0
    assert not cards.certain_colours


@pytest.mark.parametrize("hidden", [12, 18, 25])
def test_finished_and_unfinished_partners_have_all_cards_between_them(hidden):
    rng = random.Random(hidden)
    for _ in range(20):
        card, cells = deal(rng), random_cells(rng, 20)
        seen = hide(card.b, rng, hidden)
        both = [total(card, seen, FinishedPremise(cells, is_finished=finished)) for finished in (True, False)]
        assert sum(both) == total(card, seen)


@pytest.mark.parametrize("hidden", [12, 18, 25])
def test_a_clue_not_given_excludes_just_the_cards_for_which_it_would_have_been_better(hidden):
    rng = random.Random(hidden)
    for _ in range(20):
        card, cells, count = deal(rng), random_cells(rng, 9), rng.randrange(1, 4)
        seen = hide(card.b, rng, hidden)
        better = sum(total(card, seen, SaidPremise(1, more, cells)) for more in range(count + 1, len(cells) + 1))
        assert total(card, seen, UnsaidPremise(1, count, cells)) + better == total(card, seen)


def test_the_names_of_cells_do_not_matter():
    rng = random.Random(5)
    for _ in range(10):
        card = deal(rng)
        seen, clues = hide(card.b, rng, 18), [random_clue(rng) for _ in range(2)]
        order = rng.sample(range(25), 25)  # the cell at `place` moves to `order[place]`
        own_moved, seen_moved = (
            "".join(letter for _, letter in sorted(zip(order, side, strict=True))) for side in (card.a, seen)
        )
        moved_clues = [
            PartnerClue(
                clue.count,
                frozenset(order[place] for place in clue.cells),
                tuple(frozenset(order[place] for place in cells) for cells in clue.unsaid),
            )
            for clue in clues
        ]
        cards = FittingCards(card.a, seen, premises_of(clues))
        moved = FittingCards(own_moved, seen_moved, premises_of(moved_clues))
        assert moved.card_count == cards.card_count
        assert {order[place]: counts for place, counts in cards.counts_by_cell.items()} == dict(moved.counts_by_cell)


def test_each_statement_leaves_the_same_cards_or_fewer():
    rng = random.Random(6)
    for _ in range(20):
        card = deal(rng)
        seen, premises = hide(card.b, rng, 15), premises_of([random_clue(rng) for _ in range(2)])
        totals = [total(card, seen, *premises[:used]) for used in range(len(premises) + 1)]
        assert totals == sorted(totals, reverse=True)


def test_every_unknown_cell_has_some_colour_on_every_card():
    rng = random.Random(7)
    for _ in range(20):
        card = deal(rng)
        cards = FittingCards(card.a, hide(card.b, rng, 22), premises_of([random_clue(rng)]))
        assert all(sum(counts.values()) == cards.card_count for counts in cards.counts_by_cell.values())


def test_statements_that_take_too_long_to_count_are_refused():
    rng = random.Random(8)
    card = deal(rng)
    clues = [
        PartnerClue(4, frozenset(rng.sample(range(25), 9)), (frozenset(rng.sample(range(25), 9)),)) for _ in range(4)
    ]
    with pytest.raises(UnprovenTask, match="too many statements"):
        total(card, UNKNOWN, *premises_of(clues))
