"""Every sentence has its translation."""

import re
import string
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po
from rich.text import Text

from duo import text
from duo.cli.terminal.console import PlainConsole, wrap_line
from duo.core.refusal import Refusal, Refusals
from duo.files.os_errors import os_error_reason

ROOT = Path(__file__).parents[2]


def test_no_sentence_lacks_its_french():
    run = subprocess.run(
        [sys.executable, ROOT / "scripts/builds/catalogues.py", "--check"], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout


def test_a_translation_has_the_fields_of_its_sentence():
    def fields(sentence):
        return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}

    for path in text.LOCALE_DIR.glob("*.po"):
        with path.open("rb") as file:
            for message in read_po(file):
                if isinstance(message.id, str) and message.id:
                    assert fields(message.string) == fields(message.id), (path.name, message.id)


def test_a_refusal_is_told_in_the_language_in_use():
    refusal = Refusals([Refusal("a word is empty"), Refusal("{word} is on the board twice", word="LUNE")])
    text.set_language("fr")
    try:
        assert text.format_refusal(refusal) == "un mot est vide\nLUNE est deux fois sur la grille"
    finally:
        text.set_language("en")
    assert text.format_refusal(refusal) == str(refusal).replace("; ", "\n")


def test_the_environment_chooses_the_language():
    assert text.preferred_language({"LANG": "fr_CA.UTF-8"}) == "fr"
    assert text.preferred_language({"LANG": "fr_CA.UTF-8", "LC_ALL": "C"}) == "en"
    assert text.preferred_language({}) == "en"


def test_numbers_and_signs_are_set_as_the_language_does():
    assert text.format_decimal(2.5, "+.2f") == "+2.50"
    with text.in_language("fr"):
        assert text.format_decimal(2.5, "+.2f") == "+2,50"
        assert text.format_date(date(2026, 5, 31)) == text.format_date("2026-05-31T09:00:00Z") == "31/05/2026"
        assert text.localize_quotes("Il manque l'argument 'MOT'.") == "Il manque l'argument «\xa0MOT\xa0»."
    assert text.format_date("2026-05-31") == "2026-05-31"
    assert text.format_date("some day") == "some day"


def test_no_french_sentence_can_be_broken_before_a_sign():
    def sentences():
        with (text.LOCALE_DIR / "fr/LC_MESSAGES/duo.mo").open("rb") as file:
            for message in read_mo(file):
                yield from [message.string] if isinstance(message.string, str) else message.string

    breakable = [sentence for sentence in sentences() if re.search(r"« | [:?!%»]| ;(?! duo)", sentence)]
    assert not breakable
    assert text.translate_to("fr", "{word}: {colour}", word="MER", colour="vert") == "MER\xa0: vert"


def test_lines_are_broken_at_no_no_break_space():
    assert text.wrap_text("le plus proche\xa0: MER, 18\xa0%", 16) == ["le plus proche\xa0:", "MER, 18\xa0%"]
    assert text.wrap_text("le plus proche\xa0: MER, 18\xa0%", 15) == ["le plus", "proche\xa0: MER,", "18\xa0%"]
    out = PlainConsole()
    for sentence in (Text("le plus proche\xa0: MER"), "le plus proche\xa0: MER"):
        with out.capture() as printed:
            out.print(sentence, width=15)
        assert printed.get() == "le plus \nproche\xa0: MER\n"
    assert [line.plain for line in wrap_line(Text("le plus proche\xa0: MER"), out, 15)] == [
        "le plus ",
        "proche\xa0: MER",
    ]


@pytest.mark.parametrize("digits", [41, 4000, 10_000])
def test_a_number_of_thousands_of_digits_is_told_by_its_size(digits):
    assert text._("not {number}", number=-(10**digits)) == f"not -1.00E+{digits}"
    assert text._("not {number}", number=10**20) == f"not {10**20}"


def test_what_the_system_says_is_told_in_the_language_in_use(tmp_path):
    with pytest.raises(OSError) as missing:
        (tmp_path / "nothing").read_text()
    with text.in_language("fr"):
        assert text.format_refusal(os_error_reason(missing.value)) == "Aucun fichier ou dossier de ce nom"
    assert str(os_error_reason(missing.value)) == missing.value.strerror
    assert str(os_error_reason(OSError(0, "never heard of"))) == "never heard of"


def test_a_small_word_loses_its_vowel_before_a_word_of_the_table():
    template = "{clue} is refused: it belongs to the same word family as {word}."
    sentences = [
        text.translate_to("fr", template, clue="X", word=word) for word in ("ACHAT", "ÉTÉ", "ROUE", "HAIE", "ONZE")
    ]
    assert [sentence.rpartition(" famille ")[2] for sentence in sentences] == [
        "qu'ACHAT.",
        "qu'ÉTÉ.",
        "que ROUE.",
        "que HAIE.",
        "que ONZE.",
    ]
