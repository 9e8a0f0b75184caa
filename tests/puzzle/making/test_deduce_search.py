"""The search for deductions: what it yields could happen in a game, and depends on the seed alone."""

import hashlib
import json
import random
from dataclasses import replace
from functools import cache
from itertools import islice

import pytest
from partner_sides import fitting_sides

from duo.puzzle.kinds.deduce import DeduceTask
from duo.puzzle.making.deduce_search import deduce_tasks
from duo.puzzle.puzzle import GENERATOR_VERSION, GRADES

# The tasks of generator 6 for seed 1, as a digest of their JSON by grade.
DIGESTS = {
    1: "275a894c5e61",
    2: "3a6ce500bbeb",
    3: "f6084a4b771b",
    4: "b7047b30f807",
    5: "923fccf04529",
}


@cache
def tasks(grade, count=40, seed=1):
    return tuple(islice(deduce_tasks(random.Random(seed), None, grade), count))


def digest(found):
    return hashlib.sha256(json.dumps([task.to_json() for task in found]).encode()).hexdigest()[:12]


@pytest.mark.parametrize("grade", GRADES)
def test_a_seed_yields_the_same_deductions_for_ever(grade):
    """If this fails on purpose, increase GENERATOR_VERSION: packs are made again from their seeds."""
    assert GENERATOR_VERSION == 6
    assert digest(tasks(grade, 20)) == DIGESTS[grade]


@pytest.mark.parametrize("grade", GRADES)
def test_another_seed_yields_other_deductions(grade):
    seen = [task.seen for seed in (1, 2) for task in tasks(grade, 20, seed)]
    assert len(set(seen)) == len(seen)


@pytest.mark.parametrize("grade", GRADES)
def test_every_deduction_can_be_read_from_its_file(grade):
    """The reader refuses tables that no game can have."""
    for task in tasks(grade):
        assert DeduceTask.from_json(json.loads(json.dumps(task.to_json()))) == task


@pytest.mark.parametrize("grade", GRADES)
def test_something_is_certain_and_can_be_explained(grade):
    for task in tasks(grade):
        assert task.fitting_cards.certain_colours
        assert all(step.premise for step in task.steps)


@pytest.mark.parametrize("grade", GRADES)
def test_some_card_fits_everything_that_is_stated(grade):
    checked = 0
    for task in tasks(grade):
        if task.seen.count("?") <= 13:
            assert next(fitting_sides(task), None)
            checked += 1
    assert checked >= 5


@pytest.mark.parametrize("grade", [3, 4, 5])
def test_without_any_of_the_clues_less_is_certain(grade):
    with_clues = [task for task in tasks(grade) if task.clues]
    assert len(with_clues) >= 4
    for task in with_clues:
        for place in range(len(task.clues)):
            fewer = replace(task, clues=task.clues[:place] + task.clues[place + 1 :])
            assert len(fewer.fitting_cards.certain_colours) < len(task.fitting_cards.certain_colours)


def test_statements_get_richer_with_the_grade():
    by_grade = {grade: tasks(grade) for grade in GRADES}
    assert not any(task.clues for grade in (1, 2) for task in by_grade[grade])
    assert {clue.count for task in by_grade[3] for clue in task.clues} == {0}
    assert {clue.count for task in by_grade[4] for clue in task.clues} >= {1, 2}
    assert not any(clue.unsaid for grade in (3, 4) for task in by_grade[grade] for clue in task.clues)
    assert any(clue.unsaid for task in by_grade[5] for clue in task.clues)


def test_a_table_as_it_lies_is_shown_from_grade_2_on():
    assert all(task.tokens is None for task in tasks(1))
    for grade in range(2, 6):
        assert {task.tokens is None for task in tasks(grade)} == {True, False}


@pytest.mark.parametrize("grade", [2, 5])
def test_a_table_shows_only_what_was_touched(grade):
    for task in tasks(grade):
        if task.tokens is None:
            continue
        assert "x" not in task.seen
        assert all(task.own[place] == "g" and task.seen[place] == "?" for place in task.covered)
        assert all(task.own[place] == "." and task.seen[place] != "g" for place in task.tokens)
        assert not any(mine == theirs == "g" for mine, theirs in zip(task.own, task.seen, strict=True))


@pytest.mark.parametrize("grade", [4, 5])
def test_no_clue_fits_a_covered_cell(grade):
    for task in tasks(grade):
        for clue in task.clues:
            assert not task.covered.intersection(clue.cells, *clue.unsaid)
            assert clue.count <= len(clue.cells)
