"""Results files: what is written is read back, and broken files are refused."""

import io
import json

import pytest
from runs import HEADER, result

from duo.core.position import Outcome
from duo.core.refusal import Refusal
from duo.lab.results import MAX_LINE_BYTES, BrokenResultsLine, CutOffLine, read_results


def file_of(*lines):
    return io.BytesIO("".join(f"{line}\n" for line in lines).encode())


def test_what_is_written_is_read_back():
    games = [result(0), result(1, result=Outcome.ASSASSIN, found=3, score=None)]
    header, results = read_results(file_of(HEADER, *games))
    assert (header, list(results)) == (HEADER, games)


def test_every_game_has_a_seed_of_its_own():
    assert len({HEADER.game_seed(index) for index in range(1000)}) == 1000


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("turns", "7"),
        ("turns", 7.0),
        ("turns", True),
        ("turns", -1),
        ("turns", 10**30),
        ("turns", None),
        ("found", 16),
        ("tokens_left", 99),
        ("bystanders", [1]),
        ("sudden_death", 0),
        ("result", "won:twice"),
        ("result", ["won"]),
        ("result", None),
        ("score", 1000),
        ("score", "9"),
        ("game", 5),
        ("seed", 1),
        ("index", 3),
    ],
)
def test_a_field_that_cannot_be_is_refused_with_its_line(field, value):
    line = json.dumps(json.loads(str(result())) | {field: value})
    _, results = read_results(file_of(HEADER, line))
    with pytest.raises(BrokenResultsLine, match=rf"line 2: {field} ") as refused:
        list(results)
    assert refused.value.line == 2


@pytest.mark.parametrize(
    "line",
    [
        "",
        "null",
        "[]",
        "{",
        "[" * 50_000,
        '{"format": NaN}',
        '{"format": "duo-deck", "version": 1}',
        "9" * 10_000,
        "\x1b[2J",
    ],
)
def test_a_file_of_another_kind_is_refused(line):
    with pytest.raises(Refusal, match="line 1"):
        read_results(file_of(line))


@pytest.mark.parametrize("name", ["giver", "words", "duo", "lang"])
def test_no_escape_sequence_of_a_header_reaches_the_terminal(name):
    line = json.dumps(json.loads(str(HEADER)) | {name: "\x1b[31mred"})
    with pytest.raises(Refusal) as refused:
        read_results(file_of(line))
    assert "\x1b" not in str(refused.value)


def test_an_empty_file_is_refused():
    with pytest.raises(Refusal, match="empty"):
        read_results(file_of())


def test_a_line_without_end_is_not_read_to_its_end():
    endless = io.BytesIO(f"{HEADER}\n".encode() + b" " * (3 * MAX_LINE_BYTES))
    _, results = read_results(endless)
    with pytest.raises(BrokenResultsLine, match="longer"):
        list(results)
    assert endless.tell() < 2 * MAX_LINE_BYTES


def test_bytes_that_are_no_text_are_refused():
    _, results = read_results(io.BytesIO(f"{HEADER}\n".encode() + b"\xff\xfe\n"))
    with pytest.raises(BrokenResultsLine, match="UTF-8"):
        list(results)


def test_a_cut_last_line_is_told_from_a_broken_one():
    _, results = read_results(io.BytesIO(f"{HEADER}\n{result()}\n{result(1)}"[:-20].encode()))
    assert next(results) == result()
    with pytest.raises(CutOffLine):
        next(results)
