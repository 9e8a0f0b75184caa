"""The puzzle of the day is the same for everybody, and the streak counts the days on which it was solved."""

import datetime as dt
import json

import pytest

from duo.core.refusal import Refusal
from duo.puzzle.daily import Diary, SolvingEffort, daily_puzzle, diary_path, format_share_text, parse_date
from duo.puzzle.puzzle import Kind
from duo.text import in_language

MONDAY = dt.date(2026, 6, 1)
SOLVED, FAILED = SolvingEffort(1, 0, 1.0, solved=True), SolvingEffort(3, 1, 0.5, solved=False)


def deduction_days(count):
    """Return days whose puzzle is a deduction, which needs no model."""
    first = MONDAY + dt.timedelta(days=(3 - MONDAY.toordinal()) % 4)
    return [first + dt.timedelta(days=4 * number) for number in range(count)]


def days(*efforts, last=MONDAY):
    """Return a diary of these efforts on days in a row, None for a day off."""
    dates = [last - dt.timedelta(days=back) for back in range(len(efforts))][::-1]
    return Diary({str(date): effort for date, effort in zip(dates, efforts, strict=True) if effort})


def test_everybody_has_the_same_puzzle_on_a_day_and_another_on_other_days():
    found = [daily_puzzle(date, "en") for date in deduction_days(4)]
    assert found == [daily_puzzle(date, "en") for date in deduction_days(4)]
    assert len({puzzle.task for puzzle in found}) == 4
    assert daily_puzzle(deduction_days(1)[0], "fr").task != found[0].task


def test_the_kinds_take_turns_and_the_week_gets_harder_until_saturday():
    dates = deduction_days(7)
    assert {date.weekday() for date in dates} == set(range(7))
    grades = {date.weekday(): daily_puzzle(date, "en").proof.grade for date in dates}
    assert [grades[weekday] for weekday in range(7)] == [1, 2, 2, 3, 4, 5, 3]
    assert {daily_puzzle(date, "en").kind for date in dates} == {Kind.DEDUCE}


def test_the_puzzle_of_a_day_says_which_day_it_was_made_for():
    date = deduction_days(1)[0]
    assert daily_puzzle(date, "en").origin.seed.startswith(f"daily/{date}:")


@pytest.mark.parametrize(
    ("efforts", "streak"),
    [
        ([], 0),
        ([SOLVED], 1),
        ([FAILED], 0),
        ([SOLVED, SOLVED, SOLVED], 3),
        ([SOLVED, SOLVED, None], 2),
        ([SOLVED, None, None], 0),
        ([SOLVED, None, SOLVED], 1),
        ([SOLVED, FAILED, SOLVED], 1),
        ([SOLVED, SOLVED, FAILED], 0),
        ([FAILED, SOLVED, None], 1),
    ],
)
def test_a_streak_is_the_days_in_a_row_and_today_may_be_still_to_come(efforts, streak):
    assert days(*efforts).streak(MONDAY) == streak


def test_a_streak_crosses_months_and_years():
    assert days(*[SOLVED] * 40, last=dt.date(2027, 1, 10)).streak(dt.date(2027, 1, 10)) == 40


def test_only_the_first_effort_of_a_day_counts():
    diary = Diary({}).with_day(MONDAY, FAILED).with_day(MONDAY, SOLVED)
    assert diary.days == {"2026-06-01": FAILED}


@pytest.mark.parametrize(
    ("effort", "is_first_try"),
    [
        (SolvingEffort(1, 0, 1.0, solved=True), True),
        (SolvingEffort(2, 0, 1.0, solved=True), False),
        (SolvingEffort(1, 1, 1.0, solved=True), False),
        (SolvingEffort(1, 0, 0.5, solved=False), False),
    ],
)
def test_a_first_try_is_one_answer_without_hints(effort, is_first_try):
    assert effort.solved_first_try == is_first_try


def test_a_diary_is_read_back_from_its_file_with_its_days_in_order(tmp_path):
    diary = Diary({}).with_day(MONDAY, SOLVED).with_day(MONDAY - dt.timedelta(days=1), FAILED)
    diary.save(tmp_path / "daily.json")
    assert Diary.load(tmp_path / "daily.json") == diary
    assert [day["date"] for day in json.loads(str(diary))["days"]] == ["2026-05-31", "2026-06-01"]
    assert Diary.load(tmp_path / "none.json") == Diary({})


@pytest.mark.parametrize(
    "change",
    [
        {"date": "yesterday"},
        {"date": "2026-06-01\n"},
        {"tries": -1},
        {"tries": 1.5},
        {"hints": True},
        {"share": 3},
        {"share": "all"},
        {"solved": 1},
        {"extra": 1},
    ],
)
def test_a_damaged_diary_is_refused_and_left_alone(tmp_path, change):
    day = {"date": "2026-06-01", "tries": 1, "hints": 0, "share": 1.0, "solved": True}
    assert Diary.parse(json.dumps({"days": [day]})).days["2026-06-01"] == SOLVED
    path = tmp_path / "daily.json"
    path.write_text(json.dumps({"days": [day | change]}))
    with pytest.raises(Refusal, match=r"Move it away to start a new streak"):
        Diary.load(path)
    assert json.loads(path.read_text()) == {"days": [day | change]}


def test_each_language_has_its_own_diary(monkeypatch, tmp_path):
    monkeypatch.setenv("DUO_HOME", str(tmp_path))
    assert [diary_path(lang) for lang in ("en", "fr")] == [tmp_path / "daily-en.json", tmp_path / "daily-fr.json"]


def test_a_date_is_written_as_iso_8601_has_it():
    assert parse_date("2026-05-31") == dt.date(2026, 5, 31)
    for text in ("31/05/2026", "2026-02-30", "", "today", "2026-05-31T00:00"):
        with pytest.raises(Refusal, match="is not a date"):
            parse_date(text)


def test_the_text_to_share_tells_hints_tries_and_streak():
    date = deduction_days(1)[0]
    puzzle = daily_puzzle(date, "en")
    stars = "★" * puzzle.proof.grade + "☆" * (5 - puzzle.proof.grade)
    title, row, streak = format_share_text(date, puzzle, SolvingEffort(3, 2, 1.0, solved=True), 4).splitlines()
    assert title.endswith(f"deduce {stars}")
    assert row == "💡💡🟨🟨🟩"
    assert streak == "4 days in a row"
    assert len(format_share_text(date, puzzle, SOLVED, 1).splitlines()) == 2
    assert format_share_text(date, puzzle, FAILED, 0).splitlines()[1] == "💡🟨🟨🟨 50%"


def test_the_text_to_share_can_do_without_unicode():
    date = deduction_days(1)[0]
    assert format_share_text(
        date, daily_puzzle(date, "en"), SolvingEffort(3, 1, 1.0, solved=True), 2, unicode=False
    ).isascii()


def test_the_text_to_share_is_translated_and_gives_nothing_away():
    date = deduction_days(1)[0]
    puzzle = daily_puzzle(date, "fr")
    shared = {}
    for lang in ("en", "fr"):
        with in_language(lang):
            shared[lang] = format_share_text(date, puzzle, SOLVED, 2).splitlines()
        assert not any(mark.split("=")[0] in " ".join(shared[lang]) for mark in puzzle.proof.answer)
    assert shared["en"][0] != shared["fr"][0]
    assert shared["en"][1] == shared["fr"][1]
    assert shared["en"][2] != shared["fr"][2]
