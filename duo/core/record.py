"""Read a `.duo` record, and check every header, seat, mark, number and rule."""

import re
from collections.abc import Callable, Iterator

from duo.core.key import KeyCard
from duo.core.mission import Mission
from duo.core.notation import SUDDEN_DEATH_PREFIX, parse_word, play_line
from duo.core.position import Position, parse_variants
from duo.core.public import Outcome
from duo.core.refusal import Refusal, Refusals, add_line_number
from duo.core.rules import Rule, RuleBroken
from duo.core.word import board_problems, has_control_chars, printable

RECORD_VERSION = "1"
UNFINISHED_RESULT = "*"
REQUIRED_HEADERS = ("Duo", "Mission", "Words", "Key", "Result")
HEADER_NAME = re.compile(r"[^\W\d_][\w.-]{0,39}")

Headers = tuple[tuple[str, str], ...]

# A game has at most eleven turns, so no record is longer than this.
MAX_RECORD_LENGTH = 1 << 16
MAX_LINE_LENGTH = 1 << 12

_HEADER_LINE = re.compile(rf'\[({HEADER_NAME.pattern}) "([^"]*)"\]')
_UNIQUE_HEADERS = (*REQUIRED_HEADERS, "Lang", "Variants", "Undone")
_RESULTS = (*Outcome, UNFINISHED_RESULT)


class RecordBroken(Refusal):
    """The error for an invalid record. `line`, `rule` and `word` say where and why."""

    def __init__(self, template: str, /, *, line: int, problem: RuleBroken) -> None:
        super().__init__(template, line=line, rule=problem.rule, word=problem.word, problem=problem)
        self.line = line
        self.rule = problem.rule
        self.word = problem.word


def parse_record(text: str) -> tuple[Headers, Position, bool]:
    """Return the headers of a record, its last position, and whether its last line is `SD:` without a guess.

    Raises RecordBroken, or Refusals with every problem of the headers.
    """
    lines = _split_lines(text)
    headers = _read_headers(lines)
    position = _start_position(headers, end_line=len(headers) + 1)
    for number, line in enumerate(lines[len(headers) + 1 :], start=len(headers) + 2):
        with add_line_number(number, RuleBroken, _make_record_error):
            position = play_line(position, line)
    _check_result(headers, position)
    return headers, position, lines[-1] == SUDDEN_DEATH_PREFIX


def _make_record_error(line: int, problem: RuleBroken) -> RecordBroken:
    if problem.word in str(problem):
        return RecordBroken("line {line}, rule {rule}: {problem}", line=line, problem=problem)
    return RecordBroken("line {line}, rule {rule}: {word}: {problem}", line=line, problem=problem)


def _split_lines(text: str) -> list[str]:
    if len(text) > MAX_RECORD_LENGTH:
        raise Refusal("a record has at most {most} characters", most=MAX_RECORD_LENGTH)
    lines = text.replace("\r\n", "\n").split("\n")
    for number, line in enumerate(lines, start=1):
        with add_line_number(number, RuleBroken, _make_record_error):
            if len(line) > MAX_LINE_LENGTH:
                raise RuleBroken(
                    "{word} … is longer than {most} characters", rule=Rule.FORM, word=line[:20], most=MAX_LINE_LENGTH
                )
            if has_control_chars(line):
                raise RuleBroken("{word} has a control character", rule=Rule.FORM, word=line)
    lines = [line.rstrip(" ") for line in lines]
    while lines and not lines[-1]:
        lines.pop()
    return lines


# Headers


def _read_headers(lines: list[str]) -> Headers:
    headers: list[tuple[str, str]] = []
    for number, line in enumerate(lines, start=1):
        if not line:
            break
        with add_line_number(number, RuleBroken, _make_record_error):
            found = _HEADER_LINE.fullmatch(line)
            if not found:
                raise RuleBroken(
                    '{word} is not a header such as [Result "won"]; one blank line ends the headers',
                    rule=Rule.HEADER,
                    word=line,
                )
            headers.append((found[1], found[2]))
    return tuple(headers)


def _start_position(headers: Headers, end_line: int) -> Position:
    """Return the position before the first move. Raises every problem of the headers.

    A missing header is reported at `end_line`, the line after the last header.
    """
    errors = list(_header_count_errors(headers, end_line))
    parts: dict[str, object] = {"Variants": frozenset()}
    for line, (name, value) in enumerate(headers, start=1):
        if name not in _HEADER_PARSERS:
            continue
        rule, reader = _HEADER_PARSERS[name]
        try:
            parts[name] = reader(value)
        except Refusal as refusal:
            problems = refusal.problems if isinstance(refusal, Refusals) else (refusal,)
            errors += (_make_record_error(line, _make_header_error(name, rule, problem)) for problem in problems)
    if errors:
        raise errors[0] if len(errors) == 1 else Refusals(errors)
    return Position.start(parts["Words"], parts["Key"], parts["Mission"], parts["Variants"])  # type: ignore[arg-type]


def _make_header_error(name: str, rule: Rule, problem: Refusal) -> RuleBroken:
    return RuleBroken("{word}: {problem}", rule=rule, word=name, problem=problem)


def _header_count_errors(headers: Headers, end_line: int) -> Iterator[RecordBroken]:
    names = [name for name, _ in headers]
    for line, name in enumerate(names, start=1):
        if name in _UNIQUE_HEADERS and name in names[: line - 1]:
            yield _make_record_error(line, RuleBroken("the header {word} appears twice", rule=Rule.HEADER, word=name))
    for name in REQUIRED_HEADERS:
        if name not in names:
            yield _make_record_error(end_line, RuleBroken("the header {word} is missing", rule=Rule.HEADER, word=name))


def _check_version(value: str) -> None:
    if value != RECORD_VERSION:
        raise Refusal(
            "this record is of version {version}, and only version 1 can be read", version=printable(value[:20])
        )


def _parse_words(value: str) -> tuple[str, ...]:
    words = tuple(parse_word(token) for token in value.split(" ") if token)
    if problems := board_problems(words):
        raise Refusals(problems)
    return words


def _check_known_result(value: str) -> None:
    if value not in _RESULTS:
        raise Refusal("{value} is none of {known}", value=printable(value[:40]), known=" ".join(_RESULTS))


def _check_undo_count(value: str) -> None:
    if not (value.isascii() and value.isdigit() and len(value) < 7):
        raise Refusal("{value} is not a number of moves", value=printable(value[:40]))


_HEADER_PARSERS: dict[str, tuple[Rule, Callable[[str], object]]] = {
    "Duo": (Rule.HEADER, _check_version),
    "Mission": (Rule.MISSION, Mission.parse),
    "Words": (Rule.ON_THE_TABLE, _parse_words),
    "Key": (Rule.KEY, KeyCard.parse),
    "Variants": (Rule.VARIANT, lambda value: parse_variants(value.split())),
    "Result": (Rule.RESULT, _check_known_result),
    "Undone": (Rule.HEADER, _check_undo_count),
}


def _check_result(headers: Headers, position: Position) -> None:
    expected = position.outcome() or UNFINISHED_RESULT
    for line, (name, value) in enumerate(headers, start=1):
        if name == "Result" and value != expected:
            raise _make_record_error(
                line,
                RuleBroken(
                    "Result says {word}, but by its moves the game is {due}", rule=Rule.RESULT, word=value, due=expected
                ),
            )
