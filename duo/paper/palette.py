"""Colours and symbols of the three kinds of cells."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from duo.core.key import Colour


@dataclass(frozen=True, slots=True)
class Look:
    """How a cell of one colour is shown: its ground, and its symbol's ink."""

    fill: str
    symbol: str


@dataclass(frozen=True, slots=True)
class Palette:
    ground: str
    ink: str
    looks: Mapping[Colour, Look]
    always_symbols: bool = False


class PaletteName(StrEnum):
    COLOUR = "colour"
    LOW_INK = "low-ink"
    COLOUR_BLIND = "colour-blind"


PALETTES: Mapping[PaletteName, Palette] = {
    PaletteName.COLOUR: Palette(
        ground="#F4EBD3",
        ink="#262626",
        looks={
            Colour.GREEN: Look("#35A556", "#FFFFFF"),
            Colour.BYSTANDER: Look("#E6CC94", "#8D7440"),
            Colour.ASSASSIN: Look("#1B1B1B", "#FFFFFF"),
        },
    ),
    # Nearly white cells that a grey printer shows too: only the symbols carry ink.
    PaletteName.LOW_INK: Palette(
        ground="#FFFFFF",
        ink="#262626",
        looks={
            Colour.GREEN: Look("#CFEBD4", "#1E7A38"),
            Colour.BYSTANDER: Look("#FFFFFF", "#9A9A9A"),
            Colour.ASSASSIN: Look("#FFFFFF", "#000000"),
        },
        always_symbols=True,
    ),
    # Blue for green: with cream and black it differs in lightness for every kind of eye, and in grey.
    PaletteName.COLOUR_BLIND: Palette(
        ground="#FFFFFF",
        ink="#262626",
        looks={
            Colour.GREEN: Look("#2F7FC1", "#FFFFFF"),
            Colour.BYSTANDER: Look("#F8EBC2", "#8D7440"),
            Colour.ASSASSIN: Look("#000000", "#FFFFFF"),
        },
        always_symbols=True,
    ),
}
