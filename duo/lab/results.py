"""The file of a run: a header line, then one line a game in the order of their indexes, each a JSON object.

Whoever wrote the file, every line is checked as it is read, and only one is held at a time.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from typing import IO, Any, Self

from duo.core.mission import MOST_TOKENS, Mission
from duo.core.position import Outcome
from duo.core.record import LONGEST_RECORD
from duo.core.refusal import Refusal, in_line
from duo.core.tabletop import AGENTS
from duo.core.word import has_control, printable

FORMAT = "duo-lab"
VERSION = 1
LONGEST_LINE = 2 * LONGEST_RECORD
_LONGEST_TEXT = 200
_MOST_MODELS = 50
_LARGEST_SEED = 1 << 64
# A field of a game's line and the largest number that it can hold.
_FIGURES = {
    "turns": MOST_TOKENS, "tokens_left": MOST_TOKENS, "checks": MOST_TOKENS, "bystanders": MOST_TOKENS, "found": AGENTS,
}  # fmt: skip
_BEST_SCORE = 3 * MOST_TOKENS


class ResultsBroken(Refusal):
    """A line that does not fit, with its number."""

    def __init__(self, line: int, problem: Refusal) -> None:
        super().__init__("line {line}: {problem}", line=line, problem=problem)
        self.line = line


class CutOff(ResultsBroken):
    """The last line has no end: the run was stopped while it was written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """Everything that decides how the games of a run go: runs with the same header play the same games.

    `words` is the digest of the word list, and `models` has the digest of each model by its name.
    """

    duo: str
    seed: int
    lang: str
    mission: str
    giver: str
    guesser: str
    words: str
    models: Mapping[str, str]

    def game_seed(self, index: int) -> int:
        """The seed of one game; `duo play --seed` lays the same table with it."""
        return int.from_bytes(hashlib.sha256(f"{self.seed} {index}".encode()).digest()[:6])

    def same_tables(self, other: "Header") -> bool:
        """Whether both runs lay the same words and cards for the same mission."""
        return not {"seed", "lang", "mission", "words"}.intersection(self.differences(other))

    def differences(self, other: "Header") -> list[str]:
        return [part.name for part in fields(self) if getattr(self, part.name) != getattr(other, part.name)]

    def __str__(self) -> str:
        return json.dumps({"format": FORMAT, "version": VERSION, **asdict(self)}, ensure_ascii=False)

    @classmethod
    def parse(cls, line: str) -> Self:
        found = _object(line)
        if found.get("format") != FORMAT or found.get("version") != VERSION:
            raise Refusal("this is not a file of {format}, version {version}", format=FORMAT, version=VERSION)
        texts = {name: _text(found, name) for name in ("duo", "lang", "mission", "giver", "guesser", "words")}
        Mission.parse(texts["mission"])
        models = found.get("models")
        if not isinstance(models, dict) or len(models) > _MOST_MODELS or not all(map(_plain, models)):
            raise _unfit("models", models)
        return cls(
            **texts, seed=_number(found, "seed", _LARGEST_SEED), models={name: _text(models, name) for name in models}
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How one game went, in figures and as a record."""

    index: int
    seed: int
    result: Outcome
    turns: int
    tokens_left: int
    checks: int
    bystanders: int
    found: int
    sudden_death: bool
    score: int | None
    game: str

    def __str__(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def parse(cls, line: str, header: Header, index: int) -> Self:
        """The game that stands at this index of a run; its record is not played through here."""
        found = _object(line)
        for name, due in (("index", index), ("seed", header.game_seed(index))):
            if _number(found, name, _LARGEST_SEED) != due:
                raise Refusal("{field} is {found}, and here belongs {due}", field=name, found=found[name], due=due)
        outcome, sudden, game = found.get("result"), found.get("sudden_death"), found.get("game")
        if outcome not in tuple(Outcome):
            raise _unfit("result", outcome)
        if not isinstance(sudden, bool):
            raise _unfit("sudden_death", sudden)
        if not isinstance(game, str):
            raise _unfit("game", game)
        score = None if found.get("score") is None else _number(found, "score", _BEST_SCORE, least=-1)
        figures = {name: _number(found, name, most) for name, most in _FIGURES.items()}
        return cls(
            index=index, seed=found["seed"], result=Outcome(outcome), sudden_death=sudden, score=score, game=game,
            **figures,
        )  # fmt: skip


def read(file: IO[bytes]) -> tuple[Header, Iterator[Result]]:
    """The header of a run, and its games as they are asked for."""
    lines = _lines(file)
    number, line = next(lines, (1, b""))
    if not line:
        raise Refusal("this file is empty; duo lab selfplay writes one")
    with in_line(number, Refusal, ResultsBroken):
        header = Header.parse(_text_of(line))
    return header, _results(header, lines)


def _results(header: Header, lines: Iterator[tuple[int, bytes]]) -> Iterator[Result]:
    for index, (number, line) in enumerate(lines):
        with in_line(number, Refusal, ResultsBroken):
            result = Result.parse(_text_of(line), header, index)
        yield result


def _lines(file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    number = 0
    while line := file.readline(LONGEST_LINE + 1):
        number += 1
        if len(line) > LONGEST_LINE:
            raise ResultsBroken(number, Refusal("this line is longer than {most} bytes", most=LONGEST_LINE))
        if not line.endswith(b"\n"):
            cut = Refusal("the line is cut off; duo lab selfplay with the same options and --out goes on from here")
            raise CutOff(number, cut)
        yield number, line


def _text_of(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        raise Refusal("this is not UTF-8 text") from error


def _object(line: str) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise Refusal("this is not a JSON object")
    return found


def _unfit(name: str, value: object) -> Refusal:
    shown = printable(repr(value)[:40])
    return Refusal("{field} cannot be {value}", field=name, value=shown)


def _plain(text: object) -> bool:
    return isinstance(text, str) and 0 < len(text) <= _LONGEST_TEXT and not has_control(text)


def _text(found: Mapping[str, Any], name: str) -> str:
    if not _plain(found.get(name)):
        raise _unfit(name, found.get(name))
    return str(found[name])


def _number(found: Mapping[str, Any], name: str, most: int, least: int = 0) -> int:
    value = found.get(name)
    if type(value) is not int or not least <= value <= most:
        raise _unfit(name, value)
    return value
