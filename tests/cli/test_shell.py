"""Behaviour shared by all commands."""

import os
import pty
import subprocess
import sys

import pytest

from duo.cli.terminal import output

DUO = [sys.executable, "-c", "from duo.cli.main import main; main()"]


@pytest.mark.parametrize(
    ("environment", "plain"),
    [
        ({"LANG": "C"}, True),
        ({"LANG": "POSIX", "LC_CTYPE": "C.UTF-8"}, True),
        ({"LC_ALL": "C", "LANG": "fr_FR.UTF-8"}, True),
        ({"LANG": "C", "LC_CTYPE": "fr_FR.UTF-8"}, False),
        ({"LANG": "C.UTF-8"}, False),
        ({}, False),
    ],
)
def test_the_plain_locale_is_recognised(environment, plain):
    assert output.is_ascii_locale(environment) is plain


def test_a_plain_terminal_gets_letters_without_accents():
    shown = _in_terminal("--ui", "fr", "key", "new", "--seed", "1", LANG="C")
    assert b"Cote A" in shown
    assert shown.isascii()
    shown = _in_terminal("--ui", "fr", "--help", LANG="C")
    assert b"Enigmes : en composer" in shown
    assert shown.isascii()


def test_a_pipe_gets_every_letter_in_the_plain_locale_too():
    command = [*DUO, "words", "list", "--lang", "fr"]
    run = subprocess.run(command, capture_output=True, check=True, env=_environment(LANG="C"))
    assert "É" in run.stdout.decode()


def test_a_reader_who_goes_away_is_told_nothing():
    with subprocess.Popen([*DUO, "words", "list"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        child.stdout.close()
        assert child.stderr.read() == b""


def _in_terminal(*arguments, **variables):
    """Return the bytes that the command sends to a real terminal."""
    ours, theirs = pty.openpty()
    command = [*DUO, *arguments]
    with subprocess.Popen(command, stdout=theirs, stderr=theirs, env=_environment(**variables)):
        os.close(theirs)
        sent = b""
        while part := _read(ours):
            sent += part
    os.close(ours)
    return sent


def _read(descriptor):
    try:
        return os.read(descriptor, 65536)
    except OSError:
        return b""


def _environment(**variables):
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "PYTHON"))}
    return kept | variables
