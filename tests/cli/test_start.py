"""Imports at start-up, and the help of every command."""

import re
import subprocess
import sys

import click
import pytest
from commands import all_commands

from duo.cli.main import COMMANDS

HEAVY = {"filelock", "pydantic", "numpy", "gensim", "spacy", "rich", "scipy", "fpdf", "PIL"}


def modules_loaded_by(*arguments):
    code = (
        "import sys; from duo.cli.main import main; sys.argv = ['duo', *sys.argv[1:]]\n"
        "try: main()\nexcept SystemExit: pass\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}), file=sys.stderr)"
    )
    run = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True)
    return set(run.stderr.split())


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["--ui", "fr", "--help"]])
def test_help_loads_nothing_heavy(arguments):
    loaded = modules_loaded_by(*arguments)
    assert "click" in loaded
    assert not loaded & HEAVY


@pytest.mark.parametrize(
    ("path", "verb"), list(all_commands()), ids=lambda value: " ".join(value) if isinstance(value, tuple) else ""
)
def test_every_verb_has_help_in_both_languages(duo, path, verb):
    english = duo(*path, "--help")
    french = duo("--ui", "fr", *path, "--help")
    assert english.code == french.code == 0
    assert english.stdout != french.stdout
    assert "None" not in english.stdout
    for parameter in verb.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, f"{' '.join(path)} {parameter.name} has no help"


@pytest.mark.parametrize(
    ("path", "verb"), list(all_commands()), ids=lambda value: " ".join(value) if isinstance(value, tuple) else ""
)
def test_french_help_is_french_to_its_placeholders_and_colons(duo, path, verb):
    shown = duo("--ui", "fr", *path, "--help").stdout
    assert not re.search(r"\b(INTEGER|FILES?|PATH|TEXT|COMMAND|ARGS|CLUE|COUNT|WORDS?|CITY|DECK|PACK|SOURCES)\b", shown)
    assert "Options\N{NO-BREAK SPACE}:" in shown
    assert not re.search(r"^\s*[:;?!»]", shown, re.MULTILINE)
    assert "Options:" in duo(*path, "--help").stdout


def test_an_argument_that_is_missing_is_called_as_the_help_calls_it(duo):
    assert "«\N{NO-BREAK SPACE}INDICE\N{NO-BREAK SPACE}»" in duo("--ui", "fr", "check").stderr
    assert "'CLUE'" in duo("check").stderr


def test_python_runs_the_package_as_the_command():
    run = subprocess.run([sys.executable, "-m", "duo", "--help"], capture_output=True, text=True, check=True)
    assert run.stdout.startswith("Usage: python -m duo [OPTIONS] COMMAND [ARGS]...\n")
    command = [sys.executable, "-m", "duo", "check", "FELL", "--words", "FALL"]
    refused = subprocess.run(command, capture_output=True, check=False)
    assert (refused.returncode, refused.stderr) == (3, b"")


def test_the_table_of_verbs_says_what_each_is_for(duo):
    help_text = " ".join(duo("--help").stdout.split())
    for name, (_, purpose) in COMMANDS.items():
        assert name in help_text
        assert purpose in help_text
