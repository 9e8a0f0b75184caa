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
from duo.cli.terminal.prompt import Verb, clean_line, parse_command
from duo.cli.terminal.symbols import terminal_symbols
from duo.core.view import View
from duo.table.unfound import unfound_counts_by_turn
from duo.text import _

if TYPE_CHECKING:
    from rich.console import Console

    from duo.core.key import Seat
    from duo.core.public import PublicState

# Escape sequence that clears the scrollback buffer.
CLEAR_SCROLLBACK = "\x1b[3J"


class UserLeft(Exception):
    """The user quits. Everything done so far is saved."""


_MAX_PACE = 10.0


class _TerminalResized(Exception):
    """The terminal has a new size and must be redrawn."""


def pace_factor() -> float:
    """Return the factor by which DUO_PACE lengthens pauses. 1 is normal, 0 means no pauses."""
    try:
        pace = float(os.environ.get("DUO_PACE", "1"))
    except ValueError:
        return 1.0
    return min(max(0.0, pace), _MAX_PACE)  # this order turns nan into 0


class Screen:
    """The screen of one terminal.

    `notes` are shown above the prompt until the user answers it.
    `unfound` returns how many words of each clue are unfound. By default it counts within the clue's own turn.
    """

    def __init__(
        self, console: "Console", read: Callable[[str], str] | None = None, *, pace: float | None = None
    ) -> None:
        self.console = console
        self.notes: list[Text] = []
        self.unfound: Callable[[PublicState], Sequence[int]] = unfound_counts_by_turn
        self.title = ""
        self.first: Seat | None = None
        self._read = read or _line_reader()
        self._pace = pace_factor() if pace is None else pace
        self._asking = False
        self._shown = False
        self._typed_ahead = ""

    def display(self) -> grid.DisplaySettings:
        return grid.DisplaySettings(self.console.width, self.console.height, terminal_symbols(), self.title, self.first)

    def note(self, sentence: str, style: str = "") -> None:
        self.notes.append(Text(sentence, style=style))

    def draw(self, view: View) -> None:
        self.show(grid.screen_lines(view, self.notes, self.display(), self.unfound(view)))

    def show(self, lines: Sequence[Text]) -> None:
        """Clear the screen and show these lines."""
        self._clear()
        self._print_lines(lines)

    def ask(self, view: View, question: str) -> str:
        """Draw the table, ask, and return the typed line. A line that is not empty clears the notes."""
        while True:
            self.draw(view)
            with contextlib.suppress(_TerminalResized):
                answer = self.read_line(question)
                if answer:
                    self.notes.clear()
                return answer

    def confirm(self, view: View, question: str, *, default: bool = True) -> bool:
        """Ask yes or no under the table. Any other text counts as no and answers the next question."""
        answer = self.ask(view, _with_yes_no(question, default=default))
        self.notes.clear()
        is_yes = _parse_yes_no(answer, default=default)
        if is_yes is None:
            self._typed_ahead = answer
        return bool(is_yes)

    def ask_yes_no_at_table(self, view: View, question: str, *, default: bool = True) -> bool:
        """Ask yes or no under the table until the answer is one of them."""
        full_question = _with_yes_no(question, default=default)
        while (is_yes := self._parse_yes_no_or_leave(self.ask(view, full_question), default=default)) is None:
            self.note(_("Please answer {yes} or {no}.", yes=_("yes"), no=_("no")), "red")
        return is_yes

    def ask_yes_no(self, question: str, *, default: bool = True) -> bool:
        """Ask yes or no without a table until the answer is one of them."""
        full_question = _with_yes_no(question, default=default)
        while (is_yes := self._parse_yes_no_or_leave(self.read_line(full_question), default=default)) is None:
            self.write([Text(_("Please answer {yes} or {no}.", yes=_("yes"), no=_("no")), style="red")])
        return is_yes

    def _parse_yes_no_or_leave(self, answer: str, *, default: bool) -> bool | None:
        """Parse yes or no, None if it is neither. Raise `UserLeft` for quit."""
        if (command := parse_command(answer)) and command.verb is Verb.QUIT:
            raise UserLeft
        return _parse_yes_no(answer, default=default)

    def show_pages(self, lines: Sequence[Text]) -> None:
        """Show a long text page by page, in place of the table."""
        wrapped = [part for line in lines for part in wrap_line(line, self.console, self.console.width)]
        step = max(5, self.console.height - 2)
        for start in range(0, len(wrapped), step):
            self.show(wrapped[start : start + step])
            with contextlib.suppress(_TerminalResized):
                self._typed_ahead = self.read_line(_("Press Enter to continue.") + " ")
            if self._typed_ahead:  # an answer to the game's question
                return

    def write(self, lines: Sequence[Text]) -> None:
        """Print lines below the current ones."""
        self._print_lines([part for line in lines for part in wrap_line(line, self.console, self.console.width)])

    def hide_until_ready(self, sentence: str) -> None:
        """Clear screen and scrollback until the other player presses Enter."""
        self.clear_all()
        with contextlib.suppress(_TerminalResized):
            self._typed_ahead = self.read_line(sentence + " ")
        self.clear_all()

    def clear_all(self) -> None:
        """Clear the screen and its scrollback."""
        if self.console.is_dumb_terminal or not self.console.is_terminal:
            self.console.print("\n" * self.console.height)
            return
        self.console.clear()
        self.console.file.write(CLEAR_SCROLLBACK)
        self.console.file.flush()

    @contextlib.contextmanager
    def thinking(self, sentence: str, min_seconds: float = 1.0) -> Iterator[None]:
        """Show a spinner while the body runs, for at least `min_seconds` times the pace."""
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
        """Wait, so that the user can read."""
        if self._pace:
            time.sleep(seconds * self._pace)

    @contextlib.contextmanager
    def open(self, *, private: bool = False) -> Iterator["Screen"]:
        """Handle resizing during a game. A private screen leaves nothing on the terminal."""
        alternate = private and self.console.is_terminal and not self.console.is_dumb_terminal
        if alternate:
            self.console.set_alt_screen(True)
        with _handle_resizing(self._on_resize):
            try:
                yield self
            finally:
                if alternate:
                    self.clear_all()
                    self.console.set_alt_screen(False)
                    self._shown = False

    def read_line(self, question: str) -> str:
        """Ask below the current lines and return the typed line."""
        if self._typed_ahead:
            line, self._typed_ahead = self._typed_ahead, ""
            return line
        self._asking = True
        try:
            return clean_line(self._read(question))
        except (EOFError, KeyboardInterrupt) as error:
            raise UserLeft from error
        finally:
            self._asking = False

    def _clear(self) -> None:
        if self.console.is_terminal and not self.console.is_dumb_terminal:
            if not self._shown:
                # Scroll the lines before the game into the scrollback, where they are not lost.
                self.console.file.write("\n" * self.console.height)
            self.console.clear()
        self._shown = True

    def _print_lines(self, lines: Sequence[Text]) -> None:
        self.console.print(Text("\n").join(lines), no_wrap=True, crop=True, overflow="crop")

    def _on_resize(self, _signal: int, _frame: FrameType | None) -> None:
        if self._asking:
            raise _TerminalResized


def _with_yes_no(question: str, *, default: bool) -> str:
    yes, no = _("yes")[0], _("no")[0]
    return f"{question} [{yes.upper()}/{no}] " if default else f"{question} [{yes}/{no.upper()}] "


def _parse_yes_no(answer: str, *, default: bool) -> bool | None:
    """Parse yes or no, None if it is neither."""
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


def _line_reader() -> Callable[[str], str]:
    """Return `input`, with line editing where the platform has it, and without history."""
    with contextlib.suppress(ImportError):
        import readline

        readline.set_auto_history(False)
    return input
