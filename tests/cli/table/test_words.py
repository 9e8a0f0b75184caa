"""`duo words`."""

import json

GOOD = "\n".join(f"WORD{letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ") + "\n"


def test_a_good_list_is_called_good(duo, tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text(GOOD)
    ran = duo("words", "check", path)
    assert (ran.code, ran.stdout) == (0, "The list is good: 26 words.\n")
    assert json.loads(duo("words", "check", "-", "--json", stdin=GOOD).stdout) == {
        "valid": True,
        "words": 26,
        "problems": [],
        "warnings": [],
    }


def test_a_bad_list_is_refused_with_every_line_in_the_language_of_the_interface(duo):
    ran = duo("words", "check", "-", stdin=GOOD + "\x1b]0;OWNED\x07\nworda\n", LC_ALL="fr_FR.UTF-8")
    assert ran.code == 3
    assert ran.stdout == ""
    assert "\x1b" not in ran.stderr
    lines = ran.stderr.splitlines()
    assert lines[0].startswith("duo: ligne 27\xa0: \\x1b]0;OWNED\\x07")
    assert lines[-1] == "ligne 28\xa0: worda est déjà à la ligne 1"


def test_problems_in_json_carry_their_lines(duo):
    ran = duo("words", "check", "-", "--json", stdin="A\nA\n")
    assert ran.code == 3
    assert ran.stderr == ""
    assert json.loads(ran.stdout) == {
        "valid": False,
        "words": 2,
        "problems": [
            {"line": 2, "problem": "A is already in line 1"},
            {"line": None, "problem": "at least 25 words are needed, not 1"},
        ],
        "warnings": [],
    }


def test_a_file_that_is_no_list_floods_nobody(duo, tmp_path):
    path = tmp_path / "book.pdf"
    path.write_bytes(b"%PDF-1.7\n" + b"\x93\xfa [obj]\n" * 500)
    ran = duo("words", "check", path)
    lines = ran.stderr.splitlines()
    assert ran.code == 3
    assert len(lines) == 21
    total = len(json.loads(duo("words", "check", path, "--json").stdout)["problems"])
    assert lines[-1] == f"and {total - 20} more problems"
    assert len(duo("board", "print", "--words", path, "--out", tmp_path / "b.pdf").stderr.splitlines()) == 21
    assert len(duo("key", "check", path).stderr.splitlines()) <= 21


def test_a_kinship_is_a_warning_and_no_problem(duo):
    ran = duo("words", "check", "-", stdin=GOOD + "NEW YORK\nYORK\n")
    assert ran.code == 0
    assert ran.stderr == "line 28: YORK is related to NEW YORK\n"


def test_a_missing_list_is_a_failure_and_not_an_answer(duo):
    ran = duo("words", "check", "lost.txt")
    assert ran.code == 1
    assert ran.stderr.startswith("duo: lost.txt is neither a file")


def test_the_words_dealt_from_are_listed(duo):
    shown = duo("words", "list", "--lang", "fr").stdout.splitlines()
    answer = json.loads(duo("words", "list", "--lang", "fr", "--json").stdout)
    assert answer["words"] == shown
    assert len(shown) >= 500
    assert json.loads(duo("words", "list", "--words", "-", "--json", stdin=GOOD).stdout)["words"] == GOOD.splitlines()
