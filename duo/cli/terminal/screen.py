"""The terminal of a game: draws the table, tells what happened, asks."""

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

# Clears what the terminal has kept of lines that scrolled away.
CLEAR_SCROLLBACK = "\x1b[3J"


class UserLeft(Exception):
    """The person goes away; whatever was done is on disk already."""


_MAX_PACE = 10.0  # times the usual


class _TerminalResized(Exception):
    """The terminal has a new size, so what it shows must be drawn anew."""


def pace_factor() -> float:
    """How long natural moments last, against the usual: DUO_PACE=0 takes none."""
    try:
        told = float(os.environ.get("DUO_PACE", "1"))
    except ValueError:
        return 1.0
    return min(max(0.0, told), _MAX_PACE)  # in this order what is no number takes no time


class Screen:
    """What one terminal shows. `notes` are told above the prompt until the person has answered it.

    `unfound` tells how many words of each clue are still unfound, by the clues' own turns unless somebody infers more.
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
        self._moments = pace_factor() if pace is None else pace
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
        """Show these lines in the place of what was there."""
        self._clear()
        self._print_lines(lines)

    def ask(self, view: View, question: str) -> str:
        """Draw the table, ask, and return what was typed; whoever types something has read the notes."""
        while True:
            self.draw(view)
            with contextlib.suppress(_TerminalResized):
                answer = self.read_line(question)
                if answer:
                    self.notes.clear()
                return answer

    def confirm(self, view: View, question: str, *, default: bool = True) -> bool:
        """Ask yes or no under the table; Enter takes the default. Anything else is no, and the next thing typed."""
        answer = self.ask(view, _with_yes_no(question, default=default))
        self.notes.clear()
        agreed = _parse_yes_no(answer, default=default)
        if agreed is None:
            self._typed_ahead = answer
        return bool(agreed)

    def ask_yes_no_at_table(self, view: View, question: str, *, default: bool = True) -> bool:
        """Ask yes or no under the table, until it is one of them."""
        told = _with_yes_no(question, default=default)
        while (agreed := self._parse_yes_no_or_leave(self.ask(view, told), default=default)) is None:
            self.note(_("Please answer {yes} or {no}.", yes=_("yes"), no=_("no")), "red")
        return agreed

    def ask_yes_no(self, question: str, *, default: bool = True) -> bool:
        """Ask yes or no where no table is shown, until it is one of them."""
        told = _with_yes_no(question, default=default)
        while (agreed := self._parse_yes_no_or_leave(self.read_line(told), default=default)) is None:
            self.write([Text(_("Please answer {yes} or {no}.", yes=_("yes"), no=_("no")), style="red")])
        return agreed

    def _parse_yes_no_or_leave(self, answer: str, *, default: bool) -> bool | None:
        """Whether this answer is yes or no, None if it is neither; whoever types quit goes."""
        if (asked := parse_command(answer)) and asked.verb is Verb.QUIT:
            raise UserLeft
        return _parse_yes_no(answer, default=default)

    def show_pages(self, lines: Sequence[Text]) -> None:
        """Show a longer text a screen at a time, over the table."""
        wrapped = [part for line in lines for part in wrap_line(line, self.console, self.console.width)]
        step = max(5, self.console.height - 2)
        for start in range(0, len(wrapped), step):
            self.show(wrapped[start : start + step])
            with contextlib.suppress(_TerminalResized):
                self._typed_ahead = self.read_line(_("Press Enter to go on.") + " ")
            if self._typed_ahead:  # meant for the game
                return

    def write(self, lines: Sequence[Text]) -> None:
        """Show lines below what is there, to stay."""
        self._print_lines([part for line in lines for part in wrap_line(line, self.console, self.console.width)])

    def hide_until_ready(self, sentence: str) -> None:
        """Hide everything, scrollback too, until the other person is seated."""
        self.clear_all()
        with contextlib.suppress(_TerminalResized):
            self._typed_ahead = self.read_line(sentence + " ")
        self.clear_all()

    def clear_all(self) -> None:
        """Leave nothing on the screen or in its scrollback."""
        if self.console.is_dumb_terminal or not self.console.is_terminal:
            self.console.print("\n" * self.console.height)
            return
        self.console.clear()
        self.console.file.write(CLEAR_SCROLLBACK)
        self.console.file.flush()

    @contextlib.contextmanager
    def thinking(self, sentence: str, min_seconds: float = 1.0) -> Iterator[None]:
        """Show that somebody thinks, for a natural moment at least."""
        started = time.monotonic()
        spinner = "dots" if output.supports_unicode() else "line"
        with self.console.status(Text(sentence), spinner=spinner) if self.console.is_terminal else _no_status():
            yield
            if (left := min_seconds * self._moments - (time.monotonic() - started)) > 0:
                time.sleep(left)

    def pause(self, seconds: float) -> None:
        """Let what is shown be read."""
        if self._moments:
            time.sleep(seconds * self._moments)

    @contextlib.contextmanager
    def open(self, *, private: bool = False) -> Iterator["Screen"]:
        """The terminal for the time of a game; a private one leaves nothing behind when it closes."""
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
        """Ask under whatever is shown, and return what was typed."""
        if self._typed_ahead:
            ahead, self._typed_ahead = self._typed_ahead, ""
            return ahead
        self._asking = True
        try:
            return clean_line(self._read(question))
        except (EOFError, KeyboardInterrupt) as gone:
            raise UserLeft from gone
        finally:
            self._asking = False

    def _clear(self) -> None:
        if self.console.is_terminal and not self.console.is_dumb_terminal:
            if not self._shown:
                # What stood on the screen before the game scrolls away and is not lost.
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
    """Whether this answer is yes or no; None if it is neither."""
    plain, yes, no = answer.casefold(), _("yes"), _("no")
    return {"": default, yes: True, yes[0]: True, no: False, no[0]: False}.get(plain)


@contextlib.contextmanager
def _no_status() -> Iterator[None]:
    yield


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
    """The way to read a line here: with editing where the platform has it, and with no memory of earlier lines."""
    with contextlib.suppress(ImportError):
        import readline

        readline.set_auto_history(False)
    return input
