"""Interrupted work in several processes ends at once and keeps its finished results."""

import os
import signal
import subprocess
import sys
import time

import pytest

DUO = [sys.executable, "-c", "from duo.cli.main import main; main()"]
SELFPLAY = ("lab", "selfplay", "--count", "5000", "--jobs", "2", "--giver", "margin", "--guesser", "glove")
MAKE = ("puzzle", "make", "--kind", "read", "--count", "500", "--jobs", "2", "--seed", "1")
MAX_SECONDS = 2.0  # for the process itself; the machine may be busy


def begin(tmp_path, command, *, everybody):
    """Start the command; return its process and a function that interrupts it, or all its processes if `everybody`."""
    out = tmp_path / "out.json"
    child = subprocess.Popen(
        [*DUO, *command, "--out", out], stderr=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
    )
    give = os.killpg if everybody else os.kill
    return child, lambda: give(child.pid, signal.SIGINT)


def count_finished(tmp_path):
    return sum(path.read_bytes().count(b"\n") for path in tmp_path.iterdir() if path.is_file())


@pytest.mark.parametrize("command", [SELFPLAY, MAKE], ids=["selfplay", "make"])
@pytest.mark.parametrize("everybody", [True, False], ids=["terminal", "process"])
@pytest.mark.parametrize("early", [True, False], ids=["at-the-start", "at-work"])
def test_two_interrupts_end_the_work_and_keep_what_was_finished(tmp_path, command, everybody, early):
    child, interrupt = begin(tmp_path, command, everybody=everybody)
    deadline = time.monotonic() + 240
    while (not early and count_finished(tmp_path) < 3) and time.monotonic() < deadline and child.poll() is None:
        time.sleep(0.1)
    if early:
        time.sleep(2)
    finished_before = count_finished(tmp_path)
    interrupt()
    time.sleep(0.3)
    if child.poll() is None:
        interrupt()
    start = time.monotonic()
    try:
        _out, errors = child.communicate(timeout=60)
    finally:
        if child.poll() is None:
            os.killpg(child.pid, signal.SIGKILL)
    assert time.monotonic() - start < 10 * MAX_SECONDS
    assert child.returncode in (1, -signal.SIGINT)
    if not early:
        assert b"Traceback" not in errors, errors.decode()
    assert count_finished(tmp_path) >= finished_before
