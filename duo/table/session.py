"""A game being played: players are asked in turn, every move is kept before the next is asked for."""

from collections.abc import Callable, Iterator, Mapping

from duo.core.game import Game
from duo.core.key import Seat
from duo.core.position import Move, Phase, Position
from duo.core.refusal import Refusal
from duo.table.events import Event, events
from duo.table.players import Player


class Session:
    """Two players and a game. An error of a player or of `keep` leaves the game as it was: run again to go on.

    Where both seats may act, `lead` is asked first; in sudden death, the seat that did not touch last. `first`
    has to give the first clue.
    """

    def __init__(
        self,
        game: Game,
        players: Mapping[Seat, Player],
        *,
        keep: Callable[[Game], None] | None = None,
        lead: Seat = Seat.A,
        first: Seat | None = None,
    ) -> None:
        self.game = game
        self._players = players
        self._keep = keep
        self._lead = lead
        self._first_giver = first

    @property
    def position(self) -> Position:
        return self.game.final

    def run(self) -> Iterator[Event]:
        """Play on to the end of the game, telling what happens as it happens."""
        while self.position.outcome() is None:
            if move := self._ask():
                before = self.position
                self._become(self.game.play(move))
                yield from events(before, move, self.position)

    def take_back(self, seat: Seat) -> None:
        """Return to this seat's decision before the present one; the record counts the moves taken back."""
        positions, moves = list(self.game.positions()), self.game.moves
        earlier = [place for place, move in enumerate(moves) if move.seat is seat]
        if not earlier:
            raise Refusal("There is no move of yours to take back")
        undone = self.game.undone + len(moves) - earlier[-1]
        rewound = Game(self.game.headers, positions[earlier[-1]])
        self._become(rewound.with_header("Undone", str(undone)))

    def _become(self, game: Game) -> None:
        if self._keep:
            self._keep(game)
        self.game = game

    def _ask(self) -> Move | None:
        position = self.position
        for seat in self._asked():
            view, player = position.view(seat), self._players[seat]
            if move := player.clue(view) if position.phase is Phase.CLUE else player.guess(view):
                return move
        return None

    def _asked(self) -> list[Seat]:
        """The seats that may act, in the order in which they are asked."""
        position = self.position
        if self._first_giver and not position.clues:
            return [self._first_giver]
        lead = position.sudden[-1].seat.other if position.sudden else self._lead
        return sorted(position.givers or position.guessers, key=lambda seat: seat is not lead)
