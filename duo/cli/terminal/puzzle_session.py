"""Solves puzzles at the terminal: shows a puzzle, judges answers and gives hints."""

import contextlib
from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING

from rich.text import Text

from duo.cli.terminal import output
from duo.cli.terminal.prompt import clean_line
from duo.cli.terminal.puzzle_lines import solution_lines, stars, statement_lines
from duo.cli.terminal.screen import UserLeft
from duo.cli.terminal.symbols import terminal_symbols
from duo.core.refusal import Refusal
from duo.puzzle.daily import Effort
from duo.puzzle.making.make import get_bench
from duo.puzzle.puzzle import Puzzle
from duo.puzzle.solver import Solver, format_verdict, solver_path
from duo.puzzle.statement import Verdict
from duo.text import N_, _, format_refusal

if TYPE_CHECKING:
    from rich.console import Console


class PuzzleCommand(StrEnum):
    HINT = N_("hint")
    ANSWER = N_("answer")
    QUIT = N_("quit")


class PuzzleSession:
    """One solver at one terminal."""

    def __init__(self, console: "Console", lang: str, read: Callable[[str], str] = input) -> None:
        self._console = console
        self._lang = lang
        self._read = read
        self._path = solver_path(lang)
        self.solver = Solver.load(self._path)

    def solve(self, puzzle: Puzzle) -> Effort:
        """Ask until the puzzle is solved or given up. Raise `UserLeft` if the user quits."""
        effort = self._attempt(self.solver.with_known_results(puzzle))
        self._write(*solution_lines(puzzle, terminal_symbols()))
        if best := self.solver.describe_best(puzzle):
            self._write(Text(best))
        self._save_solver(self.solver.with_first_try(puzzle, solved=effort.solved_first_try))
        self._write(Text())
        return effort

    def _save_solver(self, solver: Solver) -> None:
        if solver != self.solver:
            self.solver = solver
            solver.save(self._path)

    def _attempt(self, puzzle: Puzzle) -> Effort:
        symbols = terminal_symbols()
        self._write(*statement_lines(puzzle, self._console.width, symbols, unicode=output.supports_unicode()), Text())
        hints = puzzle.task.hints(puzzle.proof)
        effort = Effort(0, 0, 0.0, solved=False)
        while not effort.solved:
            line = self._ask()
            command = _parse_command(line)
            if command is PuzzleCommand.QUIT:
                raise UserLeft
            if command is PuzzleCommand.ANSWER:
                break
            if command is PuzzleCommand.HINT:
                has_more = effort.hints < len(hints)
                self._write(Text(hints[effort.hints] if has_more else _("There is no further hint."), style="cyan"))
                effort = replace(effort, hints=effort.hints + has_more)
            elif line and (verdict := self._judge(puzzle, line)):
                effort = Effort(effort.tries + 1, effort.hints, max(effort.share, verdict.share), verdict.right)
        return effort

    def _judge(self, puzzle: Puzzle, line: str) -> Verdict | None:
        """Judge an answer. Return None if it cannot be parsed."""
        try:
            verdict = puzzle.task.judge(puzzle.task.parse_answer(line), puzzle.proof, get_bench(self._lang))
        except Refusal as refusal:
            self._write(Text(format_refusal(refusal), style="red"))
            return None
        self._write(Text(format_verdict(verdict), style="green" if verdict.right else "yellow"))
        if verdict.stars:
            self._write(Text(stars(verdict.stars, 3, unicode=output.supports_unicode()), style="green"))
        self._save_solver(self.solver.with_best(puzzle, verdict))
        return verdict

    def _ask(self) -> str:
        commands = ", ".join(_(command) for command in PuzzleCommand)
        with contextlib.suppress(KeyboardInterrupt, EOFError):
            return clean_line(self._read(_("Your answer (or {commands}): ", commands=commands)))
        raise UserLeft

    def _write(self, *lines: Text) -> None:
        for line in lines:
            self._console.print(line)


def _parse_command(line: str) -> PuzzleCommand | None:
    typed = line.removeprefix("/").casefold()
    return next((command for command in PuzzleCommand if typed in (command, _(command).casefold())), None)
