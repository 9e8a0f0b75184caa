"""Validates untrusted JSON against a schema, which is a frozen dataclass.

Every problem is reported with its path, such as `cards[2].number`. Types, `Annotated` with annotated-types
(`Interval(1, 9)`, `Len(0, 25)`) and `Check` functions constrain a field. A Refusal from a `Check` or from
`__post_init__` becomes a problem of that field. Numbers and strings are not converted into each other, and unknown
fields are problems unless `extra` is true.

Pydantic does the work because it reports all problems; msgspec stops at the first. Its parser limits the depth of
nesting, and `duo.files.reading` limits the size. This module limits the number of values and problems, because each of
them takes about a hundred times its bytes in memory. Pydantic is imported only when the first text is read.
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
_MAX_VALUES_WITH_ALL_PROBLEMS = 20_000  # in a text with more values, a list reports only its first bad entry
_MAX_PROBLEMS = 50_000  # beyond this, problems are not even listed
_MAX_LISTED_PROBLEMS = 20
_MAX_VALUE_LENGTH = 80
_PYDANTIC_KEY_MARKER = "[key]"  # pydantic appends this to the path of a bad key; the key itself is in the path already


class LimitExceeded(Refusal):
    """The error for a string, list or object that is too large."""


@dataclass(frozen=True)
class Check:
    """Annotation that validates a field with a function. It returns the value to store, or raises a Refusal."""

    function: Callable[[Any], Any]

    def __get_pydantic_core_schema__(self, source: Any, handler: "GetCoreSchemaHandler") -> "CoreSchema":
        from pydantic_core import core_schema

        return core_schema.no_info_after_validator_function(self.function, handler(source))


@dataclass(frozen=True)
class FailFast:
    """Annotation for a long list. Validation stops at its first bad entry instead of reporting every one."""

    def __get_pydantic_core_schema__(self, source: Any, handler: "GetCoreSchemaHandler") -> "CoreSchema":
        return cast("CoreSchema", _make_fail_fast(handler(source)))


def _check_no_control_chars(text: str) -> str:
    if has_control_chars(text):
        raise Refusal("it has a control character")
    return text


PLAIN_TEXT = Check(_check_no_control_chars)  # for text that is shown to people


def pattern_check(pattern: str) -> Check:
    """Return a check that the whole text matches this regular expression."""
    expression = re.compile(pattern)

    def check(text: str) -> str:
        if not expression.fullmatch(text):
            raise Refusal("{value} has the wrong format", value=format_value(text))
        return text

    return Check(check)


def read_json(
    text: str | bytes, schema: type[T], *, where: str = "", extra: bool = False, max_values: int = MAX_VALUES
) -> T:
    """Parse and validate a JSON text. `where` is the start of every problem's path."""
    from pydantic_core import ValidationError

    values = text.count(",") if isinstance(text, str) else text.count(b",")
    if values > max_values:
        raise LimitExceeded("it has more than {most} values; that cannot be right", most=max_values)
    reader = _validator(cast("Any", schema), fail_fast=values > _MAX_VALUES_WITH_ALL_PROBLEMS)
    try:
        value: T = reader.validate_json(text, strict=True, extra="ignore" if extra else "forbid")
    except ValidationError as error:
        problems = _translate_errors(error, where)
    else:
        return value
    # Raise outside the handler and without a cause: pydantic's error refers to the Refusals of our checks, and such a
    # cycle is never collected because pydantic's errors do not support garbage collection.
    raise problems[0] if len(problems) == 1 else Refusals(problems)


def _translate_errors(error: "ValidationError", where: str) -> list[Refusal]:
    """Return pydantic's problems as refusals, at most `_MAX_LISTED_PROBLEMS` of them."""
    if error.error_count() > _MAX_PROBLEMS:
        return [LimitExceeded("it has more than {most} problems; that cannot be right", most=_MAX_PROBLEMS)]
    found = error.errors(include_url=False)
    problems = [problem for detail in found[:_MAX_LISTED_PROBLEMS] for problem in _refusals_from_detail(detail, where)]
    if len(found) > _MAX_LISTED_PROBLEMS:
        problems.append(Refusal("and {count} more problems", count=len(found) - _MAX_LISTED_PROBLEMS))
    return problems


def read_value(value: Any, schema: type[T], *, where: str = "", extra: bool = False) -> T:
    """Validate a parsed value by the rules of `read_json`. The value is converted to JSON text first."""
    return read_json(json.dumps(value, default=str), schema, where=where, extra=extra)


