"""The two fonts that ship, and how wide they set a text."""

from functools import cache
from pathlib import Path
from typing import Any

from duo.core.refusal import Refusal
from duo.core.word import printable

_FOLDER = Path(__file__).with_name("fonts")
CAP_HEIGHT = 0.73  # of capital letters, in parts of the size


def path(*, bold: bool) -> Path:
    return _FOLDER / ("DejaVuSansCondensed-Bold.ttf" if bold else "DejaVuSansCondensed.ttf")


def width(text: str, size: float, *, bold: bool = False) -> float:
    """How wide the text runs at this size, in the size's unit."""
    advances, em = _metrics(bold=bold)
    return sum(advances.get(ord(letter), em) for letter in text) * size / em


def fitting(text: str, size: float, room: float, *, bold: bool = False) -> float:
    """The size at which the text fits the room, at most the one given."""
    return min(size, size * room / max(width(text, size, bold=bold), 1e-9))


def check(text: str) -> None:
    """Refuse letters that the fonts do not have, which would come out as empty boxes."""
    advances, _ = _metrics(bold=True)
    if missing := sorted({letter for letter in text if ord(letter) not in advances}):
        raise Refusal("the fonts that ship with duo cannot show {letters}",
                      letters=printable(" ".join(missing[:10])))  # fmt: skip


def wrapped(text: str, size: float, room: float, *, bold: bool = False) -> list[str]:
    """The text in lines that fit the room; a word that is wider than the room stands alone."""
    lines: list[str] = []
    for word in text.split(" "):
        if lines and width(f"{lines[-1]} {word}", size, bold=bold) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


@cache
def _metrics(*, bold: bool) -> tuple[dict[int, int], int]:
    font = opened(bold=bold)
    names, metrics = font.getBestCmap(), font["hmtx"]
    return {letter: metrics[name][0] for letter, name in names.items()}, font["head"].unitsPerEm


@cache
def opened(*, bold: bool) -> Any:
    from fontTools.ttLib import TTFont

    return TTFont(path(bold=bold), lazy=True)
