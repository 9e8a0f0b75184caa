"""Cells of the grid by their names, a1 to e5, and halves of a key card as files write them."""

from duo.core.key import CELLS, ROW

_COLUMNS = "abcde"
NAMES = tuple(f"{_COLUMNS[place % ROW]}{place // ROW + 1}" for place in range(CELLS))
NAME = "[a-e][1-5]"


def half(letters: str) -> str:
    """25 letters in 5 rows joined by `/`."""
    return "/".join(letters[row : row + ROW] for row in range(0, CELLS, ROW))


def half_pattern(letters: str) -> str:
    """What a half of these letters looks like."""
    return f"[{letters}]{{5}}(?:/[{letters}]{{5}}){{4}}"
