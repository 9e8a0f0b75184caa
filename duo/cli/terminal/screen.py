"""The screen of a game: draws the table, shows notes and reads answers."""

import contextlib
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from types import FrameType
from typing import TYPE_CHECKING

from rich.text import Text

from duo.cli.terminal import grid, output
from duo.cli.terminal.console import wrap_line
from duo.cli.terminal.prompt import CommandName, clean_typed_line, parse_command
from duo.cli.terminal.symbols import terminal_symbols
from duo.core.view import View
from duo.table.unfound import unfound_counts_by_turn
from duo.text import _

if TYPE_CHECKING:
    from rich.console import Console

    from duo.core.key import Seat
    from duo.core.public import PublicState

# Escape sequence that clears the scrollback buffer.
CLEAR_SCROLLBACK_SEQUENCE = "\x1b[3J"


class UserQuit(Exception):
    """Raised if the user quits. Everything done so far is saved."""


_MAX_PACE_FACTOR = 10.0


class _TerminalResized(Exception):
    """Raised while a question is open if the size of the terminal changes, so that the screen is redrawn."""


def read_pace_factor() -> float:
    """Return the factor for the length of pauses, from the environment variable DUO_PACE.

    1 is normal, and 0 means no pauses.
    """
    try:
        pace = float(os.environ.get("DUO_PACE", "1"))
    except ValueError:
        return 1.0
    return min(max(0.0, pace), _MAX_PACE_FACTOR)  # this order turns nan into 0


