"""Draws a card's number as a QR code."""

from collections.abc import Iterator
from functools import lru_cache

from duo.paper.shapes import Box, Shape, Spot

_MODULES = 21
_QUIET_MODULES = 4  # width of the white zone around the code
QUIET_SHARE = _QUIET_MODULES / _MODULES
# Phones read modules of 0.4 mm from a home printer reliably; more than 0.8 mm gains nothing.
MIN_CODE_SIZE, MAX_CODE_SIZE = 0.4 * _MODULES, 0.8 * _MODULES


def code_shapes(text: str, dark: Spot) -> Iterator[Shape]:
    """Yield the code with its dark modules in this square and the quiet zone around it."""
    module = dark.width / _MODULES
    quiet = _QUIET_MODULES * module
    yield Box(dark.x - quiet, dark.y - quiet, dark.width + 2 * quiet, dark.height + 2 * quiet, fill="#FFFFFF")
    for row, start, length in _runs(text):
        yield Box(dark.x + start * module, dark.y + row * module, length * module, module, fill="#000000")


@lru_cache(maxsize=1 << 8)
def _runs(text: str) -> tuple[tuple[int, int, int], ...]:
    """Return the dark runs (row, first column, length). Cached, as both sides of a card have the same code."""
    import segno

    runs = []
    matrix = segno.make_qr(text, version=1, error="m", boost_error=False).matrix
    for row, modules in enumerate(matrix):
        column = 0
        while column < _MODULES:
            length = 0
            while column + length < _MODULES and modules[column + length]:
                length += 1
            if length:
                runs.append((row, column, length))
            column += length + 1
    return tuple(runs)
