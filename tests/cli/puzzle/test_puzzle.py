"""`duo puzzle`."""

import datetime as dt
import json
import os

import pypdfium2
import pytest

from duo.core.refusal import Refusal
from duo.puzzle.daily import Diary, SolvingEffort, format_share_text
from duo.puzzle.making.make import PuzzleOrder, attempt_puzzle
from duo.puzzle.puzzle import Kind


@pytest.fixture(scope="module")
def packs(tmp_path_factory):
    """A pack of deduce puzzles."""
    from click.testing import CliRunner

    from duo.cli.main import duo

    out = tmp_path_factory.mktemp("packs") / "pack.json"
    options = ["--kind", "deduce", "--count", "5", "--seed", "7", "--jobs", "1", "--out", str(out), "--json"]
    made = CliRunner().invoke(duo, ["puzzle", "make", *options])
    assert made.exit_code == 0, made.output
    return out


def format_answer(answer):
    return ", ".join(mark.replace("=", " ") for mark in answer)


def test_a_pack_is_made_with_every_grade_and_passes_its_check(duo, packs):
    pack = json.loads(packs.read_text())
    assert [puzzle["grade"] for puzzle in pack["puzzles"]] == [1, 2, 3, 4, 5]
    assert not list(packs.parent.glob("*.part"))
    checked = duo("puzzle", "check", packs, "--json")
    assert checked.code == 0
    assert json.loads(checked.stdout) == {"valid": True, "puzzles": 5, "problems": []}


def test_a_puzzle_that_fails_is_answered_with_no(duo, packs, tmp_path):
    pack = json.loads(packs.read_text())
    pack["puzzles"][2]["answer"].pop()
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps(pack))
    checked = duo("puzzle", "check", path)
    assert checked.code == 3
    assert "puzzle 3: its answer is" in checked.stderr
    assert json.loads(duo("puzzle", "check", path, "--json").stdout)["problems"][0]["puzzle"] == 3
    assert duo("puzzle", "check", tmp_path / "nowhere.json").code == 1


def test_a_hostile_pack_is_refused_by_every_command_and_shows_none_of_its_tricks(duo, packs, tmp_path):
    path = tmp_path / "hostile.json"
    path.write_text(
        packs.read_text().replace('"partner-said"', '"\\u001b[31m[red]<b>"').replace('"deduce"', '"\\u001b]0;x"')
    )
    for command, code in (("check", 3), ("solve", 1), ("print", 1)):
        refused = duo("puzzle", command, path, *(["--out", tmp_path / "b.html"] if command == "print" else []))
        assert refused.code == code
        assert "puzzle 1" in refused.stderr
        assert "\x1b" not in refused.stderr + refused.stdout


def test_solving_gives_hints_judges_answers_and_explains(duo, packs):
    answer = json.loads(packs.read_text())["puzzles"][0]["answer"]
    lines = ["hint", "hint", "nonsense", "a1 g, a2 g, a3 g", format_answer(answer)]
    ran = duo("puzzle", "solve", packs, "--number", "1", stdin="\n".join(lines) + "\n")
    assert ran.code == 0
    assert "Your side" in ran.stdout
    assert "is not a cell" in ran.stdout
    assert "need not be" in ran.stdout or "True as far" in ran.stdout
    assert "Right" in ran.stdout
    assert "Answer:" in ran.stdout


def test_leaving_and_giving_up_end_in_peace(duo, packs):
    assert "Solved at the first try: 0 of 1" in duo("puzzle", "solve", packs, stdin="answer\nquit\n").stdout
    assert duo("puzzle", "solve", packs, stdin="").code == 0


def test_programs_judge_an_answer_without_being_asked(duo, packs):
    answer = json.loads(packs.read_text())["puzzles"][1]["answer"]
    right = json.loads(
        duo("puzzle", "solve", packs, "--number", "2", "--answer", format_answer(answer), "--json").stdout
    )
    assert right["right"] is True
    assert right["puzzle"]["answer"] == answer
    wrong = json.loads(duo("puzzle", "solve", packs, "--number", "2", "--answer", "a1 g", "--json").stdout)
    assert wrong["right"] is False
    assert duo("puzzle", "solve", packs, "--answer", "a1 g").code == 2
    refused = duo("puzzle", "solve", packs, "--number", "2", "--answer", "whale", "--json")
    assert refused.code == 3
    assert "whale" in json.loads(refused.stdout)["refused"]
    asked = json.loads(duo("puzzle", "solve", packs, "--number", "2", "--json").stdout)
    assert asked["kind"] == "deduce"
    assert "answer" not in asked


