"""Exceptions that end a command with a message and an exit code."""

from collections.abc import Iterable
from typing import IO, Any

import click

from duo.cli.safe_output import escape_controls
from duo.files.os_errors import os_error_with_file
from duo.text import _, format_refusal

_MAX_PROBLEMS_SHOWN = 20


class Failure(click.ClickException):
    """The command failed. No data is lost."""

    exit_code = 1

    def show(self, file: IO[Any] | None = None) -> None:
        if self.message:
            click.echo(f"duo: {escape_controls(self.message)}", file=file, err=file is None)  # noqa: TID251


class Misuse(Failure):
    """The command was called with wrong arguments."""

    exit_code = 2


class AnswerIsNo(Failure):
    """The command ran and its answer is no. With `--json` the object says why, so the message is empty."""

    exit_code = 3


def format_problems(problems: Iterable[str]) -> str:
    """Join problems, one a line. Beyond a screenful, the last line counts the rest."""
    lines = list(problems)
    # A single problem more takes as much room as the line that would count it.
    if (remaining := len(lines) - _MAX_PROBLEMS_SHOWN) > 1:
        lines[_MAX_PROBLEMS_SHOWN:] = [_("and {count} more problems", count=remaining)]
    return "\n".join(lines)


def describe_os_error(error: OSError) -> str:
    """Return the translated message of an OS error, with the name of the file."""
    return format_refusal(os_error_with_file(error))
