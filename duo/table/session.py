"""A game being played, independent of the front end. A move returns events or raises a Refusal.

A session neither waits nor prints. `submit` makes a person's move; `advance` lets programs act until a person must.
Every move is saved before its events are returned, so a move that cannot be saved has not happened.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from duo.core import referee
from duo.core.game import Game
from duo.core.key import Seat
from duo.core.moves import Clue, Guess, Move
from duo.core.position import Phase, Position
from duo.core.refusal import Refusal
from duo.core.view import View
from duo.table.events import Event, NothingToGoBy, events_of_move
from duo.table.players import AimlessnessReporter, Player
from duo.table.rulings import judge_clue
from duo.words.legality import Ruling


class InvalidClues(StrEnum):
    """How a clue that breaks a rule of meaning is handled."""

    PENALTY = "penalty"  # it may be given at the price of a token, as in the rulebook
    REFUSE = "refuse"


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What the players agreed on in addition to the rulebook.

    `first` gives the first clue. Where both seats may act, `lead` is asked first, or a person if it is None.
    """

    invalid_clues: InvalidClues = InvalidClues.PENALTY
    practice: bool = False
    first: Seat | None = None
    lead: Seat | None = None

    @classmethod
    def from_game(cls, game: Game) -> Self:
        """The rules in the headers of a record."""
        first = game.header("First")
        return cls(practice=game.header("Practice") == "yes", first=Seat(first) if first in tuple(Seat) else None)


STANDARD_RULES = HouseRules()


class ClueRefused(Refusal):
    """A clue breaks a rule of meaning. `ruling` names the rule and the word."""

    def __init__(self, ruling: Ruling) -> None:
        super().__init__("{problem}", problem=ruling.why)
        self.ruling = ruling


class Session:
    """A game and the programs that play it. A seat that is not in `players` belongs to a person.

    A session is not thread-safe.
    """

    def __init__(
        self,
        game: Game,
        *,
        players: Mapping[Seat, Player] | None = None,
        rules: HouseRules = STANDARD_RULES,
        keep: Callable[[Game], None] | None = None,
    ) -> None:
        self._game = game
        self._players = dict(players or {})
        self._rules = rules
        self._keep = keep
        self._deferred: set[Seat] = set()

    @property
    def game(self) -> Game:
        return self._game

    @property
    def position(self) -> Position:
        return self._game.final

    @property
    def rules(self) -> HouseRules:
        return self._rules

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats that belong to people."""
        return tuple(seat for seat in Seat if seat not in self._players)

    @property
    def seats_to_act(self) -> tuple[Seat, ...]:
        """The seats that may act now, in the order in which they are asked. Empty when the game is over."""
        position = self.position
        if self._rules.first and position.phase is Phase.CLUE and not position.clues:
            return (self._rules.first,)
        # In sudden death, the seats take turns.
        lead = position.sudden[-1].seat.other if position.sudden else self._rules.lead
        seats = sorted(
            position.givers or position.guessers,
            key=lambda seat: (seat in self._deferred, lead is seat.other, seat in self._players),
        )
        return tuple(seats)

    @property
    def awaiting(self) -> tuple[Seat, ...]:
        """The people who may act now, in the order in which they are asked. Empty while a program acts first."""
        return () if self._next_player() else tuple(seat for seat in self.seats_to_act if seat not in self._players)

    def view(self, seat: Seat) -> View:
        return self.position.view(seat)

    def check(self, move: Move) -> None:
        """Raise what `submit` would raise for this move, without making it."""
        if self._rules.first and not self.position.clues and move.seat is not self._rules.first:
            raise Refusal("{seat} gives the first clue", seat=self._rules.first)
        if isinstance(move, Clue):
            self._check_meaning(move)
        referee.check(self.position, move)

    def submit(self, move: Move) -> tuple[Event, ...]:
        """Make a move and return its events.

        Raises a Refusal for a move that the rules do not allow: ClueRefused for a clue that breaks a rule of meaning,
        unless it is marked `invalid` and the rules accept the penalty. An error of `keep` leaves the game unchanged.
        """
        self.check(move)
        before = self.position
        self._replace_game(self._game.play(move))
        return tuple(events_of_move(before, move, self.position))

    def defer(self, seat: Seat) -> None:
        """Let the partner of this seat act first, where both may act."""
        if seat.other not in self.seats_to_act:
            raise Refusal("{seat} cannot act now", seat=seat.other)
        self._deferred = {seat}  # a partner that deferred before is asked again

    def advance(self) -> Iterator[tuple[Event, ...]]:
        """Let programs act until a person must act or the game is over; yield the events of each move."""
        while seat := self._next_player():
            view, player = self.view(seat), self._players[seat]
            move = player.clue(view) if view.phase is Phase.CLUE else player.guess(view)
            if move is None:
                self._deferred.add(seat)
            else:
                remark = _remarks(player, view, move)
                yield (*remark, *self._submit_for_program(move))
        if self.seats_to_act and not self.awaiting:
            raise Refusal("Nobody makes a move: each seat waits for the other")

    def undo(self, seat: Seat) -> None:
        """Return to this seat's previous decision. Only for practice games; the record counts the undone moves."""
        if not self._rules.practice:
            raise Refusal("A touch cannot be taken back, except in practice (duo play --practice).")
        positions, moves = list(self._game.positions()), self._game.moves
        earlier = [place for place, move in enumerate(moves) if move.seat is seat]
        if not earlier:
            raise Refusal("There is no move of yours to take back")
        undone = self._game.undo_count + len(moves) - earlier[-1]
        rewound = Game(self._game.headers, positions[earlier[-1]])
        self._replace_game(rewound.with_header("Undone", str(undone)))

    def _check_meaning(self, clue: Clue) -> None:
        if clue.invalid and self._rules.invalid_clues is InvalidClues.PENALTY:
            return
        ruling = judge_clue(self.position, clue, self._game.lang)
        if ruling and not ruling.legal:
            # A clue that could not be given even for a token is refused for that reason instead.
            referee.check(self.position, replace(clue, invalid=True))
            raise ClueRefused(ruling)

    def _submit_for_program(self, move: Move) -> tuple[Event, ...]:
        """Submit a program's move. An invalid clue pays the penalty, since a program cannot be asked to choose."""
        try:
            return self.submit(move)
        except ClueRefused:
            if not isinstance(move, Clue) or self._rules.invalid_clues is InvalidClues.REFUSE:
                raise
        return self.submit(replace(move, invalid=True))

    def _replace_game(self, game: Game) -> None:
        if self._keep:
            self._keep(game)
        self._game = game
        self._deferred.clear()

    def _next_player(self) -> Seat | None:
        """The seat of the program that acts next; None if a person is asked first or every program has deferred."""
        seat = next((seat for seat in self.seats_to_act if seat not in self._deferred), None)
        return seat if seat in self._players else None


def _remarks(player: Player, view: View, move: Move) -> tuple[Event, ...]:
    """What a program announces before a guess in sudden death: that no clue points to the word."""
    if view.phase is Phase.SUDDEN_DEATH and isinstance(move, Guess) and isinstance(player, AimlessnessReporter):
        return (NothingToGoBy(view.seat),) if player.aimless(view, move) else ()
    return ()
