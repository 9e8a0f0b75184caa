"""JSON that somebody else wrote, read by a schema: a frozen dataclass whose types say what each field may be.

Everything is checked and every problem is told with its path, such as `cards[2].number`. The schema says what is
allowed with `Annotated` and annotated-types (`Interval(1, 9)`, `Len(0, 25)`), and with `Check` what only a function
can tell; a Refusal that the function or `__post_init__` raises is a problem of that place. Numbers and texts are not
converted into each other, and a field that the schema lacks is a problem unless `extra` is true.

Pydantic does the work, as it reports all problems where msgspec stops at the first. Its parser is bounded in depth;
how much is read at all is bounded by `reading`, and how many values a text may have here, as each costs a hundred times
its bytes, and each of its problems as much again. It is imported when the first text is read, not before.
"""

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, cast

from duo.core.refusal import Refusal, Refusals
from duo.core.word import has_control_chars, printable
from duo.text import N_, _

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema, ErrorDetails, SchemaValidator, ValidationError

T = TypeVar("T")
MAX_VALUES = 500_000
_FAIL_FAST_VALUES = 20_000  # of so many, a list tells its first bad entry only: garbage would be a problem an entry
_MAX_PROBLEMS = 50_000  # that are looked at to tell the first of them
_MAX_LISTED_PROBLEMS = 20
_MAX_VALUE_LENGTH = 80
_KEY = "[key]"  # how pydantic tells that the name of an entry is meant, which stands in the path already


class LimitExceeded(Refusal):
    """A text, a list or an object with more in it than it may have."""


@dataclass(frozen=True)
class Check:
    """Part of a schema: a function that returns the value, changed or not, or refuses it."""

    function: Callable[[Any], Any]

    def __get_pydantic_core_schema__(self, source: Any, handler: "GetCoreSchemaHandler") -> "CoreSchema":
        from pydantic_core import core_schema

        return core_schema.no_info_after_validator_function(self.function, handler(source))


@dataclass(frozen=True)
class FailFast:
    """Part of a schema: a long list whose first bad entry is told alone, as garbage would be a problem an entry."""

    def __get_pydantic_core_schema__(self, source: Any, handler: "GetCoreSchemaHandler") -> "CoreSchema":
        return cast("CoreSchema", _make_fail_fast(handler(source)))


def _check_plain(text: str) -> str:
    if has_control_chars(text):
        raise Refusal("it has a control character")
    return text


PLAIN_TEXT = Check(_check_plain)  # of a text that terminals and people are to see


def pattern_check(pattern: str) -> Check:
    """A check that the whole text is written in this way."""
    known = re.compile(pattern)

    def check(text: str) -> str:
        if not known.fullmatch(text):
            raise Refusal("{value} is not written as it should be", value=format_value(text))
        return text

    return Check(check)


def read_json(
    text: str | bytes, schema: type[T], *, where: str = "", extra: bool = False, max_values: int = MAX_VALUES
) -> T:
    """The value that the text tells; `where` begins the path of every problem."""
    from pydantic_core import ValidationError

    values = text.count(",") if isinstance(text, str) else text.count(b",")
    if values > max_values:
        raise LimitExceeded("it has more than {most} values; that cannot be right", most=max_values)
    reader = _validator(cast("Any", schema), fail_fast=values > _FAIL_FAST_VALUES)
    try:
        value: T = reader.validate_json(text, strict=True, extra="ignore" if extra else "forbid")
    except ValidationError as error:
        problems = _translate_errors(error, where)
    else:
        return value
    # Not within the handler, nor with the error as a cause: it holds the Refusals of our checks, and such a circle is
    # never collected, as pydantic's errors do not tell the collector what they hold.
    raise problems[0] if len(problems) == 1 else Refusals(problems)


def _translate_errors(error: "ValidationError", where: str) -> list[Refusal]:
    """The problems in our words, the first of them if they are many."""
    if error.error_count() > _MAX_PROBLEMS:
        return [LimitExceeded("it has more than {most} problems; that cannot be right", most=_MAX_PROBLEMS)]
    found = error.errors(include_url=False)
    problems = [problem for detail in found[:_MAX_LISTED_PROBLEMS] for problem in _problems(detail, where)]
    if len(found) > _MAX_LISTED_PROBLEMS:
        problems.append(Refusal("and {count} problems more", count=len(found) - _MAX_LISTED_PROBLEMS))
    return problems


def read_value(value: Any, schema: type[T], *, where: str = "", extra: bool = False) -> T:
    """The same for a value that was read already; it passes through JSON so that the same rules judge it."""
    return read_json(json.dumps(value, default=str), schema, where=where, extra=extra)


