"""Every kind of signal agrees with a plain computation on small tables."""

from itertools import pairwise
from math import erf, exp, inf, log, pi, sqrt

import numpy as np
import pytest

from duo.mind.model.blend import add_listings, weighted_sum
from duo.mind.model.next_word import NextWordSignal
from duo.mind.model.signals import (
    QUANTIZATION_LEVELS,
    BilinearSignal,
    CosineSignal,
    SenseSignal,
    count_dimensions,
    decode_rows,
    unit_mean_rows,
)
from duo.mind.model.sparse import MAX_PMI, CooccurrenceSignal, PairTableSignal

RNG = np.random.default_rng(5)
ROWS = RNG.normal(size=(6, 4)).astype(np.float16)
GLOSSES = RNG.normal(size=(7, 4)).astype(np.float16)
STARTS = np.array([0, 2, 2, 3, 6, 6, 7], np.uint32)  # rows 0, 2, 3 and 5 have 2, 1, 3 and 1 glosses
CANDIDATES = 4
SINGLE = [(0,), (3,), (5,)]
JOINED = [(0,), (2, 4), (5,)]  # the second word is known by its parts only


def unit(row):
    return row / np.linalg.norm(row)


def vector(reading):
    return unit(np.mean([unit(ROWS[row].astype(float)) for row in reading], axis=0))


def test_the_sixteen_levels_lose_least_of_normal_numbers():
    def density(x):
        return exp(-x * x / 2) / sqrt(2 * pi) if abs(x) < inf else 0.0

    def share(low, high):
        return (erf(high / sqrt(2)) - erf(low / sqrt(2))) / 2

    bounds = [-inf, *((low + high) / 2 for low, high in pairwise(QUANTIZATION_LEVELS.tolist())), inf]
    means = [(density(low) - density(high)) / share(low, high) for low, high in pairwise(bounds)]
    assert pytest.approx(means, abs=2e-3) == QUANTIZATION_LEVELS.tolist()


def test_a_byte_holds_two_numbers_the_upper_half_first():
    packed = np.array([[0x0F, 0xF0], [0x78, 0x87]], np.uint8)
    expected = QUANTIZATION_LEVELS[[[0, 15, 15, 0], [7, 8, 8, 7]]]
    np.testing.assert_array_equal(decode_rows(packed), expected)
    assert count_dimensions(packed) == 4
    assert count_dimensions(ROWS) == 4


@pytest.mark.parametrize("words", [SINGLE, JOINED], ids=["whole", "parts"])
def test_vectors_tell_the_cosine(words):
    signal = CosineSignal("v", ROWS, CANDIDATES)
    expected = [[vector(clue) @ vector(word) for word in words] for clue in SINGLE]
    assert signal.names == ("v",)
    np.testing.assert_allclose(signal.scores(SINGLE, words)[0], expected, atol=1e-3)
    every = [[vector((row,)) @ vector(word) for word in words] for row in range(CANDIDATES)]
    for _again in range(2):  # the second time out of what was kept
        np.testing.assert_allclose(signal.candidate_scores(words)[0], every, atol=1e-3)
    np.testing.assert_allclose(np.linalg.norm(unit_mean_rows(ROWS, words), axis=1), 1, atol=1e-6)


