"""The schemas of the requests: the type, bounds and default of each field."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from annotated_types import Interval, Len

from duo.core.key import SIDE_COUNTS, Colour
from duo.core.mission import MAX_TOKENS
from duo.core.public import Variant
from duo.core.refusal import Refusal
from duo.core.word import BOARD_SIZE, fold, word_problem
from duo.data import LANGUAGES
from duo.files.schema import Check, LimitExceeded, format_value, read_value
from duo.mind.belief.clue_history import ClueMemory

if TYPE_CHECKING:
    from duo.mind.giver.query import ClueQuery
    from duo.mind.guesser.query import GuessQuery

RequestT = TypeVar("RequestT")

MAX_REQUESTED_CLUES = 50
MAX_TEXT_LENGTH = 64
_MAX_ABSOLUTE_NUMBER = 10**MAX_TEXT_LENGTH
MAX_LIST_ENTRIES = 25
MAX_OBJECT_FIELDS = 32
# Fields that every request may have in addition to those of its operation.
_ENVELOPE_FIELDS = frozenset({"id", "op"})
# An id is returned unchanged, and the text of a game has its own bounds. The line length bounds both.
_UNBOUNDED_FIELDS = frozenset({"id", "position", "record"})


class BadField(Refusal):
    """The error for a field of a request that is missing or invalid."""


def _check_word(word: str) -> str:
    if problem := word_problem(word):
        raise problem
    return word


def _check_words_distinct(words: tuple[str, ...]) -> tuple[str, ...]:
    if len({fold(word) for word in words}) < len(words):
        raise Refusal("a word appears twice")
    return words


def _check_clue(clue: str) -> str:
    if not clue.strip():
        raise Refusal("a clue is a word")
    return clue


def _fold_words(colours: dict[str, Colour]) -> dict[str, Colour]:
    return {fold(word): colour for word, colour in colours.items()}


def _check_side(colours: dict[str, Colour]) -> dict[str, Colour]:
    letters = list(colours.values())
    if any(letters.count(colour) != count for colour, count in SIDE_COUNTS.items()):
        raise Refusal("9 words g, 13 words . and 3 words x are expected")
    return colours


Word = Annotated[str, Check(_check_word)]
Words = Annotated[tuple[Word, ...], Check(_check_words_distinct)]
ClueText = Annotated[str, Check(_check_clue)]
Count = Annotated[int, Interval(ge=0, le=BOARD_SIZE)]
Colours = Annotated[dict[Word, Colour], Len(0, BOARD_SIZE), Check(_fold_words)]
Tokens = Annotated[int, Interval(ge=0, le=MAX_TOKENS)]
if TYPE_CHECKING:
    Lang = str
else:
    Lang = Literal[LANGUAGES]
LevelName = Literal["beginner", "regular", "expert"]
StyleName = Literal["careful", "balanced", "bold"]


@dataclass(frozen=True, slots=True)
class EarlierClue:
    """A clue of an earlier turn, with the words that were found and missed in that turn."""

    clue: ClueText
    count: Count
    found: Words = ()
    missed: Words = ()

    def to_memory(self) -> ClueMemory:
        return ClueMemory(self.clue, self.count, self.found, self.missed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    lang: Lang = "en"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRequest(Request):
    """The fields that clue and guess requests share."""

    history: tuple[EarlierClue, ...] = ()
    tokens: Tokens | None = None
    mistakes: Tokens | None = None
    level: LevelName = "expert"

    @property
    def earlier_clues(self) -> tuple[ClueMemory, ...]:
        return tuple(entry.to_memory() for entry in self.history)


@dataclass(frozen=True, slots=True, kw_only=True)
class GuessRequest(TableRequest):
    words: Annotated[Words, Len(1)]
    clue: ClueText | None = None
    count: Count | None = None
    found: Words = ()
    own: Annotated[Colours, Check(_check_side)] | None = None
    seen: Colours = field(default_factory=dict)

    def __post_init__(self) -> None:
        if (self.clue is None) is not (self.count is None):
            missing = "count" if self.count is None else "clue"
            raise Refusal("{field} is missing; a request without clue and count is about sudden death", field=missing)
        if self.clue is None and self.found:
            raise Refusal("found lists words of the clue's turn, but there is no clue")
        if self.clue is not None and self.tokens == 0:
            raise Refusal("without tokens it is sudden death, where no clue is given")
        agents = {word for word, colour in self.seen.items() if colour is Colour.GREEN}
        found = {fold(word) for words in (self.found, *(turn.found for turn in self.history)) for word in words}
        if both := {fold(word) for word in self.words} & (found | agents):
            raise Refusal("{word} is in words and was already found", word=min(both))

    def to_query(self) -> "GuessQuery":
        """The query for the guesser; raises BadField if the table is impossible."""
        from duo.mind.guesser.query import TableDescription, guess_query_from_description

        clue = None if self.clue is None or self.count is None else ClueMemory(self.clue, self.count, self.found)
        table = TableDescription(self.words, clue, self.earlier_clues, self.own, self.seen, self.tokens, self.mistakes)
        try:
            return guess_query_from_description(table)
        except Refusal as refusal:
            raise BadField("{problem}", problem=refusal) from refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class ClueRequest(TableRequest):
    green: Annotated[Words, Len(1)]
    black: Words = ()
    tan: Words = ()
    covered: Words = ()
    top: Annotated[int, Interval(ge=1, le=MAX_REQUESTED_CLUES)] = 5
    style: StyleName = "balanced"
    same: bool = False

    def __post_init__(self) -> None:
        words = self.green + self.tan + self.black
        if len({fold(word) for word in words}) < len(words):
            raise Refusal("{fields}: a word appears twice", fields="green, tan, black")
        if len(words) > BOARD_SIZE:
            raise Refusal("{fields}: at most {most} words lie on a table", fields="green, tan, black", most=BOARD_SIZE)
        if self.tokens == 0:
            raise Refusal("without tokens it is sudden death, where no clue is given")

    def to_query(self) -> "ClueQuery":
        from duo.mind.giver.query import clue_query_from_words

        return clue_query_from_words(
            self.green,
            self.tan,
            self.black,
            earlier_clues=self.earlier_clues,
            covered=len(self.covered),
            tokens=self.tokens,
            mistakes=self.mistakes,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckRequest(Request):
    clue: str
    count: Count | None = None
    words: Words = ()
    meant: Words = ()
    strict: bool = False
    variants: frozenset[Variant] = frozenset()

    @property
    def visible_words(self) -> tuple[str, ...]:
        """The words on the table, including those in `meant`."""
        listed = {fold(word) for word in self.words}
        return (*self.words, *(word for word in self.meant if fold(word) not in listed))


@dataclass(frozen=True, slots=True, kw_only=True)
class DealRequest(Request):
    seed: int | str | None = None


def apply_schema(request: Mapping[str, Any], schema: type[RequestT]) -> RequestT:
    """Return the request as an instance of its schema. Null fields count as missing. Unknown fields are ignored."""
    known = _without_nulls(request)
    if isinstance(history := known.get("history"), list):
        known["history"] = [_without_nulls(entry) if isinstance(entry, dict) else entry for entry in history]
    for name in _ENVELOPE_FIELDS:
        known.pop(name, None)
    try:
        return read_value(known, schema, extra=True)
    except Refusal as refusal:
        kind = (
            LimitExceeded if any(isinstance(problem, LimitExceeded) for problem in refusal.all_problems()) else BadField
        )
        raise kind("{problem}", problem=refusal) from refusal


def unknown_fields(request: Mapping[str, Any], schema: type[Any]) -> list[str]:
    """Return the names of the request's fields that its schema does not have, sorted."""
    known = {field.name for field in fields(schema)} | _ENVELOPE_FIELDS | {"lang"}
    return sorted(name for name, value in request.items() if name not in known and value is not None)


