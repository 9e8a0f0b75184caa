"""The results file of a run: a header line, then one line for each game, in order. Each line is a JSON object.

Every line is checked as it is read, and only one is held in memory.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from typing import IO, Annotated, Self

from annotated_types import Interval, Len

from duo.core.key import Seat
from duo.core.mission import MAX_TOKENS, Mission
from duo.core.position import Outcome
from duo.core.public import AGENTS
from duo.core.record import MAX_RECORD_LENGTH
from duo.core.refusal import Refusal, add_line_number
from duo.files import schema
from duo.files.schema import PLAIN_TEXT, Check

FORMAT = "duo-lab"
VERSION = 1
MAX_LINE_BYTES = 2 * MAX_RECORD_LENGTH
_MAX_SEED = 1 << 64
_MAX_SCORE = 3 * MAX_TOKENS


def _mission(text: str) -> str:
    Mission.parse(text)
    return text


_Text = Annotated[str, Len(1, 200), PLAIN_TEXT]
_Seed = Annotated[int, Interval(ge=0, le=_MAX_SEED)]
_Figure = Annotated[int, Interval(ge=0, le=MAX_TOKENS)]


class ResultsBroken(Refusal):
    """A line that is not valid, with its number."""

    def __init__(self, line: int, problem: Refusal) -> None:
        super().__init__("line {line}: {problem}", line=line, problem=problem)
        self.line = line


class CutOff(ResultsBroken):
    """The last line is incomplete: the run was interrupted while writing it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """Everything that determines the games of a run: runs with the same header play the same games.

    `words` is the digest of the word list, and `models` has the digest of each model by name.
    """

    duo: _Text
    seed: _Seed
    lang: _Text
    mission: Annotated[_Text, Check(_mission)]
    giver: _Text
    guesser: _Text
    words: _Text
    models: Annotated[Mapping[_Text, _Text], Len(0, 50)]

    def game_seed(self, index: int) -> int:
        """Return the seed of one game. `duo play --seed` deals the same table with it."""
        return int.from_bytes(hashlib.sha256(f"{self.seed} {index}".encode()).digest()[:6])

    def same_tables(self, other: "Header") -> bool:
        """Whether both runs deal the same words and cards for the same mission."""
        return not {"seed", "lang", "mission", "words"}.intersection(self.differences(other))

    def differences(self, other: "Header") -> list[str]:
        return [field.name for field in fields(self) if getattr(self, field.name) != getattr(other, field.name)]

    def __str__(self) -> str:
        return json.dumps({"format": FORMAT, "version": VERSION, **asdict(self)}, ensure_ascii=False)

    @classmethod
    def parse(cls, line: str) -> Self:
        schema.check_format(line, FORMAT, VERSION)
        return schema.read_json(line, cls, extra=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class IllegalClue:
    """A clue against the rules of meaning, which disqualifies the game."""

    turn: Annotated[int, Interval(ge=1, le=100)]
    seat: Seat
    clue: _Text
    count: Annotated[int, Interval(ge=0, le=25)]
    rule: _Text
    word: _Text | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The outcome of one game, with statistics and its record."""

    index: _Seed
    seed: _Seed
    result: Outcome
    turns: _Figure
    tokens_left: _Figure
    checks: _Figure
    bystanders: _Figure
    found: Annotated[int, Interval(ge=0, le=AGENTS)]
    sudden_death: bool
    score: Annotated[int, Interval(ge=-1, le=_MAX_SCORE)] | None
    game: str
    illegal: Annotated[tuple[IllegalClue, ...], Len(0, 100)] = ()

    @property
    def won(self) -> bool:
        """Whether the game counts as won. A giver who breaks the rules does not win."""
        return self.result is Outcome.WON and not self.illegal

    def __str__(self) -> str:
        value = asdict(self)
        if not self.illegal:  # as in files from before this field existed
            del value["illegal"]
        return json.dumps(value, ensure_ascii=False)

    @classmethod
    def parse(cls, line: str, header: Header, index: int) -> Self:
        """Parse the game at this index of a run. Its record is not replayed."""
        result = schema.read_json(line, cls, extra=True)
        for name, expected in (("index", index), ("seed", header.game_seed(index))):
            if (actual := getattr(result, name)) != expected:
                raise Refusal("{field} is {found} and should be {due}", field=name, found=actual, due=expected)
        return result


def read(file: IO[bytes]) -> tuple[Header, Iterator[Result]]:
    """Return the header of a run, and an iterator that reads its games."""
    lines = _lines(file)
    number, line = next(lines, (1, b""))
    if not line:
        raise Refusal("this file is empty; create one with duo lab selfplay")
    with add_line_number(number, Refusal, ResultsBroken):
        header = Header.parse(_text_of(line))
    return header, _results(header, lines)


def _results(header: Header, lines: Iterator[tuple[int, bytes]]) -> Iterator[Result]:
    for index, (number, line) in enumerate(lines):
        with add_line_number(number, Refusal, ResultsBroken):
            result = Result.parse(_text_of(line), header, index)
        yield result


def _lines(file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    number = 0
    while line := file.readline(MAX_LINE_BYTES + 1):
        number += 1
        if len(line) > MAX_LINE_BYTES:
            raise ResultsBroken(number, Refusal("this line is longer than {most} bytes", most=MAX_LINE_BYTES))
        if not line.endswith(b"\n"):
            cut = Refusal("the line is incomplete; run duo lab selfplay with the same options and --out to continue")
            raise CutOff(number, cut)
        yield number, line


def _text_of(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        raise Refusal("this is not UTF-8 text") from error
