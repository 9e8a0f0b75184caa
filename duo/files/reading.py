"""Reading what others wrote: never more than was asked for."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from duo.core.refusal import Refusal

_T = TypeVar("_T")


def read_bytes(source: str, limit: int) -> bytes:
    """What a file holds, or standard input for `-`; more bytes than the limit are refused."""
    if source == "-":
        if sys.stdin is None:  # the caller closed it
            raise Refusal("standard input is closed")
        data = sys.stdin.buffer.read(limit + 1)
    else:
        with open(source, "rb") as file:  # noqa: PTH123 - a path as the user typed it
            data = file.read(limit + 1)
    if len(data) > limit:
        raise Refusal("{source} is larger than {limit} bytes; that cannot be right", source=source, limit=limit)
    return data


def read_text(source: str, limit: int) -> str:
    """The text of a file, or of standard input for `-`; never more than the limit in bytes."""
    try:
        return read_bytes(source, limit).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refusal("{source} is not UTF-8 text (byte {place})", source=source, place=error.start) from error


def parse_text(source: str, limit: int, parse: Callable[[str], _T]) -> _T:
    """What a file holds, or standard input for `-`; a refusal of what is in it names the source."""
    text = read_text(source, limit)
    try:
        return parse(text)
    except Refusal as problem:
        raise Refusal("{source}: {problem}", source=source, problem=problem) from problem


def read_saved(path: Path, limit: int) -> str:
    """The text of a file that we keep; a pipe or a folder of its name is refused, and not waited for."""
    if path.exists() and not path.is_file():
        raise Refusal("it is no file")
    return read_text(str(path), limit)


def parse_saved(path: Path, limit: int, parse: Callable[[str], _T], error_template: str) -> _T | None:
    """What a file that we keep holds, or nothing if there is none.

    One that cannot be read is refused with the template, which has places for `file` and `problem`, and is never
    written over.
    """
    if not path.exists():
        return None
    try:
        return parse(read_saved(path, limit))
    except Refusal as problem:
        raise Refusal(error_template, file=path, problem=problem) from problem
