"""A session at this terminal: shows what happens in it, and hands in what people decide."""

from collections.abc import Iterator

from duo.cli.terminal.guide import Tutor
from duo.cli.terminal.person import Desk, Person, Wish
from duo.cli.terminal.screen import Leave, Screen
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
from duo.table.store.folder import NotSaved
from duo.text import _, tell

_TO_READ, _TO_READ_LONGER = 1.2, 2.5


class TerminalClient:
    """Plays one session on one screen."""

    def __init__(
        self, screen: Screen, session: Session, advisor: Advisor, *, saved_as: str, guided: bool = False
    ) -> None:
        self._screen = screen
        self._session = session
        self._seated: Seat | None = None if self.is_hot_seat else session.people[0]
        self._narrator = Narrator(self._seated)
        self._desk = Desk(session, advisor, saved_as, Tutor() if guided else None)
        self._people = {seat: Person(screen, self._desk) for seat in session.people}

    @property
    def is_hot_seat(self) -> bool:
        return len(self._session.people) > 1

    def play(self) -> Game:
        """Play to the end; raises Leave when the person goes before."""
        if self._desk.tutor and not self._session.position.clues:
            self._desk.tutor.before("start", self._screen)
        while self._session.position.outcome() is None:
            try:
                if awaiting := self._session.awaiting:
                    self._ask(awaiting[0])
                else:
                    self._let_partner_act()
            except NotSaved as trouble:
                self._wait_for_room(trouble)
        return self._session.game

    def _ask(self, seat: Seat) -> None:
        view = self._session.view(seat)
        self._sit_down(view)
        match self._people[seat].decide(view):
            case Wish.DEFER:
                self._session.defer(seat)
            case Wish.UNDO:
                self._undo(seat)
            case move:
                self._announce(self._session.submit(move))

    def _let_partner_act(self) -> None:
        steps = self._session.advance()
        while self._session.position.outcome() is None and not self._session.awaiting:
            self._announce(self._thought_out(steps))

    def _thought_out(self, steps: Iterator[tuple[Event, ...]]) -> tuple[Event, ...]:
        self._show()
        gives = self._session.position.phase is Phase.CLUE
        thought = _("Your partner is thinking of a clue ...") if gives else _("Your partner is thinking ...")
        with self._screen.thinking(thought):
            return next(steps, ())

    def _announce(self, happened: tuple[Event, ...]) -> None:
        for event in happened:
            self._screen.note(self._narrator.tell(event), event_style(event))
            if self._seated is None:
                continue
            if self._desk.tutor:
                self._desk.tutor.after(event, self._session.view(self._seated), self._screen)
            self._show()
            self._screen.moment(_TO_READ_LONGER if isinstance(event, SuddenDeathBegan) else _TO_READ)

    def _show(self) -> None:
        if self._seated:
            self._screen.draw(self._session.view(self._seated))

    def _sit_down(self, view: View) -> None:
        """At a hot seat, the key is hidden until the person whose turn it is has sat down."""
        if self.is_hot_seat and view.seat is not self._seated:
            self._screen.veil(_("Seat {seat}, it is your turn. Press Enter when only you see the screen.",
                                  seat=view.seat))  # fmt: skip
            self._seated = view.seat

    def _undo(self, seat: Seat) -> None:
        try:
            self._session.undo(seat)
            self._screen.note(_("Taken back."), "cyan")
        except NotSaved:
            raise
        except Refusal as refusal:
            self._screen.note(tell(refusal), "red")

    def _wait_for_room(self, trouble: NotSaved) -> None:
        """The move could not be written, so it was not made: let the person make room and make it again."""
        self._screen.note(tell(trouble), "bold red")
        seat = self._seated or self._session.people[0]
        question = _("Press Enter to try again, or type quit: ")
        if self._screen.ask(self._session.view(seat), question).casefold() in ("quit", _("quit")):
            raise Leave
