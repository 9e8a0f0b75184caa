"""Options that were renamed still accept their old spellings, which nothing shows."""

import json

import click
import pytest
from boards import WORDS
from click.shell_completion import ShellComplete
from commands import all_commands

from duo.cli.main import duo as root
from duo.cli.option_types import RenamedOption

RENAMED = {
    (("play",), "--partner"): "--style",
    (("play",), "--variants"): "--variant",
    (("watch",), "--partner"): "--style",
    (("watch",), "--variants"): "--variant",
    (("campaign", "play"), "--partner"): "--style",
    (("check",), "--variants"): "--variant",
    (("clue",), "--green"): "--agents",
    (("clue",), "--black"): "--assassins",
    (("clue",), "--tan"): "--bystanders",
    (("clue",), "--top"): "--count",
    (("model", "similar"), "--top"): "--count",
    (("lab", "selfplay"), "--games"): "--count",
    (("key", "print"), "--single"): "--one-per-page",
    (("key", "print"), "--thumb"): "--reference-page",
    (("puzzle", "print"), "--a-page"): "--per-page",
}
EVERY_RENAMED = [(path, old, new) for (path, old), new in RENAMED.items()]
COMMANDS = dict(all_commands())


def parsed(path, *arguments):
    """The values of the command's parameters, as it would receive them."""
    context = COMMANDS[path].make_context(path[-1], list(arguments), resilient_parsing=True)
    return context.params


def value_for(path, name):
    """A value that the option accepts and that is not its default, or None for a flag."""
    option = next(param for param in COMMANDS[path].params if name in param.opts)
    if option.is_flag:
        return None
    if isinstance(option.type, click.Choice):
        return option.type.choices[-1]
    return "3" if isinstance(option.type, click.IntRange) else "WHALE"


def test_the_table_of_renamed_options_is_complete():
    found = {
        (path, old): param.opts[0]
        for path, verb in COMMANDS.items()
        for param in verb.params
        if isinstance(param, RenamedOption)
        for old in param.old_names
    }
    assert found == RENAMED


@pytest.mark.parametrize(("path", "old", "new"), EVERY_RENAMED)
def test_an_old_spelling_gives_what_the_new_one_gives(path, old, new):
    value = value_for(path, new)
    given = parsed(path, new) if value is None else parsed(path, new, value)
    assert given != parsed(path)
    assert (parsed(path, old) if value is None else parsed(path, old, value)) == given
    if value is not None:
        assert parsed(path, f"{old}={value}") == given


@pytest.mark.parametrize(("path", "old", "new"), EVERY_RENAMED)
def test_an_old_spelling_is_hidden_from_help_and_completion(duo, path, old, new):
    shown = duo(*path, "--help").stdout.split()
    assert new in shown
    assert old not in shown
    offered = {item.value for item in ShellComplete(root, {}, "duo", "_DUO_COMPLETE").get_completions(list(path), "--")}
    assert new in offered
    assert old not in offered


def test_an_error_names_the_new_spelling(duo):
    ran = duo("play", "--partner", "reckless")
    assert ran.code == 2
    assert "'--style'" in ran.stderr
    assert "--partner" not in ran.stderr


def test_old_and_new_spellings_make_the_same_game(duo, tmp_path):
    words = ",".join(WORDS)
    records = []
    for style, variant in (("--style", "--variant"), ("--partner", "--variants")):
        out = tmp_path / f"{style}.duo"
        options = ("--words", words, "--seed", 7, "--level", "beginner", "--mission", "1-0", "--fast")
        assert duo("watch", *options, style, "bold", variant, "zero", "--out", out).code == 0
        records.append(out.read_text())
    assert records[0] == records[1]


def test_old_and_new_spellings_suggest_the_same_clues(duo):
    new = duo("clue", "--agents", "whale,shark", "--assassins", "ship", "--bystanders", "tower", "--count", 2, "--json")
    old = duo("clue", "--green", "whale,shark", "--black", "ship", "--tan", "tower", "--top", 2, "--json")
    assert new == old
    assert (new.code, len(json.loads(new.stdout)["clues"])) == (0, 2)


@pytest.mark.parametrize("spelling", ["any-clue,zero", "any-clue zero"])
def test_several_variants_in_one_value_are_still_read(spelling):
    repeated = parsed(("check",), "FELL", "--variant", "any-clue", "--variant", "zero")
    assert parsed(("check",), "FELL", "--variants", spelling) == repeated
    assert repeated["variants"] == ("any-clue", "zero")
