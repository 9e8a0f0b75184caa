"""Loads the user's PNG or SVG pictures for the backs of cards."""

import base64
import io
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from duo.core.refusal import Refusal
from duo.files.reading import read_bytes

_MAX_PICTURE_BYTES = 16 * 1024 * 1024
_MAX_SVG_BYTES = 1024 * 1024  # a megabyte of paths takes seconds to draw
_MAX_PIXELS = 40_000_000
_PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True, slots=True)
class BackPicture:
    """A checked picture for the backs of cards: its bytes and its proportions."""

    kind: Literal["png", "svg"]
    data: bytes
    width: float
    height: float

    @classmethod
    def load(cls, path: Path) -> "BackPicture":
        """Load a picture from a file. Raises Refusal if it is neither PNG nor SVG."""
        if not path.is_file():
            raise Refusal("there is no picture {file}", file=path.name)
        data = read_bytes(str(path), _MAX_PICTURE_BYTES)
        return _load_png(data, path.name) if data.startswith(_PNG_SIGNATURE) else _load_svg(data, path.name)

    def data_url(self) -> str:
        """Return the picture as a data URL."""
        kind = "image/png" if self.kind == "png" else "image/svg+xml"
        return f"data:{kind};base64,{base64.b64encode(self.data).decode()}"


def _load_png(data: bytes, name: str) -> BackPicture:
    from PIL import Image

    try:
        with Image.open(io.BytesIO(data), formats=["PNG"]) as image:
            width, height = image.size
            image.verify()
    except Exception as error:  # Pillow raises all kinds of exceptions on broken chunks
        raise Refusal("{file} is not a readable PNG picture", file=name) from error
    if width * height > _MAX_PIXELS:
        raise Refusal("{file} has more than {most} pixels", file=name, most=_MAX_PIXELS)
    return BackPicture("png", data, width, height)


def _load_svg(data: bytes, name: str) -> BackPicture:
    if len(data) > _MAX_SVG_BYTES:
        raise Refusal("{source} is larger than {limit} bytes; that cannot be right", source=name, limit=_MAX_SVG_BYTES)
    try:
        has_picture, (width, height) = _parse_svg(data.decode("utf-8"))
    except Exception as error:  # fpdf2 raises all kinds of exceptions on what it cannot draw
        raise Refusal("{file} is neither PNG nor an SVG picture that can be drawn", file=name) from error
    if has_picture:
        raise Refusal("{file} embeds another picture, and such files or addresses are not opened", file=name)
    if not (0 < width < math.inf and 0 < height < math.inf):
        raise Refusal("{file} is neither PNG nor an SVG picture that can be drawn", file=name)
    return BackPicture("svg", data, width, height)


def _parse_svg(text: str) -> tuple[bool, tuple[float, float]]:
    """Return whether the SVG embeds an image, and its size. fpdf2 would load an embedded image from any address."""
    from defusedxml.ElementTree import fromstring
    from fpdf.svg import SVGObject

    has_picture = any(str(element.tag).rpartition("}")[2] == "image" for element in fromstring(text).iter())
    drawn = SVGObject(text)
    box = drawn.viewbox or (0, 0, float(drawn.width or 1), float(drawn.height or 1))
    return has_picture, (float(box[2]), float(box[3]))
