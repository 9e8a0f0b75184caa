"""A mission's two numbers, and the bank of timer tokens that they define."""

import re
from dataclasses import dataclass
from typing import Self

from duo.core.refusal import Refusal, Refusals
from duo.core.word import has_control_chars, printable

MAX_TOKENS = 11
# Overlapping matches, so that of "11-9-5" the last pair is 9-5.
_TOKENS_AND_MISTAKES = re.compile(r"(?<![0-9])(?=([0-9]{1,9})-([0-9]{1,9})(?![0-9]))")


@dataclass(frozen=True, slots=True)
class Bank:
    """The unspent timer tokens, counted by the side that faces up."""

    bystander_side: int
    checkmark_side: int

    @property
    def tokens(self) -> int:
        return self.bystander_side + self.checkmark_side

    def after_stop(self) -> "Bank":
        """Return the bank after a stop, which costs a checkmark token, or a bystander token if no other is left."""
        if self.checkmark_side:
            return Bank(self.bystander_side, self.checkmark_side - 1)
        return Bank(self.bystander_side - 1, 0)

    def after_penalty(self) -> "Bank":
        """Return the bank after an invalid clue, which costs the token that a stop would cost."""
        return self.after_stop()

    def after_miss(self) -> "Bank | None":
        """Return the bank after a touched bystander, or None if the bank cannot pay.

        A miss costs one token with its bystander side up. If there is none, it costs two checkmark tokens.
        """
        if self.bystander_side:
            return Bank(self.bystander_side - 1, self.checkmark_side)
        if self.checkmark_side > 1:
            return Bank(0, self.checkmark_side - 2)
        return None


@dataclass(frozen=True, slots=True)
class Mission:
    """The number of tokens, and of mistakes: the tokens that start bystander side up."""

    tokens: int
    mistakes: int
    name: str = ""

    def __post_init__(self) -> None:
        if type(self.tokens) is not int or type(self.mistakes) is not int:
            raise TypeError(f"a mission's numbers are ints, not {self.tokens!r} and {self.mistakes!r}")
        if problems := mission_problems(self.tokens, self.mistakes):
            raise Refusals(problems)
        if '"' in self.name or has_control_chars(self.name) or self.name != self.name.strip():
            raise Refusal("{name} cannot be the name of a mission", name=printable(self.name[:60]))

    @classmethod
    def parse(cls, text: str) -> Self:
        """A mission from a text such as `Cairo 9-5`. If there are several pairs of numbers, the last one counts."""
        pairs = list(_TOKENS_AND_MISTAKES.finditer(text))
        if not pairs:
            raise Refusal("{mission} has no two numbers such as 9-9", mission=printable(text[:60]))
        last = pairs[-1]
        return cls(int(last[1]), int(last[2]), text[: last.start()].strip())

    def bank(self) -> Bank:
        return Bank(self.mistakes, self.tokens - self.mistakes)

    def __str__(self) -> str:
        return f"{self.name} {self.tokens}-{self.mistakes}".strip()


def mission_problems(tokens: int, mistakes: int) -> list[Refusal]:
    """Every problem of these two numbers."""
    if not 1 <= tokens <= MAX_TOKENS:
        return [Refusal("a mission has 1 to 11 tokens, not {tokens}", tokens=tokens)]
    if not 0 <= mistakes <= tokens:
        return [
            Refusal(
                "a mission allows from 0 mistakes to as many as it has tokens ({tokens}), not {mistakes}",
                tokens=tokens,
                mistakes=mistakes,
            )
        ]
    return []


STANDARD = Mission(9, 9)
