"""Exceptions that end a command with a message and an exit code."""

from collections.abc import Iterable
from typing import IO, Any

import click

from duo.cli.safe_output import escape_control_characters
from duo.files.os_errors import os_error_with_file
from duo.text import _, format_refusal

_MAX_PROBLEMS_SHOWN = 20


class Failure(click.ClickException):
    """Raised if a command fails. No data of the user is lost."""

    exit_code = 1

    def show(self, file: IO[Any] | None = None) -> None:
        if self.message:
            click.echo(f"duo: {escape_control_characters(self.message)}", file=file, err=file is None)  # noqa: TID251


class Misuse(Failure):
    """Raised if a command is called with wrong arguments."""

    exit_code = 2


class NegativeAnswer(Failure):
    """Raised by a command that checks something and finds it wrong, such as an illegal clue.

    With `--json` the message is empty, because the printed object already says why.
    """

    exit_code = 3


def format_problems(problems: Iterable[str]) -> str:
    """Return the problems, one per line. If there are too many, the last line says how many are left out."""
    lines = list(problems)
    # A single problem more takes as much room as the line that would count it.
    if (remaining := len(lines) - _MAX_PROBLEMS_SHOWN) > 1:
        lines[_MAX_PROBLEMS_SHOWN:] = [_("and {count} more problems", count=remaining)]
    return "\n".join(lines)


def describe_os_error(error: OSError) -> str:
    """Return the translated message of an OS error, with the name of the file."""
    return format_refusal(os_error_with_file(error))
