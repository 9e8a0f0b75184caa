"""Output streams of the terminal: consoles, encodings and fallbacks."""

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
    """Return a console that interprets no markup and escapes control characters."""
    from duo.cli.terminal.console import PlainConsole

    return PlainConsole(stderr=stderr)


def print_sentence(out: "Console", sentence: str) -> None:
    """Print a sentence, with line breaks where the user's language allows them."""
    for line in text.wrap_text(sentence, out.width):
        out.print(line)


def supports_unicode() -> bool:
    """Whether the terminal can show more than ASCII."""
    encoding = (sys.stdout.encoding or "").lower()
    return "utf" in encoding and os.environ.get("TERM") != "dumb" and not is_ascii_locale()


def is_ascii_locale(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether the user's locale is C or POSIX. Only ASCII is sure to be shown in these locales."""
    # In such a locale Python itself sets LC_CTYPE to C.UTF-8, so that value says nothing.
    ctype = environment.get("LC_CTYPE", "")
    locale = environment.get("LC_ALL") or (ctype if ctype != "C.UTF-8" else "") or environment.get("LANG")
    return locale in ("C", "POSIX")


def reopen_terminal_input() -> bool:
    """Make standard input read from the terminal, after words were piped in. Return False if there is no terminal."""
    if sys.stdin.isatty():
        return True
    try:
        terminal = os.open("/dev/tty", os.O_RDWR)
    except OSError:
        return False
    os.dup2(terminal, 0)
    os.close(terminal)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115 - stays open as long as the process
    return True


def open_closed_streams() -> None:
    """Replace the standard streams that are closed.

    Standard input becomes empty, writing to standard output fails, and standard error is discarded.

    Otherwise a file opened later would get the descriptor of a closed stream, and be read or written in its place.
    """
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            # Writing to a read-only device fails, as stdout should. Errors have no reader, so stderr accepts them.
            device = os.open(os.devnull, os.O_WRONLY if name == "stderr" else os.O_RDONLY)
            if device != number:
                os.dup2(device, number)
                os.close(device)
            setattr(sys, name, open(number, mode, closefd=False))  # noqa: SIM115 - as above


def flush_stdout() -> None:
    """Flush standard output. Raise `OSError` if it cannot be written."""
    sys.stdout.flush()


def discard_unwritten_output() -> None:
    """Discard unwritten output, so that Python does not try to write it again at exit."""
    with contextlib.suppress(OSError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)


def use_ascii_fallback() -> None:
    """Make the standard streams replace letters that they cannot encode by similar ASCII letters."""
    codecs.register_error(_ERROR_HANDLER_NAME, _replace_with_ascii)
    codecs.register(_find_ascii_codec)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            plain = stream.isatty() and is_ascii_locale()
            stream.reconfigure(encoding=_ASCII_CODEC_NAME if plain else None, errors=_ERROR_HANDLER_NAME)


_ERROR_HANDLER_NAME = "duo-plainly"
_ASCII_CODEC_NAME = "duo_plain"
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


def _find_ascii_codec(name: str) -> codecs.CodecInfo | None:
    """Return the ASCII codec under the name `_ASCII_CODEC_NAME`, or None for any other name.

    The other name is needed because Click writes UTF-8 to a stream whose encoding is named ASCII.
    """
    if name != _ASCII_CODEC_NAME:
        return None
    ascii_codec = codecs.lookup("ascii")
    return codecs.CodecInfo(
        ascii_codec.encode,
        ascii_codec.decode,
        ascii_codec.streamreader,
        ascii_codec.streamwriter,
        ascii_codec.incrementalencoder,
        ascii_codec.incrementaldecoder,
        _ASCII_CODEC_NAME,
    )


def _replace_with_ascii(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end].translate(_ASCII_SUBSTITUTES)
    plain = (unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode() or "?" for letter in letters)
    return "".join(plain), error.end


def format_share_bar(share: float, width: int = 20) -> str:
    """Return a bar of `width` characters, filled in proportion to a share from 0 to 1."""
    length = round(share * width)
    full, empty = ("█", "░") if supports_unicode() else ("#", ".")
    return full * length + empty * (width - length)
