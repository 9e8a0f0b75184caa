"""A puzzle and its solution as lines of text."""

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from duo.cli.terminal.symbols import KEY_COLOUR_STYLES, TerminalSymbols
from duo.core.key import ROW_LENGTH
from duo.puzzle.puzzle import GRADES, Puzzle
from duo.puzzle.statement import PuzzleCell, PuzzleGrid
from duo.text import _

_MIN_PUZZLE_CELL_WIDTH, _MAX_PUZZLE_CELL_WIDTH = 4, 22


def format_stars(earned: int, max_stars: int, *, unicode: bool) -> str:
    full, empty = ("★", "☆") if unicode else ("*", "-")
    return full * earned + empty * (max_stars - earned)


def puzzle_statement_lines(puzzle: Puzzle, width: int, symbols: TerminalSymbols, *, unicode: bool) -> list[Text]:
    statement = puzzle.task.ask()
    lines = [
        Text(f"{statement.title}  {format_stars(puzzle.proof.grade, len(GRADES), unicode=unicode)}", style="bold"),
        Text(),
    ]
    for grid in statement.grids:
        lines += [*_puzzle_grid_lines(grid, width, symbols), Text()]
    lines += [Text(note, style="bold") for note in statement.notes]
    return [*lines, Text(statement.question_with_hint)]


def _puzzle_grid_lines(grid: PuzzleGrid, width: int, symbols: TerminalSymbols) -> list[Text]:
    lines = [Text(grid.title)] if grid.title else []
    widest = max(cell_len(part) for cell in grid.cells for part in _cell_content_and_mark(cell, symbols)) + 2
    size = min(max(widest, _MIN_PUZZLE_CELL_WIDTH), _MAX_PUZZLE_CELL_WIDTH, (width - 4) // ROW_LENGTH - 1)
    if grid.named:
        lines.append(Text("   " + "".join(set_cell_size(f" {name}", size + 1) for name in "abcde"), style="dim"))
    for row in range(0, len(grid.cells), ROW_LENGTH):
        line = Text(f" {row // ROW_LENGTH + 1} " if grid.named else " ", style="dim" if grid.named else "")
        below = Text(" ", style="dim")
        for cell in grid.cells[row : row + ROW_LENGTH]:
            content, mark = _cell_content_and_mark(cell, symbols)
            line.append(set_cell_size(f" {content}", size), style=KEY_COLOUR_STYLES.get(cell.colour, ""))
            line.append(" ")
            below.append(set_cell_size(f" {mark}", size + 1))
        lines += [line, below] if below.plain.strip() else [line]
    return lines


def _cell_content_and_mark(cell: PuzzleCell, symbols: TerminalSymbols) -> tuple[str, str]:
    """Return the text in a cell and the text below it. The mark of a cell with a word is below the word."""
    sign = symbols.key_colours.get(cell.colour, "")
    mark = symbols.found_agent if cell.mark == "agent" else symbols.adapt_token_arrows(cell.mark)
    if cell.text:
        return f"{cell.text} {sign}".rstrip(), mark
    return f"{sign} {mark}".strip(), ""


def puzzle_solution_lines(puzzle: Puzzle, symbols: TerminalSymbols) -> list[Text]:
    answer, reasons = puzzle.task.solution(puzzle.proof)
    reason_lines = (Text(f" {symbols.dash} {reason}") for reason in reasons)
    return [Text(_("Answer: {answer}", answer=answer), style="bold"), *reason_lines]
