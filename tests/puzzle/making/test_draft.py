"""Drafts: a run that was cut short goes on where it was, and only with the same options."""

import json

import pytest

from duo.core.refusal import Refusal
from duo.puzzle import pack
from duo.puzzle.making.draft import draft_path, generate_with_draft
from duo.puzzle.making.make import PuzzleOrder, generate_puzzles
from duo.puzzle.puzzle import Kind

ORDER = PuzzleOrder("en", "7", (Kind.DEDUCE,), (1, 2))


@pytest.fixture(scope="module")
def six():
    puzzles = generate_puzzles(ORDER, 1, set())
    return [next(puzzles)[1] for _ in range(6)]


@pytest.fixture
def out(tmp_path):
    return tmp_path / "pack.json"


def draft(out, size=6, order=ORDER, avoid=()):
    return list(generate_with_draft(out, order, size, 1, set(avoid)))


def cut_short(out, made):
    """Take `made` puzzles of six and leave the rest."""
    puzzles = generate_with_draft(out, ORDER, 6, 1, set())
    found = [next(puzzles) for _ in range(made)]
    puzzles.close()
    return found


def lines(out):
    return draft_path(out).read_bytes().splitlines(keepends=True)


def test_a_draft_lies_beside_the_pack(out):
    assert draft_path(out) == out.with_name("pack.json.part")


def test_a_draft_makes_the_same_puzzles_and_has_a_line_for_each_after_its_header(six, out):
    assert draft(out) == six
    header, *rest = (json.loads(line) for line in lines(out))
    assert (header["seed"], header["kinds"], header["grades"]) == ("7", ["deduce"], [1, 2])
    assert [pack.puzzle_from_json(line["puzzle"]) for line in rest] == six


@pytest.mark.parametrize("made", range(1, 6))
def test_a_run_cut_short_anywhere_makes_the_same_puzzles(six, out, made):
    assert cut_short(out, made) == six[:made]
    before = lines(out)
    assert draft(out) == six
    assert lines(out)[: len(before)] == before


def test_a_draft_cut_off_at_any_byte_makes_the_same_puzzles(six, out):
    draft(out)
    whole = draft_path(out).read_bytes()
    for length in [0, 1, *range(50, len(whole), len(whole) // 12), len(whole) - 1]:
        draft_path(out).write_bytes(whole[:length])
        assert draft(out) == six
        assert draft_path(out).read_bytes() == whole


def test_a_draft_that_is_complete_is_not_made_again(six, out):
    draft(out)
    whole = draft_path(out).read_bytes()
    assert draft(out, 4) == six[:4]
    assert draft_path(out).read_bytes() == whole


def test_a_larger_pack_goes_on_from_a_smaller_one(six, out):
    assert draft(out, 2) == six[:2]
    assert draft(out) == six


@pytest.mark.parametrize(
    ("order", "avoid"),
    [
        (PuzzleOrder("en", "8", (Kind.DEDUCE,), (1, 2)), ()),
        (PuzzleOrder("fr", "7", (Kind.DEDUCE,), (1, 2)), ()),
        (PuzzleOrder("en", "7", (Kind.DEDUCE,), (1,)), ()),
        (ORDER, ("some trait",)),
    ],
)
def test_a_draft_of_other_options_is_refused_and_left_alone(out, order, avoid):
    draft(out, 2)
    before = draft_path(out).read_bytes()
    with pytest.raises(Refusal, match="other options"):
        draft(out, 6, order, avoid)
    assert draft_path(out).read_bytes() == before


def test_a_draft_of_another_model_is_refused(out):
    draft(out, 1)
    draft_path(out).write_bytes(draft_path(out).read_bytes().replace(b'"minds": [[]]', b'"minds": [["duo-0"]]'))
    with pytest.raises(Refusal, match="another model"):
        draft(out)


@pytest.mark.parametrize("line", [b"{}\n", b"\n", b"\x00\n", b'{"index": 1, "puzzle": {}}\n', b'{"index": "1"}\n'])
def test_a_line_that_is_no_puzzle_is_refused(out, line):
    draft(out, 1)
    with draft_path(out).open("ab") as file:
        file.write(line)
    with pytest.raises(Refusal, match="a line that is not a puzzle"):
        draft(out)


def test_no_puzzle_of_the_draft_comes_again_after_the_break(six, out):
    cut_short(out, 3)
    found = draft(out, 8)
    assert len({trait for puzzle in found for trait in puzzle.task.traits}) == 8
    assert found[:6] == six
