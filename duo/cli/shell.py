"""What the commands share: how they fail, speak and take their common options."""

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

MAX_SEED = (1 << 64) - 1  # more digits than a record could keep would be no use to anybody
_MAX_PROBLEMS_SHOWN = 20
_MAX_MESSAGE_LENGTH = 600


class Failure(click.ClickException):
    """It could not be done; nothing was lost."""

    exit_code = 1

    def show(self, file: IO[Any] | None = None) -> None:
        if self.message:
            click.echo(f"duo: {escape_controls(self.message)}", file=file, err=file is None)  # noqa: TID251


class Misuse(Failure):
    """The command was called in a way that it does not understand."""

    exit_code = 2


class AnswerIsNo(Failure):
    """The question was understood, and the answer is no; with `--json` the answer has already said why."""

    exit_code = 3


class DuoCommand(click.Command):
    """A command whose help speaks the language of the interface and whose refusals are messages."""

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
        except BrokenPipeError:  # nobody reads any more, so nothing is to be said
            raise
        except OSError as error:
            raise Failure(describe_os_error(error)) from error


class DuoGroup(DuoCommand, click.Group):
    """A group of such commands."""

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
    """The error with nothing in it that a terminal could obey, of a sane length, quoting as the language does."""
    told = error.format_message()

    def format_message() -> str:
        return text.localize_quotes(shorten(escape_controls(told), _MAX_MESSAGE_LENGTH))

    error.format_message = format_message  # type: ignore[method-assign]  # whatever class of click's it is
    return error


def format_problems(problems: Iterable[str]) -> str:
    """Problems a line each: as many as a screen shows, and how many there are beside them."""
    lines = list(problems)
    # One more takes no more room than the line that would count it.
    if (left := len(lines) - _MAX_PROBLEMS_SHOWN) > 1:
        lines[_MAX_PROBLEMS_SHOWN:] = [_("and {count} problems more", count=left)]
    return "\n".join(lines)


def describe_os_error(error: OSError) -> str:
    """What the system says of an error, and of which file, in the language in use."""
    return format_refusal(os_error_with_file(error))


class IntRange(click.IntRange):
    """A whole number within bounds, refused in words that name them."""

    name = "integer"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            number = int(value)
        except ValueError:
            self.fail(_("{value} is not a whole number.", value=str(value)), param, ctx)
        if (self.min is None or number >= self.min) and (self.max is None or number <= self.max):
            return number
        if self.max is None:
            refused = _("{number} is less than {least}.", number=number, least=self.min)
        else:
            refused = _("{number} is not between {least} and {most}.", number=number, least=self.min, most=self.max)
        return self.fail(refused, param, ctx)

    def _describe_range(self) -> str:
        return super()._describe_range() if (self.min, self.max) != (None, None) else ""


class OutPath(click.Path):
    """A file or folder to write, in a folder that is there: a slip of the finger makes no new ones."""

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
    """Lines of text with everything written out that a terminal could obey."""
    return printable(text, keep="\n\t")


def echo(text: str = "", *, err: bool = False, nl: bool = True) -> None:
    """Print text without obeying anything in it: what others wrote and named stands in it too."""
    click.echo(escape_controls(text), err=err, nl=nl)  # noqa: TID251 - this is the one place


def print_json(value: dict[str, Any]) -> None:
    """Write the one object of a `--json` answer; what a terminal could obey is escaped as JSON has it."""
    written = json.dumps(value, ensure_ascii=False)
    if not written.isprintable():
        written = "".join(json.dumps(letter)[1:-1] if has_control_chars(letter) else letter for letter in written)
    echo(written)
