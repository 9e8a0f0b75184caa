"""What is written to this terminal, and what it can show."""

import codecs
import contextlib
import os
import sys
import unicodedata
from collections.abc import Mapping
from io import TextIOWrapper
from typing import TYPE_CHECKING

from duo import text

if TYPE_CHECKING:
    from rich.console import Console


def console(*, stderr: bool = False) -> "Console":
    """A console that obeys nothing in what it is given to print."""
    from duo.cli.terminal.console import PlainConsole

    return PlainConsole(stderr=stderr)


def print_sentence(out: "Console", sentence: str) -> None:
    """Print a sentence in lines that end where the language lets them."""
    for line in text.wrap_text(sentence, out.width):
        out.print(line)


def supports_unicode() -> bool:
    """Whether the terminal can show more than ASCII."""
    encoding = (sys.stdout.encoding or "").lower()
    return "utf" in encoding and os.environ.get("TERM") != "dumb" and not is_ascii_locale()


def is_ascii_locale(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether the user's locale is the plain one, in which a terminal promises no more than ASCII."""
    # Where it is, Python writes C.UTF-8 into LC_CTYPE by itself, which therefore tells nothing.
    kind = environment.get("LC_CTYPE", "")
    told = environment.get("LC_ALL") or (kind if kind != "C.UTF-8" else "") or environment.get("LANG")
    return told in ("C", "POSIX")


def reopen_terminal_input() -> bool:
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


def open_closed_streams() -> None:
    """Give a process whose caller closed its streams some: an empty input, and outputs that refuse what they get.

    Else the first files that are opened would take their numbers, and be read and written in their stead.
    """
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            # A device that is open for reading only cannot be written to; errors have nobody to be told to.
            device = os.open(os.devnull, os.O_WRONLY if name == "stderr" else os.O_RDONLY)
            if device != number:
                os.dup2(device, number)
                os.close(device)
            setattr(sys, name, open(number, mode, closefd=False))  # noqa: SIM115 - for as long as the process lives


def flush() -> None:
    """Have everything written, or raise what prevents it."""
    sys.stdout.flush()


def discard_output() -> None:
    """Give up what could not be written, so that nobody tries again when the process ends."""
    with contextlib.suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def use_ascii_fallback() -> None:
    """Let every letter that the terminal cannot show be written with those it can, instead of failing."""
    codecs.register_error(_ERROR_HANDLER, _replace_with_ascii)
    codecs.register(_find_codec)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            plain = stream.isatty() and is_ascii_locale()
            stream.reconfigure(encoding=_CODEC_NAME if plain else None, errors=_ERROR_HANDLER)


_ERROR_HANDLER = "duo-plainly"
_CODEC_NAME = "duo_plain"
_ASCII_SUBSTITUTES = str.maketrans(
    {
        "œ": "oe",
        "Œ": "OE",
        "æ": "ae",
        "Æ": "AE",
        "\u2019": "'",
        "«": '"',
        "»": '"',
        "…": "...",
        "\u2013": "-",
        "·": "-",
        "\u00d7": "x",
        "\u2212": "-",
    }
)


def _find_codec(name: str) -> codecs.CodecInfo | None:
    """ASCII by another name: click takes a stream that is called ASCII for a mistake, and sends it UTF-8."""
    if name != _CODEC_NAME:
        return None
    ascii_codec = codecs.lookup("ascii")
    return codecs.CodecInfo(
        ascii_codec.encode,
        ascii_codec.decode,
        ascii_codec.streamreader,
        ascii_codec.streamwriter,
        ascii_codec.incrementalencoder,
        ascii_codec.incrementaldecoder,
        _CODEC_NAME,
    )


def _replace_with_ascii(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end].translate(_ASCII_SUBSTITUTES)
    plain = (unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode() or "?" for letter in letters)
    return "".join(plain), error.end


def share_bar(share: float, width: int = 20) -> str:
    """A share from 0 to 1 as a bar."""
    whole = round(share * width)
    full, empty = ("█", "░") if supports_unicode() else ("#", ".")
    return full * whole + empty * (width - whole)
