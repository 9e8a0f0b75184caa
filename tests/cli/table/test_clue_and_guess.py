"""`duo clue` and `duo guess`, for people and for programs."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from duo import text
from duo.cli.main import duo

GREEN, BLACK, TAN = "whale,shark,king", "tower", "piano,nurse,bread"


def run(*arguments, **more):
    return CliRunner().invoke(duo, arguments, **more)


def engine(request):
    command = [Path(sys.executable).with_name("duo"), "engine"]
    output = subprocess.run(command, input=json.dumps(request), capture_output=True, text=True, check=True).stdout
    answer = json.loads(output)
    del answer["id"]
    return answer


def test_clue_shows_a_table_with_bars_and_reasons():
    ran = run("clue", "--agents", GREEN, "--assassins", BLACK, "--bystanders", TAN, "--count", "2", "--why")
    assert ran.exit_code == 0, ran.output
    assert "closest other word" in ran.output
    assert "█" in ran.output or "#" in ran.output
    assert "whale" in ran.output


def test_clue_answers_programs_as_the_engine_does():
    ran = run(
        "clue",
        "--agents",
        GREEN,
        "--assassins",
        BLACK,
        "--bystanders",
        TAN,
        "--json",
        "--style",
        "bold",
        "--tokens",
        "4",
    )
    request = {"op": "clue", "green": GREEN.split(","), "black": [BLACK], "tan": TAN.split(",")}
    assert json.loads(ran.stdout) == engine(request | {"style": "bold", "tokens": 4})


def test_guess_ranks_the_words_and_says_when_to_stop():
    ran = run("guess", "ocean", "2", "--words", "whale,shark,king,tower,piano", "--why")
    assert ran.exit_code == 0, ran.output
    lines = ran.output.splitlines()
    assert {lines[0].split()[1], lines[1].split()[1]} == {"whale", "shark"}
    assert "Touch the first 2 in this order, then stop." in ran.output


def test_guess_answers_programs_as_the_engine_does():
    words = ["whale", "shark", "king", "tower", "piano"]
    ran = run("guess", "ocean", "2", "--words", ",".join(words), "--json")
    answer = engine({"op": "guess", "words": words, "clue": "ocean", "count": 2})
    assert json.loads(ran.stdout) == answer | {"read_as": None}  # a corrected typo would be named here


@pytest.mark.parametrize(("clue", "lang"), [("xqzzk", "en"), ("gallinacé", "fr")])
def test_a_clue_that_the_model_does_not_know_is_refused_and_not_guessed_at(clue, lang):
    ran = run("guess", clue, "2", "--words", "piano,tower,king", "--lang", lang)
    assert ran.exit_code == 1
    assert ran.stderr == f"duo: I do not know the word {clue}.\n"


def test_a_word_of_two_colours_is_named():
    ran = run("clue", "--agents", "whale", "--assassins", "whale")
    assert ran.exit_code == 1
    assert ran.stderr == "duo: whale is in both --agents and --assassins\n"


def test_words_of_another_language_are_named():
    ran = run("clue", "--agents", "whale,shark,baleine")
    assert ran.exit_code == 0
    assert ran.stderr == "duo: I do not know the word baleine. Is it another language? Try --lang fr.\n"
    ran = run("clue", "--agents", "baleine,requin")
    assert ran.exit_code == 1
    assert "I do not know the words baleine, requin." in ran.stderr


def test_the_interface_may_speak_french_about_english_words():
    ran = run("--ui", "fr", "guess", "ocean", "2", "--words", "whale,shark,king")
    text.set_language("en")
    assert "puis arrêtez" in ran.output


@pytest.mark.parametrize(
    "arguments",
    [
        ("clue", "--agents", "whale,whale"),
        ("clue", "--agents", "whale", "--bystanders", "WHALE"),
        ("clue", "--agents", "\x1b[2J,whale"),
        ("guess", "ocean", "2", "--words", "/no/such/file"),
    ],
)
def test_bad_words_are_refused_without_a_traceback(arguments):
    ran = run(*arguments)
    assert ran.exit_code == 1
    assert "duo: " in ran.output
    assert "\x1b" not in ran.output


def test_a_missing_side_or_a_bad_number_is_wrong_usage():
    assert run("clue").exit_code == 2
    assert run("guess", "ocean", "26", "--words", "whale,shark").exit_code == 2