@pytest.mark.parametrize(("a_page", "page"), [(1, "a4"), (2, "letter"), (3, "a4"), (4, "letter")])
def test_a_booklet_has_its_puzzles_and_then_its_solutions(duo, packs, tmp_path, a_page, page):
    out = tmp_path / "booklet.pdf"
    printed = duo("puzzle", "print", packs, "--per-page", a_page, "--page", page, "--out", out, "--json")
    assert printed.code == 0
    pages = pypdfium2.PdfDocument(out)
    texts = [pages[number].get_textpage().get_text_range() for number in range(len(pages))]
    assert len(texts) == -(-5 // a_page) + 2
    assert "How to solve" in texts[0]
    assert "Signs" in texts[0]
    assert "1. What is certain" in texts[1]
    assert "deduce, grade" in texts[1]
    assert "Answer:" in texts[1]
    assert "Solutions" in texts[-1]


def test_booklets_are_written_as_text_and_in_french(duo, packs, tmp_path):
    for name in ("b.md", "b.html"):
        assert duo("puzzle", "print", packs, "--lang", "fr", "--out", tmp_path / name).code == 0
        text = (tmp_path / name).read_text()
        assert "Ce qui est certain" in text
        assert text.index("Votre côté") < text.index("Solutions")
    assert duo("puzzle", "print", packs, "--out", tmp_path / "b.doc").code == 2


def test_the_daily_puzzle_is_the_same_for_everybody_and_keeps_a_streak(duo, tmp_path, monkeypatch):
    monkeypatch.setenv("DUO_HOME", str(tmp_path))
    # The puzzle of 2024-01-06 is of the kind deduce, which needs no model.
    first, again = (duo("puzzle", "daily", "--date", "2024-01-06", "--json").stdout for _ in range(2))
    assert first == again
    assert json.loads(first)["kind"] == "deduce"
    assert duo("puzzle", "daily", "--date", "31/05/2026").code == 1
    ran = duo("puzzle", "daily", "--date", "2024-01-06", stdin="answer\n")
    assert "To share:" in ran.stdout
    assert not list(tmp_path.glob("daily-*"))


def test_a_streak_counts_days_in_a_row_and_the_first_effort_of_each(tmp_path):
    day, good, bad = dt.date(2026, 3, 1), SolvingEffort(1, 0, 1.0, solved=True), SolvingEffort(3, 1, 0.5, solved=False)
    diary = Diary({})
    for back in (3, 2, 1):
        diary = diary.with_day(day - dt.timedelta(days=back), good)
    assert diary.streak(day) == 3
    assert diary.with_day(day, good).with_day(day, bad).streak(day) == 4
    assert diary.with_day(day, bad).with_day(day, good).streak(day) == 0
    assert diary.streak(day + dt.timedelta(days=1)) == 0
    diary.save(tmp_path / "d.json")
    assert Diary.load(tmp_path / "d.json") == diary


def test_a_diary_that_cannot_be_read_is_named_and_kept(tmp_path):
    (tmp_path / "d.json").write_text("garbage")
    with pytest.raises(Refusal, match=r"d\.json cannot be read: this is not JSON.* Move it away"):
        Diary.load(tmp_path / "d.json")
    assert (tmp_path / "d.json").read_text() == "garbage"
    os.mkfifo(tmp_path / "pipe.json")
    with pytest.raises(Refusal, match="it is no file"):
        Diary.load(tmp_path / "pipe.json")


def test_a_text_to_share_spoils_nothing():
    puzzle = attempt_puzzle(PuzzleOrder("en", "7", (Kind.DEDUCE,), (2,)), 0)
    output = format_share_text(dt.date(2026, 3, 1), puzzle, SolvingEffort(3, 1, 1.0, solved=True), 4)
    assert "2026-03-01" in output
    assert "💡🟨🟨🟩" in output
    assert "4 days in a row" in output
    assert not any(mark.split("=")[0] in output for mark in puzzle.proof.answer)
