"""Deck files: JSON and CSV, written by us and read from anybody."""

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Annotated

from annotated_types import Len

from duo.core.key import KeyCard, split_halves
from duo.core.refusal import Refusal, Refusals
from duo.core.word import printable
from duo.files import schema
from duo.files.schema import FailFast

FORMAT, VERSION = "duo-deck", 1
MAX_BYTES = 64 * 1024 * 1024
_COLUMNS = ("number", "a", "b")
MAX_CARDS = 1_000_000
_MAX_VALUES = 4 * MAX_CARDS
_MAX_PROBLEMS = 100
_SNIFF_LENGTH = 1_000  # letters in which a file shows its kind


@dataclass(frozen=True, slots=True)
class Deck:
    seed: int | None
    cards: tuple[KeyCard, ...]

    def to_json(self) -> str:
        """The deck with a card a line, so that a change to one card shows as one line."""
        rows = ",\n".join(json.dumps(row) for row in self._rows())
        return f'{{"format":"{FORMAT}","version":{VERSION},"seed":{json.dumps(self.seed)},"cards":[\n{rows}\n]}}\n'

    def to_csv(self) -> str:
        out = io.StringIO()
        writer = csv.DictWriter(out, _COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(self._rows())
        return out.getvalue()

    def _rows(self) -> Iterator[dict[str, str]]:
        for card in self.cards:
            a, b = str(card).split()
            yield {"number": card.code, "a": a, "b": b}


@dataclass(frozen=True, slots=True)
class _Row:
    """A card as files write it: by its number, by its sides, or by both, which must then agree."""

    number: str | None = None
    a: str | None = None
    b: str | None = None

    def card(self) -> KeyCard:
        if self.a is None and self.b is None and self.number:
            return KeyCard.from_code(self.number)
        card = KeyCard(*split_halves(f"{self.a or ''} {self.b or ''}"))
        if self.number is not None and KeyCard.from_code(self.number) != card:
            raise Refusal("its number belongs to another card; this one is {code}", code=card.code)
        return card


@dataclass(frozen=True, slots=True)
class _File:
    cards: Annotated[tuple[_Row, ...], Len(0, MAX_CARDS), FailFast()] = ()
    seed: int | None = None


def read(text: str) -> Deck:
    """The deck in a file's text; refuses with the problems of its cards, the first hundred or so."""
    is_json = text[:_SNIFF_LENGTH].lstrip().startswith("{")
    file = _from_json(text) if is_json else _File()
    cards, problems = [], []
    for place, row in enumerate(file.cards if is_json else _table_rows(text), 1):
        try:
            cards.append(row.card())
        except Refusal as refusal:
            name = printable(row.number[:20]) if row.number else "?"
            problems += [
                Refusal("card {place} ({number}): {problem}", place=place, number=name, problem=problem)
                for problem in refusal.all_problems()
            ]
        if len(problems) >= _MAX_PROBLEMS:
            problems.append(Refusal("the cards after it were not looked at"))
            break
    if not cards and not problems:
        problems.append(Refusal("there is no card in it"))
    if problems:
        raise Refusals(problems)
    return Deck(file.seed, tuple(cards))


def _from_json(text: str) -> _File:
    schema.check_format(text, FORMAT, VERSION, max_values=_MAX_VALUES)
    return schema.read_json(text, _File, extra=True, max_values=_MAX_VALUES)


def _table_rows(text: str) -> Iterator[_Row]:
    """Rows of a CSV file with its columns, else of plain lines with a card's text or number each.

    One after the other, so that whoever has seen enough of them need not have them all.
    """
    lines = (line for part in io.StringIO(text, newline=None) if (line := part.strip()))
    first = next(lines, "")
    if first.replace(" ", "") == ",".join(_COLUMNS):
        try:
            yield from (_Row(*(row.get(name) for name in _COLUMNS)) for row in csv.DictReader(lines, _COLUMNS))
        except csv.Error as error:
            raise Refusal("this is not CSV: {reason}", reason=printable(str(error))) from error
        return
    for line in chain([first] if first else (), lines):
        if "/" in line:
            a, _, b = line.partition(" ")
            yield _Row(a=a, b=b)
        else:
            yield _Row(number=line)
