"""The search for readings and tables to give clues for, on real boards with the shipped English model."""

import random
from itertools import islice

import numpy as np
import pytest

from duo.core.key import deal
from duo.puzzle.making.make import get_puzzle_resources
from duo.puzzle.making.search import CandidateReadings, OpenWords, give_tasks, read_tasks, reads_as_meant
from duo.puzzle.proof.ranking import MIN_EAR_MARGIN, CountedWeights, find_top_two
from duo.puzzle.puzzle import GRADES
from duo.puzzle.survey import CLEAR_BOUNDS, PLAY_BOUNDS
from duo.words import legality
from duo.words.wordlist import draw_words

TABLE = OpenWords(("WHALE", "BAT", "CASTLE", "PIANO", "LEMON"), "g.xg.")


@pytest.fixture(scope="module")
def resources():
    return get_puzzle_resources("en")


@pytest.fixture(scope="module")
def readings(resources):
    """Real boards, each with the wanted places and the clues found for two of them."""
    rng = random.Random(8)
    found = []
    for _ in range(4):
        words, own = draw_words(resources.puzzle_words, rng), deal(rng).a
        wanted = np.array([letter == "g" for letter in own])
        found.append((words, wanted, CandidateReadings.find(resources, words, wanted, 2, PLAY_BOUNDS)))
    return found


@pytest.fixture(scope="module")
def read_by_grade(resources):
    return {grade: list(islice(read_tasks(random.Random(grade), resources, grade), 8)) for grade in GRADES}


@pytest.fixture(scope="module")
def give_by_grade(resources):
    return {grade: list(islice(give_tasks(random.Random(grade), resources, grade), 2)) for grade in GRADES}


def test_words_are_taken_by_colour_and_removed_with_it():
    assert TABLE.words_of_colour("g") == ("WHALE", "PIANO")
    assert TABLE.without(["BAT", "PIANO"]) == OpenWords(("WHALE", "CASTLE", "LEMON"), "gx.")
    assert TABLE.without([]) == TABLE


def test_touched_words_are_no_assassins_and_none_that_is_spared():
    rng = random.Random(1)
    samples = [TABLE.sample_touched(rng, 3, ["WHALE"]) for _ in range(200)]
    assert {word for sample in samples for word in sample} == {"BAT", "PIANO", "LEMON"}
    assert {len(sample) for sample in samples} == {0, 1, 2, 3}
    assert all(len(set(sample)) == len(sample) for sample in samples)


def test_a_reading_means_wanted_places_that_the_main_ear_ranks_first(resources, readings):
    for words, wanted, found in readings:
        assert len(found.rows) > 10
        for row, places in zip(found.rows.tolist(), found.places.tolist(), strict=True):
            assert wanted[places].all()
            touch = resources.main_ear.touch(resources.candidate_clues[row], words)
            assert places == np.argsort(-touch, kind="stable")[:2].tolist()


def test_the_chance_of_a_reading_is_exact_and_the_next_is_less_likely_by_the_margin(resources, readings):
    for words, _wanted, found in readings:
        for row, places, chance in list(zip(found.rows.tolist(), found.places.tolist(), found.chance, strict=True))[
            :25
        ]:
            ranked = find_top_two([CountedWeights(resources.main_ear.touch(resources.candidate_clues[row], words), 2)])
            assert list(ranked.best) == sorted(places)
            assert chance == pytest.approx(ranked.chance, rel=1e-3)
            assert ranked.margin >= PLAY_BOUNDS.min_margin * 0.999


def test_every_meant_word_comes_to_the_partners_mind(resources, readings):
    for words, _wanted, found in readings:
        for row, places in list(zip(found.rows.tolist(), found.places.tolist(), strict=True))[:25]:
            firm = resources.word_firmness(resources.partner_ear, resources.candidate_clues[row], words)
            assert firm[places].min() >= PLAY_BOUNDS.min_firmness * 0.999


def test_no_clue_that_stands_out_is_missed(resources, readings):
    """Of the clues that stand out by the survey, those left out break one of the other conditions."""
    for words, wanted, found in readings:
        rows, places = resources.survey.standout_clues(words, wanted, 2, PLAY_BOUNDS)
        left_out = [(row, at) for row, at in zip(rows.tolist(), places.tolist(), strict=True) if row not in found.rows]
        for row, meant in left_out[:40]:
            ranked = find_top_two([CountedWeights(resources.main_ear.touch(resources.candidate_clues[row], words), 2)])
            firm = resources.word_firmness(resources.partner_ear, resources.candidate_clues[row], words)[meant].min()
            assert (
                list(ranked.best) != meant
                or ranked.margin < PLAY_BOUNDS.min_margin * 1.001
                or firm < PLAY_BOUNDS.min_firmness * 1.001
            )


