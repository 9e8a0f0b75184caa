"""Deck files in JSON, CSV or plain lines. Files of any origin are checked as they are read."""

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Annotated, Self

from annotated_types import Len

from duo.core.key import KeyCard, split_sides
from duo.core.refusal import Refusal, Refusals
from duo.core.word import printable
from duo.files import schema
from duo.files.schema import FailFast

FORMAT, VERSION = "duo-deck", 1
MAX_DECK_FILE_BYTES = 64 * 1024 * 1024
_CSV_COLUMNS = ("number", "a", "b")
MAX_DECK_FILE_CARDS = 1_000_000
_MAX_JSON_VALUES = 4 * MAX_DECK_FILE_CARDS
_MAX_LISTED_PROBLEMS = 100
_SNIFF_LENGTH = 1_000  # characters that decide whether a file is JSON


@dataclass(frozen=True, slots=True)
class Deck:
    seed: int | None
    cards: tuple[KeyCard, ...]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a deck in JSON, CSV or plain lines.

        Raises Refusals with the problems of its cards, at most about a hundred.
        """
        seed, cards = _parse_seed_and_cards(text)
        return cls(seed, cards)

    def to_json(self) -> str:
        """Return the deck as JSON with one card a line, so that a change to one card shows as one line."""
        rows = ",\n".join(json.dumps(row) for row in self._rows())
        return f'{{"format":"{FORMAT}","version":{VERSION},"seed":{json.dumps(self.seed)},"cards":[\n{rows}\n]}}\n'

    def to_csv(self) -> str:
        out = io.StringIO()
        writer = csv.DictWriter(out, _CSV_COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(self._rows())
        return out.getvalue()

    def _rows(self) -> Iterator[dict[str, str]]:
        for card in self.cards:
            a, b = str(card).split()
            yield {"number": card.code, "a": a, "b": b}


@dataclass(frozen=True, slots=True)
class _CardRow:
    """A card in a file: its number, its sides, or both. If both are given, they must agree."""

    number: str | None = None
    a: str | None = None
    b: str | None = None

    def card(self) -> KeyCard:
        if self.a is None and self.b is None and self.number:
            return KeyCard.from_code(self.number)
        card = KeyCard(*split_sides(f"{self.a or ''} {self.b or ''}"))
        if self.number is not None and KeyCard.from_code(self.number) != card:
            raise Refusal("its number belongs to another card; this one is {code}", code=card.code)
        return card


@dataclass(frozen=True, slots=True)
class _DeckFile:
    cards: Annotated[tuple[_CardRow, ...], Len(0, MAX_DECK_FILE_CARDS), FailFast()] = ()
    seed: int | None = None


def _parse_seed_and_cards(text: str) -> tuple[int | None, tuple[KeyCard, ...]]:
    is_json = text[:_SNIFF_LENGTH].lstrip().startswith("{")
    file = _read_json_deck(text) if is_json else _DeckFile()
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
        if len(problems) >= _MAX_LISTED_PROBLEMS:
            problems.append(Refusal("later cards were not checked"))
            break
    if not cards and not problems:
        problems.append(Refusal("it contains no cards"))
    if problems:
        raise Refusals(problems)
    return file.seed, tuple(cards)


def _read_json_deck(text: str) -> _DeckFile:
    schema.check_format(text, FORMAT, VERSION, max_values=_MAX_JSON_VALUES)
    return schema.read_json(text, _DeckFile, extra=True, max_values=_MAX_JSON_VALUES)


def _table_rows(text: str) -> Iterator[_CardRow]:
    """Yield the rows of a CSV file, or of plain lines with the text or number of a card each.

    The rows are parsed lazily, so that the caller can stop after too many problems.
    """
    lines = (line for part in io.StringIO(text, newline=None) if (line := part.strip()))
    first = next(lines, "")
    if first.replace(" ", "") == ",".join(_CSV_COLUMNS):
        try:
            yield from (
                _CardRow(*(row.get(name) for name in _CSV_COLUMNS)) for row in csv.DictReader(lines, _CSV_COLUMNS)
            )
        except csv.Error as error:
            raise Refusal("this is not CSV: {reason}", reason=printable(str(error))) from error
        return
    for line in chain([first] if first else (), lines):
        if "/" in line:
            a, _, b = line.partition(" ")
            yield _CardRow(a=a, b=b)
        else:
            yield _CardRow(number=line)
