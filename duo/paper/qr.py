"""A card's number as a QR code, large enough for scanners."""

from collections.abc import Iterator
from functools import lru_cache

from duo.paper.shapes import Box, Shape, Spot

_MODULES = 21
_QUIET_MODULES = 4  # modules of white around the dark ones
QUIET_SHARE = _QUIET_MODULES / _MODULES
# The finest module that phones read off a home printer's page with ease is 0.4 mm; beyond 0.8 mm nothing is gained.
MIN_CODE_SIZE, MAX_CODE_SIZE = 0.4 * _MODULES, 0.8 * _MODULES


def code_shapes(text: str, dark: Spot) -> Iterator[Shape]:
    """The code with its dark modules in this square and its quiet zone around it."""
    module = dark.width / _MODULES
    quiet = _QUIET_MODULES * module
    yield Box(dark.x - quiet, dark.y - quiet, dark.width + 2 * quiet, dark.height + 2 * quiet, fill="#FFFFFF")
    for row, start, length in _runs(text):
        yield Box(dark.x + start * module, dark.y + row * module, length * module, module, fill="#000000")


@lru_cache(maxsize=1 << 8)
def _runs(text: str) -> tuple[tuple[int, int, int], ...]:
    """The dark runs (row, first column, length) of the code; both sides of a card show the same."""
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
