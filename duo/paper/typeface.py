"""A typeface in two weights, and how wide it sets a text."""

import io
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import RLock
from typing import Any

from duo.core.refusal import Refusal
from duo.core.word import printable

_FOLDER = Path(__file__).with_name("fonts")
CAP_HEIGHT = 0.73  # of capital letters, in parts of the size
_MAX_FILE_BYTES = 64 * 1024 * 1024
_MAX_TESTED_LETTERS = 1_000  # letters
_MAX_OPEN_FONTS = 6  # that are kept open: the shipped two, and those of a theme or two


@dataclass(frozen=True, slots=True)
class Typeface:
    """The files of a typeface, TrueType or OpenType; where there is no bold one, both weights are the same file."""

    regular: Path
    bold: Path

    @classmethod
    def load(cls, regular: Path, bold: Path | None = None) -> "Typeface":
        """A typeface of the user's own; what is no font is refused."""
        face = cls(regular, bold or regular)
        for path in {face.regular, face.bold}:
            if not path.is_file() or path.stat().st_size > _MAX_FILE_BYTES:
                raise Refusal("there is no font {file}, or it is too large", file=path.name)
            try:
                _test_font(path)
            except Exception as error:  # fontTools raises whatever a broken table makes it stumble over
                raise Refusal("{file} is not a TrueType or OpenType font", file=path.name) from error
        return face

    def path(self, *, bold: bool) -> Path:
        return self.bold if bold else self.regular

    def width(self, text: str, size: float, *, bold: bool = False) -> float:
        """How wide the text runs at this size, in the size's unit."""
        advances, em = _metrics(self.path(bold=bold))
        return sum(advances.get(ord(letter), em) for letter in text) * size / em

    def fitting_size(self, text: str, size: float, room: float, *, bold: bool = False) -> float:
        """The size at which the text fits the room, at most the one given."""
        return min(size, size * room / max(self.width(text, size, bold=bold), 1e-9))

    def check(self, text: str) -> None:
        """Refuse letters that the typeface does not have, which would come out as empty boxes."""
        advances, _ = _metrics(self.bold)
        if missing := sorted({letter for letter in text if ord(letter) not in advances}):
            raise Refusal(
                "the font cannot show {letters}; name one that can in a theme (font)",
                letters=printable(" ".join(missing[:10])),
            )

    def wrap(self, text: str, size: float, room: float, *, bold: bool = False) -> list[str]:
        """The text in lines that fit the room; a word that is wider than the room stands alone."""
        lines: list[str] = []
        for word in text.split(" "):
            if lines and self.width(f"{lines[-1]} {word}", size, bold=bold) <= room:
                lines[-1] += f" {word}"
            else:
                lines.append(word)
        return lines

    def em(self, *, bold: bool) -> int:
        """The units in which the letters are drawn, to the size."""
        return _metrics(self.path(bold=bold))[1]

    def outline(self, letter: str, *, bold: bool) -> tuple[str, int]:
        """A letter as an SVG path in units of the em, and how far it moves on."""
        return _outline(self.path(bold=bold), letter)


SHIPPED_TYPEFACE = Typeface(_FOLDER / "DejaVuSansCondensed.ttf", _FOLDER / "DejaVuSansCondensed-Bold.ttf")


# fontTools reads the tables of a font when they are asked for, and two threads that ask at once break each other's
# reading: one at a time.
_reading = RLock()


def _test_font(path: Path) -> None:
    """Whatever is wrong with a font comes out here, and not when half a deck is drawn with it."""
    from fpdf import FPDF

    advances, _em = _metrics(path)
    letters = "".join(filter(str.isprintable, map(chr, sorted(advances))))[:_MAX_TESTED_LETTERS]
    for letter in letters:
        _outline(path, letter)
    pdf = FPDF()
    pdf.add_page()
    pdf.add_font("tried", "", path)
    pdf.set_font("tried", size=8)
    pdf.write(text=letters)
    pdf.output()


@lru_cache(maxsize=_MAX_OPEN_FONTS)
def _metrics(path: Path) -> tuple[dict[int, int], int]:
    with _reading:
        font = _open_font(path)
        names, metrics = font.getBestCmap(), font["hmtx"]
        return {letter: metrics[name][0] for letter, name in names.items()}, font["head"].unitsPerEm


@lru_cache(maxsize=1 << 12)
def _outline(path: Path, letter: str) -> tuple[str, int]:
    from fontTools.pens.svgPathPen import SVGPathPen

    with _reading:
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
