"""`duo lab report` and `duo lab selfplay`."""

import json
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
from runs import HEADER, result

from duo.core.position import Outcome

SCHEMA = Path(__file__).parents[3] / "docs/schemas/duo-lab.json"


def write(path, *games, header=HEADER):
    path.write_text("".join(f"{line}\n" for line in (header, *games)), encoding="utf-8")
    return path


@pytest.fixture
def two_runs(tmp_path):
    lost = {"result": Outcome.ASSASSIN, "score": None, "found": 4}
    ours = write(tmp_path / "ours.jsonl", *(result(index) for index in range(8)))
    theirs = write(
        tmp_path / "theirs.jsonl",
        *(result(index, **({} if index < 2 else lost)) for index in range(8)),
        header=replace(HEADER, giver="margin"),
    )
    return ours, theirs


def test_a_report_tells_the_win_rate_and_draws_bars(duo, two_runs):
    ran = duo("lab", "report", two_runs[1])
    assert ran.code == 0
    assert "Games won: 2 of 8, 25.0% (95% interval 7.1 to 59.1%)" in ran.stdout
    bars = [line.split()[-1] for line in ran.stdout.splitlines() if line.endswith(("█", "#"))]
    assert [len(bar) for bar in bars[:2]] == [13, 40]


def test_two_files_are_compared_table_by_table(duo, two_runs):
    ran = duo("lab", "report", *two_runs)
    assert "+75.0 percentage points" in ran.stdout
    answer = json.loads(duo("lab", "report", *two_runs, "--json").stdout)
    (pair,) = answer["comparisons"]
    assert (pair["only_first"], pair["only_second"], pair["tables"]) == (6, 0, 8)
    assert pair["chance"] == pytest.approx(2 / 2**6)
    assert [run["win_rate"]["value"] for run in answer["runs"]] == [1.0, 0.25]


def test_files_over_other_tables_are_reported_apart(duo, tmp_path, two_runs):
    header = replace(HEADER, seed=8)
    other = write(tmp_path / "other.jsonl", result(0, seed=header.game_seed(0)), header=header)
    ran = duo("lab", "report", two_runs[0], other)
    assert ran.code == 0
    assert "different tables" in ran.stdout
    assert json.loads(duo("lab", "report", two_runs[0], other, "--json").stdout)["comparisons"] == []


def test_a_report_speaks_french(duo, two_runs):
    shown = duo("--ui", "fr", "lab", "report", two_runs[0]).stdout
    assert "Parties gagnées\xa0: 8 sur 8" in shown
    assert "100,0\xa0%" in shown


@pytest.mark.parametrize(
    "content", [b"", b"\x1b[31m\n", b"\xff\n", b"{}\n", b"[" * 200_000 + b"\n", b"x" * 300_000], ids=range(6)
)
def test_a_broken_file_is_refused_in_a_sentence(duo, tmp_path, content):
    path = tmp_path / "broken.jsonl"
    path.write_bytes(content)
    ran = duo("lab", "report", path)
    assert ran.code == 1
    assert "broken.jsonl" in ran.stderr
    assert "\x1b" not in ran.stderr
    assert ran.stdout == ""


def test_a_missing_file_is_named(duo, tmp_path):
    ran = duo("lab", "report", tmp_path / "nowhere.jsonl")
    assert ran.code == 1
    assert "nowhere.jsonl" in ran.stderr


def test_selfplay_keeps_its_games_and_goes_on(duo, tmp_path):
    out = tmp_path / "run.jsonl"
    options = ("--seed", 5, "--jobs", 1, "--guesser", "human-like", "--out", out)
    first = duo("lab", "selfplay", "--count", 1, *options)
    assert first.code == 0, first.stderr
    before = out.read_bytes()
    answer = json.loads(duo("lab", "selfplay", "--count", 2, *options, "--json").stdout)
    assert answer["runs"][0]["games"] == 2
    assert out.read_bytes().startswith(before)
    header, *games = map(json.loads, out.read_text(encoding="utf-8").splitlines())
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.validate(header, schema["$defs"]["header"])
    for game in games:
        jsonschema.validate(game, schema["$defs"]["game"])


def test_selfplay_leaves_another_runs_file_alone(duo, tmp_path):
    out = write(tmp_path / "run.jsonl", result(0))
    ran = duo("lab", "selfplay", "--guesser", "human-like", "--out", out)
    assert ran.code == 1
    assert "started with another" in ran.stderr


def test_selfplay_names_the_partners_it_knows(duo, tmp_path):
    ran = duo("lab", "selfplay", "--guesser", "nobody", "--out", tmp_path / "run.jsonl")
    assert ran.code == 1
    assert "human-like" in ran.stderr
    assert not (tmp_path / "run.jsonl").exists()
