"""The mission map as lines of text: a grid of cities and roads, or a list where the grid does not fit."""

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
    """The characters that the map is drawn with."""

    signs: dict[CityState, str]
    across: str
    down: str


UNICODE_MAP = MapSymbols({CityState.WON: "✓", CityState.OPEN: "○", CityState.LOCKED: "·"}, "─", "│")
ASCII_MAP = MapSymbols({CityState.WON: "*", CityState.OPEN: "o", CityState.LOCKED: "."}, "-", "|")


def map_lines(campaign: Campaign, width: int, symbols: MapSymbols) -> list[Text]:
    """Return the map in at most `width` columns, with a legend."""
    places = {city.at: city for city in campaign.map.cities if city.at}
    columns = 1 + max((place[0] for place in places), default=0)
    fits = len(places) == len(campaign.map.cities) and columns * _CELL_WIDTH <= width
    lines = _grid_lines(campaign, places, symbols) if fits else _list_lines(campaign, symbols)
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
    """Draw each row of cities in three lines: names and roads across, numbers, and roads down."""
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
    """Draw the three lines of one cell. `road` says whether a road leads on across (-) or down (|)."""
    across = symbols.across if "-" in road else " "
    down = symbols.down if "|" in road else " "
    if city is None:
        # A road that passes through fills the whole cell.
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
    """Map each cell that a straight road leads on from to its directions: `-`, `|` or both."""
    roads: dict[tuple[int, int], str] = {}
    for a, b in _roads(campaign):
        for place in _straight_path(a, b, places) or ():
            across = a.at and b.at and a.at[1] == b.at[1]
            roads[place] = roads.get(place, "") + ("-" if across else "|")
    return roads


def _crooked_roads(campaign: Campaign, places: dict[tuple[int, int], City]) -> list[tuple[City, City]]:
    return [(a, b) for a, b in _roads(campaign) if _straight_path(a, b, places) is None]


def _straight_path(a: City, b: City, places: dict[tuple[int, int], City]) -> list[tuple[int, int]] | None:
    """Return the cells of a straight road between two cities, without its last cell.

    None if the road is not straight, or another city is in its way.
    """
    if a.at is None or b.at is None:
        return None
    (column, row), (last_column, last_row) = sorted((a.at, b.at))
    if row == last_row:
        path = [(place, row) for place in range(column, last_column)]
    elif column == last_column:
        path = [(column, place) for place in range(row, last_row)]
    else:
        return None
    return path if not any(place in places for place in path[1:]) else None


def _roads(campaign: Campaign) -> Iterator[tuple[City, City]]:
    """Yield every road of the map once."""
    order = {city.name: number for number, city in enumerate(campaign.map.cities)}
    for city in campaign.map.cities:
        for other in sorted(campaign.map.roads[city.name], key=order.__getitem__):
            if order[other] > order[city.name]:
                yield city, campaign.map.city(other)


def _list_lines(campaign: Campaign, symbols: MapSymbols) -> list[Text]:
    """List the cities, indented by their distance from the start, each with its neighbours."""
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
        neighbours = ", ".join(sorted(cities[other].name_in(current_language()) for other in campaign.map.roads[name]))
        lines.append(line.append(f" {symbols.across} {neighbours}" if neighbours else "", style="dim"))
    return lines
