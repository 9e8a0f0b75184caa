"""A small part of scripts/checks/fuzz.py, the same every time.

Hostile input neither crashes nor hangs nor leaves anything behind.
"""

import random
import subprocess
import sys
from pathlib import Path

import fuzz
import pytest
from fuzzing.mutate import mutate
from fuzzing.surfaces import SURFACES, Surface

CASES = {"clue": 40, "engine": 100, "wordlist": 60, "kill": 3}


@pytest.mark.parametrize("name", SURFACES)
@pytest.mark.filterwarnings("ignore:Reading `.npy`")
def test_hostile_input_ends_in_an_answer(name):
    problems = fuzz.run(name, CASES.get(name, 200), seed=7, max_problems=3).problems
    assert not problems, problems[0][0]


def test_the_same_seed_makes_the_same_cases_and_another_one_others():
    seeds = SURFACES["record"].corpus
    one, same, other = ([mutate(rng, seeds) for _ in range(50)] for rng in map(random.Random, (1, 1, 2)))
    assert one == same
    assert one != other
    assert len(set(one)) > 40


@pytest.mark.parametrize("fault", [lambda *_: 1 / 0, lambda *_: [0 for _ in iter(int, 1)]], ids=["crash", "hang"])
def test_a_crash_and_a_hang_are_found(monkeypatch, fault):
    monkeypatch.setitem(SURFACES, "broken", Surface(lambda: [b"seed"], fault, max_cpu_seconds=0.2))
    tried, problems = fuzz.run("broken", 10, seed=1, max_problems=2)
    assert tried == len(problems) == 2


def test_a_leak_is_found(monkeypatch):
    leaked = []

    def leak(_data, folder):
        leaked.append((bytearray(400_000), (folder / "x").open("w")))

    monkeypatch.setitem(SURFACES, "broken", Surface(lambda: [b"seed"], leak))
    report = " ".join(problem for problem, _ in fuzz.run("broken", 1000, seed=1, max_problems=2).problems)
    for _, file in leaked:
        file.close()
    assert "MB more" in report
    assert "files are left open" in report


def test_the_command_tells_its_rate_and_fails_where_something_failed(tmp_path):
    script = Path(fuzz.__file__)
    command = [sys.executable, script, "card", "diary", "--cases", "50"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.count("0 failed") == 2
    assert "/s" in ran.stdout
    assert subprocess.run([*command, "nowhere"], capture_output=True, check=False).returncode == 2
