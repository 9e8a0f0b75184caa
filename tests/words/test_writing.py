"""How words are written."""

import pytest

from duo.words.spelling import written


@pytest.mark.parametrize(
    ("typed", "shown"),
    [("CHOEUR", "CHŒUR"), ("oeil", "œil"), ("trompe-l'oeil", "trompe-l'œil"), ("FOETUS", "FŒTUS"), ("Oedipe", "Œdipe")],
)
def test_french_has_its_ligature(typed, shown):
    assert written(typed, "fr") == shown


@pytest.mark.parametrize("word", ["coefficient", "MOELLE", "coexister", "POÈTE", "boer", "Noël", "PIANO"])
def test_o_and_e_that_are_sounded_apart_stay_apart(word):
    assert written(word, "fr") == word


def test_other_languages_are_left_alone():
    assert written("OEDIPUS", "en") == "OEDIPUS"
