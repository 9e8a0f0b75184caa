"""Validation of untrusted JSON: every problem is reported with its path, and nothing is guessed."""

import gc
import json
import subprocess
import sys
import weakref
from dataclasses import dataclass
from typing import Annotated, Literal

import pytest
from annotated_types import Interval, Len

from duo.core.refusal import Refusal, Refusals
from duo.files.schema import Check, LimitExceeded, read_json, read_value
from duo.text import format_refusal, in_language


def even(value):
    if value % 2:
        raise Refusal("{value} is odd", value=value)
    return value


@dataclass(frozen=True, slots=True)
class Card:
    number: Annotated[int, Interval(ge=1, le=9)]
    words: Annotated[tuple[Annotated[str, Len(1, 5)], ...], Len(0, 2)] = ()


@dataclass(frozen=True, slots=True)
class Deck:
    kind: Literal["deck", "pack"]
    cards: tuple[Card, ...]
    pairs: Annotated[int, Check(even)] = 0
    share: float | None = None
    names: dict[Annotated[str, Len(1, 4)], bool] | None = None

    def __post_init__(self):
        if len({card.number for card in self.cards}) < len(self.cards):
            raise Refusals([Refusal("a card appears twice"), Refusal("so this is no deck")])


def problems(text, schema=Deck, **options):
    with pytest.raises(Refusal) as refused:
        read_json(text, schema, **options)
    return [str(problem) for problem in refused.value.all_problems()]


def test_what_fits_is_read_into_the_dataclass():
    text = '{"kind": "deck", "cards": [{"number": 3, "words": ["été"]}], "share": 1, "names": {"fr": true}}'
    assert read_json(text, Deck) == Deck("deck", (Card(3, ("été",)),), 0, 1.0, {"fr": True})


def test_every_problem_is_told_with_its_path():
    text = """{"kind": "duck", "cards": [{"number": 10}, {"words": ["toolong", ""], "colour": 1}, 7],
               "pairs": 3, "share": "half", "names": {"french": true, "fr": 1}}"""
    assert problems(text) == [
        "kind is duck, and may only be 'deck', 'pack'",
        "cards[0].number is 10, but the maximum is 9",
        "cards[1].number is missing",
        "cards[1].words[0] is longer than 5 characters",
        "cards[1].words[1] is shorter than 1 characters",
        "cards[1].colour is not known here; it may be misspelt",
        "cards[2] is not an object: 7",
        "pairs: 3 is odd",
        "share is not a number: half",
        "names.french is longer than 4 characters",
        "names.fr is neither true nor false: 1",
    ]


def test_problems_of_the_whole_are_told_one_by_one():
    text = '{"kind": "deck", "cards": [{"number": 3}, {"number": 3}]}'
    assert problems(text) == ["a card appears twice", "so this is no deck"]
    assert problems(text, where="file") == ["file: a card appears twice", "file: so this is no deck"]


@pytest.mark.parametrize("value", ["true", '"1"', "1.5", "null", "[1]", "NaN"])
def test_nothing_is_converted_into_a_number(value):
    [problem] = problems(f'{{"number": {value}}}', Card)
    assert problem.startswith("number is not a whole number")


@pytest.mark.parametrize(
    "text", ["", "{", "[" * 5_000, '{"kind": "\\ud800"}', b"\xff{}", '{"a": 1} {"b": 2}', '{"number": 01}']
)
def test_what_is_no_json_is_told_so(text):
    [problem] = problems(text)
    assert problem.startswith("this is not JSON: ")


def test_nesting_has_a_bound_below_that_of_python():
    deep = '{"kind": ' + "[" * 500 + "]" * 500 + "}"
    [problem] = problems(deep)
    assert "recursion limit" in problem


def test_a_list_at_the_top_is_no_object():
    assert problems("[1]") == ["this is not a JSON object"]


def test_what_is_too_large_says_so_by_its_class():
    with pytest.raises(LimitExceeded):
        read_json('{"number": 1, "words": ["a", "b", "c"]}', Card)
    with pytest.raises(LimitExceeded):
        read_json(json.dumps({"number": 1, "words": ["a" * 6]}), Card)


def test_thousands_of_problems_do_not_fill_the_screen():
    found = problems(json.dumps({"kind": "deck", "cards": [7] * 5_000}))
    assert len(found) == 21
    assert found[-1] == "and 4980 more problems"


def test_a_long_list_of_garbage_is_told_by_its_first_entry_and_a_short_one_by_all():
    garbage = [{"number": 10, "words": ["toolong"]}] * 3
    assert len(problems(json.dumps({"kind": "deck", "cards": garbage}))) == 6
    assert problems(json.dumps({"kind": "deck", "cards": garbage * 10_000})) == [
        "cards[0].number is 10, but the maximum is 9",
        "cards[0].words[0] is longer than 5 characters",
    ]


def test_a_long_list_that_is_right_is_read_whole():
    @dataclass(frozen=True, slots=True)
    class Numbers:
        numbers: tuple[int, ...]

    assert read_json(json.dumps({"numbers": list(range(30_000))}), Numbers).numbers == tuple(range(30_000))


def test_more_values_or_problems_than_any_file_has_are_refused_before_they_fill_the_memory():
    text = json.dumps({"kind": "deck", "cards": [{}] * 101})
    with pytest.raises(LimitExceeded, match="more than 100 values"):
        read_json(text, Deck, max_values=100)
    with pytest.raises(LimitExceeded, match="more than 100 values"):
        read_json(text.encode(), Deck, max_values=100)
    with pytest.raises(LimitExceeded, match="problems"):
        read_json(json.dumps({f"field{number}": 1 for number in range(60_000)}), Deck)


def test_nothing_out_of_the_file_reaches_the_terminal_as_it_is():
    [problem] = problems(json.dumps({"number": "\x1b[2J"}), Card)
    assert "\x1b" not in problem
    assert "\x1b" not in problems(json.dumps({"number": 1, "\x1b]0;x\x07": 1}), Card)[0]


def test_fields_that_are_free_may_be_left_unread():
    assert read_json('{"number": 1, "date": "today"}', Card, extra=True) == Card(1)


def test_a_value_is_judged_as_its_json_is():
    assert read_value({"number": 1, "words": ["A"]}, Card) == Card(1, ("A",))
    with pytest.raises(Refusal, match=r"^map\.number is missing$"):
        read_value({}, Card, where="map")


def test_a_refused_text_is_let_go():
    twice = {"kind": "deck", "cards": [{"number": 1}, {"number": 1}]}
    references = []

    def refuse():
        text = WeaklyReferencedText(json.dumps(twice))
        references.append(weakref.ref(text))
        problems(text)

    for _ in range(5):
        refuse()
    gc.collect()
    assert not [text for text in references if text() is not None]


class WeaklyReferencedText(str):  # noqa: SLOT000 - with slots there are no weak references
    """A string that supports weak references."""


def test_problems_are_told_in_french():
    with in_language("fr"), pytest.raises(Refusal) as refused:
        read_json('{"number": 10}', Card)
    with in_language("fr"):
        assert format_refusal(refused.value) == "number vaut 10\xa0; le maximum est 9"


def test_the_library_is_loaded_when_something_is_read_and_not_before():
    code = "import sys, duo.files.schema, duo.files.locks; print({'pydantic', 'filelock'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "set()\n"
