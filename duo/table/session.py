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
    """The choice of what a session does with a clue that breaks a clue rule.

    The clue rules are the rulebook's rules on which words may be a clue; `duo.words.legality` judges them. A
    person's clue that breaks one raises ClueRefused. The choice is whether the giver may then insist on the clue.
    """

    PENALTY = "penalty"  # the giver may give the clue, marked `invalid`, and pay a token, as in the rulebook
    REFUSE = "refuse"  # the giver must choose another clue


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What the players agreed on in addition to the rulebook.

    `first` is the seat that gives the first clue; None leaves it open. Where both seats may act, the seat `lead` is
    asked first. If `lead` is None, a person is asked before a program.
    """

    invalid_clues: InvalidClues = InvalidClues.PENALTY
    practice: bool = False
    first: Seat | None = None
    lead: Seat | None = None

    @classmethod
    def from_game(cls, game: Game) -> Self:
        """Return the rules that the headers `First` and `Practice` of a record state."""
        first = game.header("First")
        return cls(practice=game.header("Practice") == "yes", first=Seat(first) if first in tuple(Seat) else None)

    of = from_game  # the name in 0.2, kept for bots


STANDARD_HOUSE_RULES = HouseRules()


class ClueRefused(Refusal):
    """The error for a clue that breaks a clue rule. `ruling` names the rule and the visible word concerned."""

    def __init__(self, ruling: Ruling) -> None:
        super().__init__(ruling.template, **ruling.fields)
        self.ruling = ruling


@dataclass(frozen=True, slots=True)
class _JudgedMove:
    """A legal move, the game before it, the game after it, and the ruling on it if it is a clue."""

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
        rules: HouseRules = STANDARD_HOUSE_RULES,
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
    def acting_order(self) -> tuple[Seat, ...]:
        """The seats that may act now, in the order in which the session asks them. Empty when the game is over.

        In sudden death both seats may be able to guess. The seat that did not make the last guess then comes first.
        A seat that has deferred comes last.
        """
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

    able = acting_order  # the name in 0.2, kept for bots

    @property
    def awaiting(self) -> tuple[Seat, ...]:
        """The people who may act now, in the order in which they are asked. Empty while a program acts first."""
        return (
            () if self._next_program_seat() else tuple(seat for seat in self.acting_order if seat not in self._players)
        )

    def view(self, seat: Seat) -> View:
        return self.position.view(seat)

    def check(self, move: Move) -> Ruling | None:
        """Judge a move without making it, and return the ruling on a clue. Raises what `submit` would raise.

        Returns None where the clue rules do not apply: for a guess, for a stop, for a clue marked `invalid` if the
        house rules accept the penalty, and for a clue in a language that duo does not support.
        """
        self._check_held_by_person(move.seat)
        return self._judge_move(move).ruling

    def submit(self, move: Move, ruling: Ruling | None = None) -> tuple[Event, ...]:
        """Make a person's move and return its events.

        `ruling` saves time: if `check` has just returned it for this move, the move is not judged again.
        The ruling of a ClueRefused serves for the refused clue marked `invalid`. Any other ruling has no effect.

        Raises a Refusal for a move that the rules do not allow: ClueRefused for a clue that breaks a clue rule,
        unless it is marked `invalid` and the house rules accept the penalty. If the callback `keep` raises, the game is
        unchanged.
        """
        self._check_held_by_person(move.seat)
        return self._make_move(move, ruling)

    def defer(self, seat: Seat) -> None:
        """Let the partner of this seat act first. Raises a Refusal if the partner cannot act now."""
        if seat.other not in self.acting_order:
            raise Refusal("{seat} cannot act now", seat=seat.other)
        self._deferred = {seat}  # a partner that deferred before is asked again

    def advance(self) -> Iterator[tuple[Event, ...]]:
        """Let programs act until a person must act or the game is over; yield the events of each move."""
        while seat := self._next_program_seat():
            view, player = self.view(seat), self._players[seat]
            move = player.clue(view) if view.phase is Phase.CLUE else player.guess(view)
            if move is None:
                self._deferred.add(seat)
            else:
                remark = _remarks_before_guess(player, view, move)
                yield (*remark, *self._make_program_move(move))
        if self.acting_order and not self.awaiting:
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

    def _judge_move(self, move: Move) -> _JudgedMove:
        """Judge a move by the clue rules and by the rules of moves, and remember the result for `_make_move`."""
        if self._rules.first and not self.position.clues and move.seat is not self._rules.first:
            raise Refusal("{seat} gives the first clue", seat=self._rules.first)
        ruling = self._judge_clue(move) if isinstance(move, Clue) else None
        if isinstance(move, Clue) and ruling and not ruling.legal:
            # A clue that could not be given even for a token is refused for that reason instead.
            paid = replace(move, invalid=True)
            after = self._game.play(paid)
            if self._rules.invalid_clues is InvalidClues.PENALTY:
                self._last_judged = _JudgedMove(self._game, paid, ruling, after)
            raise ClueRefused(ruling)
        self._last_judged = _JudgedMove(self._game, move, ruling, self._game.play(move))
        return self._last_judged

    def _judge_clue(self, clue: Clue) -> Ruling | None:
        if clue.invalid and self._rules.invalid_clues is InvalidClues.PENALTY:
            return None
        return judge_clue(self.position, clue, self._game.lang)

    def _make_move(self, move: Move, ruling: Ruling | None) -> tuple[Event, ...]:
        judged = self._last_judged
        if judged is None or judged.before is not self._game or judged.move != move or judged.ruling is not ruling:
            judged = self._judge_move(move)
        self._replace_game(judged.after)
        return tuple(events_of_move(judged.before.final, move, self.position))

    def _make_program_move(self, move: Move) -> tuple[Event, ...]:
        """Make a program's move. If the house rules accept the penalty, an illegal clue pays its token."""
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

    def _next_program_seat(self) -> Seat | None:
        """The seat of the program that acts next; None if a person is asked first or every program has deferred."""
        seat = next((seat for seat in self.acting_order if seat not in self._deferred), None)
        return seat if seat in self._players else None


def _remarks_before_guess(player: Player, view: View, move: Move) -> tuple[Event, ...]:
    """Return a NothingToGoBy event if a program guesses in sudden death without a clue that points to the word."""
    if view.phase is Phase.SUDDEN_DEATH and isinstance(move, Guess) and isinstance(player, AimlessnessReporter):
        return (NothingToGoBy(view.seat),) if player.aimless(view, move) else ()
    return ()
