"""Packs: deterministic by seed, read back as written, and checked when they are read."""

import json

import pytest

from duo.core.refusal import Refusal
from duo.puzzle import pack
from duo.puzzle.making.make import PuzzleOrder, generate_puzzles
from duo.puzzle.puzzle import Kind, PuzzleOrigin
from duo.puzzle.resources import PuzzleResources

ORDER = PuzzleOrder("en", "7", (Kind.DEDUCE,), (1, 2))
DEEP = "[" * 100_000


def take(count, *arguments):
    puzzles = generate_puzzles(*arguments)
    return [next(puzzles) for _ in range(count)]


@pytest.fixture(scope="module")
def six():
    found = take(6, ORDER, 1, set())
    return pack.Pack(
        "en", PuzzleOrigin("7", PuzzleResources("en").wordlist.digest, ()), tuple(puzzle for _, puzzle in found)
    )


def another(puzzle):
    """Return the first mark of the answer with another colour."""
    cell, colour = puzzle["answer"][0].split("=")
    return f"{cell}={'g' if colour != 'g' else 'x'}"


def changed(six, change):
    """Return the text of the pack after a change to its first puzzle."""
    value = json.loads(str(six))
    change(value["puzzles"][0])
    return json.dumps(value)


def test_a_pack_is_read_back_as_it_was_written(six):
    assert pack.Pack.parse(str(six)) == six
    assert str(pack.Pack.parse(str(six))) == str(six)


def test_more_processes_make_the_same_puzzles(six):
    assert tuple(puzzle for _, puzzle in take(6, ORDER, 2, set())) == six.puzzles


def test_the_grades_asked_for_take_turns(six):
    assert [puzzle.proof.grade for puzzle in six.puzzles] == [1, 2, 1, 2, 1, 2]


def test_puzzles_of_an_avoided_pack_are_not_made_again(six):
    others = take(3, ORDER, 1, pack.all_traits_of(six.puzzles))
    assert not {trait for _, puzzle in others for trait in puzzle.task.traits} & pack.all_traits_of(six.puzzles)
    assert others[0][0] >= 6


def test_a_whole_pack_passes_its_check(six):
    assert [problems for _, problems in pack.find_pack_problems(six, PuzzleResources("en"))] == [[]] * 6


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda puzzle: puzzle.update(answer=[another(puzzle)]), "its answer is"),
        (lambda puzzle: puzzle.update(grade=5), "grade"),
        (lambda puzzle: puzzle.update(tags=["tempting-cell", "all-colours"]), "tags"),
        (lambda puzzle: puzzle["proof"].update(cards=1), "cards"),
        (lambda puzzle: puzzle["task"].update(seen="/".join(["?????"] * 5)), "is certain"),
        (lambda puzzle: puzzle["task"].update(own="/".join(["ggggg"] * 5)), "no key card"),
    ],
)
def test_a_puzzle_that_was_tampered_with_fails_its_check(six, change, problem):
    first = next(pack.find_pack_problems(pack.Pack.parse(changed(six, change)), PuzzleResources("en")))
    assert problem in str(first[1][0])


def test_a_puzzle_that_stands_twice_fails_its_check(six):
    value = json.loads(str(six))
    value["puzzles"][3] = value["puzzles"][1]
    twice = dict(pack.find_pack_problems(pack.Pack.parse(json.dumps(value)), PuzzleResources("en")))
    assert "it repeats puzzle 2" in str(twice[4][0])


@pytest.mark.parametrize(
    "change",
    [
        lambda puzzle: puzzle.update(grade="3"),
        lambda puzzle: puzzle.update(grade=True),
        lambda puzzle: puzzle.update(grade=10**400),
        lambda puzzle: puzzle.update(kind="magic"),
        lambda puzzle: puzzle.update(kind=["deduce"]),
        lambda puzzle: puzzle.update(kind="\x1b[31mdeduce"),
        lambda puzzle: puzzle.update(tags=["[bold red]x[/]"]),
        lambda puzzle: puzzle.update(tags=["a"] * 1000),
        lambda puzzle: puzzle.update(answer=["\x1b]0;title\x07"]),
        lambda puzzle: puzzle.update(answer="a1=g"),
        lambda puzzle: puzzle.update(seed="<script>"),
        lambda puzzle: puzzle.update(seed="7\n"),
        lambda puzzle: puzzle.update(extra=1),
        lambda puzzle: puzzle.update(proof=[]),
        lambda puzzle: puzzle["proof"].update(cards="many"),
        lambda puzzle: puzzle["proof"].update(cards=-1),
        lambda puzzle: puzzle["proof"].update(rival=[None]),
        lambda puzzle: puzzle["proof"].update({"<b>": 1}),
        lambda puzzle: puzzle.update(task=None),
        lambda puzzle: puzzle["task"].update(own="g"),
        lambda puzzle: puzzle["task"].update(covered=["a1"] * 26),
        lambda puzzle: puzzle["task"].update(finished=1),
        lambda puzzle: puzzle["proof"].pop("cards"),
        lambda puzzle: puzzle["proof"].update(magic=1),
        lambda puzzle: puzzle.update(answer=[]),
        lambda puzzle: puzzle.update(answer=["WHALE"]),
        lambda puzzle: puzzle["proof"].update(rival=["a1=g", "b1=g"]),
        lambda puzzle: puzzle.pop("minds"),
        lambda puzzle: puzzle.clear(),
    ],
)
def test_a_hostile_puzzle_is_refused_with_its_number_and_without_its_tricks(six, change):
    with pytest.raises(Refusal, match="puzzle 1") as refused:
        pack.Pack.parse(changed(six, change))
    assert str(refused.value).isprintable()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        "7",
        '"duo-puzzles"',
        DEEP,
        '{"a":' * 50_000,
        "{}",
        '{"format": "duo-deck"}',
        '{"format": ["duo-puzzles"]}',
        '{"format": "duo-puzzles"}',
        '{"format": "duo-puzzles", "version": 2, "lang": "en", "puzzles": []}',
        '{"format": "duo-puzzles", "version": true, "lang": "en", "puzzles": []}',
        '{"format": "duo-puzzles", "version": 1, "lang": "xx", "puzzles": []}',
        '{"format": "duo-puzzles", "version": NaN}',
        '{"format": "duo-puzzles", "format": "duo-puzzles"}',
        "\x00\x1b[2J",
    ],
)
def test_what_is_no_pack_is_refused(text):
    with pytest.raises(Refusal):
        pack.Pack.parse(text)


def test_a_pack_of_too_many_or_no_puzzles_is_refused(six):
    value = json.loads(str(six))
    with pytest.raises(Refusal, match="contains no puzzles"):
        pack.Pack.parse(json.dumps({**value, "puzzles": []}))
    with pytest.raises(Refusal, match="more than 5000"):
        pack.Pack.parse(json.dumps({**value, "puzzles": [0] * 5001}))
