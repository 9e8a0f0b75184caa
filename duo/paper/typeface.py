"""A typeface in two weights: text widths, line breaking and letter outlines."""

import io
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import RLock
from typing import Any

from duo.core.refusal import Refusal
from duo.core.word import printable

_FONTS_DIR = Path(__file__).with_name("fonts")
CAP_HEIGHT = 0.73  # relative to the text size
_MAX_FILE_BYTES = 64 * 1024 * 1024
_MAX_TESTED_LETTERS = 1_000  # letters
_MAX_OPEN_FONTS = 6  # the shipped two, and those of a theme or two


@dataclass(frozen=True, slots=True)
class Typeface:
    """The TrueType or OpenType files of a typeface. Without a bold file, both weights are the same."""

    regular: Path
    bold: Path

    @classmethod
    def load(cls, regular: Path, bold: Path | None = None) -> "Typeface":
        """Load the user's typeface. Files that are not working fonts are refused."""
        face = cls(regular, bold or regular)
        for path in {face.regular, face.bold}:
            if not path.is_file() or path.stat().st_size > _MAX_FILE_BYTES:
                raise Refusal("there is no font {file}, or it is too large", file=path.name)
            try:
                _test_font(path)
            except Exception as error:  # fontTools raises all kinds of exceptions on broken tables
                raise Refusal("{file} is not a TrueType or OpenType font", file=path.name) from error
        return face

    def path(self, *, bold: bool) -> Path:
        return self.bold if bold else self.regular

    def width(self, text: str, size: float, *, bold: bool = False) -> float:
        """Return the width of the text at this size, in the unit of the size."""
        advances, em = _advances_and_em(self.path(bold=bold))
        return sum(advances.get(ord(letter), em) for letter in text) * size / em

    def fitting_size(self, text: str, size: float, room: float, *, bold: bool = False) -> float:
        """Return the largest size, at most `size`, at which the text fits the room."""
        return min(size, size * room / max(self.width(text, size, bold=bold), 1e-9))

    def check_letters(self, text: str) -> None:
        """Refuse letters that the typeface lacks. They would be printed as empty boxes."""
        advances, _ = _advances_and_em(self.bold)
        if missing := sorted({letter for letter in text if ord(letter) not in advances}):
            raise Refusal(
                "the font cannot show {letters}; name one that can in a theme (font)",
                letters=printable(" ".join(missing[:10])),
            )

    def wrap(self, text: str, size: float, room: float, *, bold: bool = False) -> list[str]:
        """Break the text into lines that fit the room. A word that is too wide gets its own line."""
        lines: list[str] = []
        for word in text.split(" "):
            if lines and self.width(f"{lines[-1]} {word}", size, bold=bold) <= room:
                lines[-1] += f" {word}"
            else:
                lines.append(word)
        return lines

    def units_per_em(self, *, bold: bool) -> int:
        """Return the units per em of the letter outlines."""
        return _advances_and_em(self.path(bold=bold))[1]

    def outline(self, letter: str, *, bold: bool) -> tuple[str, int]:
        """Return a letter as an SVG path in units of the em, and its advance width."""
        return _letter_outline(self.path(bold=bold), letter)


SHIPPED_TYPEFACE = Typeface(_FONTS_DIR / "DejaVuSansCondensed.ttf", _FONTS_DIR / "DejaVuSansCondensed-Bold.ttf")


# fontTools loads the tables of a font lazily, which is not thread-safe.
_font_lock = RLock()


def _test_font(path: Path) -> None:
    """Draw the font's letters, so that a broken font fails here and not in the middle of a deck."""
    from fpdf import FPDF

    advances, _em = _advances_and_em(path)
    letters = "".join(filter(str.isprintable, map(chr, sorted(advances))))[:_MAX_TESTED_LETTERS]
    for letter in letters:
        _letter_outline(path, letter)
    pdf = FPDF()
    pdf.add_page()
    pdf.add_font("tried", "", path)
    pdf.set_font("tried", size=8)
    pdf.write(text=letters)
    pdf.output()


@lru_cache(maxsize=_MAX_OPEN_FONTS)
def _advances_and_em(path: Path) -> tuple[dict[int, int], int]:
    with _font_lock:
        font = _open_font(path)
        names, metrics = font.getBestCmap(), font["hmtx"]
        return {letter: metrics[name][0] for letter, name in names.items()}, font["head"].unitsPerEm


@lru_cache(maxsize=1 << 12)
def _letter_outline(path: Path, letter: str) -> tuple[str, int]:
    from fontTools.pens.svgPathPen import SVGPathPen

    with _font_lock:
        font = _open_font(path)
        name = font.getBestCmap().get(ord(letter), ".notdef")
        glyphs = font.getGlyphSet()
        pen = SVGPathPen(glyphs)
        glyphs[name].draw(pen)
        return pen.getCommands(), glyphs[name].width


@lru_cache(maxsize=_MAX_OPEN_FONTS)
def _open_font(path: Path) -> Any:
    from fontTools.ttLib import TTFont

    return TTFont(io.BytesIO(path.read_bytes()), lazy=True)
