"""A deck as CSV with one column per cell, for programs that lay out cards: nanDECK, Squib, Component Studio."""

import csv
import io
from collections.abc import Iterable

from duo.core.key import CELLS, Colour, KeyCard, Seat
from duo.paper.face import side_letters

_COLOUR_NAMES = {Colour.GREEN: "green", Colour.BYSTANDER: "bystander", Colour.ASSASSIN: "assassin"}
COLUMNS = ("number", *(f"{seat.lower()}{cell}" for seat in Seat for cell in range(1, CELLS + 1)))


def cells_csv(cards: Iterable[KeyCard]) -> str:
    """Return one row per card: its number, and the colours of both sides as printed, side B turned."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for card in cards:
        writer.writerow(
            (card.code, *(_COLOUR_NAMES[Colour(letter)] for seat in Seat for letter in side_letters(card, seat)))
        )
    return out.getvalue()
