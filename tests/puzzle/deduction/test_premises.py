"""A premise holds for exactly the sides of which its sentence is true."""

import random

import pytest
from partner_sides import clue_is_true

from duo.core.key import KeyCard, deal, side_problems
from duo.core.refusal import Refusal
from duo.puzzle.deduction.premises import (
    FinishedPremise,
    PartnerClue,
    PatternPremise,
    SaidPremise,
    UnsaidPremise,
    colour_name,
    describe_clue_rules,
    format_cells,
    parse_colour,
    pattern_premises,
)
from duo.puzzle.statement import CELL_NAMES
from duo.text import in_language

CELLS = frozenset({0, 7, 24})
PREMISES = [
    *pattern_premises(deal(random.Random(1)).a),
    FinishedPremise(CELLS, is_finished=True),
    FinishedPremise(CELLS, is_finished=False),
    SaidPremise(1, 0, CELLS),
    SaidPremise(2, 2, CELLS),
    UnsaidPremise(3, 1, CELLS),
    UnsaidPremise(4, 2, CELLS),
]


def holds(premise, side):
    """Whether all tallies of one way of a premise hold for a side."""
    return any(
        all(
            tally.minimum <= sum(side[place] == tally.colour for place in tally.cells) <= tally.maximum for tally in way
        )
        for way in premise.ways
    )


def some_sides(count=300, seed=6):
    """Yield the partner's side of dealt cards, with some cells of it."""
    rng = random.Random(seed)
    for _ in range(count):
        yield deal(rng).b, frozenset(rng.sample(range(25), rng.randrange(1, 10)))


def test_the_pattern_holds_for_the_partners_side_of_every_card_and_for_no_other_side():
    rng = random.Random(3)
    for _ in range(300):
        card = deal(rng)
        assert all(holds(premise, card.b) for premise in pattern_premises(card.a))
        other = "".join(rng.sample(card.b, 25))
        assert all(holds(premise, other) for premise in pattern_premises(card.a)) == (not side_problems(card.a, other))


def test_the_pattern_premises_share_out_all_cells_by_ones_own_colour():
    card = deal(random.Random(5))
    premises = pattern_premises(card.a)
    assert sorted(place for premise in premises for place in premise.cells) == list(range(25))
    assert all(card.a[place] == premise.own for premise in premises for place in premise.cells)


def test_a_partner_is_finished_if_no_open_cell_is_green():
    for side, cells in some_sides():
        has_green = any(side[place] == "g" for place in cells)
        assert holds(FinishedPremise(cells, is_finished=True), side) != has_green
        assert holds(FinishedPremise(cells, is_finished=False), side) == has_green


@pytest.mark.parametrize("count", range(4))
def test_a_clue_says_how_many_greens_it_fits_and_fits_no_assassin_unless_it_is_for_0(count):
    found = set()
    for side, cells in some_sides():
        is_true = clue_is_true(PartnerClue(count, cells), side)
        assert holds(SaidPremise(1, count, cells), side) == is_true
        found.add(is_true)
    assert found == {True, False}


@pytest.mark.parametrize("count", range(1, 4))
def test_a_clue_not_given_fits_an_assassin_or_no_more_greens_than_the_one_given(count):
    found = set()
    for side, cells in some_sides():
        colours = [side[place] for place in cells]
        would_be_better = colours.count("g") > count and "x" not in colours
        assert holds(UnsaidPremise(1, count, cells), side) != would_be_better
        found.add(would_be_better)
    assert found == {True, False}


def test_a_partners_clue_becomes_a_premise_for_itself_and_one_for_each_unsaid_clue():
    others = frozenset({1, 2}), frozenset({3})
    clue = PartnerClue(2, CELLS, others)
    assert clue.premises(4) == (
        UnsaidPremise(4, 2, others[0]),
        UnsaidPremise(4, 2, others[1]),
        SaidPremise(4, 2, CELLS),
    )
    for side, _cells in some_sides():
        assert all(holds(premise, side) for premise in clue.premises(1)) == clue_is_true(clue, side)


def test_a_premise_that_is_harder_to_use_gives_a_higher_grade():
    pattern, finished, zero, said, unsaid = PREMISES[0], PREMISES[3], PREMISES[5], PREMISES[6], PREMISES[7]
    assert [premise.effort for premise in (pattern, finished, zero, said, unsaid)] == [1, 3, 3, 4, 5]
    assert [premise.tag for premise in (pattern, finished, zero, said, unsaid)] == [
        "",
        "partner-said",
        "zero-clue",
        "giver-said",
        "not-said",
    ]


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("premise", PREMISES, ids=lambda premise: f"{type(premise).__name__}-{premise.effort}")
def test_conclusions_name_every_cell_and_fill_every_field(premise, lang):
    with in_language(lang):
        for tally in (tally for way in premise.ways for tally in way):
            for cells in ([7], [7, 24]):
                for sentence in (
                    premise.explain_none_left(tally, cells),
                    premise.explain_all_needed(tally, cells, len(cells)),
                ):
                    assert all(CELL_NAMES[place] in sentence for place in cells)
                    assert sentence.endswith(".")
                    assert "{" not in sentence
        assert premise.name
        assert "{" not in premise.name


@pytest.mark.parametrize("premise", PREMISES, ids=lambda premise: f"{type(premise).__name__}-{premise.effort}")
def test_the_sentences_of_a_premise_are_translated(premise):
    tally = premise.ways[0][0]
    said = {}
    for lang in ("en", "fr"):
        with in_language(lang):
            said[lang] = {
                premise.name,
                premise.explain_none_left(tally, [7]),
                premise.explain_all_needed(tally, [7], 1),
            }
    assert not said["en"] & said["fr"] - {"clue 1", "clue 2"}


def test_a_clue_is_described_after_the_clues_not_given_in_its_place():
    clue = PartnerClue(2, frozenset({4, 0}), (frozenset({10}),))
    assert clue.describe(3) == (
        "Before clue 3 your partner also thought of one that would fit a3.",
        "Clue 3, for 2, fits a1 and e1.",
    )


def test_only_the_rules_that_a_puzzle_needs_are_stated():
    plain, with_unsaid = PartnerClue(1, CELLS), PartnerClue(1, CELLS, (frozenset({3}),))
    assert [len(describe_clue_rules(clues)) for clues in ([], [plain], [plain, with_unsaid])] == [0, 1, 2]


def test_cells_are_named_in_table_order():
    assert format_cells({24, 0, 7}) == "a1, c2 and e5"


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_colour_is_understood_by_its_letter_its_name_and_the_start_of_its_name(lang):
    with in_language(lang):
        for colour in "g.x":
            name = colour_name(colour)
            assert {parse_colour(typed) for typed in (colour, name, name[:2])} == {colour}
        assert [parse_colour(typed) for typed in ("green", "byst", "assassin")] == ["g", ".", "x"]


@pytest.mark.parametrize("typed", ["purple", "greens", "y", "?"])
def test_what_is_no_colour_is_refused(typed):
    with pytest.raises(Refusal, match="is not a colour"):
        parse_colour(typed)


def test_the_pattern_is_that_of_the_rulebook():
    card = KeyCard.parse(".x.../g.ggx/...x./g.ggg/gg... g.x.g/..g.g/..gxg/g..../xg.g.")
    counts = {
        premise.own: [tally.minimum for tally in premise.ways[0] if tally.minimum == tally.maximum]
        for premise in pattern_premises(card.a)
    }
    assert counts == {"g": [3, 5, 1], ".": [5, 7, 1], "x": [1, 1, 1]}
    assert isinstance(pattern_premises(card.a)[0], PatternPremise)
