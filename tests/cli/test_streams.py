"""Closed, full or broken standard streams give at most a message, never a traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

DUO = f"{sys.executable} -c 'from duo.cli.main import main; main()'"


def run(line, tmp_path, **more):
    environment = {**os.environ, "DUO_HOME": str(tmp_path), "DUO_PACE": "0", "LANG": "C.UTF-8"}
    command = ["bash", "-c", line.replace("duo", DUO, 1)]
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=240, check=False, **more)


@pytest.mark.parametrize(
    "line", ["duo engine <&-", "duo play --new <&-", "duo play --new <&- 2>&-", "duo words check - <&-"]
)
def test_a_closed_input_is_an_empty_one(tmp_path, line):
    ran = run(line, tmp_path)
    assert "Traceback" not in ran.stderr
    assert ran.returncode in (0, 1, 3)


@pytest.mark.parametrize("verb", ["engine", "play --new", "--help", "key new", "stats", "words list"])
def test_an_output_that_nobody_can_write_to_is_told(tmp_path, verb):
    request = '{"op": "hello"}\n'
    for away in (">&-", ">/dev/full"):
        ran = run(f"duo {verb} {away}", tmp_path, input=request)
        assert "Traceback" not in ran.stderr, (verb, away, ran.stderr)
        assert "Exception ignored" not in ran.stderr
        assert ran.returncode == 1, (verb, away, ran)
        assert ran.stderr.startswith("duo: ")
        assert ran.stderr.count("duo: ") == 1


@pytest.mark.parametrize("name", ["x" * 5000, "\x00", "/proc/1/mem/x", "a" * 255 + "/b"])
def test_a_model_at_an_impossible_place_is_refused(duo, name):
    ran = duo("--model", name, "model", "list")
    assert ran.code == 1
    assert ran.stderr.startswith("duo: ")
    assert len(ran.stderr) < 1000


@pytest.mark.parametrize("pace", ["inf", "-inf", "nan", "1e400", "fast"])
def test_any_pace_is_a_pace(monkeypatch, pace):
    from duo.cli.terminal.screen import read_pace_factor

    monkeypatch.setenv("DUO_PACE", pace)
    assert 0 <= read_pace_factor() <= 10


def test_a_full_disk_leaves_the_old_file_whole(duo, tmp_path):
    """A full file system, where the machine allows one."""
    mounted = tmp_path / "disk"
    mounted.mkdir()
    if subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", mounted], capture_output=True, check=False
    ).returncode:
        pytest.skip("no file system of a chosen size can be mounted here")
    try:
        out = mounted / "deck.pdf"
        assert duo("key", "print", "--count", "1", "--seed", "1", "--no-test-page", "--out", out).code == 0
        whole = out.read_bytes()
        ran = duo("key", "print", "--count", "2000", "--seed", "1", "--out", out)
        assert ran.code == 1
        assert "No space left on device" in ran.stderr
        assert out.read_bytes() == whole
        assert [path.name for path in mounted.iterdir()] == ["deck.pdf"]
    finally:
        subprocess.run(["umount", mounted], check=True)


def test_a_seed_of_thousands_of_digits_is_refused(duo, tmp_path):
    ran = duo("key", "new", "--seed", "9" * 4200)
    assert ran.code == 2
    assert len(ran.stderr) < 1000
    assert "Traceback" not in ran.stderr


def test_a_record_that_calls_its_language_a_path_opens_nothing(duo, tmp_path):
    source = (Path(__file__).parents[1] / "playthroughs" / "won-in-two-turns.duo").read_text("utf-8")
    evil = tmp_path / "evil.duo"
    evil.write_text('[Lang "../evil"]\n' + source.replace('[Lang "en"]\n', ""))
    ran = duo("review", evil)
    assert ran.code == 1
    assert "there is no language ../evil" in ran.stderr
