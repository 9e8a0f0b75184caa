"""Pytest collects every file of tests."""

import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parent


def test_every_file_of_tests_is_collected():
    command = [sys.executable, "-m", "pytest", "-n", "0", "-q", "--collect-only", "-p", "no:cacheprovider", TESTS]
    listed = subprocess.run(command, capture_output=True, text=True, check=True, cwd=TESTS.parent).stdout
    collected = {line.partition(":")[0] for line in listed.splitlines() if line.startswith("tests/")}
    there = {path.relative_to(TESTS.parent).as_posix() for path in TESTS.rglob("*.py")}
    holding = {path for path in there if "\ndef test_" in (TESTS.parent / path).read_text("utf-8")}
    assert holding == collected
    assert {path for path in there if Path(path).name.startswith("test_")} == collected
