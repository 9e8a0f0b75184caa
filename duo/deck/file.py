"""Deck files: JSON and CSV, written by us and read from anybody."""

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from duo.core.key import KeyCard, halves
from duo.core.refusal import Refusal, Refusals
from duo.core.word import printable

FORMAT, VERSION = "duo-deck", 1
MOST_BYTES = 64 * 1024 * 1024
_COLUMNS = ("number", "a", "b")


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


def read(text: str) -> Deck:
    """The deck in a file's text; refuses with every problem of every card."""
    seed, rows = _rows(text)
    cards, problems = [], []
    for place, row in enumerate(rows, 1):
        try:
            cards.append(_card(row))
        except Refusal as refusal:
            problems += [
                Refusal("card {place} ({number}): {problem}", place=place, number=_name(row), problem=problem)
                for problem in refusal.each()
            ]
    if not cards and not problems:
        problems.append(Refusal("there is no card in it"))
    if problems:
        raise Refusals(problems)
    return Deck(seed, tuple(cards))


def _rows(text: str) -> tuple[int | None, list[dict[str, Any]]]:
    if not text.lstrip().startswith("{"):
        return None, list(_table_rows(text))
    try:
        deck = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refusal("this is not JSON: {reason}", reason=printable(str(error))) from error
    if deck.get("format") != FORMAT:
        raise Refusal('this is no deck: its "format" is not "duo-deck"')
    if deck.get("version") != VERSION:
        raise Refusal("this deck's version is not 1: a newer duo may read it")
    seed, cards = deck.get("seed"), deck.get("cards")
    if not isinstance(seed, int | None) or isinstance(seed, bool):
        raise Refusal('the "seed" of a deck is a whole number')
    if not isinstance(cards, list):
        raise Refusal('a deck has a list "cards"')
    return seed, cards


def _table_rows(text: str) -> Iterator[dict[str, Any]]:
    """Rows of a CSV file with its columns, else of plain lines with a card's text or number each."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if lines and lines[0].replace(" ", "") == ",".join(_COLUMNS):
        try:
            yield from csv.DictReader(lines)
        except csv.Error as error:
            raise Refusal("this is not CSV: {reason}", reason=printable(str(error))) from error
        return
    for line in lines:
        if "/" in line:
            a, _, b = line.partition(" ")
            yield {"a": a, "b": b}
        else:
            yield {"number": line}


def _card(row: Any) -> KeyCard:
    """The card of one row; if it gives both a number and sides, they must agree."""
    if not isinstance(row, dict) or not all(isinstance(row.get(name, ""), str) for name in _COLUMNS):
        raise Refusal('a card is an object with the texts "number", "a" and "b"')
    number, a, b = (row.get(name) for name in _COLUMNS)
    if a is None and b is None and number:
        return KeyCard.from_code(number)
    card = KeyCard(*halves(f"{a or ''} {b or ''}"))
    if number is not None and KeyCard.from_code(number) != card:
        raise Refusal("its number belongs to another card; this one is {code}", code=card.code)
    return card


def _name(row: Any) -> str:
    number = row.get("number") if isinstance(row, dict) else None
    return printable(number[:20]) if isinstance(number, str) else "?"
