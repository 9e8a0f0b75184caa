"""Solves puzzles at the terminal: shows a puzzle, judges answers and gives hints."""

import contextlib
from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING

from rich.text import Text

from duo.cli.terminal import output
from duo.cli.terminal.prompt import clean_typed_line
from duo.cli.terminal.puzzle_lines import format_stars, puzzle_solution_lines, puzzle_statement_lines
from duo.cli.terminal.screen import UserQuit
from duo.cli.terminal.symbols import terminal_symbols
from duo.core.refusal import Refusal
from duo.puzzle.daily import SolvingEffort
from duo.puzzle.making.make import get_puzzle_resources
from duo.puzzle.puzzle import Puzzle
from duo.puzzle.solver import Solver, format_verdict, solver_path
from duo.puzzle.statement import Verdict
from duo.text import N_, _, format_refusal

if TYPE_CHECKING:
    from rich.console import Console


class PuzzleCommand(StrEnum):
    """The English names of the commands while solving. Their translations are accepted too."""

    HINT = N_("hint")
    ANSWER = N_("answer")
    QUIT = N_("quit")


class PuzzleSession:
    """Lets one user solve puzzles at the terminal and saves the user's rating and best results."""

    def __init__(self, console: "Console", lang: str, read: Callable[[str], str] = input) -> None:
        self._console = console
        self._lang = lang
        self._read = read
        self._path = solver_path(lang)
        self.solver = Solver.load(self._path)

    def solve(self, puzzle: Puzzle) -> SolvingEffort:
        """Ask for answers until the puzzle is solved or given up, and show the solution.

        Return the tries and hints that it took. Raise `UserQuit` if the user quits.
        """
        effort = self._ask_until_solved(self.solver.with_known_results(puzzle))
        self._print_lines(*puzzle_solution_lines(puzzle, terminal_symbols()))
        if best := self.solver.describe_best_clue(puzzle):
            self._print_lines(Text(best))
        self._save_solver(self.solver.with_first_try(puzzle, solved=effort.solved_first_try))
        self._print_lines(Text())
        return effort

    def _save_solver(self, solver: Solver) -> None:
        if solver != self.solver:
            self.solver = solver
            solver.save(self._path)

    def _ask_until_solved(self, puzzle: Puzzle) -> SolvingEffort:
        symbols = terminal_symbols()
        self._print_lines(
            *puzzle_statement_lines(puzzle, self._console.width, symbols, unicode=output.supports_unicode()), Text()
        )
        hints = puzzle.task.hints(puzzle.proof)
        effort = SolvingEffort(0, 0, 0.0, solved=False)
        while not effort.solved:
            line = self._ask_answer()
            command = _parse_puzzle_command(line)
            if command is PuzzleCommand.QUIT:
                raise UserQuit
            if command is PuzzleCommand.ANSWER:
                break
            if command is PuzzleCommand.HINT:
                has_more = effort.hints < len(hints)
                self._print_lines(
                    Text(hints[effort.hints] if has_more else _("There is no further hint."), style="cyan")
                )
                effort = replace(effort, hints=effort.hints + has_more)
            elif line and (verdict := self._judge_answer(puzzle, line)):
                effort = SolvingEffort(effort.tries + 1, effort.hints, max(effort.share, verdict.share), verdict.right)
        return effort

    def _judge_answer(self, puzzle: Puzzle, line: str) -> Verdict | None:
        """Show and return the verdict on a typed answer. Return None if the answer cannot be parsed."""
        try:
            verdict = puzzle.task.judge(puzzle.task.parse_answer(line), puzzle.proof, get_puzzle_resources(self._lang))
        except Refusal as refusal:
            self._print_lines(Text(format_refusal(refusal), style="red"))
            return None
        self._print_lines(Text(format_verdict(verdict), style="green" if verdict.right else "yellow"))
        if verdict.stars:
            self._print_lines(Text(format_stars(verdict.stars, 3, unicode=output.supports_unicode()), style="green"))
        self._save_solver(self.solver.with_best_clue(puzzle, verdict))
        return verdict

    def _ask_answer(self) -> str:
        commands = ", ".join(_(command) for command in PuzzleCommand)
        with contextlib.suppress(KeyboardInterrupt, EOFError):
            return clean_typed_line(self._read(_("Your answer (or {commands}): ", commands=commands)))
        raise UserQuit

    def _print_lines(self, *lines: Text) -> None:
        for line in lines:
            self._console.print(line)


def _parse_puzzle_command(line: str) -> PuzzleCommand | None:
    typed = line.removeprefix("/").casefold()
    return next((command for command in PuzzleCommand if typed in (command, _(command).casefold())), None)
