"""Fixtures that all tests share."""

import os
import signal
from typing import NamedTuple

import hypothesis
import postgres as machine
import pytest
from click.testing import CliRunner

from duo.blas import ONE_THREAD_ENVIRONMENT

hypothesis.settings.register_profile("duo", deadline=None, derandomize=True)
hypothesis.settings.load_profile("duo")

os.environ.update(ONE_THREAD_ENVIRONMENT)  # as the command does, before any test loads NumPy

# A shell makes background jobs and their children ignore interrupts. Restore the default for both.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_terminal_summary(terminalreporter):
    """Print the figures that tests measured, in any worker."""
    reports = [*terminalreporter.stats.get("passed", ()), *terminalreporter.stats.get("failed", ())]
    figures = sorted(str(value) for report in reports for name, value in report.user_properties if name == "figure")
    for figure in figures:
        terminalreporter.write_line(figure)


class CommandResult(NamedTuple):
    code: int
    stdout: str
    stderr: str


@pytest.fixture(autouse=True)
def _in_english():
    """Every test starts in English."""
    from duo import text

    text.set_language("en")


@pytest.fixture
def duo(monkeypatch):
    """Call the `duo` command in this process."""
    from duo import text
    from duo.cli.main import duo as command

    # --model sets this variable for its process, which the next test shares.
    monkeypatch.setenv("DUO_MODEL", "")

    def call(*arguments, stdin=None, **environment):
        text.set_language("en")
        result = CliRunner().invoke(command, [str(a) for a in arguments], input=stdin, env=environment)
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return CommandResult(result.exit_code, result.stdout, result.stderr)

    return call


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL server for this run. Without one, tests are skipped; in CI they fail."""
    if machine.binaries() is None:
        reason = "PostgreSQL is not installed (Debian: apt-get install postgresql), so nothing was tested with it"
        pytest.fail(reason) if os.environ.get("DUO_POSTGRES") == "required" else pytest.skip(reason)
    cluster = machine.Cluster(fsync="off")
    yield cluster
    cluster.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def any_store(request, tmp_path):
    """The address of an empty store. The test runs once for each kind of database."""
    if request.param == "sqlite":
        return str(tmp_path / "games.sqlite")
    return request.getfixturevalue("postgres").schema(f"store_{os.urandom(8).hex()}")
