"""French heard through English: a table for what is dealt, the best pair of stand-ins for any other word."""

import numpy as np
import pytest
from signals import PairSignal

from duo.mind.model import Model
from duo.mind.translation import BestPair, StandIns, Translation


def stand_ins(*each):
    counts = [len(found) for found in each]
    rows = [row for found in each for row in found]
    prices = [price for found in each for price in found.values()]
    return StandIns(np.concatenate([[0], np.cumsum(counts)]).astype(np.intp), np.asarray(rows, np.uint16),
                    np.asarray(prices, np.float32))  # fmt: skip


def test_the_best_pair_of_meanings_counts_less_what_they_cost():
    pair = BestPair((PairSignal([[0, 1, 5], [1, 0, 2], [5, 2, 0]]),), np.ones(1, np.float32))
    clues, words = stand_ins({0: 0.0, 1: 0.5}, {}), stand_ins({1: 0.0, 2: 3.0}, {2: 0.0})
    np.testing.assert_allclose(pair.scores(clues, words, -1.0), [[2.0, 5.0], [-1.0, -1.0]])


@pytest.fixture(scope="module")
def model():
    return Model.load("fr")


def test_the_table_says_what_the_stand_ins_say_or_less(model):
    [signal] = [part for part in model.parts if isinstance(part, Translation)]
    dealt, clues = [(int(row),) for row in signal.dealt[:40]], [(row,) for row in range(0, signal.candidates, 97)]
    [told] = signal.of(clues, dealt)
    found = signal.other().scores(signal.stand_ins.of(clues), signal.stand_ins.of(dealt), signal.lowest)
    # The table also takes off what English look-alikes owe to spelling and homonyms to another French word.
    assert (told <= found + signal.step).mean() > 0.999
    assert np.median(found - told) <= signal.step


def test_a_word_that_no_list_has_is_heard_too(model):
    board = ["brouette", "hamac", "cafetière", "tournevis", "radiateur"]
    for clue, word in (("jardinier", "brouette"), ("sieste", "hamac"), ("espresso", "cafetière"), ("vis", "tournevis")):
        assert board[int(model.associate([clue], board)[0].argmax())] == word
    everything = model.associate(model.candidates, board)
    places = [model.candidates.index("jardinier"), model.candidates.index("sieste")]
    np.testing.assert_allclose(everything[places], model.associate(["jardinier", "sieste"], board), atol=1e-3)