def test_stricter_bounds_leave_some_of_the_readings(resources, readings):
    for words, wanted, found in readings:
        assert set(CandidateReadings.find(resources, words, wanted, 2, CLEAR_BOUNDS).rows) <= set(found.rows)


def test_only_legal_clues_are_left(resources, readings):
    illegal = 0
    for words, _wanted, found in readings:
        legal = set(found.only_legal(resources, words).rows.tolist())
        for row in found.rows.tolist():
            is_legal = legality.check(resources.candidate_clues[row], 2, words, "en", strict=True).legal
            assert (row in legal) == is_legal
            illegal += not is_legal
    assert illegal


def test_a_sample_has_its_size_and_keeps_clues_and_places_together(readings):
    _words, _wanted, found = readings[0]
    rng = random.Random(2)
    by_row = dict(zip(found.rows.tolist(), found.places.tolist(), strict=True))
    sampled = found.sample(rng, 5)
    assert len(sampled.rows) == 5
    assert all(by_row[row] == at for row, at in zip(sampled.rows.tolist(), sampled.places.tolist(), strict=True))
    assert sorted(found.sample(rng, 10**6).rows) == sorted(found.rows)
    assert len(found.select(np.zeros(len(found.rows), dtype=bool)).sample(rng, 5).rows) == 0


def test_an_ear_reads_as_meant_if_the_weakest_meant_word_has_the_margin(resources):
    rng = random.Random(3)
    outcomes = set()
    for _ in range(60):
        words = draw_words(resources.puzzle_words, rng)
        row = rng.randrange(2000)
        touch = resources.main_ear.touch(resources.candidate_clues[row], words)
        order = np.argsort(-touch).tolist()
        count = rng.randrange(1, 4)
        expected = bool(touch[order[count - 1]] >= MIN_EAR_MARGIN * touch[order[count]])
        meant = [words[place] for place in order[:count]]
        assert reads_as_meant(resources.main_ear, resources, words, [(row, meant)]) == expected
        assert not reads_as_meant(resources.main_ear, resources, words, [(row, [words[order[-1]]])])
        outcomes.add(expected)
    assert outcomes == {True, False}


@pytest.mark.parametrize("grade", GRADES)
def test_a_reading_is_legal_open_and_alike_for_every_ear(resources, read_by_grade, grade):
    for task in read_by_grade[grade]:
        assert len(set(task.words)) == len(task.words)
        assert task.answer_size <= 4
        found = [word for clue in task.clues for word in clue.found]
        assert not set(found) & set(task.words)
        assert all(
            resources.check_clue(clue.word, clue.count, (*task.words, *found), strict=True).legal for clue in task.clues
        )
        assert set(task.black) <= set(task.words)
        newest = task.clues[-1]
        assert newest.found == ()
        best = [
            frozenset(np.argsort(-ear.touch(newest.word, task.words))[: newest.count].tolist())
            for ear in resources.ears
        ]
        assert len(set(best)) == 1


def test_readings_of_higher_grades_have_more_words_and_earlier_clues(read_by_grade):
    assert all(len(task.clues) == 1 for grade in (1, 2) for task in read_by_grade[grade])
    assert all(len(task.clues) == 2 for task in read_by_grade[5])
    assert max(task.answer_size for task in read_by_grade[1]) <= 2
    sizes = [sum(task.answer_size for task in read_by_grade[grade]) for grade in GRADES]
    assert sizes[0] < sizes[2] < sizes[4]


@pytest.mark.parametrize("grade", GRADES)
def test_a_table_to_give_for_has_the_grade_asked_for_and_is_in_mid_game(resources, give_by_grade, grade):
    for task in give_by_grade[grade]:
        assert task.likely_grade(resources) == grade
        assert len(task.words) == len(task.own) >= 25 - 14
        assert task.meant_word_count <= task.own.count("g") <= 9
        assert task.own.count("x") == 3
        assert set(task.words) <= set(resources.puzzle_words.words)


def test_a_table_to_give_for_has_a_clue_that_leaves_no_doubt(resources, give_by_grade):
    for tasks in give_by_grade.values():
        for task in tasks:
            wanted = np.array([letter == "g" for letter in task.own])
            rows, _places = resources.survey.standout_clues(task.words, wanted, task.meant_word_count, CLEAR_BOUNDS)
            assert len(rows)


def test_a_seed_finds_the_same_tasks_again(resources, read_by_grade, give_by_grade):
    assert list(islice(read_tasks(random.Random(4), resources, 4), 8)) == read_by_grade[4]
    assert list(islice(give_tasks(random.Random(2), resources, 2), 2)) == give_by_grade[2]
