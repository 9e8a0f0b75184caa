"""The results file of a self-play run: a line with its header, then one line for each game, in order.

Each line is a JSON object. Lines are read and checked one at a time.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from typing import IO, Annotated, Self

from annotated_types import Interval, Len

from duo.core.key import CELLS, Seat
from duo.core.mission import MAX_TOKENS, Mission
from duo.core.position import Outcome
from duo.core.public import AGENT_COUNT
from duo.core.record import MAX_RECORD_LENGTH
from duo.core.refusal import Refusal, add_line_number
from duo.files import schema
from duo.files.schema import PLAIN_TEXT, Check

RESULTS_FORMAT = "duo-lab"
RESULTS_VERSION = 1
MAX_LINE_BYTES = 2 * MAX_RECORD_LENGTH
_MAX_SEED = 1 << 64
_MAX_SCORE = 3 * MAX_TOKENS


def _check_mission(text: str) -> str:
    Mission.parse(text)
    return text


_ShortText = Annotated[str, Len(1, 200), PLAIN_TEXT]
_SeedNumber = Annotated[int, Interval(ge=0, le=_MAX_SEED)]
_GameFigure = Annotated[int, Interval(ge=0, le=MAX_TOKENS)]


class BrokenResultsLine(Refusal):
    """Raised for a line of a results file that is not valid. `line` is its number."""

    def __init__(self, line: int, problem: Refusal) -> None:
        super().__init__("line {line}: {problem}", line=line, problem=problem)
        self.line = line


class CutOffLine(BrokenResultsLine):
    """Raised if the last line of a results file is incomplete: the run was interrupted while writing it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunHeader:
    """Everything that determines the games of a run: runs with the same header play the same games.

    `words` is the digest of the word list, and `models` has the digest of each model by name.
    """

    duo: _ShortText
    seed: _SeedNumber
    lang: _ShortText
    mission: Annotated[_ShortText, Check(_check_mission)]
    giver: _ShortText
    guesser: _ShortText
    words: _ShortText
    models: Annotated[Mapping[_ShortText, _ShortText], Len(0, 50)]

    def game_seed(self, index: int) -> int:
        """Return the seed of the game with this index. `duo play --seed` deals the same table with it."""
        return int.from_bytes(hashlib.sha256(f"{self.seed} {index}".encode()).digest()[:6])

    def has_same_tables(self, other: "RunHeader") -> bool:
        """Whether both runs deal the same words and key cards, game by game, and play the same mission."""
        return not {"seed", "lang", "mission", "words"}.intersection(self.differing_fields(other))

    def differing_fields(self, other: "RunHeader") -> list[str]:
        """Return the names of the fields in which two headers differ."""
        return [field.name for field in fields(self) if getattr(self, field.name) != getattr(other, field.name)]

    def __str__(self) -> str:
        return json.dumps({"format": RESULTS_FORMAT, "version": RESULTS_VERSION, **asdict(self)}, ensure_ascii=False)

    @classmethod
    def parse(cls, line: str) -> Self:
        schema.check_format(line, RESULTS_FORMAT, RESULTS_VERSION)
        return schema.read_json(line, cls, extra=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class IllegalClue:
    """A clue against the rules of meaning, which disqualifies the game."""

    turn: Annotated[int, Interval(ge=1, le=100)]
    seat: Seat
    clue: _ShortText
    count: Annotated[int, Interval(ge=0, le=CELLS)]
    rule: _ShortText
    word: _ShortText | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameResult:
    """The result of one game, with statistics and the record of the game in `game`."""

    index: _SeedNumber
    seed: _SeedNumber
    result: Outcome
    turns: _GameFigure
    tokens_left: _GameFigure
    checks: _GameFigure
    bystanders: _GameFigure
    found: Annotated[int, Interval(ge=0, le=AGENT_COUNT)]
    sudden_death: bool
    score: Annotated[int, Interval(ge=-1, le=_MAX_SCORE)] | None
    game: str
    illegal: Annotated[tuple[IllegalClue, ...], Len(0, 100)] = ()

    @property
    def won(self) -> bool:
        """Whether the game counts as won. A game with an illegal clue does not."""
        return self.result is Outcome.WON and not self.illegal

    def __str__(self) -> str:
        value = asdict(self)
        if not self.illegal:  # as in files from before this field existed
            del value["illegal"]
        return json.dumps(value, ensure_ascii=False)

    @classmethod
    def parse(cls, line: str, header: RunHeader, index: int) -> Self:
        """Parse the line of the game at this index of a run.

        Raises Refusal if its index or seed is wrong. The record of the game is not checked.
        """
        result = schema.read_json(line, cls, extra=True)
        for name, expected in (("index", index), ("seed", header.game_seed(index))):
            if (actual := getattr(result, name)) != expected:
                raise Refusal("{field} is {found} and should be {due}", field=name, found=actual, due=expected)
        return result


def read_results(file: IO[bytes]) -> tuple[RunHeader, Iterator[GameResult]]:
    """Return the header of a results file, and an iterator that reads the results of its games.

    Raises BrokenResultsLine for a line that is not valid.
    """
    lines = _numbered_lines(file)
    number, line = next(lines, (1, b""))
    if not line:
        raise Refusal("this file is empty; create one with duo lab selfplay")
    with add_line_number(number, Refusal, BrokenResultsLine):
        header = RunHeader.parse(_decode_line(line))
    return header, _parse_results(header, lines)


def _parse_results(header: RunHeader, lines: Iterator[tuple[int, bytes]]) -> Iterator[GameResult]:
    for index, (number, line) in enumerate(lines):
        with add_line_number(number, Refusal, BrokenResultsLine):
            result = GameResult.parse(_decode_line(line), header, index)
        yield result


def _numbered_lines(file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield each line with its number, from 1.

    Raises CutOffLine for an incomplete last line.
    """
    number = 0
    while line := file.readline(MAX_LINE_BYTES + 1):
        number += 1
        if len(line) > MAX_LINE_BYTES:
            raise BrokenResultsLine(number, Refusal("this line is longer than {most} bytes", most=MAX_LINE_BYTES))
        if not line.endswith(b"\n"):
            cut = Refusal("the line is incomplete; run duo lab selfplay with the same options and --out to continue")
            raise CutOffLine(number, cut)
        yield number, line


def _decode_line(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        raise Refusal("this is not UTF-8 text") from error
