"""Reading a `.duo` record: every header, seat, mark, number and rule is checked on the way."""

import re
from collections.abc import Callable, Iterator

from duo.core.game import HEADER_NAME, REQUIRED_HEADERS, SUDDEN_DEATH_PREFIX, UNFINISHED, VERSION, Game, Headers
from duo.core.key import KeyCard, Seat
from duo.core.mission import Mission
from duo.core.moves import INVALID_SIGN, SIGNS, STOP_SIGN, Clue, Guess, Stop
from duo.core.position import Position, parse_variants
from duo.core.public import Outcome, Phase
from duo.core.refusal import Refusal, Refusals, add_line_number
from duo.core.rules import Rule, RuleBroken
from duo.core.word import board_problems, from_token, has_control_chars, printable

__all__ = ["Game", "RecordBroken", "read"]

# A game has at most eleven turns; a record that is longer than this is something else.
MAX_RECORD_LENGTH = 1 << 16
MAX_LINE_LENGTH = 1 << 12

_HEADER = re.compile(rf'\[({HEADER_NAME.pattern}) "([^"]*)"\]')
_TURN = re.compile(
    r"(?P<number>[0-9]{1,9})(?P<seat>[A-Z]) (?P<clue>.+?) (?P<count>[^ {}:]+)"
    r"(?P<notes>(?: \{[^{}:]*\}| !)*):(?P<guesses>(?: .*)?)"
)
_NOTE = re.compile(r" (?:\{(?P<meant>[^{}]*)\}|(?P<invalid>!))")
_SUDDEN_GUESS = re.compile(r"([AB]):(.*)")
_UNIQUE_HEADERS = (*REQUIRED_HEADERS, "Lang", "Variants", "Undone")
_RESULTS = (*Outcome, UNFINISHED)


class RecordBroken(Refusal):
    """A record that does not fit: in which line, by which rule and at which word."""

    def __init__(self, template: str, /, *, line: int, problem: RuleBroken) -> None:
        super().__init__(template, line=line, rule=problem.rule, word=problem.word, problem=problem)
        self.line = line
        self.rule = problem.rule
        self.word = problem.word


def read(text: str) -> Game:
    """The game of a record; raises RecordBroken, or Refusals with all that is wrong with the headers."""
    lines = _split_lines(text)
    headers = _read_headers(lines)
    position = _start_position(headers, end_line=len(headers) + 1)
    for number, line in enumerate(lines[len(headers) + 1 :], start=len(headers) + 2):
        with add_line_number(number, RuleBroken, _record_error):
            position = _play_line(position, line)
    _check_result(headers, position)
    return Game(headers, position, sudden_death_announced=lines[-1] == SUDDEN_DEATH_PREFIX)


def _record_error(line: int, problem: RuleBroken) -> RecordBroken:
    if problem.word in str(problem):
        return RecordBroken("line {line}, rule {rule}: {problem}", line=line, problem=problem)
    return RecordBroken("line {line}, rule {rule}: {word}: {problem}", line=line, problem=problem)


def _split_lines(text: str) -> list[str]:
    if len(text) > MAX_RECORD_LENGTH:
        raise Refusal("a record has at most {most} characters", most=MAX_RECORD_LENGTH)
    lines = text.replace("\r\n", "\n").split("\n")
    for number, line in enumerate(lines, start=1):
        with add_line_number(number, RuleBroken, _record_error):
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
        with add_line_number(number, RuleBroken, _record_error):
            found = _HEADER.fullmatch(line)
            if not found:
                raise RuleBroken(
                    '{word} is not a header such as [Result "won"]; one blank line ends the headers',
                    rule=Rule.HEADER,
                    word=line,
                )
            headers.append((found[1], found[2]))
    return tuple(headers)


def _start_position(headers: Headers, end_line: int) -> Position:
    """The laid table that the headers tell; every fault of theirs is named, the missing ones after the last line."""
    faults = list(_repeated_or_missing(headers, end_line))
    parts: dict[str, object] = {"Variants": frozenset()}
    for line, (name, value) in enumerate(headers, start=1):
        if name not in _HEADER_PARSERS:
            continue
        rule, reader = _HEADER_PARSERS[name]
        try:
            parts[name] = reader(value)
        except Refusal as refusal:
            problems = refusal.problems if isinstance(refusal, Refusals) else (refusal,)
            faults += (_record_error(line, _header_error(name, rule, problem)) for problem in problems)
    if faults:
        raise faults[0] if len(faults) == 1 else Refusals(faults)
    return Position.start(parts["Words"], parts["Key"], parts["Mission"], parts["Variants"])  # type: ignore[arg-type]


def _header_error(name: str, rule: Rule, problem: Refusal) -> RuleBroken:
    return RuleBroken("{word}: {problem}", rule=rule, word=name, problem=problem)


def _repeated_or_missing(headers: Headers, end_line: int) -> Iterator[RecordBroken]:
    names = [name for name, _ in headers]
    for line, name in enumerate(names, start=1):
        if name in _UNIQUE_HEADERS and name in names[: line - 1]:
            yield _record_error(line, RuleBroken("the header {word} appears twice", rule=Rule.HEADER, word=name))
    for name in REQUIRED_HEADERS:
        if name not in names:
            yield _record_error(end_line, RuleBroken("the header {word} is missing", rule=Rule.HEADER, word=name))


def _check_version(value: str) -> None:
    if value != VERSION:
        raise Refusal(
            "this record is of version {version}, and only version 1 can be read", version=printable(value[:20])
        )