def read_toml(text: str) -> dict[str, Any]:
    """What a TOML text tells, with nothing of it checked yet; one that is nested too deep is refused."""
    try:
        told = tomllib.loads(text)
        json.dumps(told, default=str)  # a number of thousands of digits can be read in hexadecimal, but not written
    except tomllib.TOMLDecodeError as error:
        raise Refusal("this is not TOML: {reason}", reason=format_value(str(error))) from error
    except (ValueError, RecursionError) as error:
        reason = _("it is nested too deep") if isinstance(error, RecursionError) else _("a number has too many digits")
        raise Refusal("this is not TOML: {reason}", reason=reason) from error
    return told


@dataclass(frozen=True, slots=True)
class _Header:
    format: str
    version: int


def check_format(text: str | bytes, format_: str, version: int, *, max_values: int = MAX_VALUES) -> None:
    """Refuse a text that is not of this format and version, before anything else of it is looked at."""
    found = read_json(text, _Header, extra=True, max_values=max_values)
    if found.format != format_:
        raise Refusal("this is not a {format} file", format=format_)
    if found.version != version:
        raise Refusal(
            "this file has version {found} of {format}, and this duo reads version {version}",
            found=found.version,
            format=format_,
            version=version,
        )


def format_value(value: object) -> str:
    """Something out of a file as a message may show it."""
    return printable((value if isinstance(value, str) else repr(value))[:_MAX_VALUE_LENGTH])


@cache
def _validator(schema: Any, *, fail_fast: bool) -> "SchemaValidator":
    from pydantic import TypeAdapter
    from pydantic_core import SchemaValidator

    known = TypeAdapter(schema).core_schema
    return SchemaValidator(cast("CoreSchema", _make_fail_fast(known)) if fail_fast else known)


def _make_fail_fast(schema: Any) -> Any:
    """A schema of pydantic's whose lists, however deep, stop at their first bad entry."""
    if isinstance(schema, list):
        return [_make_fail_fast(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    changed = {name: _make_fail_fast(part) for name, part in schema.items()}
    return {**changed, "fail_fast": True} if schema.get("type") in _LIST_TYPES else changed


_LIST_TYPES = frozenset({"list", "tuple", "frozenset"})


def _problems(detail: "ErrorDetails", where: str) -> Iterator[Refusal]:
    """What is wrong in one place, in our words."""
    kind, told, field = detail["type"], detail.get("ctx", {}), _path(detail["loc"], where)
    if kind == "json_invalid":
        yield Refusal("this is not JSON: {reason}", reason=printable(str(told["error"])))
    elif isinstance(refused := told.get("error"), Refusal):
        for problem in refused.all_problems():
            yield Refusal("{field}: {problem}", field=field, problem=problem) if field else problem
    elif not field:
        yield Refusal("this is not a JSON object")
    else:
        told = {name: format_value(value).replace(" or ", ", ") for name, value in told.items()}
        refusal = LimitExceeded if kind in _TOO_LARGE else Refusal
        yield refusal(
            _SENTENCES.get(kind, _OTHER_PROBLEM), **{**told, "field": field, "value": format_value(detail["input"])}
        )


_OTHER_PROBLEM = N_("{field} cannot be {value}")
# By pydantic's name for a problem; beside `field` and `value` a sentence has what pydantic tells of it.
_SENTENCES = {
    "missing": N_("{field} is missing"),
    "unexpected_keyword_argument": N_("{field} is not known here; it may be misspelt"),
    "int_type": N_("{field} is not a whole number: {value}"),
    "int_from_float": N_("{field} is not a whole number: {value}"),
    "float_type": N_("{field} is not a number: {value}"),
    "string_type": N_("{field} is not a text: {value}"),
    "bool_type": N_("{field} is neither true nor false: {value}"),
    "tuple_type": N_("{field} is not a list: {value}"),
    "frozen_set_type": N_("{field} is not a list: {value}"),
    "dict_type": N_("{field} is not an object: {value}"),
    "dataclass_type": N_("{field} is not an object: {value}"),
    "greater_than_equal": N_("{field} is {value}, and the least is {ge}"),
    "less_than_equal": N_("{field} is {value}, and the most is {le}"),
    "less_than": N_("{field} is {value}, and must be less than {lt}"),
    "literal_error": N_("{field} is {value}, and may only be {expected}"),
    "enum": N_("{field} is {value}, and may only be {expected}"),
    "string_too_short": N_("{field} is shorter than {min_length} characters"),
    "too_short": N_("{field} has fewer than {min_length} entries"),
    "string_too_long": N_("{field} is longer than {max_length} characters"),
    "too_long": N_("{field} has more than {max_length} entries"),
}
_TOO_LARGE = frozenset({"string_too_long", "too_long"})


def _path(places: "tuple[int | str, ...]", where: str) -> str:
    """Where a problem is: names joined by dots, places of a list in brackets."""
    path = where
    for place in places:
        if isinstance(place, int):
            path += f"[{place}]"
        elif place != _KEY:
            path += f".{format_value(place)}" if path else format_value(place)
    return path
