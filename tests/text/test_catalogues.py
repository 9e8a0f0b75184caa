"""Every sentence has its translation."""

import string
import subprocess
import sys
from pathlib import Path

from babel.messages.pofile import read_po

from duo import text
from duo.core.refusal import Refusal, Refusals

ROOT = Path(__file__).parents[2]


def test_no_sentence_lacks_its_french():
    run = subprocess.run(
        [sys.executable, ROOT / "scripts/catalogues.py", "--check"], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout


def test_a_translation_has_the_fields_of_its_sentence():
    def fields(sentence):
        return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}

    for path in text.LOCALE.glob("*.po"):
        with path.open("rb") as file:
            for message in read_po(file):
                if isinstance(message.id, str) and message.id:
                    assert fields(message.string) == fields(message.id), (path.name, message.id)


def test_a_refusal_is_told_in_the_language_in_use():
    refusal = Refusals([Refusal("a word is empty"), Refusal("{word} stands on the board twice", word="LUNE")])
    text.use("fr")
    try:
        assert text.tell(refusal) == "un mot est vide\nLUNE est deux fois sur la grille"
    finally:
        text.use("en")
    assert text.tell(refusal) == str(refusal).replace("; ", "\n")


def test_the_environment_chooses_the_language():
    assert text.preferred({"LANG": "fr_CA.UTF-8"}) == "fr"
    assert text.preferred({"LANG": "fr_CA.UTF-8", "LC_ALL": "C"}) == "en"
    assert text.preferred({}) == "en"


def test_numbers_and_signs_are_set_as_the_language_does():
    assert (text.decimal(2.5, "+.2f"), text.bound("Which? « one » : 5 %")) == ("+2.50", "Which? « one » : 5 %")
    with text.speaking("fr"):
        assert text.decimal(2.5, "+.2f") == "+2,50"
        assert text.bound("Quoi ? « un » : 5 %").split(" ") == ["Quoi\xa0?", "«\xa0un\xa0»\xa0:", "5\xa0%"]
        assert text.bound("duo stats ; duo play") == "duo stats ; duo play"


def test_no_line_begins_with_a_sign_that_french_sets_apart():
    with text.speaking("fr"):
        assert text.wrapped("le plus proche : MER, 18 %", 16) == ["le plus proche :", "MER, 18 %"]
        assert text.wrapped("le plus proche : MER, 18 %", 15) == ["le plus", "proche : MER,", "18 %"]


def test_a_small_word_loses_its_vowel_before_a_word_of_the_table():
    kinship = "{clue} is refused: it belongs to the same family of words as {word}."
    told = {word: text.say_in("fr", kinship, clue="X", word=word) for word in ("ACHAT", "ÉTÉ", "ROUE", "HAIE", "ONZE")}
    assert [told[word].rpartition(" famille ")[2] for word in told] == [
        "qu'ACHAT.", "qu'ÉTÉ.", "que ROUE.", "que HAIE.", "que ONZE.",
    ]  # fmt: skip
