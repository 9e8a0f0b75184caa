"""A game at this terminal: people and the partner at one table, from any position to the end."""

from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor

from duo.cli.terminal.human import Advisor, Desk, HumanPlayer, TakeBack
from duo.cli.terminal.narrator import Narrator
from duo.cli.terminal.screen import Leave, Screen
from duo.cli.terminal.tutor import Tutor
from duo.core.game import Game
from duo.core.key import Seat
from duo.core.position import Clue, Guess, Stop
from duo.core.refusal import Refusal
from duo.core.view import View
from duo.table.events import Event, SuddenDeathBegan
from duo.table.players import Player
from duo.table.saves import NotSaved, SavedGame
from duo.table.session import Session
from duo.text import _, tell

_TO_READ, _TO_READ_LONGER = 1.2, 2.5


class Thinker:
    """The partner as a person sees it: gets ready while the table is shown, and takes a moment for each move."""

    def __init__(self, make: Callable[[], Player], screen: Screen) -> None:
        self._screen = screen
        self.show: Callable[[], None] = lambda: None
        waiting = ThreadPoolExecutor(max_workers=1)
        self._player: Future[Player] = waiting.submit(make)
        waiting.shutdown(wait=False)

    def clue(self, view: View) -> Clue | None:
        self.show()
        with self._screen.thinking(_("Your partner is thinking of a clue ...")):
            return self._player.result().clue(view)

    def guess(self, view: View) -> Guess | Stop | None:
        self.show()
        with self._screen.thinking(_("Your partner is thinking ...")):
            return self._player.result().guess(view)


class Table:
    """Plays one game on one screen. `partners` make the players of the seats that no person holds."""

    def __init__(
        self,
        screen: Screen,
        game: Game,
        saved: SavedGame,
        partners: Mapping[Seat, Callable[[], Player]],
        advisor: Advisor,
        *,
        guided: bool = False,
        first: Seat | None = None,
    ) -> None:
        self._screen = screen
        self._people = [seat for seat in Seat if seat not in partners]
        self._seated: Seat | None = self._people[0] if len(self._people) == 1 else None
        self._narrator = Narrator(self._seated)
        practice = game.header("Practice") == "yes"
        self._desk = Desk(advisor, str(saved.path), practice, Tutor() if guided else None, first, self.is_hot_seat)
        thinkers = {seat: Thinker(make, screen) for seat, make in partners.items()}
        for thinker in thinkers.values():
            thinker.show = self._show
        people = {seat: HumanPlayer(screen, self._desk, self._seat) for seat in self._people}
        lead = (next(iter(partners)) if guided else self._people[0]) if partners else Seat.A
        self._session = Session(game, {**people, **thinkers}, keep=saved.keep, lead=lead, first=first)

    @property
    def is_hot_seat(self) -> bool:
        return len(self._people) > 1

    def play(self) -> Game:
        """Play to the end; raises Leave when the person goes before."""
        if self._desk.tutor and not self._session.position.clues:
            self._desk.tutor.before("start", self._screen)
        while True:
            try:
                for event in self._session.run():
                    self._announce(event)
            except TakeBack as wish:
                self._take_back(wish.seat)
            except NotSaved as trouble:
                self._wait_for_room(trouble)
            else:
                return self._session.game

    def _announce(self, event: Event) -> None:
        sentence, style = self._narrator.tell(event)
        self._screen.note(sentence, style)
        if self._seated is None:
            return
        view = self._session.position.view(self._seated)
        if self._desk.tutor:
            self._desk.tutor.after(event, view, self._screen)
        self._screen.draw(view)
        self._screen.moment(_TO_READ_LONGER if isinstance(event, SuddenDeathBegan) else _TO_READ)

    def _show(self) -> None:
        if self._seated:
            self._screen.draw(self._session.position.view(self._seated))

    def _seat(self, view: View) -> None:
        """At a hot seat, the key is hidden until the person whose turn it is has sat down."""
        if self.is_hot_seat and view.seat is not self._seated:
            self._screen.veil(_("Seat {seat}, it is for you. Press Enter when only you see the screen.",
                                  seat=view.seat))  # fmt: skip
        self._seated = view.seat if self.is_hot_seat else self._seated

    def _take_back(self, seat: Seat) -> None:
        try:
            self._session.take_back(seat)
            self._screen.note(_("Taken back."), "cyan")
        except NotSaved as trouble:
            self._wait_for_room(trouble)
        except Refusal as refusal:
            self._screen.note(tell(refusal), "red")

    def _wait_for_room(self, trouble: NotSaved) -> None:
        """The move could not be written, so it was not made: let the person make room and make it again."""
        self._screen.note(tell(trouble), "bold red")
        seat = self._seated or self._people[0]
        question = _("Press Enter to try again, or type quit: ")
        if self._screen.ask(self._session.position.view(seat), question).casefold() in ("quit", _("quit")):
            raise Leave
