"""Each step of a deduction follows from its premise and from what it rests on, and no step is idle."""

import random
from functools import cache
from itertools import islice, product

import pytest
from partner_sides import PARTNER_COLOURS, fitting_sides

from duo.core.key import KeyCard
from duo.puzzle.deduction.inference import CONTRADICTION_EFFORT, find_steps
from duo.puzzle.deduction.premises import FinishedPremise, PartnerClue, SaidPremise, pattern_premises
from duo.puzzle.kinds.deduce import DeduceTask
from duo.puzzle.making.deduce_search import deduce_tasks
from duo.puzzle.statement import CELL_NAMES
from duo.text import in_language

CARD = KeyCard.parse("ggggg/gggg./...../...../..xxx ggg../...x./ggggg/x..../..xg.")
MAX_CELLS = 9  # a premise on more unknown cells takes too long to look at one by one


def places(*names):
    return frozenset(map(CELL_NAMES.index, names))


def task(known=(), *clues, finished=False, covered=()):
    """A deduction on side A of the card, with these cells of side B known."""
    seen = "".join(letter if name in known else "?" for name, letter in zip(CELL_NAMES, CARD.b, strict=True))
    return DeduceTask(CARD.a, seen, places(*covered), finished, None, clues)


@cache
def all_tasks(grade):
    return tuple(islice(deduce_tasks(random.Random(grade), None, grade), 60))


def some_tasks(grade, count=40):
    return all_tasks(grade)[:count]


def shown(own, seen):
    """Return the colours that each cell can have by what is seen and what is left of the pattern."""
    pairs = [mine + theirs for mine, theirs in zip(own, seen, strict=True)]
    return [
        {theirs}
        if theirs != "?"
        else {colour for colour in "g.x" if pairs.count(mine + colour) < PARTNER_COLOURS[mine].count(colour)}
        for mine, theirs in zip(own, seen, strict=True)
    ]


def holds(premise, colours):
    """Whether a premise holds for these colours by cell."""
    return any(
        all(
            tally.minimum <= sum(colours[place] == tally.colour for place in tally.cells) <= tally.maximum
            for tally in way
        )
        for way in premise.ways
    )


def test_what_the_pattern_settles_by_itself_takes_no_step():
    last = task(["c5", "d5"])
    assert last.fitting_cards.certain_colours == {24: "."}
    assert last.steps == ()


def test_a_clue_of_0_rules_green_out_and_the_pattern_settles_the_rest():
    zero = task((), PartnerClue(0, places("c5", "e5")))
    by_clue, by_pattern = zero.steps
    assert by_clue.premise == SaidPremise(1, 0, places("c5", "e5"))
    assert by_clue.rules_out == {(22, "g"), (24, "g")}
    assert by_pattern.premise == pattern_premises(CARD.a)[2]
    assert by_pattern.rests_on == by_clue.rules_out
    assert by_pattern.settled_cells == ((23, "g"),)
    assert [step.sentence for step in zero.steps] == [
        "Clue 1 is for 0: c5 and e5 cannot be green.",
        "Where you are assassin, 1 more cell must be green for your partner, and it can only be d5.",
    ]


def test_a_finished_partner_has_no_green_on_an_open_cell():
    covered = ("a1", "b1", "c1")
    known = [name for name, letter in zip(CELL_NAMES, CARD.b, strict=True) if letter == "g" and name not in covered]
    steps = task(known, finished=True, covered=covered).steps
    assert isinstance(steps[0].premise, FinishedPremise)
    assert steps[0].sentence.startswith("All nine greens are covered: ")


def test_a_premise_about_known_cells_is_never_used():
    with_idle = task(["a3", "b4", "d5"], PartnerClue(2, places("a3", "d5")), PartnerClue(0, places("b4", "c5")))
    used = {step.premise.number for step in with_idle.steps if isinstance(step.premise, SaidPremise)}
    assert used <= {2}


@pytest.mark.parametrize("grade", [3, 4, 5])
def test_a_step_follows_from_its_premise_and_from_what_it_rests_on_alone(grade):
    """Give each cell of the premise every colour that nothing named by the step excludes."""
    checked = 0
    for found in some_tasks(grade):
        own_colours = shown(found.own, found.seen)
        for step in found.steps:
            if step.tally is None:
                continue
            cells = sorted({place for way in step.premise.ways for tally in way for place in tally.cells})
            if sum(found.seen[place] == "?" for place in cells) > MAX_CELLS:
                continue
            left = [
                [colour for colour in "g.x" if colour in own_colours[place] and (place, colour) not in step.rests_on]
                for place in cells
            ]
            for choice in product(*left):
                colours = dict(zip(cells, choice, strict=True))
                if holds(step.premise, colours):
                    assert not any(colours[place] == colour for place, colour in step.rules_out)
            checked += 1
    assert checked >= 5