def _without_nulls(request: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in request.items() if value is not None}


def check_request_size(request: Mapping[str, Any]) -> None:
    """Raise LimitExceeded for a text, number, list or object that is too large, and BadField for invalid text."""
    for path, value in _nested_values(request):
        if isinstance(value, str):
            _check_text_length(path, value)
        elif isinstance(value, int):
            if abs(value) >= _MAX_ABSOLUTE_NUMBER:
                raise LimitExceeded(
                    "{field} is longer than {max_length} characters", field=path, max_length=MAX_TEXT_LENGTH
                )
        elif len(value) > (limit := MAX_LIST_ENTRIES if isinstance(value, list) else MAX_OBJECT_FIELDS):
            raise LimitExceeded("{field} has more than {max_length} entries", field=path, max_length=limit)


def _check_text_length(path: str, text: str) -> None:
    if len(text) > MAX_TEXT_LENGTH:
        raise LimitExceeded("{field} is longer than {max_length} characters", field=path, max_length=MAX_TEXT_LENGTH)
    if any("\ud800" <= letter <= "\udfff" for letter in text):  # a lone surrogate: JSON can write it, UTF-8 cannot
        raise BadField("{field} has half of a surrogate pair, which is not valid text", field=path)


def _nested_values(request: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield every text, number, list and object in a request, with its path. Deep nesting causes no recursion."""
    waiting: list[tuple[str, Any]] = [(name, value) for name, value in request.items() if name not in _UNBOUNDED_FIELDS]
    yield from ((format_value(name), name) for name in request)
    while waiting:
        path, value = waiting.pop()
        if not isinstance(value, str | int | list | dict):
            continue
        yield format_value(path), value
        if isinstance(value, dict):
            yield from ((format_value(path), name) for name in value)
            waiting += ((f"{path}.{name}", inner) for name, inner in value.items())
        elif isinstance(value, list):
            waiting += ((f"{path}[{place}]", inner) for place, inner in enumerate(value))
