"""Looking into an object that somebody else wrote: every value is checked as it is taken, and none may be left over."""

import re
from collections.abc import Sequence
from typing import Any

from duo.core.refusal import Refusal
from duo.core.word import LONGEST_WORD, fold, printable
from duo.text import N_

# A word of a puzzle is shown on terminals, on paper and in web pages, so it has nothing that any of them obeys.
_WORD = re.compile(r"[^\W_](?:[^\W_]|[ '’.-])*")  # noqa: RUF001


class Fields:
    """The fields of one object; `where` names it in refusals."""

    def __init__(self, value: Any, where: str) -> None:
        if not isinstance(value, dict):
            raise Refusal("{where} is not an object", where=where)
        self._values: dict[str, Any] = value
        self._left = set(value)
        self._where = where

    def has(self, name: str) -> bool:
        return name in self._values

    def whole(self, name: str, least: int, most: int) -> int:
        value = self._take(name)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise self._wrong(N_("{field} is not a whole number from {least} to {most}"), name, least=least, most=most)
        return value

    def number(self, name: str, most: float) -> float:
        """A number from 0 up to `most`."""
        value = self._take(name)
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= most:
            raise self._wrong(N_("{field} is not a number from 0 to {most}"), name, most=most)
        return value

    def flag(self, name: str) -> bool:
        value = self._take(name)
        if not isinstance(value, bool):
            raise self._wrong(N_("{field} is neither true nor false"), name)
        return value

    def text(self, name: str, pattern: str) -> str:
        value = self._take(name)
        if not isinstance(value, str) or not re.fullmatch(pattern, value):
            raise self._wrong(N_("{field} is not written as it should be: {value}"), name, value=shown(value))
        return value

    def texts(self, name: str, pattern: str, most: int) -> tuple[str, ...]:
        values = self.values(name, most)
        for value in values:
            if not isinstance(value, str) or not re.fullmatch(pattern, value):
                raise self._wrong(N_("{field} has an entry that is not written as it should be: {value}"),
                                  name, value=shown(value))  # fmt: skip
        return tuple(values)

    def word(self, name: str) -> str:
        return self._word(name, self._take(name))

    def words(self, name: str, least: int, most: int) -> tuple[str, ...]:
        """Different words."""
        words = tuple(self._word(name, value) for value in self.values(name, most))
        if len(words) < least:
            raise self._wrong(N_("{field} has fewer than {least} words"), name, least=least)
        if len({fold(word) for word in words}) < len(words):
            raise self._wrong(N_("{field} has a word twice"), name)
        return words

    def inner(self, name: str) -> "Fields":
        return Fields(self._take(name), f"{self._where}.{name}")

    def objects(self, name: str, most: int) -> tuple["Fields", ...]:
        return tuple(
            Fields(value, f"{self._where}.{name}[{place}]") for place, value in enumerate(self.values(name, most))
        )

    def numbers(self, pattern: str, entries: int, most: float) -> dict[str, float]:
        """All fields not yet taken, which are numbers from 0 up to `most`."""
        if len(self._left) > entries or not all(re.fullmatch(pattern, name) for name in self._left):
            raise Refusal("{where} has fields that are not known", where=self._where)
        return {name: self.number(name, most) for name in self._values if name in self._left}

    def done(self) -> None:
        """Refuse what nobody asked for: it may be a misspelt name."""
        if self._left:
            raise Refusal("{where} has a field that is not known: {field}",
                          where=self._where, field=shown(min(self._left)))  # fmt: skip

    def _take(self, name: str) -> Any:
        if name not in self._values:
            raise self._wrong(N_("{field} is missing"), name)
        self._left.discard(name)
        return self._values[name]

    def values(self, name: str, most: int) -> Sequence[Any]:
        """A list of anything."""
        value = self._take(name)
        if not isinstance(value, list):
            raise self._wrong(N_("{field} is not a list"), name)
        if len(value) > most:
            raise self._wrong(N_("{field} has {count} entries; {most} is the most"), name, count=len(value), most=most)
        return value

    def _word(self, name: str, value: Any) -> str:
        if not isinstance(value, str) or len(value) > LONGEST_WORD or not _WORD.fullmatch(value):
            raise self._wrong(N_("{field} has something that is no word: {value}"), name, value=shown(value))
        return value

    def _wrong(self, template: str, name: str, **fields: object) -> Refusal:
        return Refusal(template, field=f"{self._where}.{name}", **fields)


def shown(value: object) -> str:
    """Something out of a file as a message may show it."""
    return printable((value if isinstance(value, str) else repr(value))[:40])
