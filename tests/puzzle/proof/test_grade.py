"""The grade follows the share of people who solve a puzzle, and the rating says the same on another scale."""

from itertools import pairwise
from math import log

import pytest

from duo.puzzle.glicko import GlickoRating
from duo.puzzle.proof.grade import (
    FEATURE_WEIGHTS,
    MIDDLE_SHARE_BY_GRADE,
    MIN_SOLVING_SHARES,
    DifficultyFeatures,
    grade_from_rating,
    grade_from_share,
    rating_from_share,
    solving_share,
)

SHARES = [place / 200 for place in range(1, 200)]


def test_the_grade_falls_with_the_chance_and_with_every_word_more():
    assert [grade_from_share(bound) for bound in MIN_SOLVING_SHARES] == [1, 2, 3, 4]
    assert grade_from_share(0.0) == 5
    harder = [
        DifficultyFeatures((0.9,), 1),
        DifficultyFeatures((0.5,), 1),
        DifficultyFeatures((0.5,), 2),
        DifficultyFeatures((0.5,), 3),
    ]
    shares = [solving_share(features) for features in harder]
    assert shares == sorted(shares, reverse=True)
    assert (
        solving_share(DifficultyFeatures((0.5,), 2, kinship=2))
        > solving_share(DifficultyFeatures((0.5,), 2))
        > solving_share(DifficultyFeatures((0.5,), 2, 0, 1))
    )


def test_just_below_a_bound_the_next_grade_begins():
    assert [grade_from_share(bound - 1e-9) for bound in MIN_SOLVING_SHARES] == [2, 3, 4, 5]
    assert [grade_from_share(share) for share in (0.0, 1.0)] == [5, 1]


def test_the_share_of_solvers_is_a_logistic_regression():
    features = DifficultyFeatures((0.8, 0.6), 3, 0.5, 0.25)
    odds = (log(0.8 / 0.2) + log(0.6 / 0.4)) / 2
    score = (
        FEATURE_WEIGHTS[0]
        + FEATURE_WEIGHTS[1] * odds
        + FEATURE_WEIGHTS[2] * log(3)
        + FEATURE_WEIGHTS[3] * 0.5
        + FEATURE_WEIGHTS[4] * 0.25
    )
    share = solving_share(features)
    assert log(share / (1 - share)) == pytest.approx(score)


def test_every_ear_has_the_same_say():
    assert solving_share(DifficultyFeatures((0.9, 0.3, 0.5), 2)) == pytest.approx(
        solving_share(DifficultyFeatures((0.5, 0.9, 0.3), 2))
    )


@pytest.mark.parametrize("chance", [0.0, 1.0])
def test_an_ear_that_is_sure_is_not_believed_without_limit(chance):
    assert 0 < solving_share(DifficultyFeatures((chance,), 1)) < 1
    assert solving_share(DifficultyFeatures((chance,), 1)) == solving_share(
        DifficultyFeatures((abs(chance - 0.0005),), 1)
    )


def test_a_rating_says_the_same_as_the_share_of_solvers():
    assert rating_from_share(0.5) == pytest.approx(1500)
    assert rating_from_share(10 / 11) == pytest.approx(1100)
    assert all(grade_from_rating(rating_from_share(share)) == grade_from_share(share) for share in SHARES)


def test_a_puzzle_that_fewer_people_solve_has_a_higher_rating():
    assert all(rating_from_share(more) < rating_from_share(fewer) for fewer, more in pairwise(SHARES))
    assert rating_from_share(0.0) > rating_from_share(0.01)
    assert rating_from_share(1.0) < rating_from_share(0.99)


def test_an_average_player_solves_a_puzzle_as_often_as_its_share_says():
    """Glicko's chance, for ratings without uncertainty, is the share from which the rating was made."""
    for share in SHARES[5:-5]:
        puzzle = GlickoRating(rating_from_share(share), deviation=0)
        assert GlickoRating().expected_score(puzzle) == pytest.approx(share, abs=1e-4)


def test_the_middle_of_every_grade_lies_in_it():
    assert {grade: grade_from_share(share) for grade, share in MIDDLE_SHARE_BY_GRADE.items()} == {
        g: g for g in range(1, 6)
    }
    assert {grade: grade_from_rating(rating_from_share(share)) for grade, share in MIDDLE_SHARE_BY_GRADE.items()} == {
        grade: grade for grade in range(1, 6)
    }
