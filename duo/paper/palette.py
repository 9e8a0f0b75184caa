"""The three built-in palettes."""

from collections.abc import Mapping
from enum import StrEnum

from duo.core.key import Colour
from duo.paper.theme import DEFAULT_SIGNS, CellStyle, Theme


class PaletteName(StrEnum):
    COLOUR = "colour"
    LOW_INK = "low-ink"
    COLOUR_BLIND = "colour-blind"


def _cell_styles(**fill_and_symbol: tuple[str, str]) -> dict[Colour, CellStyle]:
    return {colour: CellStyle(*fill_and_symbol[colour.name.lower()], DEFAULT_SIGNS[colour]) for colour in Colour}


PALETTES: Mapping[PaletteName, Theme] = {
    PaletteName.COLOUR: Theme(
        ground="#F4EBD3",
        ink="#262626",
        cell_styles=_cell_styles(
            green=("#35A556", "#FFFFFF"), bystander=("#E6CC94", "#8D7440"), assassin=("#1B1B1B", "#FFFFFF")
        ),
    ),
    # Nearly white cells: only the symbols use much ink. They also work on a greyscale printer.
    PaletteName.LOW_INK: Theme(
        ground="#FFFFFF",
        ink="#262626",
        cell_styles=_cell_styles(
            green=("#CFEBD4", "#1E7A38"), bystander=("#FFFFFF", "#9A9A9A"), assassin=("#FFFFFF", "#000000")
        ),
        always_symbols=True,
    ),
    # Blue instead of green: with cream and black it differs in lightness for every kind of colour vision and in grey.
    PaletteName.COLOUR_BLIND: Theme(
        ground="#FFFFFF",
        ink="#262626",
        cell_styles=_cell_styles(
            green=("#2F7FC1", "#FFFFFF"), bystander=("#F8EBC2", "#8D7440"), assassin=("#000000", "#FFFFFF")
        ),
        always_symbols=True,
    ),
}
