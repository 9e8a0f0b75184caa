"""A game being played, independent of the front end. A move returns events or raises a Refusal.

A session neither waits nor prints. `submit` makes a person's move; `advance` lets programs act until a person must.
Every move is saved before its events are returned, so a move that cannot be saved has not happened.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

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
        super().__init__(ruling.template, **ruling.fields)
        self.ruling = ruling


@dataclass(frozen=True, slots=True)
class _JudgedMove:
    """A move that the rules allow after the game `before`, its ruling, and the game after it."""

    before: Game
    move: Move
    ruling: Ruling | None
    after: Game


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
        self._last_judged: _JudgedMove | None = None

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

    def check(self, move: Move) -> Ruling | None:
        """Judge a move without making it, and return the ruling on a clue. Raises what `submit` would raise.

        Returns None if there is no question of meaning: for a guess, a stop, a clue that is marked `invalid` where the
        rules accept the penalty, and a clue in a language that duo does not support.
        """
        self._check_held_by_person(move.seat)
        return self._judge(move).ruling

    def submit(self, move: Move, ruling: Ruling | None = None) -> tuple[Event, ...]:
        """Make a person's move and return its events.

        With the `ruling` that `check` has just returned for this move, the move is not judged again. The ruling of a
        ClueRefused counts for the same clue marked `invalid`. A ruling on another move or position has no effect.

        Raises a Refusal for a move that the rules do not allow: ClueRefused for a clue that breaks a rule of meaning,
        unless it is marked `invalid` and the rules accept the penalty. An error of `keep` leaves the game unchanged.
        """
        self._check_held_by_person(move.seat)
        return self._make_move(move, ruling)

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
                yield (*remark, *self._make_program_move(move))
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

    def _check_held_by_person(self, seat: Seat) -> None:
        if seat in self._players:
            raise Refusal("{seat} is played by a program, which makes its own moves", seat=seat)

    def _judge(self, move: Move) -> _JudgedMove:
        """Judge a move by the rules of meaning and by the referee, once each, and remember the result."""
        if self._rules.first and not self.position.clues and move.seat is not self._rules.first:
            raise Refusal("{seat} gives the first clue", seat=self._rules.first)
        ruling = self._judge_meaning(move) if isinstance(move, Clue) else None
        if isinstance(move, Clue) and ruling and not ruling.legal:
            # A clue that could not be given even for a token is refused for that reason instead.
            paid = replace(move, invalid=True)
            after = self._game.play(paid)
            if self._rules.invalid_clues is InvalidClues.PENALTY:
                self._last_judged = _JudgedMove(self._game, paid, ruling, after)
            raise ClueRefused(ruling)
        self._last_judged = _JudgedMove(self._game, move, ruling, self._game.play(move))
        return self._last_judged

    def _judge_meaning(self, clue: Clue) -> Ruling | None:
        if clue.invalid and self._rules.invalid_clues is InvalidClues.PENALTY:
            return None
        return judge_clue(self.position, clue, self._game.lang)

    def _make_move(self, move: Move, ruling: Ruling | None) -> tuple[Event, ...]:
        judged = self._last_judged
        if judged is None or judged.before is not self._game or judged.move != move or judged.ruling is not ruling:
            judged = self._judge(move)
        self._replace_game(judged.after)
        return tuple(events_of_move(judged.before.final, move, self.position))

    def _make_program_move(self, move: Move) -> tuple[Event, ...]:
        """Make a program's move. An invalid clue pays the penalty, since a program cannot be asked to choose."""
        try:
            return self._make_move(move, None)
        except ClueRefused as refused:
            if not isinstance(move, Clue) or self._rules.invalid_clues is InvalidClues.REFUSE:
                raise
            ruling = refused.ruling
        return self._make_move(replace(move, invalid=True), ruling)

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
