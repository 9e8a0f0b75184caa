"""The requests, field by field: how large each may be, what it may hold, and what is supposed if it is not there."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from annotated_types import Interval, Len

from duo.core.key import Colour
from duo.core.mission import MOST_TOKENS
from duo.core.public import Variant
from duo.core.refusal import Refusal
from duo.core.word import BOARD_SIZE, fold, word_problem
from duo.files.schema import Check, TooLarge, read_value, shown
from duo.mind.belief.clue_history import ClueMemory

if TYPE_CHECKING:
    from duo.mind.giver.giver import Task
    from duo.mind.guesser.query import Question

R = TypeVar("R")

MOST_CLUES = 50
LONGEST_TEXT = 64
_FIRST_TOO_LONG = 10**LONGEST_TEXT
MOST_ENTRIES = 25
MOST_FIELDS = 32
# An id comes back as it is, and the text of a game has bounds of its own; a line bounds them both.
_FREE = frozenset({"id", "record"})
_SIDE = {Colour.GREEN: 9, Colour.BYSTANDER: 13, Colour.ASSASSIN: 3}


class BadField(Refusal):
    """A field that is missing, or is not what it should be."""


def _word(word: str) -> str:
    if problem := word_problem(word):
        raise problem
    return word


def _different(words: tuple[str, ...]) -> tuple[str, ...]:
    if len({fold(word) for word in words}) < len(words):
        raise Refusal("a word appears twice")
    return words


def _said(clue: str) -> str:
    if not clue.strip():
        raise Refusal("a clue is a word")
    return clue


def _folded(colours: dict[str, Colour]) -> dict[str, Colour]:
    return {fold(word): colour for word, colour in colours.items()}


def _whole_side(colours: dict[str, Colour]) -> dict[str, Colour]:
    letters = list(colours.values())
    if any(letters.count(colour) != due for colour, due in _SIDE.items()):
        raise Refusal("9 words g, 13 words . and 3 words x are expected")
    return colours


Word = Annotated[str, Check(_word)]
Words = Annotated[tuple[Word, ...], Check(_different)]
SaidClue = Annotated[str, Check(_said)]
Count = Annotated[int, Interval(ge=0, le=BOARD_SIZE)]
Colours = Annotated[dict[Word, Colour], Len(0, BOARD_SIZE), Check(_folded)]
Tokens = Annotated[int, Interval(ge=0, le=MOST_TOKENS)]
Lang = Literal["en", "fr"]
Level = Literal["beginner", "regular", "expert"]
Style = Literal["careful", "balanced", "bold"]


@dataclass(frozen=True, slots=True)
class EarlierClue:
    """A clue of a turn that is over, and what was touched in it."""

    clue: SaidClue
    count: Count
    found: Words = ()
    missed: Words = ()

    def remembered(self) -> ClueMemory:
        return ClueMemory(self.clue, self.count, self.found, self.missed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    lang: Lang = "en"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRequest(Request):
    """What is asked of giver and guesser alike."""

    history: tuple[EarlierClue, ...] = ()
    tokens: Tokens | None = None
    mistakes: Tokens | None = None
    level: Level = "expert"

    @property
    def earlier(self) -> tuple[ClueMemory, ...]:
        return tuple(entry.remembered() for entry in self.history)


@dataclass(frozen=True, slots=True, kw_only=True)
class GuessRequest(TableRequest):
    words: Annotated[Words, Len(1)]
    clue: SaidClue | None = None
    count: Count | None = None
    found: Words = ()
    own: Annotated[Colours, Check(_whole_side)] | None = None
    seen: Colours = field(default_factory=dict)

    def __post_init__(self) -> None:
        if (self.clue is None) is not (self.count is None):
            missing = "count" if self.count is None else "clue"
            raise Refusal("{field} is missing; a request without clue and count is about sudden death", field=missing)
        if self.clue is None and self.found:
            raise Refusal("found tells of the turn of a clue, and there is none")
        if self.clue is not None and self.tokens == 0:
            raise Refusal("without tokens it is sudden death, where no clue is given")
        agents = {word for word, colour in self.seen.items() if colour is Colour.GREEN}
        found = {fold(word) for words in (self.found, *(turn.found for turn in self.history)) for word in words}
        if both := {fold(word) for word in self.words} & (found | agents):
            raise Refusal("{word} is in words and was already found", word=min(both))

    def question(self) -> "Question":
        """What the guesser is asked; refused if no table can be so."""
        from duo.mind.guesser.query import Told, question_of

        heard = None if self.clue is None or self.count is None else ClueMemory(self.clue, self.count, self.found)
        told = Told(self.words, heard, self.earlier, self.own, self.seen, self.tokens, self.mistakes)
        try:
            return question_of(told)
        except Refusal as refusal:
            raise BadField("{problem}", problem=refusal) from refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class ClueRequest(TableRequest):
    green: Annotated[Words, Len(1)]
    black: Words = ()
    tan: Words = ()
    covered: Words = ()
    top: Annotated[int, Interval(ge=1, le=MOST_CLUES)] = 5
    style: Style = "balanced"
    same: bool = False

    def __post_init__(self) -> None:
        words = self.green + self.tan + self.black
        if len({fold(word) for word in words}) < len(words):
            raise Refusal("{fields}: a word appears twice", fields="green, tan, black")
        if len(words) > BOARD_SIZE:
            raise Refusal("{fields}: at most {most} words lie on a table", fields="green, tan, black", most=BOARD_SIZE)
        if self.tokens == 0:
            raise Refusal("without tokens it is sudden death, where no clue is given")

    def task(self) -> "Task":
        """What the giver is asked."""
        from duo.mind.giver.giver import task_of

        return task_of(
            self.green, self.tan, self.black,
            earlier=self.earlier, covered=len(self.covered), tokens=self.tokens, mistakes=self.mistakes,
        )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckRequest(Request):
    clue: str
    count: Count | None = None
    words: Words = ()
    meant: Words = ()
    strict: bool = False
    variants: frozenset[Variant] = frozenset()

    @property
    def visible(self) -> tuple[str, ...]:
        """The words on the table, and whatever is meant lies there too."""
        lying = {fold(word) for word in self.words}
        return (*self.words, *(word for word in self.meant if fold(word) not in lying))


@dataclass(frozen=True, slots=True, kw_only=True)
class DealRequest(Request):
    seed: int | str | None = None


def read(request: Mapping[str, Any], schema: type[R]) -> R:
    """The request by its schema; a field that is null is not there, and one that is not known is passed over."""
    told = _told(request)
    if isinstance(history := told.get("history"), list):
        told["history"] = [_told(entry) if isinstance(entry, dict) else entry for entry in history]
    told.pop("id", None)
    try:
        return read_value(told, schema, extra=True)
    except Refusal as refusal:
        kind = TooLarge if any(isinstance(problem, TooLarge) for problem in refusal.each()) else BadField
        raise kind("{problem}", problem=refusal) from refusal


def _told(request: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in request.items() if value is not None}


def check_size(request: Mapping[str, Any]) -> None:
    """Refuse a request with a text, a number, a list or an object that is too large, or a text that is none."""
    for path, value in _parts(request):
        if isinstance(value, str):
            _check_text(path, value)
        elif isinstance(value, int):
            if abs(value) >= _FIRST_TOO_LONG:
                raise TooLarge("{field} is longer than {max_length} characters", field=path, max_length=LONGEST_TEXT)
        elif len(value) > (most := MOST_ENTRIES if isinstance(value, list) else MOST_FIELDS):
            raise TooLarge("{field} has more than {max_length} entries", field=path, max_length=most)


def _check_text(path: str, text: str) -> None:
    if len(text) > LONGEST_TEXT:
        raise TooLarge("{field} is longer than {max_length} characters", field=path, max_length=LONGEST_TEXT)
    if any("\ud800" <= letter <= "\udfff" for letter in text):  # JSON can write it, UTF-8 cannot
        raise BadField("{field} has half a character, which is not text", field=path)


def _parts(request: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Every text, number, list and object within a request, with its path; not by recursion, which has an end."""
    waiting: list[tuple[str, Any]] = [(name, value) for name, value in request.items() if name not in _FREE]
    yield from ((shown(name), name) for name in request)
    while waiting:
        path, value = waiting.pop()
        if not isinstance(value, str | int | list | dict):
            continue
        yield shown(path), value
        if isinstance(value, dict):
            yield from ((shown(path), name) for name in value)
            waiting += ((f"{path}.{name}", inner) for name, inner in value.items())
        elif isinstance(value, list):
            waiting += ((f"{path}[{place}]", inner) for place, inner in enumerate(value))
