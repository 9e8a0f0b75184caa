"""A game: headers and moves, with the text form of a `.duo` record."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from duo.core.key import KeyCard, Seat
from duo.core.mission import STANDARD, Mission
from duo.core.moves import Guess, Move, Stop
from duo.core.notation import format_sudden_death
from duo.core.position import Position
from duo.core.record import HEADER_NAME, RECORD_VERSION, REQUIRED_HEADERS, UNFINISHED_RESULT, Headers, parse_record
from duo.core.refusal import Refusal
from duo.core.word import has_control_chars, printable, to_token


@dataclass(frozen=True, slots=True)
class Game:
    """The headers of a game and its last position, which holds every move.

    The headers keep their order. `Result` always agrees with the position.
    """

    headers: Headers
    final: Position
    sudden_death_announced: bool = False  # the record has an SD: line without a guess

    @classmethod
    def start(
        cls,
        words: Sequence[str],
        key: KeyCard,
        mission: Mission = STANDARD,
        variants: Iterable[str] = (),
        *,
        lang: str = "en",
        extra_headers: Mapping[str, str] | None = None,
    ) -> Self:
        """A new game. `extra_headers` are free headers such as players, date or seed."""
        position = Position.start(words, key, mission, variants)
        _check_header("Lang", lang)
        headers = [
            ("Duo", RECORD_VERSION),
            ("Mission", str(mission)),
            ("Lang", lang),
            ("Variants", " ".join(sorted(position.variants))),
            ("Words", " ".join(map(to_token, words))),
            ("Key", str(key)),
            ("Result", UNFINISHED_RESULT),
        ]
        game = cls(tuple(header for header in headers if header[1]), position)
        for name, value in (extra_headers or {}).items():
            game = game.with_header(name, value)
        return game

    @classmethod
    def parse(cls, text: str) -> Self:
        """The game of a record. Raises RecordBroken, or Refusals with every problem of the headers."""
        headers, final, announced = parse_record(text)
        return cls(headers, final, announced)

    def play(self, move: Move) -> Self:
        """The game after one more move; raises RuleBroken if the move is not allowed."""
        final = self.final.apply(move)
        outcome = final.outcome()
        if outcome is None:
            return type(self)(self.headers, final)
        headers = ((name, str(outcome) if name == "Result" else value) for name, value in self.headers)
        return type(self)(tuple(headers), final)

    def with_header(self, name: str, value: str) -> Self:
        """The game with this header replaced, or added at the end. Required headers cannot be set."""
        _check_header(name, value)
        if name in dict(self.headers):
            headers = tuple((other, value if other == name else old) for other, old in self.headers)
        else:
            headers = (*self.headers, (name, value))
        return replace(self, headers=headers)

    def header(self, name: str, default: str = "") -> str:
        return dict(self.headers).get(name, default)

    @property
    def lang(self) -> str:
        return self.header("Lang", "en")

    @property
    def undo_count(self) -> int:
        """The number of moves undone in practice."""
        return int(self.header("Undone", "0"))

    undone = undo_count  # the name in 0.2, kept for bots

    @property
    def moves(self) -> tuple[Move, ...]:
        """Every move in order. Giving up in sudden death is attributed to a seat that could still guess."""
        return tuple(_moves_before(self.final))

    def positions(self) -> Iterator[Position]:
        """Every position from the start to the last, one more than there are moves."""
        final = self.final
        position = Position.start(final.words, final.key, final.mission, final.variants)
        yield position
        for move in self.moves:
            position = position.apply(move)
            yield position

    def __str__(self) -> str:
        lines = [f'[{name} "{value}"]' for name, value in self.headers]
        lines.append("")
        lines += (f"{number}{turn}" for number, turn in enumerate(self.final.clues, start=1))
        if self.final.sudden or self.final.gave_up or self.sudden_death_announced:
            lines.append(format_sudden_death(self.final.sudden, gave_up=self.final.gave_up))
        return "\n".join(lines) + "\n"


def _check_header(name: str, value: str) -> None:
    if not HEADER_NAME.fullmatch(name) or '"' in value or has_control_chars(value) or name in REQUIRED_HEADERS:
        raise Refusal(
            'a header [{name} "{value}"] cannot be written', name=printable(name[:40]), value=printable(value[:40])
        )


def _moves_before(final: Position) -> Iterator[Move]:
    for turn in final.clues:
        yield turn.clue
        yield from (Guess(touch.seat, touch.word) for touch in turn.touches)
        if turn.stopped:
            yield Stop(turn.guesser)
    yield from (Guess(touch.seat, touch.word) for touch in final.sudden)
    if final.gave_up:
        yield Stop(next(seat for seat in Seat if seat.other not in final.finished))


def read(text: str) -> Game:
    """Return the game in the text of a `.duo` record. This is `Game.parse`."""
    return Game.parse(text)