def read_toml(text: str) -> dict[str, Any]:
    """Parse a TOML text without validating it."""
    try:
        parsed = tomllib.loads(text)
        json.dumps(parsed, default=str)  # fails on deep nesting and on huge hexadecimal numbers
    except tomllib.TOMLDecodeError as error:
        raise Refusal("this is not TOML: {reason}", reason=format_value(str(error))) from error
    except (ValueError, RecursionError) as error:
        reason = _("it is nested too deep") if isinstance(error, RecursionError) else _("a number has too many digits")
        raise Refusal("this is not TOML: {reason}", reason=reason) from error
    return parsed


@dataclass(frozen=True, slots=True)
class _Header:
    format: str
    version: int


def check_format(text: str | bytes, format_: str, version: int, *, max_values: int = MAX_VALUES) -> None:
    """Refuse a text of another format or version, without validating the rest."""
    header = read_json(text, _Header, extra=True, max_values=max_values)
    if header.format != format_:
        raise Refusal("this is not a {format} file", format=format_)
    if header.version != version:
        raise Refusal(
            "this file has version {found} of {format}, and this duo reads version {version}",
            found=header.version,
            format=format_,
            version=version,
        )


def format_value(value: object) -> str:
    """Format a value from a file for a message: shortened, without control characters."""
    return printable((value if isinstance(value, str) else repr(value))[:_MAX_VALUE_LENGTH])


@cache
def _validator(schema: Any, *, fail_fast: bool) -> "SchemaValidator":
    from pydantic import TypeAdapter
    from pydantic_core import SchemaValidator

    core_schema = TypeAdapter(schema).core_schema
    return SchemaValidator(cast("CoreSchema", _make_fail_fast(core_schema)) if fail_fast else core_schema)


def _make_fail_fast(schema: Any) -> Any:
    """Return a core schema whose lists, at any depth, stop at their first bad entry."""
    if isinstance(schema, list):
        return [_make_fail_fast(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    changed = {name: _make_fail_fast(part) for name, part in schema.items()}
    return {**changed, "fail_fast": True} if schema.get("type") in _LIST_TYPES else changed


_LIST_TYPES = frozenset({"list", "tuple", "frozenset"})


def _refusals_from_detail(detail: "ErrorDetails", where: str) -> Iterator[Refusal]:
    """Yield a Refusal for each problem in one error detail of pydantic."""
    kind, context, field = detail["type"], detail.get("ctx", {}), _format_field_path(detail["loc"], where)
    if kind == "json_invalid":
        yield Refusal("this is not JSON: {reason}", reason=printable(str(context["error"])))
    elif isinstance(refused := context.get("error"), Refusal):
        for problem in refused.all_problems():
            yield Refusal("{field}: {problem}", field=field, problem=problem) if field else problem
    elif not field:
        yield Refusal("this is not a JSON object")
    else:
        fields = {name: format_value(value).replace(" or ", ", ") for name, value in context.items()}
        fields |= {"field": field, "value": format_value(detail["input"])}
        refusal = LimitExceeded if kind in _TOO_LARGE_ERROR_TYPES else Refusal
        yield refusal(_PROBLEM_SENTENCES.get(kind, _DEFAULT_PROBLEM_SENTENCE), **fields)


_DEFAULT_PROBLEM_SENTENCE = N_("{field} cannot be {value}")
# Sentences by pydantic's error type. Besides `field` and `value`, they may use the error's context.
_PROBLEM_SENTENCES = {
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
    "greater_than_equal": N_("{field} is {value}, but the minimum is {ge}"),
    "less_than_equal": N_("{field} is {value}, but the maximum is {le}"),
    "less_than": N_("{field} is {value}, and must be less than {lt}"),
    "literal_error": N_("{field} is {value}, and may only be {expected}"),
    "enum": N_("{field} is {value}, and may only be {expected}"),
    "string_too_short": N_("{field} is shorter than {min_length} characters"),
    "too_short": N_("{field} has fewer than {min_length} entries"),
    "string_too_long": N_("{field} is longer than {max_length} characters"),
    "too_long": N_("{field} has more than {max_length} entries"),
}
_TOO_LARGE_ERROR_TYPES = frozenset({"string_too_long", "too_long"})


def _format_field_path(location: "tuple[int | str, ...]", where: str) -> str:
    """Format a path: names joined by dots, list indices in brackets."""
    path = where
    for step in location:
        if isinstance(step, int):
            path += f"[{step}]"
        elif step != _PYDANTIC_KEY_MARKER:
            path += f".{format_value(step)}" if path else format_value(step)
    return path
