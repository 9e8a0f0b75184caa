"""Output to standard output and standard error with control characters escaped."""

import json
from typing import Any

import click

from duo.core.word import has_control_chars, printable


def escape_control_characters(text: str) -> str:
    """Escape every control character but newlines and tabs."""
    return printable(text, keep="\n\t")


def echo(text: str = "", *, err: bool = False, nl: bool = True) -> None:
    """Print text with its control characters escaped. File names and texts by strangers may contain some."""
    click.echo(escape_control_characters(text), err=err, nl=nl)  # noqa: TID251 - the only place that may call click.echo


def print_json(value: dict[str, Any]) -> None:
    """Print an object as JSON, for a command with `--json`. Control characters are written as JSON escapes."""
    line = json.dumps(value, ensure_ascii=False)
    if not line.isprintable():
        line = "".join(json.dumps(char)[1:-1] if has_control_chars(char) else char for char in line)
    echo(line)
