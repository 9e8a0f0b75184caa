"""The mission map as lines of text: cities where they lie with the lines between them, or else as a list."""

from collections.abc import Iterator
from dataclasses import dataclass

from rich.cells import cell_len
from rich.text import Text

from duo.table.campaign.campaign import Campaign, CityState
from duo.table.campaign.mission_map import City
from duo.text import _, current_language

STATE_STYLES = {CityState.WON: "bold green", CityState.OPEN: "bold yellow", CityState.LOCKED: "dim"}
_CELL_WIDTH = 16
_LINES_PER_ROW = 3


@dataclass(frozen=True, slots=True)
class MapSymbols:
    """What the map is drawn with."""

    signs: dict[CityState, str]
    across: str
    down: str


UNICODE_MAP = MapSymbols({CityState.WON: "✓", CityState.OPEN: "○", CityState.LOCKED: "·"}, "─", "│")
ASCII_MAP = MapSymbols({CityState.WON: "*", CityState.OPEN: "o", CityState.LOCKED: "."}, "-", "|")


def map_lines(campaign: Campaign, width: int, symbols: MapSymbols) -> list[Text]:
    """The map in no more columns than this, and what its signs mean."""
    places = {city.at: city for city in campaign.map.cities if city.at}
    columns = 1 + max((at[0] for at in places), default=0)
    drawable = len(places) == len(campaign.map.cities) and columns * _CELL_WIDTH <= width
    lines = _grid_lines(campaign, places, symbols) if drawable else _list_lines(campaign, symbols)
    legend = Text("   ").join(
        Text(f"{symbols.signs[state]} {label}", style=STATE_STYLES[state])
        for state, label in (
            (CityState.WON, _("won")),
            (CityState.OPEN, _("open")),
            (CityState.LOCKED, _("locked")),
        )
    )
    return [*lines, Text(), legend]


def _grid_lines(campaign: Campaign, places: dict[tuple[int, int], City], symbols: MapSymbols) -> list[Text]:
    """Three lines for each row of cities: names with lines across, numbers, and lines down."""
    rows = 1 + max(row for _, row in places)
    columns = 1 + max(column for column, _ in places)
    roads = _straight_roads(campaign, places)
    lines = [Text() for _ in range(rows * _LINES_PER_ROW)]
    for row in range(rows):
        for column in range(columns):
            city = places.get((column, row))
            for part, cell in enumerate(_cell_lines(campaign, city, roads.get((column, row), ""), symbols)):
                lines[row * _LINES_PER_ROW + part].append_text(cell)
    for line in lines:
        line.rstrip()
    while not lines[-1]:
        lines.pop()
    undrawn = [
        f"{a.name_in(current_language())} - {b.name_in(current_language())}"
        for a, b in _crooked_roads(campaign, places)
    ]
    if undrawn:
        lines += [Text(), Text(_("Also linked: {roads}", roads=", ".join(undrawn)))]
    return lines


def _cell_lines(campaign: Campaign, city: City | None, road: str, symbols: MapSymbols) -> Iterator[Text]:
    """The three lines of one place; `road` says whether a line leads on from here, across (-) or down (|)."""
    across = symbols.across if "-" in road else " "
    down = symbols.down if "|" in road else " "
    if city is None:
        # A line that passes through goes over the whole cell.
        yield Text((symbols.down if "|" in road else across) + across * (_CELL_WIDTH - 1), style="dim")
        yield Text(down + " " * (_CELL_WIDTH - 1), style="dim")
    else:
        state = campaign.state(city)
        name = f"{symbols.signs[state]} {city.name_in(current_language())}"[: _CELL_WIDTH - 2]
        first = Text(name, style=STATE_STYLES[state]).append(" ")
        yield first.append(across * (_CELL_WIDTH - 1 - cell_len(name)), style="dim")
        second = Text(f"{down} ", style="dim").append(_format_numbers(campaign, city), style=STATE_STYLES[state])
        yield second.append(" " * max(0, _CELL_WIDTH - second.cell_len))
    yield Text(down + " " * (_CELL_WIDTH - 1), style="dim")


def _format_numbers(campaign: Campaign, city: City) -> str:
    wins, losses = campaign.wins(city), campaign.losses(city)
    return f"{city.numbers} ({wins}:{losses})" if wins or losses else city.numbers


def _straight_roads(campaign: Campaign, places: dict[tuple[int, int], City]) -> dict[tuple[int, int], str]:
    """For every place from which a straight line leads on: across, down, or both."""
    roads: dict[tuple[int, int], str] = {}
    for a, b in _roads(campaign):
        for place in _straight_path(a, b, places) or ():
            across = a.at and b.at and a.at[1] == b.at[1]
            roads[place] = roads.get(place, "") + ("-" if across else "|")
    return roads


def _crooked_roads(campaign: Campaign, places: dict[tuple[int, int], City]) -> list[tuple[City, City]]:
    return [(a, b) for a, b in _roads(campaign) if _straight_path(a, b, places) is None]


def _straight_path(a: City, b: City, places: dict[tuple[int, int], City]) -> list[tuple[int, int]] | None:
    """The places of a straight line from one city to before the other; None if it is not straight or not free."""
    if a.at is None or b.at is None:
        return None
    (column, row), (last_column, last_row) = sorted((a.at, b.at))
    if row == last_row:
        way = [(place, row) for place in range(column, last_column)]
    elif column == last_column:
        way = [(column, place) for place in range(row, last_row)]
    else:
        return None
    return way if not any(place in places for place in way[1:]) else None


def _roads(campaign: Campaign) -> Iterator[tuple[City, City]]:
    """Every line of the map, once."""
    order = {city.name: number for number, city in enumerate(campaign.map.cities)}
    for city in campaign.map.cities:
        for other in sorted(campaign.map.roads[city.name], key=order.__getitem__):
            if order[other] > order[city.name]:
                yield city, campaign.map.city(other)


def _list_lines(campaign: Campaign, symbols: MapSymbols) -> list[Text]:
    """The cities by how many wins they are away, each with the cities it leads to."""
    lines = []
    cities = {city.name: city for city in campaign.map.cities}
    for name, distance in campaign.map.distances().items():
        city = cities[name]
        state = campaign.state(city)
        line = Text("  " * distance)
        line.append(
            f"{symbols.signs[state]} {city.name_in(current_language())} {_format_numbers(campaign, city)}",
            style=STATE_STYLES[state],
        )
        others = ", ".join(sorted(cities[other].name_in(current_language()) for other in campaign.map.roads[name]))
        lines.append(line.append(f" {symbols.across} {others}" if others else "", style="dim"))
    return lines
