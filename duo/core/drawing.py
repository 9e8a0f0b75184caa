"""Boards and key cards as plain text and as SVG, for notebooks and the Python prompt."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from duo.core.key import ROW_LENGTH, Colour

_CELL_WIDTH, _CELL_HEIGHT, _GAP = 116, 56, 6
_FILL_COLOURS = {Colour.GREEN: "#7cb67c", Colour.BYSTANDER: "#e4d5b5", Colour.ASSASSIN: "#3a3a3a"}
_BLANK_FILL_COLOUR = "#f4f1ea"
_MAX_FONT_SIZE = 15


@dataclass(frozen=True, slots=True)
class BoardCell:
    """One word as it is drawn: its colour where the viewer knows it, and what lies on it."""

    word: str
    colour: Colour | None = None
    is_found: bool = False
    missed_by: str = ""


def board_text(cells: Sequence[BoardCell]) -> str:
    """Five rows of five words; `+` is a found agent, `~A` a bystander token of seat A."""
    texts = [_cell_text(cell) for cell in cells]
    width = max(map(len, texts))
    rows = (texts[start : start + ROW_LENGTH] for start in range(0, len(texts), ROW_LENGTH))
    return "\n".join("  ".join(text.ljust(width) for text in row).rstrip() for row in rows)


def board_svg(cells: Sequence[BoardCell]) -> str:
    """The board as an SVG document. It holds no script and loads nothing."""
    step_x, step_y = _CELL_WIDTH + _GAP, _CELL_HEIGHT + _GAP
    width, height = ROW_LENGTH * step_x + _GAP, -(-len(cells) // ROW_LENGTH) * step_y + _GAP
    drawn = "".join(
        _cell_svg(cell, _GAP + place % ROW_LENGTH * step_x, _GAP + place // ROW_LENGTH * step_y)
        for place, cell in enumerate(cells)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="sans-serif" text-anchor="middle">{drawn}</svg>'
    )


def _cell_text(cell: BoardCell) -> str:
    letter = f"{cell.colour} " if cell.colour else ""
    marks = ("+" if cell.is_found else "") + "".join(f"~{seat}" for seat in cell.missed_by)
    return f"{letter}{cell.word}{marks}"


def _cell_svg(cell: BoardCell, x: int, y: int) -> str:
    is_dark = cell.colour is Colour.ASSASSIN
    fill = _FILL_COLOURS[cell.colour] if cell.colour else _BLANK_FILL_COLOUR
    ink = "#ffffff" if is_dark else "#222222"
    size = min(_MAX_FONT_SIZE, int(_CELL_WIDTH * 1.5 / max(1, len(cell.word))))
    stroke = ' stroke="#1d6b2c" stroke-width="4"' if cell.is_found else ' stroke="#999999"'
    marks = "".join(f"~{seat}" for seat in cell.missed_by)
    middle_x, middle_y = x + _CELL_WIDTH // 2, y + _CELL_HEIGHT // 2
    parts = [
        f'<rect x="{x}" y="{y}" width="{_CELL_WIDTH}" height="{_CELL_HEIGHT}" rx="6" fill="{fill}"{stroke}/>',
        f'<text x="{middle_x}" y="{middle_y + size // 3}" font-size="{size}" fill="{ink}">{escape(cell.word)}</text>',
    ]
    if cell.is_found or marks:
        sign = "✓" * cell.is_found + marks
        parts.append(f'<text x="{middle_x}" y="{y + _CELL_HEIGHT - 6}" font-size="11" fill="{ink}">{sign}</text>')
    return "".join(parts)
