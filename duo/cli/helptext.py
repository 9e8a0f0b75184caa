"""Translated help of commands: texts, headings and metavars (the words such as FILE in usage lines)."""

import re
from copy import copy
from typing import TypeVar

import click

from duo.text import N_, _

CommandT = TypeVar("CommandT", bound=click.Command)

# Every word that stands for a value in a usage line, alone or in a metavar such as FILE|WORDS|-.
_METAVAR_WORDS = (
    N_("ADDRESS"),
    N_("ARGS"),
    N_("CARD"),
    N_("CITY"),
    N_("CLUE"),
    N_("COMMAND"),
    N_("COUNT"),
    N_("DECK"),
    N_("FILE"),
    N_("FILES"),
    N_("FIRST"),
    N_("FOLDER"),
    N_("HALF"),
    N_("INTEGER RANGE"),
    N_("INTEGER"),
    N_("NAME"),
    N_("NAMES"),
    N_("NUMBER"),
    N_("PACK"),
    N_("PATH"),
    N_("SECOND"),
    N_("T-M"),
    N_("TEAM"),
    N_("TEXT"),
    N_("WORD"),
    N_("WORDS"),
    N_("WxHmm"),
    N_("YYYY-MM-DD"),
)
_METAVAR_WORD_PATTERN = re.compile(rf"\b(?:{'|'.join(map(re.escape, _METAVAR_WORDS))})\b")


class TranslatedHelpFormatter(click.HelpFormatter):
    """A click help formatter that writes the colon after a heading as in the user's language.

    French, for example, puts a space before the colon.
    """

    def write_heading(self, heading: str) -> None:
        line = _("{heading}:", heading=heading)
        self.write(f"{'':>{self.current_indent}}{line}\n")


class TranslatedHelpContext(click.Context):
    """A click context whose help is written by `TranslatedHelpFormatter`."""

    formatter_class = TranslatedHelpFormatter


def translate_command(command: CommandT, ctx: click.Context) -> CommandT:
    """Return a copy of the command with translated help, parameters and metavars."""
    translated = copy(command)
    translated.help = command.help and _(command.help)
    translated.params = [_translate_parameter(parameter) for parameter in command.get_params(ctx)]
    translated.add_help_option = False  # get_params() has included it
    if isinstance(translated, click.Group):
        translated.subcommand_metavar = _translate_metavar(translated.subcommand_metavar)
    return translated


def translated_argument_metavar(argument: click.Argument) -> str:
    """Return the translated metavar of an argument, for usage lines and error messages."""
    if argument.metavar:
        return _translate_metavar(argument.metavar)
    name = _translate_metavar((argument.name or "").upper())
    name = name if argument.required else f"[{name}]"
    return name if argument.nargs == 1 else f"{name}..."


def _translate_parameter(parameter: click.Parameter) -> click.Parameter:
    translated = copy(parameter)
    if isinstance(translated, click.Argument):
        translated.metavar = translated_argument_metavar(translated)
    elif isinstance(translated, click.Option):
        translated.help = translated.help and _(translated.help)
        if translated.metavar:
            translated.metavar = _translate_metavar(translated.metavar)
        elif not translated.is_flag and not isinstance(translated.type, click.Choice):
            translated.metavar = _translate_metavar(translated.type.name.upper())
    return translated


def _translate_metavar(metavar: str) -> str:
    return _METAVAR_WORD_PATTERN.sub(lambda match: _(match[0]), metavar)
