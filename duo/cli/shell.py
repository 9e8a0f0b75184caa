"""What the commands share: how they fail, speak and take their common options."""

import codecs
import json
import os
import sys
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from io import TextIOWrapper
from typing import IO, TYPE_CHECKING, Any

import click

from duo import text
from duo.cli import helptext
from duo.core.refusal import Refusal
from duo.text import _, bound, tell

if TYPE_CHECKING:
    from rich.console import Console


_MOST_TOLD = 20


class Failure(click.ClickException):
    """It could not be done; nothing was lost."""

    exit_code = 1

    def show(self, file: IO[Any] | None = None) -> None:
        if self.message:
            click.echo(f"duo: {self.message}", file=file, err=file is None)


class Misuse(Failure):
    """The command was called in a way that it does not understand."""

    exit_code = 2


class AnswerIsNo(Failure):
    """The question was understood, and the answer is no; with `--json` the answer has already said why."""

    exit_code = 3


class Command(click.Command):
    """A command whose help speaks the language of the interface and whose refusals are messages."""

    context_class = helptext.Context

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super(Command, helptext.told(self, ctx)).format_usage(ctx, formatter)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super(Command, helptext.told(self, ctx)).format_help_text(ctx, formatter)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super(Command, helptext.told(self, ctx)).format_options(ctx, formatter)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.BadParameter as error:
            if isinstance(error.param, click.Argument):
                error.param_hint = f"'{helptext.placeholder(error.param)}'"
            raise

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except Refusal as refusal:
            raise Failure(told(tell(problem) for problem in refusal.each())) from refusal
        except BrokenPipeError:  # nobody reads any more, so nothing is to be said
            raise
        except OSError as error:
            raise Failure(_system_message(error)) from error


class Group(Command, click.Group):
    """A group of such commands."""

    command_class = Command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows = [
            (name, bound(_(command.help).partition("\n\n")[0]))
            for name in self.list_commands(ctx)
            if (command := self.get_command(ctx, name)) and command.help and not command.hidden
        ]
        if rows:
            with formatter.section(_("Commands")):
                formatter.write_dl(rows)


def told(problems: Iterable[str]) -> str:
    """Problems a line each: as many as a screen shows, and how many there are beside them."""
    lines = list(problems)
    # One more takes no more room than the line that would count it.
    if (left := len(lines) - _MOST_TOLD) > 1:
        lines[_MOST_TOLD:] = [_("and {count} problems more", count=left)]
    return "\n".join(lines)


def _system_message(error: OSError) -> str:
    if error.filename is None:
        return str(error.strerror or error)
    return f"{error.filename}: {error.strerror}"


def json_option(function: Callable[..., Any]) -> Callable[..., Any]:
    return click.option("--json", "as_json", is_flag=True, help=text.N_("Answer with one JSON object."))(function)


def lang_option(function: Callable[..., Any]) -> Callable[..., Any]:
    return click.option(
        "--lang", type=click.Choice(text.LANGUAGES),
        callback=lambda _context, _parameter, lang: lang or text.spoken(),
        help=text.N_("Language of the words; else that of the interface."),
    )(function)  # fmt: skip


def words_option(function: Callable[..., Any]) -> Callable[..., Any]:
    return click.option(
        "--words", "source", metavar="FILE|WORDS|-",
        help=text.N_("A file with a word a line, or words separated by commas, or - for standard input."),
    )(function)  # fmt: skip


def seed_option(function: Callable[..., Any]) -> Callable[..., Any]:
    return click.option("--seed", type=click.IntRange(min=0), help=text.N_("Same seed, same result."))(function)


def answer(value: dict[str, Any]) -> None:
    """Write the one object of a `--json` answer."""
    click.echo(json.dumps(value, ensure_ascii=False))


def console(*, stderr: bool = False) -> "Console":
    """A console that interprets nothing in what it is given to print."""
    from rich.console import Console

    return Console(stderr=stderr, markup=False, highlight=False, emoji=False, soft_wrap=False)


def print_sentence(out: "Console", sentence: str) -> None:
    """Print a sentence in lines that end where the language lets them."""
    for line in text.wrapped(sentence, out.width):
        out.print(line)


def unicode_ok() -> bool:
    """Whether the terminal can show more than ASCII."""
    encoding = (sys.stdout.encoding or "").lower()
    return "utf" in encoding and os.environ.get("TERM") != "dumb" and not ascii_locale()


def ascii_locale(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether the user's locale is the plain one, in which a terminal promises no more than ASCII."""
    # Where it is, Python writes C.UTF-8 into LC_CTYPE by itself, which therefore tells nothing.
    kind = environment.get("LC_CTYPE", "")
    told = environment.get("LC_ALL") or (kind if kind != "C.UTF-8" else "") or environment.get("LANG")
    return told in ("C", "POSIX")


def ask_at_terminal() -> bool:
    """After standard input was read for words, take answers from the terminal; False if there is none."""
    if sys.stdin.isatty():
        return True
    try:
        terminal = os.open("/dev/tty", os.O_RDWR)
    except OSError:
        return False
    os.dup2(terminal, 0)
    os.close(terminal)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115 - the process's own input, for as long as it lives
    return True


def speak_plainly() -> None:
    """Let every letter that the terminal cannot show be written with those it can, instead of failing."""
    codecs.register_error(_PLAINLY, _in_plain_letters)
    codecs.register(_plain_codec)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            plain = stream.isatty() and ascii_locale()
            stream.reconfigure(encoding=_PLAIN if plain else None, errors=_PLAINLY)


_PLAINLY = "duo-plainly"
_PLAIN = "duo_plain"
_PLAIN_LETTERS = str.maketrans(
    {"œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "\u2019": "'", "«": '"', "»": '"', "…": "...", "\u2013": "-", "·": "-"}
)


def _plain_codec(name: str) -> codecs.CodecInfo | None:
    """ASCII by another name: click takes a stream that is called ASCII for a mistake, and sends it UTF-8."""
    if name != _PLAIN:
        return None
    ascii_codec = codecs.lookup("ascii")
    return codecs.CodecInfo(
        ascii_codec.encode, ascii_codec.decode, ascii_codec.streamreader, ascii_codec.streamwriter,
        ascii_codec.incrementalencoder, ascii_codec.incrementaldecoder, _PLAIN,
    )  # fmt: skip


def _in_plain_letters(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end].translate(_PLAIN_LETTERS)
    plain = (unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode() or "?" for letter in letters)
    return "".join(plain), error.end


def bar(share: float, width: int = 20) -> str:
    """A share from 0 to 1 as a bar."""
    whole = round(share * width)
    full, empty = ("█", "░") if unicode_ok() else ("#", ".")
    return full * whole + empty * (width - whole)
