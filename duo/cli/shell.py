"""Base classes, exceptions, option types and common options of all commands, and safe output."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import IO, Any

import click

from duo import text
from duo.cli import helptext
from duo.core.refusal import Refusal
from duo.core.word import has_control_chars, printable, shorten
from duo.files.os_errors import os_error_with_file
from duo.text import _, format_refusal

MAX_SEED = (1 << 64) - 1  # a record keeps no more digits
_MAX_PROBLEMS_SHOWN = 20
_MAX_MESSAGE_LENGTH = 600


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


class DuoCommand(click.Command):
    """A command with translated help. Refusals and OS errors become messages, never tracebacks."""

    context_class = helptext.Context

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super(DuoCommand, helptext.translate_command(self, ctx)).format_usage(ctx, formatter)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super(DuoCommand, helptext.translate_command(self, ctx)).format_help_text(ctx, formatter)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super(DuoCommand, helptext.translate_command(self, ctx)).format_options(ctx, formatter)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except OSError as error:
            raise Failure(describe_os_error(error)) from error
        except click.UsageError as error:
            if isinstance(error, click.BadParameter) and isinstance(error.param, click.Argument):
                error.param_hint = f"'{helptext.argument_metavar(error.param)}'"
            raise _sanitize_error(error) from None

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            raise _sanitize_error(error) from None
        except Refusal as refusal:
            raise Failure(format_problems(format_refusal(problem) for problem in refusal.all_problems())) from refusal
        except BrokenPipeError:  # the reader is gone, so no message can reach it
            raise
        except OSError as error:
            raise Failure(describe_os_error(error)) from error


class DuoGroup(DuoCommand, click.Group):
    """A group of `DuoCommand`s."""

    command_class = DuoCommand

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows = [
            (name, _(command.help).partition("\n\n")[0])
            for name in self.list_commands(ctx)
            if (command := self.get_command(ctx, name)) and command.help and not command.hidden
        ]
        if rows:
            with formatter.section(_("Commands")):
                formatter.write_dl(rows)


def _sanitize_error(error: click.UsageError) -> click.UsageError:
    """Escape control characters in the message, shorten it and use the quotation marks of the language."""
    message = error.format_message()

    def format_message() -> str:
        return text.localize_quotes(shorten(escape_controls(message), _MAX_MESSAGE_LENGTH))

    error.format_message = format_message  # type: ignore[method-assign]  # keeps click's subclass
    return error


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


class IntRange(click.IntRange):
    """`click.IntRange` with translated messages that name the bounds."""

    name = "integer"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            number = int(value)
        except ValueError:
            self.fail(_("{value} is not a whole number.", value=str(value)), param, ctx)
        if (self.min is None or number >= self.min) and (self.max is None or number <= self.max):
            return number
        if self.max is None:
            message = _("{number} is less than {least}.", number=number, least=self.min)
        else:
            message = _("{number} is not between {least} and {most}.", number=number, least=self.min, most=self.max)
        return self.fail(message, param, ctx)

    def _describe_range(self) -> str:
        return super()._describe_range() if (self.min, self.max) != (None, None) else ""


class OutPath(click.Path):
    """A file or folder to write. Its parent must exist, so that a typo creates no folders."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path = super().convert(value, param, ctx)
        folder = Path(str(value)).parent
        if not folder.is_dir():
            raise Failure(
                _(
                    "There is no folder {folder}. Make it first, or write elsewhere.",
                    folder=escape_controls(str(folder)),
                )
            )
        return path


def json_option(function: Callable[..., Any]) -> Callable[..., Any]:
    return click.option("--json", "as_json", is_flag=True, help=text.N_("Answer with one JSON object."))(function)


def lang_option(function: Callable[..., Any]) -> Callable[..., Any]:
    return click.option(
        "--lang",
        type=click.Choice(text.LANGUAGES),
        callback=lambda _context, _parameter, lang: lang or text.current_language(),
        help=text.N_("Language of the words (default: that of the interface)."),
    )(function)


def words_option(function: Callable[..., Any]) -> Callable[..., Any]:
    return click.option(
        "--words",
        "source",
        metavar="FILE|WORDS|-",
        help=text.N_("A file with one word per line, words separated by commas, or - for standard input."),
    )(function)


def seed_option(function: Callable[..., Any]) -> Callable[..., Any]:
    return click.option("--seed", type=IntRange(0, MAX_SEED), help=text.N_("Same seed, same result."))(function)


def escape_controls(text: str) -> str:
    """Escape every control character but newlines and tabs."""
    return printable(text, keep="\n\t")


def echo(text: str = "", *, err: bool = False, nl: bool = True) -> None:
    """Print text with control characters escaped. File names and texts by others may contain them."""
    click.echo(escape_controls(text), err=err, nl=nl)  # noqa: TID251 - the only place that may call click.echo


def print_json(value: dict[str, Any]) -> None:
    """Print the object of a `--json` answer, with control characters as JSON escapes."""
    line = json.dumps(value, ensure_ascii=False)
    if not line.isprintable():
        line = "".join(json.dumps(char)[1:-1] if has_control_chars(char) else char for char in line)
    echo(line)
