"""Each tag holds where it should and nowhere else."""

from dataclasses import replace

import numpy as np
import pytest

from duo.puzzle.making.make import get_puzzle_resources
from duo.puzzle.proof.assessment import MeantWords, NearestWord
from duo.puzzle.proof.tags import (
    READING_TAGS,
    WARNING_NEARNESS,
    ReadingCase,
    build_reading_case,
    forms_compound,
    has_near_miss,
    has_older_clue,
    has_rare_sense,
    has_two_senses,
    is_assassin_near,
    matching_tags,
    tag_sentences,
)
from duo.text import in_language

WORDS = ("WHALE", "ROOSTER", "CASTLE", "PIANO", "SHARK", "LEMON")
SPECIAL = {
    "two-senses": {"mutual_associations": np.array([[9.0, 0, 1, 1, 1, 1], [0, 9, 1, 1, 1, 1]])},
    "compound": {"compound_strengths": np.array([0, 0.9, 0, 0, 0, 0])},
    "rare-sense": {"answer": (0, 7), "signals": np.array([[9.0, 8, 7, 6, 5, 4, 3, 2]] * 2)},
    "assassin-near": {"trap_place": 5, "nearness": 0.3},
    "near-miss": {"nearness": 0.25},
    "old-clue": {"earlier_clues": 1},
}


def case(**changes):
    """An ordinary reading of two words among six. No tag applies to it."""
    ordinary = ReadingCase(
        answer=(0, 1),
        trap_place=2,
        nearness=0.1,
        assassin_places=frozenset({5}),
        earlier_clues=0,
        signals=np.array([[9.0, 8, 3, 2, 1, 0], [9, 8, 1, 2, 3, 0]]),
        compound_strengths=np.zeros(6),
        mutual_associations=np.array([[9.0, 5, 1, 1, 1, 1], [5, 9, 1, 1, 1, 1]]),
    )
    return replace(ordinary, **changes)


@pytest.mark.parametrize("tag", READING_TAGS)
def test_each_tag_holds_where_it_should_and_nowhere_else(tag):
    assert not READING_TAGS[tag](case())
    assert READING_TAGS[tag](case(**SPECIAL[tag]))


def test_an_ordinary_reading_has_no_tag():
    assert matching_tags(case()) == ()


def test_tags_come_in_their_fixed_order():
    special = case(earlier_clues=2, nearness=0.25, trap_place=5, compound_strengths=np.array([0.9, 0, 0, 0, 0, 0]))
    assert matching_tags(special) == ("compound", "assassin-near", "near-miss", "old-clue")


def test_words_have_two_senses_only_if_neither_is_associated_with_the_other():
    one_way = np.array([[9.0, 0, 1, 1, 1, 1], [5, 9, 1, 1, 1, 1]])
    assert not has_two_senses(case(mutual_associations=one_way))
    assert has_two_senses(case(mutual_associations=np.array([[9.0, 1, 1, 1, 1, 1], [1, 9, 1, 1, 1, 1]])))
    assert not has_two_senses(case(answer=(0,), mutual_associations=np.array([[9.0, 0, 1, 1, 1, 1]])))


def test_an_expression_with_a_word_outside_the_answer_is_no_compound():
    assert not forms_compound(case(compound_strengths=np.array([0, 0, 0.9, 0, 0, 0])))
    assert forms_compound(case(compound_strengths=np.array([0, 0.5, 0, 0, 0, 0])))
    assert not forms_compound(case(compound_strengths=np.array([0, 0.49, 0, 0, 0, 0])))


def test_a_sense_is_rare_if_half_of_the_signals_rank_the_word_low():
    low, high = [9.0, 8, 7, 6, 5, 4, 3, 2], [9.0, 1, 1, 1, 1, 1, 1, 8]
    assert has_rare_sense(case(answer=(0, 7), signals=np.array([low, high])))
    assert not has_rare_sense(case(answer=(0, 7), signals=np.array([low, high, high])))


def test_a_near_word_is_a_warning_and_more_so_if_it_is_an_assassin():
    assert has_near_miss(case(nearness=WARNING_NEARNESS))
    assert not has_near_miss(case(nearness=WARNING_NEARNESS - 0.01))
    assert not is_assassin_near(case(nearness=0.25))
    assert not is_assassin_near(case(trap_place=5, nearness=WARNING_NEARNESS - 0.01))


def test_a_case_holds_what_the_ears_know():
    resources = get_puzzle_resources("en")
    found = build_reading_case(
        resources, MeantWords("OCEAN", (0, 4), WORDS), NearestWord(5, 0, 0.1), ("CASTLE", "TOWER"), 1
    )
    assert (found.answer, found.trap_place, found.nearness, found.assassin_places) == ((0, 4), 5, 0.1, {2})
    assert found.mutual_associations.shape == (2, 6)
    assert found.compound_strengths.shape == (6,)
    assert found.signals.shape == resources.dense_signals("OCEAN", WORDS).shape
    assert matching_tags(found) == ("old-clue",)


def test_what_an_earlier_clue_left_open_is_no_other_sense_of_the_new_one():
    known = build_reading_case(
        get_puzzle_resources("en"), MeantWords("OCEAN", (0, 4), WORDS), NearestWord(5, 0, 0.1), (), 1
    )
    assert len(known.answer) == 2 == len(known.mutual_associations)
    assert has_older_clue(known)
    assert not has_two_senses(known)


def test_the_model_knows_expressions_of_two_words():
    words = ("CREAM", "WHALE", "CASTLE", "PIANO", "LEMON", "ROOSTER")
    known = build_reading_case(
        get_puzzle_resources("en"), MeantWords("ICE", (0,), words), NearestWord(1, 0, 0.1), (), 0
    )
    assert forms_compound(known)
    assert not forms_compound(replace(known, answer=(3,)))


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_tags_that_explain_something_have_a_sentence(lang):
    with in_language(lang):
        sentences = tag_sentences(tuple(READING_TAGS))
        assert len(sentences) == len(set(sentences)) == 4
        assert all(sentence.endswith(".") for sentence in sentences)
        assert tag_sentences(("near-miss", "assassin-near", "unknown")) == []
