"""No command prints control characters or markup from files and names: escape sequences, invisible letters."""

import json
import shutil
from pathlib import Path

import click
import pytest

from duo.cli.main import duo as root
from duo.core.word import has_control_chars
from duo.data import shipped_data_dir

HOSTILE = "evil\x1b]0;owned\x07\x1b[31m\x9b2J\u202e\r\x7f[bold red]x[/b]"
PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"


def leaf_commands(command, path=()):
    """Yield every command that is not a group, with its path."""
    context = click.Context(command)
    if not isinstance(command, click.Group):
        yield path, command
        return
    for name in command.list_commands(context):
        yield from leaf_commands(command.get_command(context, name), (*path, name))


# Options for commands that would otherwise run for minutes.
SHORT_RUNS = {
    ("lab", "selfplay"): ["--count", "1", "--jobs", "1", "--giver", "margin", "--guesser", "glove"],
    ("puzzle", "make"): ["--count", "1", "--kind", "deduce", "--grade", "1", "--jobs", "1"],
    ("puzzle", "daily"): ["--date", "2026-01-01"],
    ("watch",): ["--mission", "1-1", "--fast"],
    ("play",): ["--mission", "0-0"],
    ("web",): ["--no-open", "--host", "256.0.0.1"],  # an invalid address, so that the server stops
}


def cases():
    """Yield every command with the hostile name as its arguments, and as each text or file option."""
    for path, command in leaf_commands(root):
        arguments = [HOSTILE for parameter in command.params if isinstance(parameter, click.Argument)]
        called = [*path, *SHORT_RUNS.get(path, []), *arguments]
        yield called
        for option in command.params:
            takes_text = isinstance(option.type, click.Path | type(click.STRING))
            if isinstance(option, click.Option) and takes_text and not option.is_flag:
                yield [*called, option.opts[0], HOSTILE]
        yield [*called, f"--{HOSTILE}"]
    yield [HOSTILE]
    yield ["--model", HOSTILE, "model", "info"]


def control_characters(ran):
    """Return the control characters in the output."""
    return {letter for letter in ran.stdout + ran.stderr if has_control_chars(letter) and letter not in "\n\t"}


@pytest.mark.parametrize("there", [False, True])
def test_no_command_lets_a_hostile_name_or_text_through(duo, tmp_path, monkeypatch, there):
    """With the name of a missing file, and of a file with hostile text."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DUO_HOME", str(tmp_path / "home"))
    for arguments in cases():
        if there:
            Path(HOSTILE).parent.mkdir(exist_ok=True)
            Path(HOSTILE).write_text(f"{HOSTILE}\n{HOSTILE * 3}")
        ran = duo(*arguments, stdin=HOSTILE)
        assert not control_characters(ran), (arguments, ran)


@pytest.fixture
def hostile_file(tmp_path):
    def write(content):
        path = tmp_path / HOSTILE.replace("/", "")
        path.write_bytes(content)
        return str(path)

    return write


@pytest.mark.parametrize("command", [("replay",), ("replay", "--step"), ("review",), ("score",), ("score", "--json")])
def test_a_good_record_with_a_hostile_name_is_shown(duo, hostile_file, command):
    ran = duo(*command, hostile_file((PLAYTHROUGHS / "won-in-two-turns.duo").read_bytes()))
    assert ran.code == 0, ran
    assert not control_characters(ran)


def test_a_report_of_runs_with_hostile_names_is_shown(duo, tmp_path, hostile_file):
    good = str(tmp_path / "run.jsonl")
    assert duo("lab", "selfplay", *SHORT_RUNS["lab", "selfplay"], "--out", good).code == 0
    hostile = hostile_file(Path(good).read_bytes())
    ran = duo("lab", "report", hostile, good)
    assert ran.code == 0, ran
    assert not control_characters(ran)


@pytest.mark.parametrize("command", [("list",), ("info",), ("info", "--json"), ("similar", "whale")])
def test_a_hostile_manifest_is_shown(duo, tmp_path, command):
    model_dir = tmp_path / HOSTILE.replace("/", "")
    shutil.copytree(shipped_data_dir("models") / "en", model_dir)
    manifest = json.loads((model_dir / "manifest.json").read_text("utf-8"))
    manifest["name"] = manifest["made"] = manifest["sources"][0]["name"] = manifest["sources"][0]["taken"] = HOSTILE
    (model_dir / "manifest.json").write_text(json.dumps(manifest))
    ran = duo("--model", str(model_dir), "model", *command)
    assert ran.code == 0, ran
    assert not control_characters(ran)
    if "info" in command:
        assert "[bold red]" in ran.stdout


def test_json_tells_a_hostile_name_exactly_and_harmlessly(duo, hostile_file):
    name = hostile_file((PLAYTHROUGHS / "zero.duo").read_bytes())
    ran = duo("score", "--json", name, name)
    assert not control_characters(ran)
    assert json.loads(ran.stdout)["games"][0]["file"] == name
