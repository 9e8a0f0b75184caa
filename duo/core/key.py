"""The key card: its pattern, its text form and its number.

A card is two sides of 25 letters in table order. Every valid card has one number, its rank among all cards
in a fixed lexicographic order, so that a printed number names its card for ever.
"""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import factorial, prod
from typing import Self

from duo.core.refusal import Refusal, Refusals
from duo.core.word import printable

CELLS = 25
ROW_LENGTH = 5


class Seat(StrEnum):
    A = "A"
    B = "B"

    @property
    def other(self) -> "Seat":
        return Seat.B if self is Seat.A else Seat.A


class Colour(StrEnum):
    GREEN = "g"
    BYSTANDER = "."
    ASSASSIN = "x"


# How often each pair (colour for A, colour for B) occurs on a card, in the order that ranks the cards.
PATTERN: Mapping[str, int] = {
    "gg": 3,
    "g.": 5,
    "gx": 1,
    ".g": 5,
    "..": 7,
    ".x": 1,
    "xg": 1,
    "x.": 1,
    "xx": 1,
}
SIDE_COUNTS: Mapping[Colour, int] = {Colour.GREEN: 9, Colour.BYSTANDER: 13, Colour.ASSASSIN: 3}
AGENTS_PER_SIDE = SIDE_COUNTS[Colour.GREEN]
ASSASSINS_PER_SIDE = SIDE_COUNTS[Colour.ASSASSIN]
SHARED_AGENTS = PATTERN["gg"]  # words that are agents on both sides
CARD_COUNT = factorial(CELLS) // prod(factorial(count) for count in PATTERN.values())

_CROCKFORD_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_CHECK_SYMBOLS = _CROCKFORD_DIGITS + "*~$=U"
_CODE_DIGIT_COUNT = 11
_MAX_NUMBER_DIGITS = len(str(CARD_COUNT))
_LOOKALIKE_DIGITS = str.maketrans({"I": "1", "L": "1", "O": "0"})


@dataclass(frozen=True, slots=True)
class KeyCard:
    """A valid key card; raises Refusals for sides that break the pattern."""

    a: str
    b: str

    def __post_init__(self) -> None:
        if problems := side_problems(self.a, self.b):
            raise Refusals(problems)

    @classmethod
    def parse(cls, text: str) -> Self:
        """A card from its text form, `HALF HALF`."""
        a, b = split_sides(text)
        return cls(a, b)

    @classmethod
    def from_number(cls, number: int) -> Self:
        if not 0 <= number < CARD_COUNT:
            raise Refusal(
                "there is no card number {number}: they run from 0 to {last}", number=number, last=CARD_COUNT - 1
            )
        left = dict(PATTERN)
        ways, pairs = CARD_COUNT, []
        for cells in range(CELLS, 0, -1):
            for pair, count in left.items():
                block = ways * count // cells
                if number < block:
                    pairs.append(pair)
                    break
                number -= block
            ways = block
            left[pairs[-1]] -= 1
        return cls("".join(pair[0] for pair in pairs), "".join(pair[1] for pair in pairs))

    @classmethod
    def from_code(cls, code: str) -> Self:
        """A card from the 12 characters printed on it, with blanks or hyphens anywhere between them."""
        return cls.from_number(_number_from_code(code))

    @classmethod
    def parse_any(cls, text: str) -> Self:
        """A card from any of its forms: the 12 characters, the plain number or the text form."""
        if "/" in text:
            return cls.parse(text)
        plain = "".join(text.split())
        if plain.isascii() and plain.isdecimal() and _CODE_DIGIT_COUNT + 1 != len(plain) <= _MAX_NUMBER_DIGITS:
            return cls.from_number(int(plain))
        return cls.from_code(text)

    read = parse_any  # the name in 0.2, kept for bots

    @property
    def number(self) -> int:
        left = dict(PATTERN)
        ways, rank = CARD_COUNT, 0
        for cells, pair in zip(range(CELLS, 0, -1), self.pairs(), strict=True):
            for smaller, count in left.items():
                block = ways * count // cells
                if smaller == pair:
                    break
                rank += block
            ways = block
            left[pair] -= 1
        return rank

    @property
    def code(self) -> str:
        """The card's number in Crockford's base 32, with its check symbol."""
        number = self.number
        digits = (_CROCKFORD_DIGITS[number >> 5 * place & 31] for place in reversed(range(_CODE_DIGIT_COUNT)))
        return "".join(digits) + _CHECK_SYMBOLS[number % len(_CHECK_SYMBOLS)]

    def pairs(self) -> Iterator[str]:
        return (a + b for a, b in zip(self.a, self.b, strict=True))

    def side(self, seat: Seat) -> str:
        return self.a if seat is Seat.A else self.b

    def placements(self) -> "tuple[KeyCard, KeyCard, KeyCard, KeyCard]":
        """The four ways to put down the card: as it is, rotated by 180 degrees, with sides swapped, and both."""
        a, b = self.a, self.b
        return self, KeyCard(a[::-1], b[::-1]), KeyCard(b, a), KeyCard(b[::-1], a[::-1])

    def __str__(self) -> str:
        return f"{format_side(self.a)} {format_side(self.b)}"


