"""Option types with translated messages, and classes for renamed and repeatable options."""

from collections.abc import Sequence
from copy import copy
from pathlib import Path
from typing import Any

import click

from duo.cli.errors import Failure
from duo.cli.safe_output import escape_control_characters
from duo.text import _


class RenamedOption(click.Option):
    """An option that still accepts its old names. Help, completion and error messages show only its new name."""

    def __init__(self, param_decls: Sequence[str] | None = None, *, old_names: Sequence[str], **attrs: Any) -> None:
        super().__init__(param_decls, **attrs)
        self.old_names = tuple(old_names)

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:
        parsed = copy(self)
        parsed.opts = [*self.opts, *self.old_names]
        super(RenamedOption, parsed).add_to_parser(parser, ctx)


class RepeatableOption(RenamedOption):
    """A repeatable option that also accepts several values at once, separated by commas or blanks."""

    def type_cast_value(self, ctx: click.Context, value: Any) -> Any:
        if isinstance(value, list | tuple):
            value = tuple(name for names in value for name in names.replace(",", " ").split())
        return super().type_cast_value(ctx, value)


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


class OutputPath(click.Path):
    """The type of an option for a file or folder to write.

    Its parent folder must exist, so that a mistyped path creates no folders.
    """

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path = super().convert(value, param, ctx)
        folder = Path(str(value)).parent
        if not folder.is_dir():
            raise Failure(
                _(
                    "There is no folder {folder}. Make it first, or write elsewhere.",
                    folder=escape_control_characters(str(folder)),
                )
            )
        return path
