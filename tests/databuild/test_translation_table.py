"""French words are not related by an English word of two meanings if another French word explains it better."""

import numpy as np
import pytest
from signals import PairSignal

from databuild.models import translation
from databuild.models.translation_table import FrenchEar, build_table
from duo.mind.model.look_alikes import LookAlikes
from duo.mind.model.translation import TranslationSignal, WordTranslations

FRENCH = ("écaille", "échelle", "mesure", "poisson", "balance")
ENGLISH = ("scale", "measure", "fish", "scales")
CLOSE = [[9, 9, 8, 9], [9, 0, 0, 0], [8, 0, 0, 0], [9, 0, 0, 0]]  # scale as in measure, and as in fish
OWN = [
    [0, 1, 0, 7, 7],
    [1, 0, 7, 0, 0],
    [0, 7, 0, 0, 7],
    [7, 0, 0, 0, 0],
    [7, 0, 7, 0, 0],
]  # by French signals alone


class Words:
    words = ENGLISH

    def reading(self, word):
        return (ENGLISH.index(word),)


class English:
    lang, candidates, vocabulary = "en", ENGLISH, Words()
    parts, weights, look_alikes = (PairSignal(CLOSE),), np.ones(1, np.float32), LookAlikes(ENGLISH, {})


@pytest.fixture(params=[False, True], ids=["packed", "exact"])
def scores_of(request):
    stand_ins = [{"scale": 0.0}, {"scale": 0.0}, {"measure": 0.0}, {"fish": 0.0}, {"scales": 0.0}]
    progress, ear = [], FrenchEar(((1.0, PairSignal(OWN)),))
    arrays = build_table(
        FRENCH, FRENCH[:2], English, stand_ins, ear, lambda *done: progress.append(done), exact=request.param
    )
    assert progress
    assert arrays.table.shape == (2, 5 if request.param else 3)
    no_translations = WordTranslations(np.zeros(6, np.intp), np.zeros(0, np.uint16), np.zeros(0, np.float32))
    signal = TranslationSignal(
        "t", arrays.table, arrays.dealt, arrays.levels, no_translations, lambda: None, candidates=5
    )
    [scores] = signal.candidate_scores([(0,), (1,)])
    np.testing.assert_array_equal(scores, signal.scores([(row,) for row in range(5)], [(0,), (1,)])[0])
    np.testing.assert_array_equal(
        signal.scores([(0, 3), (1,)], [(0,)])[0][:, 0], [max(scores[0, 0], scores[3, 0]), scores[1, 0]]
    )
    return {
        (clue, word): scores[row, column] for column, word in enumerate(FRENCH[:2]) for row, clue in enumerate(FRENCH)
    }


def test_the_meaning_that_another_word_explains_better_is_fined(scores_of):
    assert scores_of["mesure", "échelle"] == pytest.approx(9, abs=0.1)
    assert scores_of["mesure", "écaille"] < 0
    assert scores_of["poisson", "écaille"] == pytest.approx(8, abs=0.1)
    assert scores_of["poisson", "échelle"] < 0


def test_nothing_is_closer_to_a_word_than_itself(scores_of):
    assert scores_of["écaille", "écaille"] == pytest.approx(8, abs=0.1)
    assert scores_of["échelle", "échelle"] == pytest.approx(9, abs=0.1)


def test_kin_of_an_english_word_count_no_more_than_the_word_itself(scores_of):
    assert scores_of["balance", "écaille"] == pytest.approx(6, abs=0.1)


def test_a_name_stands_for_itself_and_then_for_what_it_brings_to_mind():
    found = {"cloche": {"bell": 0.0, "chime": 1.0}, "bosse": {"bump": 0.0}, "quasimodo": {}, "merlin": {"merlin": 0.0}}
    extended = translation.add_associations(
        found, {"quasimodo": ("cloche", "bosse"), "merlin": ("bosse",), "elsa": ("bosse",)}
    )
    assert list(extended) == list(found)
    price, dearest = extended["quasimodo"]["bell"], extended["merlin"]["bump"]
    assert price > dearest > 1.2  # dearer than any usual meaning, and dearer still with two associations
    assert extended["quasimodo"] == pytest.approx({"bell": price, "bump": price, "chime": price + 1.0})
    assert list(extended["merlin"].items()) == [("merlin", 0.0), ("bump", dearest)]
    assert extended["cloche"] == found["cloche"]


def test_a_word_that_no_translator_knows_stands_for_its_synonyms():
    found = {"chameau": {"camel": 0.0}, "dromadaire": {}, "méhari": {}, "truc": {}}
    thesaurus = {"dromadaire": [["méhari"], ["chameau", "inconnu"]], "chameau": [["dromadaire"]], "truc": [["méhari"]]}
    assert translation.synonyms_of_unknown(found, thesaurus) == {"dromadaire": ["chameau"]}
