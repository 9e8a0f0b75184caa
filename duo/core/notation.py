"""The notation of turns: how a clue and its touches are written, and how they are played back."""

import re
from collections.abc import Sequence
from typing import Protocol, Self, TypeVar

from duo.core.key import Seat
from duo.core.mission import Bank
from duo.core.moves import COLOUR_SIGNS, INVALID_SIGN, STOP_SIGN, Clue, Guess, Move, Stop, Touch, Turn
from duo.core.public import Phase
from duo.core.rules import Rule, RuleBroken
from duo.core.word import from_token, printable

SUDDEN_DEATH_PREFIX = "SD:"

_TURN_LINE = re.compile(
    r"(?P<number>[0-9]{1,9})(?P<seat>[A-Z]) (?P<clue>.+?) (?P<count>[^ {}:]+)"
    r"(?P<notes>(?: \{[^{}:]*\}| !)*):(?P<guesses>(?: .*)?)"
)
_CLUE_NOTE = re.compile(r" (?:\{(?P<meant>[^{}]*)\}|(?P<invalid>!))")
_SUDDEN_GUESS = re.compile(r"([AB]):(.*)")


class PlayableTable(Protocol):
    """The part of a Position that `play_line` uses."""

    @property
    def clues(self) -> tuple[Turn, ...]: ...
    @property
    def sudden(self) -> tuple[Touch, ...]: ...
    @property
    def bank(self) -> Bank: ...
    @property
    def phase(self) -> Phase: ...
    def apply(self, move: Move) -> Self: ...


TableT = TypeVar("TableT", bound=PlayableTable)


def format_sudden_death(touches: Sequence[Touch], *, gave_up: bool) -> str:
    guesses = "".join(f" {touch.seat}:{touch}" for touch in touches)
    return f"{SUDDEN_DEATH_PREFIX}{guesses}{f' {STOP_SIGN}' if gave_up else ''}"


def play_line(position: TableT, line: str) -> TableT:
    """The position after one line of a record: a turn such as `3A OCEAN 2: WHALE+ =`, or sudden death."""
    if line.startswith(SUDDEN_DEATH_PREFIX):
        return _play_sudden_death(position, line.removeprefix(SUDDEN_DEATH_PREFIX))
    found = _TURN_LINE.fullmatch(line)
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
    notes = list(_CLUE_NOTE.finditer(found["notes"]))
    meant = [note["meant"] for note in notes if note["meant"] is not None]
    if len(meant) > 1 or len(notes) - len(meant) > 1 or meant == [""]:
        raise RuleBroken(
            "{word}: after the number come at most one {{WORDS MEANT}} and one !", rule=Rule.FORM, word=word
        )
    words = tuple(parse_word(token) for token in _split_tokens(" " + meant[0])) if meant else ()
    invalid = any(note["invalid"] == INVALID_SIGN for note in notes)
    return Clue(Seat(found["seat"]), parse_word(word), int(count), invalid, words)


def _play_sudden_death(position: TableT, guesses: str) -> TableT:
    if position.phase in (Phase.CLUE, Phase.GUESS):
        raise RuleBroken(
            "{word} starts when the bank is empty, but {tokens} tokens are left",
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


def _play_touch(position: TableT, seat: Seat, token: str) -> TableT:
    word, sign = parse_word(token[:-1]), token[-1:]
    if sign not in COLOUR_SIGNS.values() or not word:
        raise RuleBroken("{word} has none of the marks + ~ #", rule=Rule.MARK, word=token)
    in_turn = position.phase is Phase.GUESS
    position = position.apply(Guess(seat, word))
    touch = position.clues[-1].touches[-1] if in_turn else position.sudden[-1]
    if COLOUR_SIGNS[touch.colour] != sign:
        raise RuleBroken(
            "{word} is marked {sign}, but on the side of {other} it is {due}",
            rule=Rule.MARK,
            word=touch.word,
            sign=sign,
            other=seat.other,
            due=COLOUR_SIGNS[touch.colour],
        )
    return position


def parse_word(token: str) -> str:
    """Return the word of a token. Raises RuleBroken for a `_` that does not join two parts, as in `_YORK`."""
    word = from_token(token)
    if token and not all(word.split(" ")):
        raise RuleBroken("{word}: a _ stands for the blank between two parts of a word", rule=Rule.FORM, word=token)
    return word


def _split_tokens(text: str) -> list[str]:
    """Split the text after a colon at its single blanks."""
    if not text:
        return []
    first, *tokens = text.split(" ")
    if first or not all(tokens):
        raise RuleBroken("{word}: one blank separates the parts of a line", rule=Rule.FORM, word=text.strip())
    return tokens
