"""Base classes of all commands and groups."""

from typing import Any

import click

from duo import text
from duo.cli import helptext
from duo.cli.errors import Failure, describe_os_error, format_problems
from duo.cli.safe_output import escape_control_characters
from duo.core.refusal import Refusal
from duo.core.word import shorten
from duo.text import _, format_refusal

_MAX_ERROR_MESSAGE_LENGTH = 600


class DuoCommand(click.Command):
    """A click command with translated help. A `Refusal` or OS error ends it with a message, not with a traceback."""

    context_class = helptext.TranslatedHelpContext

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
                error.param_hint = f"'{helptext.translated_argument_metavar(error.param)}'"
            raise _sanitize_usage_error(error) from None

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            raise _sanitize_usage_error(error) from None
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


def _sanitize_usage_error(error: click.UsageError) -> click.UsageError:
    """Return the error with a message that is safe to print.

    Control characters are escaped, a long message is shortened, and quotation marks follow the user's language.
    """
    message = error.format_message()

    def format_message() -> str:
        return text.localize_quotes(shorten(escape_control_characters(message), _MAX_ERROR_MESSAGE_LENGTH))

    error.format_message = format_message  # type: ignore[method-assign]  # keeps click's subclass
    return error
