"""A game at a real table, which one of the players enters move by move.

The partner's side of the key is unknown, except for the colours that the player's touches have revealed.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any

from annotated_types import Interval, Len

from duo.core.key import CELLS, Colour, Seat
from duo.core.mission import STANDARD, Mission
from duo.core.position import Clue, Guess, Move, Outcome, Position, Stop
from duo.core.refusal import Refusal, Refusals
from duo.core.view import View
from duo.core.word import MAX_WORD_LENGTH, board_problems, fold, printable
from duo.data import check_language
from duo.files.reading import read_text
from duo.files.schema import read_json
from duo.table.consistent_position import SeatKnowledge, reconstruct_position
from duo.table.store.folder import SaveFolder

OWN_SEAT, PARTNER_SEAT = Seat.A, Seat.B
_MAX_TABLE_BYTES = 100_000


_Word = Annotated[str, Len(1, MAX_WORD_LENGTH)]


@dataclass(frozen=True, slots=True)
class _MoveEntry:
    """A move in the text form: a clue has a count, a guess only a word, a stop neither."""

    seat: Seat
    word: Annotated[str, Len(0, MAX_WORD_LENGTH)] = ""
    count: Annotated[int, Interval(ge=0, le=CELLS)] | None = None
    invalid: bool = False

    def to_move(self) -> Move:
        if self.count is not None:
            return Clue(self.seat, self.word, self.count, self.invalid)
        return Guess(self.seat, self.word) if self.word else Stop(self.seat)


@dataclass(frozen=True, slots=True)
class _TableEntry:
    words: Annotated[tuple[_Word, ...], Len(CELLS, CELLS)]
    own: Annotated[str, Len(CELLS, CELLS)]
    mission: Annotated[str, Len(1, 60)]
    moves: Annotated[tuple[_MoveEntry, ...], Len(0, 200)]
    shown: Mapping[_Word, Colour]
    partner_finished: bool
    lang: Annotated[str, Len(2, 2)] = "en"

    def to_moves(self) -> tuple[Move, ...]:
        return tuple(entry.to_move() for entry in self.moves)


def _move_json(move: Move) -> dict[str, Any]:
    match move:
        case Clue():
            return {"seat": move.seat, "word": move.word, "count": move.count, "invalid": move.invalid}
        case Guess():
            return {"seat": move.seat, "word": move.word}
        case Stop():
            return {"seat": move.seat}


@dataclass(frozen=True, slots=True)
class RealTable:
    """What one player knows: the words, its own side, every move, and the colours that its touches revealed."""

    words: tuple[str, ...]
    own: str
    mission: Mission = STANDARD
    moves: tuple[Move, ...] = ()
    shown: Mapping[str, str] = field(default_factory=dict)
    partner_finished: bool = False
    lang: str = "en"

    @classmethod
    def parse(cls, text: str) -> "RealTable":
        """A table from its text form; raises Refusal if the moves or colours are impossible."""
        entry = read_json(text, _TableEntry)
        if problems := board_problems(entry.words):
            raise Refusals(problems)
        table = cls(
            entry.words,
            parse_side(entry.own),
            Mission.parse(entry.mission),
            entry.to_moves(),
            entry.shown,
            entry.partner_finished,
            check_language(entry.lang),
        )
        table.view()
        return table

    def __str__(self) -> str:
        value = {
            "words": self.words,
            "own": self.own,
            "mission": str(self.mission),
            "moves": [_move_json(move) for move in self.moves],
            "shown": dict(self.shown),
            "partner_finished": self.partner_finished,
            "lang": self.lang,
        }
        return json.dumps(value, ensure_ascii=False) + "\n"

    def view(self) -> View:
        return self._position().view(OWN_SEAT)

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it is under way."""
        return self._position().outcome()

    def with_clue(self, clue: Clue) -> "RealTable":
        """The table after a clue of either player."""
        return self._with_move(clue)

    def with_partner_touch(self, word: str) -> "RealTable":
        """Return the table after the partner touched a word. The player's own side tells its colour."""
        return self._with_move(Guess(PARTNER_SEAT, self._word(word)))

    def with_own_touch(self, word: str, colour: Colour) -> "RealTable":
        """Return the table after the player touched a word, with the colour that the partner announced."""
        word = self._word(word)
        return self._with_move(Guess(OWN_SEAT, word), {word: colour})

    def with_stop(self, seat: Seat) -> "RealTable":
        return self._with_move(Stop(seat))

    def with_partner_finished(self) -> "RealTable":
        """The table after the partner announced that all nine agents of its side are covered."""
        finished = replace(self, partner_finished=True)
        if PARTNER_SEAT not in finished.view().finished:
            raise Refusal("That cannot be yet: fewer than nine words are covered that could be your partner's agents")
        return finished

    def undo(self) -> "RealTable":
        """The table before the last move."""
        if not self.moves:
            raise Refusal("There is no move to take back")
        *moves, last = self.moves
        shown = dict(self.shown)
        if isinstance(last, Guess) and last.seat is OWN_SEAT:
            del shown[last.word]
        return replace(self, moves=tuple(moves), shown=shown, partner_finished=False)

    def _with_move(self, move: Move, shown: Mapping[str, str] | None = None) -> "RealTable":
        after = replace(self, moves=(*self.moves, move), shown={**self.shown, **(shown or {})})
        after.view()  # raises Refusal for a move that the rules do not allow
        return after

    def _word(self, word: str) -> str:
        found = next((other for other in self.words if fold(other) == fold(word)), None)
        if found is None:
            raise Refusal("{word} is not one of the 25 words on the table", word=word)
        return found

    def _position(self) -> Position:
        return reconstruct_position(
            SeatKnowledge(
                seat=OWN_SEAT,
                words=self.words,
                own=self.own,
                moves=self.moves,
                revealed=self.shown,
                partner_finished=self.partner_finished,
                mission=self.mission,
            )
        )


class TableFolder(SaveFolder[RealTable]):
    """Real tables that a person asked for help with, as `*.json` files."""

    suffix = ".json"

    def _read(self, path: Path) -> RealTable:
        return RealTable.parse(read_text(str(path), _MAX_TABLE_BYTES))

    def _is_over(self, path: Path) -> bool:
        return self._read(path).outcome() is not None

    def give_up(self, game_id: str) -> bool:
        """Delete the table: without the partner's side of the key there is no record to keep."""
        return self.discard(game_id)


def parse_side(text: str) -> str:
    """The 25 letters of one side of a key card; raises Refusal unless there are 9 g, 13 . and 3 x."""
    letters = "".join(text.replace("/", "").split()).lower()
    if sorted(letters) != sorted("g" * 9 + "." * 13 + "x" * 3):
        raise Refusal("a side has 9 g, 13 . and 3 x, but {side} does not", side=printable(text[:40]))
    return letters
