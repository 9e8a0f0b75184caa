"""Plays a game session at the terminal: shows its events and submits the moves of people."""

from collections.abc import Iterator

from duo.cli.terminal.guide import BeginnerGuide
from duo.cli.terminal.person import CheckedMove, PlayerRequest, SharedTerminalContext, TerminalPlayer
from duo.cli.terminal.screen import Screen, UserQuit
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

_READING_PAUSE_SECONDS, _LONG_READING_PAUSE_SECONDS = 1.2, 2.5


class TerminalClient:
    """Plays one game session on one screen, for one person with an AI partner or for two people (a hot seat)."""

    def __init__(
        self, screen: Screen, session: Session, advisor: Advisor, *, record_location: str, guided: bool = False
    ) -> None:
        self._screen = screen
        self._session = session
        self._seat_at_screen: Seat | None = None if self.is_hot_seat else session.people[0]
        self._narrator = Narrator(self._seat_at_screen)
        self._context = SharedTerminalContext(session, advisor, record_location, BeginnerGuide() if guided else None)
        self._people = {seat: TerminalPlayer(screen, self._context) for seat in session.people}

    @property
    def is_hot_seat(self) -> bool:
        """Whether two people play at this screen in turn."""
        return len(self._session.people) > 1

    def play(self) -> Game:
        """Play the game to its end and return it. Raise `UserQuit` if the user quits."""
        if self._context.guide and not self._session.position.clues:
            self._context.guide.explain_before("start", self._screen)
        while self._session.position.outcome() is None:
            try:
                if awaiting := self._session.awaiting:
                    self._ask_person_to_act(awaiting[0])
                else:
                    self._let_partner_act()
            except NotSaved as error:
                self._wait_for_disk_space(error)
        return self._session.game

    def _ask_person_to_act(self, seat: Seat) -> None:
        view = self._session.view(seat)
        self._hand_over_screen(view)
        match self._people[seat].ask_move(view):
            case PlayerRequest.DEFER:
                self._session.defer(seat)
            case PlayerRequest.UNDO:
                self._undo_move(seat)
            case CheckedMove(move, ruling):
                self._announce_events(self._session.submit(move, ruling))

    def _let_partner_act(self) -> None:
        steps = self._session.advance()
        while self._session.position.outcome() is None and not self._session.awaiting:
            self._announce_events(self._next_partner_events(steps))

    def _next_partner_events(self, steps: Iterator[tuple[Event, ...]]) -> tuple[Event, ...]:
        self._redraw_table()
        gives_clue = self._session.position.phase is Phase.CLUE
        message = _("Your partner is thinking of a clue ...") if gives_clue else _("Your partner is thinking ...")
        with self._screen.show_thinking(message):
            return next(steps, ())

    def _announce_events(self, events: tuple[Event, ...]) -> None:
        for event in events:
            self._screen.add_note(self._narrator.describe(event), event_style(event))
            if self._seat_at_screen is None:
                continue
            if self._context.guide:
                self._context.guide.explain_after(event, self._session.view(self._seat_at_screen), self._screen)
            self._redraw_table()
            self._screen.pause(
                _LONG_READING_PAUSE_SECONDS if isinstance(event, SuddenDeathBegan) else _READING_PAUSE_SECONDS
            )

    def _redraw_table(self) -> None:
        if self._seat_at_screen:
            self._screen.draw_table(self._session.view(self._seat_at_screen))

    def _hand_over_screen(self, view: View) -> None:
        """If two people share the screen, hide the key until the next player confirms being alone at it."""
        if self.is_hot_seat and view.seat is not self._seat_at_screen:
            self._screen.hide_until_ready(
                _("Seat {seat}, it is your turn. Press Enter when only you see the screen.", seat=view.seat)
            )
            self._seat_at_screen = view.seat

    def _undo_move(self, seat: Seat) -> None:
        try:
            self._session.undo(seat)
            self._screen.add_note(_("Taken back."), "cyan")
        except NotSaved:
            raise
        except Refusal as refusal:
            self._screen.add_note(format_refusal(refusal), "red")

    def _wait_for_disk_space(self, error: NotSaved) -> None:
        """Show why saving failed and wait until the user wants to try again. Raise `UserQuit` for quit.

        The move that could not be saved was not made.
        """
        self._screen.add_note(format_refusal(error), "bold red")
        seat = self._seat_at_screen or self._session.people[0]
        question = _("Press Enter to try again, or type quit: ")
        if self._screen.ask_at_table(self._session.view(seat), question).casefold() in ("quit", _("quit")):
            raise UserQuit
