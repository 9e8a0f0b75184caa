"""Simulates what people do with printed sheets: duplex printing, folding, gluing, cutting and reading.

It works on pixels only and knows nothing about duo's layout. Rasterised pages are turned, folded or glued, cut at the
crop marks, placed between two seats and read.
"""

import io
import itertools
from typing import NamedTuple

import numpy as np
import pypdfium2
import resvg_py
from PIL import Image

DPI = 150
INK = 110  # a pixel darker than this in every channel belongs to a printed line, in every palette


class Unreadable(Exception):
    """This side has no grid."""


class Piece(NamedTuple):
    """A card that was cut out. `back` is as seen by somebody who walks around it."""

    front: np.ndarray
    back: np.ndarray


def pages_of(pdf, dpi=DPI):
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [np.asarray(page.render(scale=dpi / 72).to_pil().convert("RGB")) for page in document]
    finally:
        document.close()


def page_of_svg(text, dpi=DPI):
    return pixels_of(bytes(resvg_py.svg_to_bytes(svg_string=text, dpi=dpi)))


def pixels_of(png):
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))


def print_both_sides(pages, edge):
    """Return (front, back as seen through the paper) of each sheet from a duplex printer with this flip edge."""
    return [(front, _turn_back(back, edge)) for front, back in zip(pages[::2], pages[1::2], strict=True)]


def glue_back_to_back(pages):
    """Glue sheets printed on one side, all fronts first, back to back with their top edges together."""
    half = len(pages) // 2
    return [(front, back[:, ::-1]) for front, back in zip(pages[:half], pages[half:], strict=True)]


def fold_sheets(pages):
    """Fold each sheet backwards along the dashed line."""
    sheets = []
    for page in pages:
        across = _printed(page)[:, :8].any()
        front, behind = _fold_across(page if across else page.transpose(1, 0, 2))
        sheets.append((front, behind) if across else (front.transpose(1, 0, 2), behind.transpose(1, 0, 2)))
    return sheets


def _fold_across(page):
    line = round(_printed(page)[:, :8].any(axis=1).nonzero()[0].mean())
    front, behind = page[:line].copy(), page[line:][::-1].copy()
    front[-4:], behind[-4:] = 255, 255  # the fold line itself
    size = min(len(front), len(behind))
    return front[-size:], behind[-size:]


def cut_cards(sheets):
    """Cut out all cards, front and back at once, along the crop marks of the front."""
    pieces = []
    for front, through in sheets:
        rows, columns = _card_spans(front.transpose(1, 0, 2)), _card_spans(front)
        for top, bottom in rows:
            for left, right in columns:
                seen, behind = front[top:bottom, left:right], through[top:bottom, left:right]
                if _ink(seen).any():
                    pieces.append(Piece(seen, behind[:, ::-1]))
    return pieces


def read_placements(piece):
    """Return what seats A and B read from a card in its four placements, both in table order."""
    as_it_is, on_its_head = (piece.front, piece.back), (piece.front[::-1, ::-1], piece.back[::-1, ::-1])
    placements = (as_it_is, on_its_head, on_its_head[::-1], as_it_is[::-1])
    # Seat B sits opposite: B's upper left is A's lower right.
    return [(read_side(for_a), read_side(for_b)[::-1]) for for_a, for_b in placements]


def read_side(side):
    """Return the 25 letters of a side as seen, row by row."""
    left, right = _frame(side.transpose(1, 0, 2))
    top, bottom = _frame(side)
    across, down = (right - left) / 5, (bottom - top) / 5
    letters = ""
    for row in range(5):
        for column in range(5):
            y, x = top + (row + 0.14) * down, left + (column + 0.14) * across
            letters += _colour(side[round(y) : round(y + 0.72 * down), round(x) : round(x + 0.72 * across)])
    return letters


def _colour(cell):
    red, green, blue = cell.reshape(-1, 3).mean(axis=0) / 255
    if max(green, blue) - red > 0.05:
        return "g"
    grey = max(red, green, blue) - min(red, green, blue) < 0.08
    return "x" if grey and red < 0.85 else "."


def _turn_back(back, edge):
    """Return the back as seen through the front of a sheet turned about this edge."""
    height, width = back.shape[:2]
    vertical = (edge == "long") == (height >= width)
    return back[:, ::-1] if vertical else back[::-1]


def _card_spans(page):
    """Return the spans between the crop marks at the upper edge that are wide enough for a card."""
    printed = _printed(page)
    first = printed.any(axis=1).nonzero()[0][0]
    ticks = printed[first + DPI // 25].nonzero()[0]
    cuts = [round(np.mean(group)) for group in np.split(ticks, (np.diff(ticks) > 2).nonzero()[0] + 1)]
    return [(start, end) for start, end in itertools.pairwise(cuts) if end - start > 25 / 25.4 * DPI]


def _frame(side):
    """Return the first and last row of the grid's frame, which are the longest printed lines."""
    inked = _ink(side)
    count = np.cumsum(inked, axis=1)
    runs = (count - np.maximum.accumulate(np.where(inked, 0, count), axis=1)).max(axis=1)
    if runs.max() < side.shape[1] / 3:
        raise Unreadable
    lines = (runs > 0.97 * runs.max()).nonzero()[0]
    return lines[0], lines[-1]


def _ink(page):
    return _lightest(page) < INK


def _printed(page):
    """Return printed pixels, including thin marks that are rendered grey."""
    return _lightest(page) < 200


def _lightest(page):
    return np.maximum(np.maximum(page[..., 0], page[..., 1]), page[..., 2])