@pytest.mark.parametrize("grade", range(1, 6))
def test_no_fitting_card_has_a_colour_that_a_step_rules_out(grade):
    checked = 0
    for found in some_tasks(grade, 60):
        if found.seen.count("?") > 13 or found.fitting_cards.card_count > 2000:
            continue
        ruled_out = {ruled for step in found.steps for ruled in step.rules_out}
        assert not any(side[place] == colour for side in fitting_sides(found) for place, colour in ruled_out)
        checked += 1
    assert checked >= 10


@pytest.mark.parametrize("grade", range(1, 6))
def test_the_steps_together_leave_one_colour_for_each_certain_cell(grade):
    for found in some_tasks(grade):
        left = shown(found.own, found.seen)
        for step in found.steps:
            for place, colour in step.rules_out:
                left[place].discard(colour)
        assert {
            place: min(left[place]) for place in found.fitting_cards.certain_colours
        } == found.fitting_cards.certain_colours
        assert all(len(left[place]) == 1 for place in found.fitting_cards.certain_colours)


@pytest.mark.parametrize("grade", range(2, 6))
def test_every_step_is_needed_by_the_answer_or_by_a_later_step(grade):
    for found in some_tasks(grade):
        wanted = {
            (place, other)
            for place, colour in found.fitting_cards.certain_colours.items()
            for other in "g.x"
            if other != colour
        }
        for number, step in enumerate(found.steps):
            needed = wanted.union(*(later.rests_on for later in found.steps[number + 1 :]))
            assert step.rules_out & needed


@pytest.mark.parametrize("grade", range(2, 6))
def test_a_step_rests_only_on_what_was_ruled_out_before(grade):
    for found in some_tasks(grade):
        left = shown(found.own, found.seen)
        before = {(place, colour) for place in range(25) for colour in "g.x" if colour not in left[place]}
        for step in found.steps:
            if step.tally is not None:
                assert step.rests_on <= before
                assert not step.rules_out & before
            before |= step.rules_out


@pytest.mark.parametrize("grade", [4, 5])
def test_a_step_names_the_cells_that_it_settles(grade):
    for found in some_tasks(grade):
        for step in found.steps:
            assert set(step.settled_cells) <= {
                (place, found.fitting_cards.certain_colours.get(place)) for place, _ in step.rules_out
            }
            for place, _colour in step.settled_cells:
                assert CELL_NAMES[place] in step.sentence


def test_what_no_premise_shows_directly_is_found_by_contradiction():
    steps = [step for found in some_tasks(5, 60) for step in found.steps if step.tally is None]
    assert steps
    for step in steps:
        assert step.effort == CONTRADICTION_EFFORT
        assert len({colour for _, colour in step.rules_out}) == 1
        assert step.sentence.startswith(("If ", "If one of "))
        assert f"{step.premise.name} could not be true." in step.sentence


def test_what_not_even_a_contradiction_shows_is_left_to_the_count_and_no_puzzle_needs_it():
    """Three greens are left for five cells, and the clue has one of them: so e1 and a5 have the two others."""
    hard = DeduceTask(
        "ggg..g..g...xg.gx..x..g.g",
        ".gx??g?...?x..g.xg.g?...g",
        frozenset(),
        finished=False,
        clues=(PartnerClue(1, frozenset({3, 6, 10, 18})),),
    )
    (step,) = hard.steps
    assert step.premise is None
    assert step.effort > CONTRADICTION_EFFORT
    assert step.sentence == "No card that fits leaves another colour. That leaves: e1 green, a5 green."
    assert not any(side[place] == colour for side in fitting_sides(hard) for place, colour in step.rules_out)


def test_easier_premises_are_used_before_harder_ones():
    """Either clue shows that d5 is green, and the order in which they are stated does not matter."""
    zero, one = PartnerClue(0, places("c5", "e5")), PartnerClue(1, places("d5", "d1"))
    for clues in ((zero, one), (one, zero)):
        steps = task(["d1"], *clues).steps
        assert [step.effort for step in steps] == [3, 1]
        assert steps[0].premise.count == 0
    assert task(["d1"], one).fitting_cards.certain_colours.items() >= {(23, "g")}


def test_nothing_certain_takes_no_steps():
    nothing = task()
    assert find_steps(nothing.own, nothing.seen, pattern_premises(nothing.own), {}) == ()


def test_the_steps_are_worded_in_both_languages():
    for found in some_tasks(5, 30):
        sentences = {}
        for lang in ("en", "fr"):
            with in_language(lang):
                sentences[lang] = [step.sentence for step in found.steps]
        assert all("{" not in sentence for lang in sentences for sentence in sentences[lang])
        assert not set(sentences["en"]) & set(sentences["fr"])