def deal(rng: random.Random) -> KeyCard:
    """A card drawn uniformly from all cards."""
    return KeyCard.from_number(rng.randrange(CARD_COUNT))


def split_sides(text: str) -> tuple[str, str]:
    """The two sides in a card's text form. The pattern is not checked."""
    parts = text.split()
    if len(parts) != 2:
        raise Refusal("a card is written as two halves with a blank between, not {count}", count=len(parts))
    problems = []
    for seat, half in zip(Seat, parts, strict=True):
        rows = half.split("/")
        if len(rows) != ROW_LENGTH or any(len(row) != ROW_LENGTH for row in rows):
            problems.append(
                Refusal(
                    "side {seat}: a half is 5 rows of 5 letters joined by /, not {half}",
                    seat=seat,
                    half=printable(half[:60]),
                )
            )
    if problems:
        raise Refusals(problems)
    a, b = (half.replace("/", "") for half in parts)
    return a, b


def side_problems(a: str, b: str) -> list[Refusal]:
    """Every problem of a card with these two sides: letters, size, counts, overlaps."""
    problems = []
    for seat, side in zip(Seat, (a, b), strict=True):
        if len(side) != CELLS:
            problems.append(Refusal("side {seat} must have 25 cells, not {count}", seat=seat, count=len(side)))
        for place, letter in enumerate(side[:CELLS]):
            if letter not in SIDE_COUNTS:
                problems.append(
                    Refusal(
                        "side {seat}, row {row}, column {column}: {letter} is none of g . x",
                        seat=seat,
                        row=place // ROW_LENGTH + 1,
                        column=place % ROW_LENGTH + 1,
                        letter=printable(letter),
                    )
                )
    if problems:
        return problems
    return [*_count_problems(a, b), *_overlap_problems(a, b)]


def _count_problems(a: str, b: str) -> Iterator[Refusal]:
    for seat, side in zip(Seat, (a, b), strict=True):
        for colour, expected in SIDE_COUNTS.items():
            if (count := side.count(colour)) != expected:
                yield Refusal(
                    "side {seat} must have {due} cells {colour}, not {count}",
                    seat=seat,
                    count=count,
                    colour=colour,
                    due=expected,
                )


def _overlap_problems(a: str, b: str) -> Iterator[Refusal]:
    counts = Counter(map("".join, zip(a, b, strict=True)))
    for pair, expected in PATTERN.items():
        if counts[pair] != expected:
            yield Refusal(
                "words that are {a} for A and {b} for B: {count}, not {due}",
                count=counts[pair],
                a=pair[0],
                b=pair[1],
                due=expected,
            )


def format_side(side: str) -> str:
    return "/".join(side[row : row + ROW_LENGTH] for row in range(0, CELLS, ROW_LENGTH))


def _number_from_code(code: str) -> int:
    plain = "".join(code.split()).replace("-", "").upper().translate(_LOOKALIKE_DIGITS) if code.isascii() else ""
    if len(plain) != _CODE_DIGIT_COUNT + 1:
        raise Refusal(
            "a card number has 12 characters, {code} has {count}", code=printable(code[:40]), count=len(plain)
        )
    if bad := [c for c in plain[:-1] if c not in _CROCKFORD_DIGITS] + [c for c in plain[-1] if c not in _CHECK_SYMBOLS]:
        raise Refusal("{letter} does not occur in card numbers", letter=printable(bad[0]))
    number = 0
    for digit in plain[:-1]:
        number = number << 5 | _CROCKFORD_DIGITS.index(digit)
    if _CHECK_SYMBOLS[number % len(_CHECK_SYMBOLS)] != plain[-1]:
        raise Refusal("the check symbol of {code} is wrong: one of its characters was misread", code=printable(code))
    return number
