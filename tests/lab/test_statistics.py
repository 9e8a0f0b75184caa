"""Intervals and tests, against values from the literature and by brute force."""

import random
from math import comb

import pytest

from duo.lab.statistics import PairedRuns, estimate_rate


def test_wilsons_interval_of_a_textbook():
    # Newcombe (1998), table I, method 3: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    for hits, trials, low, high in [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ]:
        found = estimate_rate(hits, trials)
        assert (found.low, found.high) == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))


def test_an_interval_never_leaves_the_possible():
    assert estimate_rate(5, 5).high == 1.0
    assert estimate_rate(0, 5).low == 0.0
    for pairs in (PairedRuns(only_first=3), PairedRuns(only_second=3)):
        assert -1.0 <= pairs.difference().low <= pairs.difference().high <= 1.0


def test_pairs_are_counted_over_the_tables_that_both_played():
    pairs = PairedRuns.from_wins(bytes([1, 1, 0, 0, 1]), bytes([1, 0, 1, 0]))
    assert pairs == PairedRuns(both=1, only_first=1, only_second=1, neither=1)
    assert pairs.tables == 4


def test_the_paired_interval_holds_the_truth_about_19_times_in_20():
    rng = random.Random(5)
    held = 0
    for _ in range(1000):
        cells = rng.choices(range(4), weights=(0.5, 0.25, 0.1, 0.15), k=200)
        found = PairedRuns(*(cells.count(cell) for cell in range(4))).difference()
        held += found.low <= 0.15 <= found.high
    assert 930 <= held <= 970


@pytest.mark.parametrize(("first", "second"), [(0, 0), (1, 0), (5, 2), (2, 5), (20, 20), (70, 30)])
def test_mcnemars_chance_is_a_fair_coins(first, second):
    split = first + second
    at_least_as_uneven = sum(comb(split, k) for k in range(split + 1) if abs(2 * k - split) >= abs(first - second))
    assert PairedRuns(only_first=first, only_second=second).mcnemar_p_value() == pytest.approx(
        at_least_as_uneven / 2**split
    )


def test_a_hundred_thousand_tables_are_compared_at_once():
    assert PairedRuns(only_first=26_000, only_second=24_000).mcnemar_p_value() < 1e-15
