"""Plays a session at the terminal: shows its events and submits the moves of people."""

from collections.abc import Iterator

from duo.cli.terminal.guide import Guide
from duo.cli.terminal.person import CheckedMove, Person, PlayerRequest, TerminalContext
from duo.cli.terminal.screen import Screen, UserLeft
from duo.cli.terminal.symbols import event_style
from duo.core.game import Game
from duo.core.key import Seat
from duo.core.position import Phase
from duo.core.refusal import Refusal
from duo.core.view import View
from duo.table.advice import Advisor
from duo.table.events import Event, SuddenDeathBegan
from duo.table.narration import Narrator
from duo.table.session import Session
from duo.table.store.game_store import NotSaved
from duo.text import _, format_refusal

_READING_SECONDS, _LONG_READING_SECONDS = 1.2, 2.5


class TerminalClient:
    """Plays one session on one screen."""

    def __init__(
        self, screen: Screen, session: Session, advisor: Advisor, *, saved_as: str, guided: bool = False
    ) -> None:
        self._screen = screen
        self._session = session
        self._seated: Seat | None = None if self.is_hot_seat else session.people[0]
        self._narrator = Narrator(self._seated)
        self._context = TerminalContext(session, advisor, saved_as, Guide() if guided else None)
        self._people = {seat: Person(screen, self._context) for seat in session.people}

    @property
    def is_hot_seat(self) -> bool:
        return len(self._session.people) > 1

    def play(self) -> Game:
        """Play to the end. Raise `UserLeft` if the user quits."""
        if self._context.guide and not self._session.position.clues:
            self._context.guide.explain_before("start", self._screen)
        while self._session.position.outcome() is None:
            try:
                if awaiting := self._session.awaiting:
                    self._ask_person(awaiting[0])
                else:
                    self._let_partner_act()
            except NotSaved as error:
                self._wait_for_disk_space(error)
        return self._session.game

    def _ask_person(self, seat: Seat) -> None:
        view = self._session.view(seat)
        self._hand_over_screen(view)
        match self._people[seat].decide(view):
            case PlayerRequest.DEFER:
                self._session.defer(seat)
            case PlayerRequest.UNDO:
                self._undo(seat)
            case CheckedMove(move, ruling):
                self._announce(self._session.submit(move, ruling))

    def _let_partner_act(self) -> None:
        steps = self._session.advance()
        while self._session.position.outcome() is None and not self._session.awaiting:
            self._announce(self._next_partner_events(steps))

    def _next_partner_events(self, steps: Iterator[tuple[Event, ...]]) -> tuple[Event, ...]:
        self._redraw()
        gives_clue = self._session.position.phase is Phase.CLUE
        message = _("Your partner is thinking of a clue ...") if gives_clue else _("Your partner is thinking ...")
        with self._screen.thinking(message):
            return next(steps, ())

    def _announce(self, events: tuple[Event, ...]) -> None:
        for event in events:
            self._screen.note(self._narrator.describe(event), event_style(event))
            if self._seated is None:
                continue
            if self._context.guide:
                self._context.guide.explain_after(event, self._session.view(self._seated), self._screen)
            self._redraw()
            self._screen.pause(_LONG_READING_SECONDS if isinstance(event, SuddenDeathBegan) else _READING_SECONDS)

    def _redraw(self) -> None:
        if self._seated:
            self._screen.draw(self._session.view(self._seated))

    def _hand_over_screen(self, view: View) -> None:
        """At a hot seat, hide the key until the next player is at the screen."""
        if self.is_hot_seat and view.seat is not self._seated:
            self._screen.hide_until_ready(
                _("Seat {seat}, it is your turn. Press Enter when only you see the screen.", seat=view.seat)
            )
            self._seated = view.seat

    def _undo(self, seat: Seat) -> None:
        try:
            self._session.undo(seat)
            self._screen.note(_("Taken back."), "cyan")
        except NotSaved:
            raise
        except Refusal as refusal:
            self._screen.note(format_refusal(refusal), "red")

    def _wait_for_disk_space(self, error: NotSaved) -> None:
        """Wait until the user frees disk space. The move that could not be saved was not made."""
        self._screen.note(format_refusal(error), "bold red")
        seat = self._seated or self._session.people[0]
        question = _("Press Enter to try again, or type quit: ")
        if self._screen.ask(self._session.view(seat), question).casefold() in ("quit", _("quit")):
            raise UserLeft
