"""Ligatures in displayed words."""

import pytest

from duo.words.language import with_ligatures


@pytest.mark.parametrize(
    ("typed", "shown"),
    [("CHOEUR", "CHŒUR"), ("oeil", "œil"), ("trompe-l'oeil", "trompe-l'œil"), ("FOETUS", "FŒTUS"), ("Oedipe", "Œdipe")],
)
def test_french_has_its_ligature(typed, shown):
    assert with_ligatures(typed, "fr") == shown


@pytest.mark.parametrize("word", ["coefficient", "MOELLE", "coexister", "POÈTE", "boer", "Noël", "PIANO"])
def test_o_and_e_that_are_sounded_apart_stay_apart(word):
    assert with_ligatures(word, "fr") == word


def test_other_languages_are_left_alone():
    assert with_ligatures("OEDIPUS", "en") == "OEDIPUS"
