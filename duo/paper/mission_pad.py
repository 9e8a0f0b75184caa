"""Draws the mission map for printing: empty, to be ticked off with a pen, or with the wins of a team."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from duo.core.refusal import Refusal
from duo.paper.shapes import Box, Line, Page, Shape, Text
from duo.paper.size import Size
from duo.paper.typeface import SHIPPED_TYPEFACE
from duo.text import _

_INK, _GREY, _ROAD_COLOUR, _WON_COLOUR = "#1B1B1B", "#9A9A9A", "#B9A878", "#35A556"
_HEAD_HEIGHT = 14.0
_CITY_BOX = Size(44, 15)  # of a city, if there is room
_MIN_CITY_BOX = Size(20, 9)
_ROW_HEIGHT = 7.0  # of a list


class CityMark(Enum):
    """A team's progress with a city. A pad to fill in by hand has no marks."""

    WON = "won"
    OPEN = "open"
    LOCKED = "locked"


@dataclass(frozen=True, slots=True)
class PadCity:
    """A city of the map. `position` is its column and row, `note` a short text such as the number of tries."""

    name: str
    mission: str
    position: tuple[int, int] | None
    mark: CityMark | None = None
    note: str = ""


def mission_pad_pages(
    title: str, cities: Sequence[PadCity], roads: Iterable[tuple[str, str]], page: Size, margin: float
) -> Iterator[Page]:
    """Yield one page with the map, landscape if it is wide, or pages with a list if a city has no position."""
    for city in cities:
        SHIPPED_TYPEFACE.check_letters(city.name + city.note)
    if all(city.position for city in cities):
        yield _map_page(title, cities, roads, page, margin)
    else:
        yield from _list_pages(title, cities, page, margin)


def _map_page(
    title: str, cities: Sequence[PadCity], roads: Iterable[tuple[str, str]], page: Size, margin: float
) -> Page:
    places = {city.name: city.position for city in cities if city.position}
    columns = 1 + max(column for column, _row in places.values())
    rows = 1 + max(row for _column, row in places.values())
    if (columns * _CITY_BOX.width > rows * _CITY_BOX.height) is not (page.width > page.height):
        page = Size(page.height, page.width)
    cell = Size((page.width - 2 * margin) / columns, (page.height - 2 * margin - _HEAD_HEIGHT) / rows)
    box = Size(min(_CITY_BOX.width, cell.width * 0.86), min(_CITY_BOX.height, cell.height * 0.7))
    if box.width < _MIN_CITY_BOX.width or box.height < _MIN_CITY_BOX.height:
        raise Refusal(
            "a map of {columns} columns and {rows} rows does not fit on a page of {page}",
            columns=columns,
            rows=rows,
            page=page,
        )
    middles = {
        name: (margin + (column + 0.5) * cell.width, margin + _HEAD_HEIGHT + (row + 0.5) * cell.height)
        for name, (column, row) in places.items()
    }
    shapes: list[Shape] = [*_draw_title(title, page, margin)]
    shapes += (Line(middles[one], middles[other], _ROAD_COLOUR, 0.8) for one, other in roads)
    for city in cities:
        x, y = middles[city.name]
        shapes += _draw_city(city, x - box.width / 2, y - box.height / 2, box)
    return Page(*page, tuple(shapes))


def _list_pages(title: str, cities: Sequence[PadCity], page: Size, margin: float) -> Iterator[Page]:
    room = int((page.height - 2 * margin - _HEAD_HEIGHT) // _ROW_HEIGHT)
    if room < 1 or page.width - 2 * margin < 60:
        raise Refusal("a list of cities does not fit on a page of {page}", page=page)
    for start in range(0, len(cities), room):
        shapes: list[Shape] = [*_draw_title(title, page, margin)]
        for line, city in enumerate(cities[start : start + room]):
            top = margin + _HEAD_HEIGHT + line * _ROW_HEIGHT
            shapes += _draw_checkbox(city, margin, top + 1, _ROW_HEIGHT - 2.5)
            text = f"{city.name}   {city.mission}   {city.note}".rstrip()
            size = SHIPPED_TYPEFACE.fitting_size(text, 4, page.width - 2 * margin - _ROW_HEIGHT, bold=True)
            shapes.append(
                Text((margin + _ROW_HEIGHT, top + _ROW_HEIGHT - 2), text, size, _city_colour(city), bold=True)
            )
        yield Page(*page, tuple(shapes))


def _draw_title(title: str, page: Size, margin: float) -> Iterator[Shape]:
    SHIPPED_TYPEFACE.check_letters(title)
    size = SHIPPED_TYPEFACE.fitting_size(title, 7, page.width - 2 * margin, bold=True)
    yield Text((margin, margin + 7), title, size, _INK, bold=True)
    yield Text(
        (margin, margin + 11.5), _("Tokens and allowed mistakes; a win opens every city that a line leads to."), 3
    )


def _draw_city(city: PadCity, x: float, y: float, box: Size) -> Iterator[Shape]:
    """Yield a box with the city's name, its mission and a checkbox."""
    thick = 0.9 if city.mark is CityMark.OPEN else 0.4
    edge = _GREY if city.mark is CityMark.LOCKED else _INK
    yield Box(x, y, *box, fill="#FFFFFF", stroke=edge, thickness=thick, radius=2)
    square = box.height * 0.36
    yield from _draw_checkbox(city, x + 1.5, y + box.height - square - 1.5, square)
    room = box.width - 3
    name = SHIPPED_TYPEFACE.fitting_size(city.name, box.height * 0.34, room, bold=True)
    yield Text(
        (x + box.width / 2, y + box.height * 0.42), city.name, name, _city_colour(city), bold=True, align="middle"
    )
    text = f"{city.mission}  {city.note}".rstrip()
    size = SHIPPED_TYPEFACE.fitting_size(text, box.height * 0.3, room - square - 1)
    middle = x + 1.5 + square + (box.width - 1.5 - square) / 2
    yield Text((middle, y + box.height - 1.5 - square * 0.12), text, size, _city_colour(city), align="middle")


def _draw_checkbox(city: PadCity, x: float, y: float, side: float) -> Iterator[Shape]:
    won = city.mark is CityMark.WON
    yield Box(x, y, side, side, fill=_WON_COLOUR if won else "#FFFFFF", stroke=_city_colour(city), thickness=0.3)
    if won:
        yield Line((x + side * 0.2, y + side * 0.55), (x + side * 0.42, y + side * 0.8), "#FFFFFF", side * 0.14)
        yield Line((x + side * 0.42, y + side * 0.8), (x + side * 0.82, y + side * 0.22), "#FFFFFF", side * 0.14)


def _city_colour(city: PadCity) -> str:
    return _GREY if city.mark is CityMark.LOCKED else _INK
