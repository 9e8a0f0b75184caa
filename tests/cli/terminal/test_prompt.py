"""Parsing of lines at the prompt."""

import contextlib

import pytest
from boards import KEY, WORDS, A
from hypothesis import given
from hypothesis import strategies as st

from duo import text
from duo.cli.terminal import prompt
from duo.cli.terminal.prompt import CommandName, TypedClue, TypedCommand, WordPick
from duo.core.position import Position
from duo.core.refusal import Refusal

VIEW = Position.start(WORDS, KEY).view(A)
EVERY = range(25)


@pytest.mark.parametrize(
    ("line", "clue"),
    [
        ("ocean 2", TypedClue("ocean", 2)),
        ("ocean: 2", TypedClue("ocean", 2)),
        ("ocean,3", TypedClue("ocean", 3)),
        ("ice cream 2", TypedClue("ice cream", 2)),
        ("ocean 2 (whale, shark)", TypedClue("ocean", 2, "whale, shark")),
        ("ocean 2 {whale shark}", TypedClue("ocean", 2, "whale shark")),
        ("week-end 1 ()", TypedClue("week-end", 1)),
    ],
)
def test_a_clue_is_a_word_and_a_number(line, clue):
    assert prompt.parse_clue(line) == clue


@pytest.mark.parametrize("line", ["ocean", "2", "ocean two", "", "ocean -1 x"])
def test_anything_else_is_no_clue(line):
    with pytest.raises(Refusal, match="a word and a number"):
        prompt.parse_clue(line)


@pytest.mark.parametrize(
    ("line", "word", "sure"),
    [
        ("whale", "WHALE", True),
        ("Whale", "WHALE", True),
        ("1", "WHALE", True),
        ("25", "COMET", True),
        ("c3", "PIANO", True),
        ("E5", "COMET", True),
        ("wh", "WHALE", True),
        ("w", "WHALE", False),
        ("whlae", "WHALE", False),
        ("dargon", "DRAGON", False),
        ("pîrâte", "PIRATE", True),
    ],
)
def test_a_word_is_picked_in_many_ways(line, word, sure):
    assert prompt.parse_word_pick(line, VIEW, EVERY) == WordPick(WORDS.index(word), is_sure=sure)


@pytest.mark.parametrize(
    ("line", "message"),
    [("r", "RIVER, ROBOT|ROSE, RIVER"), ("26", "1 to 25"), ("0", "1 to 25"), ("xyzzy", "not on the table")],
)
def test_what_cannot_be_told_is_refused(line, message):
    with pytest.raises(Refusal, match=message):
        prompt.parse_word_pick(line, VIEW, EVERY)


def test_first_letters_count_only_among_the_words_that_can_be_touched():
    assert prompt.parse_word_pick("ro", VIEW, [WORDS.index("ROSE")]) == WordPick(WORDS.index("ROSE"), is_sure=True)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("hint", TypedCommand(CommandName.HINT)),
        ("/STOP", TypedCommand(CommandName.STOP)),
        ("?", TypedCommand(CommandName.HELP)),
        ("why whale", TypedCommand(CommandName.WHY, "whale")),
        ("stop it", None),
        ("", None),
    ],
)
def test_commands(line, command):
    assert prompt.parse_command(line) == command


def test_commands_have_french_names_too():
    text.set_language("fr")
    assert prompt.parse_command("règles") == prompt.parse_command("regles") == TypedCommand(CommandName.RULES)
    assert prompt.parse_command("rules") == TypedCommand(CommandName.RULES)


@given(st.text())
def test_nothing_a_terminal_could_obey_comes_through(line):
    assert prompt.clean_typed_line(line).isprintable()


@given(st.text(max_size=60))
def test_no_line_is_more_than_refused(line):
    typed = prompt.clean_typed_line(line)
    prompt.parse_command(typed)
    for read in (prompt.parse_clue, lambda line: prompt.parse_word_pick(line, VIEW, EVERY)):
        with contextlib.suppress(Refusal):
            read(typed)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("snow white", ["SNOW WHITE"]),
        ("snow white, whale", ["SNOW WHITE", "WHALE"]),
        ("whale snow white shark", ["WHALE", "SNOW WHITE", "SHARK"]),
        ('"Snow White" whale', ["SNOW WHITE", "WHALE"]),
        ("« snow white », requin", None),
        ("whale, wha, 1", ["WHALE"]),
        ("snow", ["SNOW WHITE"]),
        ("", []),
    ],
)
def test_what_is_meant_may_be_cards_of_two_words(typed, words):
    table = Position.start(["WHALE", "SHARK", "SNOW WHITE", *WORDS[3:]], KEY)
    if words is None:
        with pytest.raises(Refusal, match="requin is not on the table"):
            prompt.parse_meant_words(typed, table)
    else:
        assert list(prompt.parse_meant_words(typed, table)) == words


@pytest.mark.parametrize("line", ["q", "exit", "Q", "/q", "quit"])
def test_everybodys_words_for_leaving_leave(line):
    assert prompt.parse_command(line) == TypedCommand(CommandName.QUIT)
