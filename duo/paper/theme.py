"""Themes of printed cards: colours, signs, border, corners, typeface and the art on the backs.

A custom theme is a TOML file, described in docs/printing.md. It may come from somebody else, so it can only name files
beside it, and these are treated as untrusted.
"""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

from annotated_types import Interval, Len

from duo.core.key import Colour
from duo.core.refusal import Refusal
from duo.core.word import printable
from duo.files.reading import read_text
from duo.files.schema import Check, read_toml, read_value
from duo.paper.art import BackPicture
from duo.paper.typeface import SHIPPED_TYPEFACE, Typeface

THEMES_DIR = Path(__file__).with_name("themes")
_MAX_THEME_BYTES = 65_536
_MAX_FILE_NAME_BYTES = 255  # the limit of all common file systems
_HEX_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")

Cmyk = tuple[float, float, float, float]


class Sign(StrEnum):
    """The shape of a symbol in a cell."""

    RING = "ring"
    DOT = "dot"
    CROSS = "cross"
    STAR = "star"
    DIAMOND = "diamond"
    SQUARE = "square"
    TRIANGLE = "triangle"
    NONE = "none"


DEFAULT_SIGNS = {Colour.GREEN: Sign.RING, Colour.BYSTANDER: Sign.DOT, Colour.ASSASSIN: Sign.CROSS}


@dataclass(frozen=True, slots=True)
class CellStyle:
    """How cells of one colour are printed: their fill, and the colour and shape of their symbol."""

    fill: str
    symbol: str
    sign: Sign


@dataclass(frozen=True, slots=True)
class Border:
    colour: str
    width: float


@dataclass(frozen=True, slots=True)
class Theme:
    """The look of printed cards. `ground` is the colour of the card, `ink` that of text and lines.

    With `always_symbols`, cells have symbols even if nobody asks for them. `cmyk` has the inks of colours in PDF files.
    """

    ground: str
    ink: str
    cell_styles: Mapping[Colour, CellStyle]
    always_symbols: bool = False
    border: Border | None = None
    corner_radius: float = 0
    typeface: Typeface = SHIPPED_TYPEFACE
    back_picture: BackPicture | None = None
    cmyk: Mapping[str, Cmyk] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.ground, self.ink, self.corner_radius))


def theme_names() -> list[str]:
    """Return the names of the themes that ship with duo."""
    return sorted(path.stem for path in THEMES_DIR.glob("*.toml"))


def load_theme(name: str) -> Theme:
    """Load a shipped theme by name, or a theme file."""
    path = THEMES_DIR / f"{name}.toml" if name in theme_names() else Path(name)
    if not path.is_file():
        raise Refusal(
            "{file} is neither a theme file nor one of {names}",
            file=printable(name[:80]),
            names=", ".join(theme_names()),
        )
    return _build_theme(read_value(read_toml(read_text(str(path), _MAX_THEME_BYTES)), _ThemeFile), path.parent)


def _check_colour(colour: str) -> str:
    if not _HEX_COLOUR.fullmatch(colour):
        raise Refusal("a colour is written like #35A556, not {colour}", colour=printable(colour[:20]))
    return colour.upper()


def _check_colours(colours: dict[str, Any]) -> dict[str, Any]:
    return {_check_colour(colour): values for colour, values in colours.items()}


def _check_file_name(name: str) -> str:
    if not name or Path(name).name != name or len(os.fsencode(name)) > _MAX_FILE_NAME_BYTES:
        raise Refusal("a theme names files that lie beside it, not {file}", file=printable(name[:60]))
    return name


_HexColour = Annotated[str, Check(_check_colour)]
_FileName = Annotated[str, Check(_check_file_name)]
_Percentage = Annotated[float, Interval(ge=0, le=100)]


@dataclass(frozen=True, slots=True)
class _CellSchema:
    fill: _HexColour
    symbol: _HexColour
    sign: Sign | None = None

    def style(self, colour: Colour) -> CellStyle:
        return CellStyle(self.fill, self.symbol, self.sign or DEFAULT_SIGNS[colour])


@dataclass(frozen=True, slots=True)
class _BorderSchema:
    colour: _HexColour
    width: Annotated[float, Interval(ge=0.1, le=5)] = 0.5


@dataclass(frozen=True, slots=True)
class _FontSchema:
    regular: _FileName
    bold: _FileName | None = None


@dataclass(frozen=True, slots=True)
class _BackSchema:
    file: _FileName


@dataclass(frozen=True, slots=True)
class _ThemeFile:
    """The schema of a theme file."""

    ground: _HexColour
    ink: _HexColour
    green: _CellSchema
    bystander: _CellSchema
    assassin: _CellSchema
    symbols: bool = False
    corner_radius: Annotated[float, Interval(ge=0, le=20)] = 0.0
    border: _BorderSchema | None = None
    font: _FontSchema | None = None
    back: _BackSchema | None = None
    cmyk: Annotated[dict[str, Annotated[tuple[_Percentage, ...], Len(4, 4)]], Len(0, 64), Check(_check_colours)] = (
        field(default_factory=dict)
    )


def _build_theme(form: _ThemeFile, folder: Path) -> Theme:
    cells = {Colour.GREEN: form.green, Colour.BYSTANDER: form.bystander, Colour.ASSASSIN: form.assassin}
    bold = folder / form.font.bold if form.font and form.font.bold else None
    return Theme(
        ground=form.ground,
        ink=form.ink,
        cell_styles={colour: cell.style(colour) for colour, cell in cells.items()},
        always_symbols=form.symbols,
        border=Border(form.border.colour, form.border.width) if form.border else None,
        corner_radius=form.corner_radius,
        typeface=Typeface.load(folder / form.font.regular, bold) if form.font else SHIPPED_TYPEFACE,
        back_picture=BackPicture.load(folder / form.back.file) if form.back else None,
        cmyk={colour: (c, m, y, k) for colour, (c, m, y, k) in form.cmyk.items()},
    )