@pytest.mark.parametrize("words", [SINGLE, JOINED], ids=["whole", "parts"])
def test_a_bilinear_signal_weighs_each_direction(words):
    strengths = np.array([2.0, 1.0, 0.5, -1.0], np.float32)
    signal = BilinearSignal("b", ROWS, strengths, CANDIDATES)

    def strength(clue, word):
        one, other = (ROWS[list(reading)].astype(float).mean(axis=0) for reading in (clue, word))
        return (one * strengths * other).sum()

    np.testing.assert_allclose(
        signal.scores(SINGLE, words)[0],
        [[strength(clue, word) for word in words] for clue in SINGLE],
        rtol=1e-3,
        atol=1e-3,
    )
    every = [[strength((row,), word) for word in words] for row in range(CANDIDATES)]
    for _again in range(2):
        np.testing.assert_allclose(signal.candidate_scores(words)[0], every, rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize("words", [SINGLE, JOINED], ids=["whole", "parts"])
def test_a_next_word_is_told_from_the_clue_and_from_the_word(words):
    strengths = np.array([2.0, 1.0, 0.5, 0.25], np.float32)
    said = np.roll(ROWS, 1, axis=0)
    signal = NextWordSignal("n", ROWS, said, strengths, CANDIDATES)
    assert signal.names == ("n-word-after-clue", "n-clue-after-word")

    def after(first, second):
        context, output = (
            rows[list(reading)].astype(float).mean(axis=0) for rows, reading in ((ROWS, first), (said, second))
        )
        return (context * strengths * output).sum()

    def expected(clues):
        return [
            [[after(clue, word) for word in words] for clue in clues],
            [[after(word, clue) for word in words] for clue in clues],
        ]

    np.testing.assert_allclose(signal.scores(SINGLE, words), expected(SINGLE), rtol=1e-3, atol=1e-3)
    for _again in range(2):  # the second time out of what was kept
        every = expected([(row,) for row in range(CANDIDATES)])
        np.testing.assert_allclose(signal.candidate_scores(words), every, rtol=1e-3, atol=1e-3)


def meanings(reading):
    glosses = [unit(GLOSSES[g].astype(float)) for row in reading for g in range(STARTS[row], STARTS[row + 1])]
    return [vector(reading), *glosses]


@pytest.mark.parametrize("words", [SINGLE, JOINED], ids=["whole", "parts"])
def test_senses_tell_the_closest_meaning_of_the_word_and_of_the_clue(words):
    signal = SenseSignal("s", ROWS, GLOSSES, STARTS, CANDIDATES)
    assert signal.names == ("s-of-word", "s-of-clue")

    def of_word(clue, word):
        return max(vector(clue) @ sense for sense in meanings(word))

    def of_clue(clue, word):
        return max(sense @ vector(word) for sense in meanings(clue))

    for clues, got in (
        (SINGLE, signal.scores(SINGLE, words)),
        ([(r,) for r in range(4)], signal.candidate_scores(words)),
    ):
        for matrix, tell in zip(got, (of_word, of_clue), strict=True):
            np.testing.assert_allclose(matrix, [[tell(clue, word) for word in words] for clue in clues], atol=2e-3)


PAIRS = {(0, 1): 10, (0, 4): 200, (1, 3): 40, (2, 5): 255, (3, 5): 70, (4, 5): 90}


@pytest.fixture
def pairs():
    counts = np.bincount([low for low, _ in PAIRS], minlength=6).astype(np.uint16)
    others = np.array([high for _, high in PAIRS], np.uint16)
    return PairTableSignal("p", counts, others, np.array(list(PAIRS.values()), np.uint8), CANDIDATES)


def paired(one, other):
    return max(PAIRS.get((min(a, b), max(a, b)), 0) for a in one for b in other) / 255


@pytest.mark.parametrize("words", [SINGLE, JOINED, [(5,)]], ids=["whole", "parts", "fewer"])
def test_a_table_of_pairs_is_read_in_both_directions(pairs, words):
    expected = [[paired(clue, word) for word in words] for clue in SINGLE]
    np.testing.assert_allclose(pairs.scores(SINGLE, words)[0], expected, atol=1e-6)
    every = [[paired((row,), word) for word in words] for row in range(CANDIDATES)]
    np.testing.assert_allclose(pairs.candidate_scores(words)[0], every, atol=1e-6)
    assert pairs.names == ("p",)


TEXTS = [(0, 1, 2), (0, 1), (1, 2, 3, 4), (4, 5), (0, 5, 3)]


def surprise(one, other):
    """Return the pointwise mutual information of two words, where long texts weigh less."""
    weights = [1 / log(3 + len(text)) for text in TEXTS]

    def weight(*rows):
        return sum(w for w, text in zip(weights, TEXTS, strict=True) if set(rows) <= set(text))

    if not weight(one, other):
        return 0.0
    return max(log(weight(one, other) / (weight(one) * weight(other) / len(TEXTS))), 0) / 12


@pytest.mark.parametrize("words", [SINGLE, JOINED, [(5,)]], ids=["whole", "parts", "fewer"])
def test_texts_tell_which_words_meet_more_often_than_by_chance(words):
    signal = CooccurrenceSignal(
        "c",
        np.array([len(text) for text in TEXTS], np.uint8),
        np.array([row for text in TEXTS for row in text], np.uint16),
        6,
        CANDIDATES,
    )

    def strongest(clue, word):
        return max(surprise(a, b) for a in clue for b in word)

    expected = [[strongest(clue, word) for word in words] for clue in SINGLE]
    np.testing.assert_allclose(signal.scores(SINGLE, words)[0], expected, atol=1e-6)
    every = [[strongest((row,), word) for word in words] for row in range(CANDIDATES)]
    np.testing.assert_allclose(signal.candidate_scores(words)[0], every, atol=1e-6)
    assert signal.names == ("c",)
    assert log(65_536) < MAX_PMI  # what the rarest words of the largest model can reach


def test_a_word_comes_to_mind_because_it_is_listed_or_by_all_else_together():
    scores = np.array([[0.0, 4.0, 1.0]], np.float32)
    strengths = np.array([[1.0, 0.5, 0.0]], np.float32)
    total, listed = weighted_sum(
        np.array([2.0, 3.0, 0.5], np.float32), [scores, strengths, scores], (False, True, False), (1, 3)
    )
    np.testing.assert_allclose(total, 2.5 * scores)
    add_listings(total, listed)
    np.testing.assert_allclose(np.exp(total), np.exp(2.5 * scores) + strengths * np.exp(3), rtol=1e-5)


def test_a_list_that_nobody_goes_by_changes_nothing():
    scores = np.array([[-2.0, 4.0]], np.float32)
    add_listings(scores, [(np.array([[1.0, 0.3]], np.float32), 0.0)])
    assert scores.tolist() == [[-2.0, 4.0]]
