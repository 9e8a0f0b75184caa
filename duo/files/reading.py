"""Reads files and standard input up to a size limit."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from duo.core.refusal import Refusal

_T = TypeVar("_T")


def read_bytes(source: str, limit: int) -> bytes:
    """Read a file, or standard input for `-`. More bytes than the limit are refused."""
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
    """Read a UTF-8 file, or standard input for `-`, of at most `limit` bytes."""
    try:
        return read_bytes(source, limit).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refusal("{source} is not UTF-8 text (byte {place})", source=source, place=error.start) from error


def parse_text(source: str, limit: int, parse: Callable[[str], _T]) -> _T:
    """Read and parse a file, or standard input for `-`. A refusal by `parse` is prefixed with the source."""
    text = read_text(source, limit)
    try:
        return parse(text)
    except Refusal as problem:
        raise Refusal("{source}: {problem}", source=source, problem=problem) from problem


def read_saved(path: Path, limit: int) -> str:
    """Read a file that duo has saved. A pipe or folder of this name is refused, as reading a pipe could block."""
    if path.exists() and not path.is_file():
        raise Refusal("it is no file")
    return read_text(str(path), limit)


def parse_saved(path: Path, limit: int, parse: Callable[[str], _T], error_template: str) -> _T | None:
    """Read and parse a file that duo has saved, or return None if it does not exist.

    A file that cannot be parsed is refused with `error_template`, which has the fields `file` and `problem`, so that
    the caller never overwrites it.
    """
    if not path.exists():
        return None
    try:
        return parse(read_saved(path, limit))
    except Refusal as problem:
        raise Refusal(error_template, file=path, problem=problem) from problem
