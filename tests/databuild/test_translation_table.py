"""An English word with two meanings joins no French words: another French word explains it better."""

import numpy as np
import pytest
from signals import PairSignal

from databuild.models.translation_table import OwnEar, tabled
from duo.mind.look_alikes import LookAlikes

FRENCH = ("écaille", "échelle", "mesure", "poisson")
ENGLISH = ("scale", "measure", "fish")
CLOSE = [[0, 9, 8], [9, 0, 0], [8, 0, 0]]  # a scale to measure, the scales of a fish
OWN = [[0, 1, 0, 7], [1, 0, 7, 0], [0, 7, 0, 0], [7, 0, 0, 0]]  # what French says of itself


class Words:
    words = ENGLISH

    def reading(self, word):
        return (ENGLISH.index(word),)


class English:
    lang, candidates, vocabulary = "en", ENGLISH, Words()
    parts, weights, look_alikes = (PairSignal(CLOSE),), np.ones(1, np.float32), LookAlikes(ENGLISH, {})


@pytest.fixture
def heard():
    found = [{"scale": 0.0}, {"scale": 0.0}, {"measure": 0.0}, {"fish": 0.0}]
    told = []
    made = tabled(
        FRENCH, FRENCH[:2], English, found, OwnEar(((1.0, PairSignal(OWN)),)), lambda *done: told.append(done)
    )
    assert told
    lowest, step = made.scale
    return {
        (clue, word): lowest + step * made.table[column, row]
        for column, word in enumerate(FRENCH[:2])
        for row, clue in enumerate(FRENCH)
    }


def test_the_meaning_that_another_word_explains_better_is_fined(heard):
    assert heard["mesure", "échelle"] == pytest.approx(9, abs=0.1)
    assert heard["mesure", "écaille"] < 0
    assert heard["poisson", "écaille"] == pytest.approx(8, abs=0.1)
    assert heard["poisson", "échelle"] < 0
