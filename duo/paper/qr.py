"""Draws a card's number as a QR code."""

from collections.abc import Iterator
from functools import lru_cache

from duo.paper.shapes import Box, Shape, Spot

_MODULES_PER_EDGE = 21
_QUIET_ZONE_MODULES = 4  # width of the white zone around the code
QUIET_ZONE_SHARE = _QUIET_ZONE_MODULES / _MODULES_PER_EDGE
# Phones read modules of 0.4 mm from a home printer reliably; more than 0.8 mm gains nothing.
MIN_QR_SIZE, MAX_QR_SIZE = 0.4 * _MODULES_PER_EDGE, 0.8 * _MODULES_PER_EDGE


def qr_shapes(text: str, dark: Spot) -> Iterator[Shape]:
    """Yield the QR code of a text. Its dark modules fill the square `dark`, and its quiet zone surrounds the square."""
    module = dark.width / _MODULES_PER_EDGE
    quiet = _QUIET_ZONE_MODULES * module
    yield Box(dark.x - quiet, dark.y - quiet, dark.width + 2 * quiet, dark.height + 2 * quiet, fill="#FFFFFF")
    for row, start, length in _dark_runs(text):
        yield Box(dark.x + start * module, dark.y + row * module, length * module, module, fill="#000000")


@lru_cache(maxsize=1 << 8)
def _dark_runs(text: str) -> tuple[tuple[int, int, int], ...]:
    """Return the runs of dark modules: row, first column and length. Both sides of a card have the same QR code."""
    import segno

    runs = []
    matrix = segno.make_qr(text, version=1, error="m", boost_error=False).matrix
    for row, modules in enumerate(matrix):
        column = 0
        while column < _MODULES_PER_EDGE:
            length = 0
            while column + length < _MODULES_PER_EDGE and modules[column + length]:
                length += 1
            if length:
                runs.append((row, column, length))
            column += length + 1
    return tuple(runs)