class Screen:
    """The screen of one terminal: shows the table of a game and asks the user.

    `notes` are sentences that are shown above the prompt until the user answers.
    `count_unfound` returns how many words of each clue are unfound. The default function counts a word as found
    only if it was touched in the clue's own turn.
    """

    def __init__(
        self, console: "Console", read: Callable[[str], str] | None = None, *, pace: float | None = None
    ) -> None:
        self.console = console
        self.notes: list[Text] = []
        self.count_unfound: Callable[[PublicState], Sequence[int]] = unfound_counts_by_turn
        self.title = ""
        self.first_giver: Seat | None = None
        self._read = read or _make_line_reader()
        self._pace = read_pace_factor() if pace is None else pace
        self._is_asking = False
        self._has_drawn = False
        self._typed_ahead = ""

    def display_settings(self) -> grid.DisplaySettings:
        return grid.DisplaySettings(
            self.console.width, self.console.height, terminal_symbols(), self.title, self.first_giver
        )

    def add_note(self, sentence: str, style: str = "") -> None:
        """Add a sentence to `notes`. It is shown when the table is drawn next."""
        self.notes.append(Text(sentence, style=style))

    def draw_table(self, view: View) -> None:
        """Clear the screen and show the table as one player sees it, with the notes."""
        self.show_lines(grid.screen_lines(view, self.notes, self.display_settings(), self.count_unfound(view)))

    def show_lines(self, lines: Sequence[Text]) -> None:
        """Clear the screen and show these lines."""
        self._clear_screen()
        self._print_lines(lines)

    def ask_at_table(self, view: View, question: str) -> str:
        """Draw the table, ask a question below it, and return the typed line. Clear the notes unless it is empty."""
        while True:
            self.draw_table(view)
            with contextlib.suppress(_TerminalResized):
                answer = self.read_line(question)
                if answer:
                    self.notes.clear()
                return answer

    def confirm_at_table(self, view: View, question: str, *, default: bool = True) -> bool:
        """Ask a yes/no question below the table.

        Any other answer counts as no, and is kept as the answer to the next question.
        """
        answer = self.ask_at_table(view, _append_yes_no_choices(question, default=default))
        self.notes.clear()
        is_yes = _parse_yes_no(answer, default=default)
        if is_yes is None:
            self._typed_ahead = answer
        return bool(is_yes)

    def ask_yes_no_at_table(self, view: View, question: str, *, default: bool = True) -> bool:
        """Ask a yes/no question below the table until the answer is yes or no."""
        full_question = _append_yes_no_choices(question, default=default)
        while (is_yes := self._parse_yes_no_or_leave(self.ask_at_table(view, full_question), default=default)) is None:
            self.add_note(_("Please answer {yes} or {no}.", yes=_("yes"), no=_("no")), "red")
        return is_yes

    def ask_yes_no(self, question: str, *, default: bool = True) -> bool:
        """Ask a yes/no question, without drawing the table, until the answer is yes or no."""
        full_question = _append_yes_no_choices(question, default=default)
        while (is_yes := self._parse_yes_no_or_leave(self.read_line(full_question), default=default)) is None:
            self.print_below([Text(_("Please answer {yes} or {no}.", yes=_("yes"), no=_("no")), style="red")])
        return is_yes

    def _parse_yes_no_or_leave(self, answer: str, *, default: bool) -> bool | None:
        """Return True for yes, False for no, None for any other answer. Raise `UserQuit` for quit."""
        if (command := parse_command(answer)) and command.name is CommandName.QUIT:
            raise UserQuit
        return _parse_yes_no(answer, default=default)

    def show_page_by_page(self, lines: Sequence[Text]) -> None:
        """Show a long text page by page, in place of the table."""
        wrapped = [part for line in lines for part in wrap_line(line, self.console, self.console.width)]
        step = max(5, self.console.height - 2)
        for start in range(0, len(wrapped), step):
            self.show_lines(wrapped[start : start + step])
            with contextlib.suppress(_TerminalResized):
                self._typed_ahead = self.read_line(_("Press Enter to continue.") + " ")
            if self._typed_ahead:  # an answer to the game's question
                return

    def print_below(self, lines: Sequence[Text]) -> None:
        """Print lines below what is on the screen, wrapped to its width."""
        self._print_lines([part for line in lines for part in wrap_line(line, self.console, self.console.width)])

    def hide_until_ready(self, sentence: str) -> None:
        """Clear the screen and its scrollback, and show only `sentence` until the other player presses Enter."""
        self.clear_with_scrollback()
        with contextlib.suppress(_TerminalResized):
            self._typed_ahead = self.read_line(sentence + " ")
        self.clear_with_scrollback()

    def clear_with_scrollback(self) -> None:
        """Clear the screen and its scrollback."""
        if self.console.is_dumb_terminal or not self.console.is_terminal:
            self.console.print("\n" * self.console.height)
            return
        self.console.clear()
        self.console.file.write(CLEAR_SCROLLBACK_SEQUENCE)
        self.console.file.flush()

    @contextlib.contextmanager
    def show_thinking(self, sentence: str, min_seconds: float = 1.0) -> Iterator[None]:
        """Show a spinner while the body of the with statement runs.

        It is shown for at least `min_seconds` times the pace factor.
        """
        started = time.monotonic()
        spinner = "dots" if output.supports_unicode() else "line"
        with (
            self.console.status(Text(sentence), spinner=spinner)
            if self.console.is_terminal
            else contextlib.nullcontext()
        ):
            yield
            if (remaining := min_seconds * self._pace - (time.monotonic() - started)) > 0:
                time.sleep(remaining)

    def pause(self, seconds: float) -> None:
        """Wait for `seconds` times the pace factor, so that the user can read."""
        if self._pace:
            time.sleep(seconds * self._pace)

    @contextlib.contextmanager
    def open_for_game(self, *, private: bool = False) -> Iterator["Screen"]:
        """Redraw the screen when the terminal is resized, while the body of the with statement runs.

        If `private`, nothing of the game is left on the terminal afterwards.
        """
        alternate = private and self.console.is_terminal and not self.console.is_dumb_terminal
        if alternate:
            self.console.set_alt_screen(True)
        with _handle_resizing(self._on_resize):
            try:
                yield self
            finally:
                if alternate:
                    self.clear_with_scrollback()
                    self.console.set_alt_screen(False)
                    self._has_drawn = False

    def read_line(self, question: str) -> str:
        """Ask a question below what is on the screen and return the typed line."""
        if self._typed_ahead:
            line, self._typed_ahead = self._typed_ahead, ""
            return line
        self._is_asking = True
        try:
            return clean_typed_line(self._read(question))
        except (EOFError, KeyboardInterrupt) as error:
            raise UserQuit from error
        finally:
            self._is_asking = False

    def _clear_screen(self) -> None:
        if self.console.is_terminal and not self.console.is_dumb_terminal:
            if not self._has_drawn:
                # Scroll the lines before the game into the scrollback, where they are not lost.
                self.console.file.write("\n" * self.console.height)
            self.console.clear()
        self._has_drawn = True

    def _print_lines(self, lines: Sequence[Text]) -> None:
        self.console.print(Text("\n").join(lines), no_wrap=True, crop=True, overflow="crop")

    def _on_resize(self, _signal: int, _frame: FrameType | None) -> None:
        if self._is_asking:
            raise _TerminalResized


def _append_yes_no_choices(question: str, *, default: bool) -> str:
    yes, no = _("yes")[0], _("no")[0]
    return f"{question} [{yes.upper()}/{no}] " if default else f"{question} [{yes}/{no.upper()}] "


def _parse_yes_no(answer: str, *, default: bool) -> bool | None:
    """Return True for yes, False for no, `default` for an empty answer and None for any other."""
    folded, yes, no = answer.casefold(), _("yes"), _("no")
    return {"": default, yes: True, yes[0]: True, no: False, no[0]: False}.get(folded)


@contextlib.contextmanager
def _handle_resizing(handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    if not hasattr(signal, "SIGWINCH") or not sys.stdout.isatty():
        yield
        return
    before = signal.signal(signal.SIGWINCH, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGWINCH, before)


def _make_line_reader() -> Callable[[str], str]:
    """Return `input`. Where the platform has readline, lines can be edited but are not kept as history."""
    with contextlib.suppress(ImportError):
        import readline

        readline.set_auto_history(False)
    return input
