"""Sizes of pages and cards in millimetres, and how to parse them."""

import re
from collections.abc import Iterator
from typing import NamedTuple, Self

from duo.core.refusal import Refusal
from duo.core.word import printable

MM_PER_INCH = 25.4
MIN_CARD_EDGE, MAX_CARD_EDGE = 30, 300
_SIZE_PATTERN = re.compile(r"(\d{1,4}(?:\.\d{1,4})?)\s*[x\u00d7]\s*(\d{1,4}(?:\.\d{1,4})?)(?:\s*mm)?", re.IGNORECASE)


class Size(NamedTuple):
    width: float
    height: float

    @classmethod
    def parse(cls, text: str, names: "dict[str, Size]") -> "Size":
        """Parse a name, or width and height such as 68x56mm."""
        if named := names.get(text.lower()):
            return named
        if match := _SIZE_PATTERN.fullmatch(text.strip()):
            return cls(float(match[1]), float(match[2]))
        raise Refusal(
            "{size} is not a size: write {names}, or width and height like 68x56mm",
            size=printable(text[:40]),
            names=", ".join(names),
        )

    def expanded(self, edge: float) -> Self:
        """Return the size with this much added on every edge."""
        return type(self)(self.width + 2 * edge, self.height + 2 * edge)

    def __str__(self) -> str:
        return f"{self.width:g}x{self.height:g}mm"


PAGE_SIZES = {"a4": Size(210, 297), "letter": Size(8.5 * MM_PER_INCH, 11 * MM_PER_INCH)}
# Upright, as print shops expect their files.
CARD_SIZES = {
    "poker": Size(2.5 * MM_PER_INCH, 3.5 * MM_PER_INCH),
    "bridge": Size(2.25 * MM_PER_INCH, 3.5 * MM_PER_INCH),
    "mini": Size(1.75 * MM_PER_INCH, 2.5 * MM_PER_INCH),
    "square": Size(3.5 * MM_PER_INCH, 3.5 * MM_PER_INCH),
}
KEY_CARD_SIZE = Size(68, 56)
WORD_CARD_SIZE = Size(62, 40)
# Print shops ask for an eighth of an inch beyond the cut.
SHOP_BLEED = MM_PER_INCH / 8
HOME_BLEED = 2.0  # a home printer's drift from front to back is smaller
# Nothing important may be closer to the cut, because cutting is inexact.
SAFE_MARGIN = MM_PER_INCH / 8


def card_problems(card: Size, bleed: float) -> Iterator[Refusal]:
    """Yield what is wrong with a card of this size, on any page."""
    if not MIN_CARD_EDGE <= min(card) <= max(card) <= MAX_CARD_EDGE:
        yield Refusal(
            "a card of {card} cannot be made: its edges must be {least} to {most} mm long",
            card=card,
            least=MIN_CARD_EDGE,
            most=MAX_CARD_EDGE,
        )
    if not 0 <= bleed <= MAX_CARD_EDGE:
        yield Refusal("the bleed must be 0 to {most} mm, not {bleed:g}", most=MAX_CARD_EDGE, bleed=bleed)