def _parse_words(value: str) -> tuple[str, ...]:
    words = tuple(_parse_word(token) for token in value.split(" ") if token)
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
    due = position.outcome() or UNFINISHED
    for line, (name, told) in enumerate(headers, start=1):
        if name == "Result" and told != due:
            raise _record_error(
                line,
                RuleBroken(
                    "Result says {word}, and by its moves the game is {due}", rule=Rule.RESULT, word=told, due=due
                ),
            )


# Moves


def _play_line(position: Position, line: str) -> Position:
    if line.startswith(SUDDEN_DEATH_PREFIX):
        return _play_sudden_death(position, line.removeprefix(SUDDEN_DEATH_PREFIX))
    found = _TURN.fullmatch(line)
    if not found:
        raise RuleBroken(
            "{word} is neither a turn such as 3A OCEAN 2: WHALE+ CASTLE+ = nor an SD: line", rule=Rule.FORM, word=line
        )
    position = position.apply(_parse_clue(found, turn_number=len(position.clues) + 1))
    guesser = position.clues[-1].guesser
    for token in _split_tokens(found["guesses"]):
        if position.phase in (Phase.CLUE, Phase.SUDDEN_DEATH):
            raise RuleBroken("{word}: the turn has ended before it", rule=Rule.TURN_ENDED, word=token.rstrip("+~#"))
        position = position.apply(Stop(guesser)) if token == STOP_SIGN else _play_touch(position, guesser, token)
    return position


def _parse_clue(found: re.Match[str], turn_number: int) -> Clue:
    word, count = found["clue"], found["count"]
    if found["number"] != str(turn_number):
        raise RuleBroken(
            "{word}: this is turn {due}, not {number}",
            rule=Rule.TURN_NUMBER,
            word=word,
            due=turn_number,
            number=found["number"],
        )
    if found["seat"] not in tuple(Seat):
        raise RuleBroken("{word}: there is no seat {seat}", rule=Rule.FORM, word=word, seat=found["seat"])
    if " " in word:
        raise RuleBroken("{word}: a clue is one word", rule=Rule.ONE_WORD, word=word)
    if not re.fullmatch(r"0|[1-9][0-9]?", count):
        raise RuleBroken(
            "{word}: a clue's number is from 1 to 25, not {count}",
            rule=Rule.COUNT,
            word=word,
            count=printable(count[:20]),
        )
    notes = list(_NOTE.finditer(found["notes"]))
    meant = [note["meant"] for note in notes if note["meant"] is not None]
    if len(meant) > 1 or len(notes) - len(meant) > 1 or meant == [""]:
        raise RuleBroken(
            "{word}: after the number come at most one {{WORDS MEANT}} and one !", rule=Rule.FORM, word=word
        )
    words = tuple(_parse_word(token) for token in _split_tokens(" " + meant[0])) if meant else ()
    invalid = any(note["invalid"] == INVALID_SIGN for note in notes)
    return Clue(Seat(found["seat"]), _parse_word(word), int(count), invalid, words)


def _play_sudden_death(position: Position, guesses: str) -> Position:
    if position.phase in (Phase.CLUE, Phase.GUESS):
        raise RuleBroken(
            "{word} starts when the bank is empty, and {tokens} are left in it",
            rule=Rule.SUDDEN_DEATH,
            word=SUDDEN_DEATH_PREFIX,
            tokens=position.bank.tokens,
        )
    if position.phase is Phase.OVER and not position.sudden:
        raise RuleBroken("The game is over, nothing may follow", rule=Rule.OVER, word=SUDDEN_DEATH_PREFIX)
    if position.sudden:
        raise RuleBroken("{word} is written in one line", rule=Rule.FORM, word=SUDDEN_DEATH_PREFIX)
    for token in _split_tokens(guesses):
        found = _SUDDEN_GUESS.fullmatch(token)
        if token == STOP_SIGN:
            position = position.apply(Stop(Seat.A))
        elif found:
            position = _play_touch(position, Seat(found[1]), found[2])
        else:
            raise RuleBroken(
                "{word}: in sudden death a word carries the seat that guesses, such as A:WHALE+",
                rule=Rule.FORM,
                word=token,
            )
    return position


def _play_touch(position: Position, seat: Seat, token: str) -> Position:
    word, sign = _parse_word(token[:-1]), token[-1:]
    if sign not in SIGNS.values() or not word:
        raise RuleBroken("{word} carries none of the marks + ~ #", rule=Rule.MARK, word=token)
    in_turn = position.phase is Phase.GUESS
    position = position.apply(Guess(seat, word))
    touch = position.clues[-1].touches[-1] if in_turn else position.sudden[-1]
    if SIGNS[touch.colour] != sign:
        raise RuleBroken(
            "{word} is marked {sign}, and by the side of {other} it is {due}",
            rule=Rule.MARK,
            word=touch.word,
            sign=sign,
            other=seat.other,
            due=SIGNS[touch.colour],
        )
    return position


def _parse_word(token: str) -> str:
    """The word of a token; a `_` that joins nothing would be lost when the record is written again."""
    word = from_token(token)
    if token and not all(word.split(" ")):
        raise RuleBroken("{word}: a _ stands for the blank between two parts of a word", rule=Rule.FORM, word=token)
    return word


def _split_tokens(text: str) -> list[str]:
    """What stands after a colon, each part with one blank before it."""
    if not text:
        return []
    first, *tokens = text.split(" ")
    if first or not all(tokens):
        raise RuleBroken("{word}: one blank separates the parts of a line", rule=Rule.FORM, word=text.strip())
    return tokens
