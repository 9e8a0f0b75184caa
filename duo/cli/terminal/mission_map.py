"""The mission map as lines of text: a grid of cities and roads, or a list where the grid does not fit."""

from collections.abc import Iterator
from dataclasses import dataclass

from rich.cells import cell_len
from rich.text import Text

from duo.table.campaign.campaign import Campaign, CityState
from duo.table.campaign.mission_map import City
from duo.text import _, current_language

CITY_STATE_STYLES = {CityState.WON: "bold green", CityState.OPEN: "bold yellow", CityState.LOCKED: "dim"}
_MAP_CELL_WIDTH = 16
_LINES_PER_MAP_ROW = 3


@dataclass(frozen=True, slots=True)
class MapSymbols:
    """The characters that the mission map is drawn with: signs for cities, and lines for roads."""

    city_signs: dict[CityState, str]
    road_across: str
    road_down: str


UNICODE_MAP_SYMBOLS = MapSymbols({CityState.WON: "✓", CityState.OPEN: "○", CityState.LOCKED: "·"}, "─", "│")
ASCII_MAP_SYMBOLS = MapSymbols({CityState.WON: "*", CityState.OPEN: "o", CityState.LOCKED: "."}, "-", "|")


def mission_map_lines(campaign: Campaign, width: int, symbols: MapSymbols) -> list[Text]:
    """Return the mission map and its legend, at most `width` columns wide."""
    places = {city.at: city for city in campaign.map.cities if city.at}
    columns = 1 + max((place[0] for place in places), default=0)
    fits = len(places) == len(campaign.map.cities) and columns * _MAP_CELL_WIDTH <= width
    lines = _map_grid_lines(campaign, places, symbols) if fits else _city_list_lines(campaign, symbols)
    legend = Text("   ").join(
        Text(f"{symbols.city_signs[state]} {label}", style=CITY_STATE_STYLES[state])
        for state, label in (
            (CityState.WON, _("won")),
            (CityState.OPEN, _("open")),
            (CityState.LOCKED, _("locked")),
        )
    )
    return [*lines, Text(), legend]


def _map_grid_lines(
    campaign: Campaign, cities_by_position: dict[tuple[int, int], City], symbols: MapSymbols
) -> list[Text]:
    """Return the map as a grid of cities. Each row of cities takes three lines.

    The first line has the names and the roads across, the second the numbers, the third the roads down.
    """
    rows = 1 + max(row for _, row in cities_by_position)
    columns = 1 + max(column for column, _ in cities_by_position)
    roads = _road_directions_by_cell(campaign, cities_by_position)
    lines = [Text() for _ in range(rows * _LINES_PER_MAP_ROW)]
    for row in range(rows):
        for column in range(columns):
            city = cities_by_position.get((column, row))
            for part, cell in enumerate(_city_cell_lines(campaign, city, roads.get((column, row), ""), symbols)):
                lines[row * _LINES_PER_MAP_ROW + part].append_text(cell)
    for line in lines:
        line.rstrip()
    while not lines[-1]:
        lines.pop()
    undrawn = [
        f"{a.name_in(current_language())} - {b.name_in(current_language())}"
        for a, b in _undrawable_roads(campaign, cities_by_position)
    ]
    if undrawn:
        lines += [Text(), Text(_("Also linked: {roads}", roads=", ".join(undrawn)))]
    return lines


def _city_cell_lines(
    campaign: Campaign, city: City | None, road_directions: str, symbols: MapSymbols
) -> Iterator[Text]:
    """Yield the three lines of one cell of the map.

    `road_directions` contains `-` if a road continues to the right, and `|` if one continues downwards.
    """
    across = symbols.road_across if "-" in road_directions else " "
    down = symbols.road_down if "|" in road_directions else " "
    if city is None:
        # A road that passes through fills the whole cell.
        yield Text(
            (symbols.road_down if "|" in road_directions else across) + across * (_MAP_CELL_WIDTH - 1), style="dim"
        )
        yield Text(down + " " * (_MAP_CELL_WIDTH - 1), style="dim")
    else:
        state = campaign.state(city)
        name = f"{symbols.city_signs[state]} {city.name_in(current_language())}"[: _MAP_CELL_WIDTH - 2]
        first = Text(name, style=CITY_STATE_STYLES[state]).append(" ")
        yield first.append(across * (_MAP_CELL_WIDTH - 1 - cell_len(name)), style="dim")
        second = Text(f"{down} ", style="dim").append(
            _format_city_numbers(campaign, city), style=CITY_STATE_STYLES[state]
        )
        yield second.append(" " * max(0, _MAP_CELL_WIDTH - second.cell_len))
    yield Text(down + " " * (_MAP_CELL_WIDTH - 1), style="dim")


def _format_city_numbers(campaign: Campaign, city: City) -> str:
    wins, losses = campaign.wins(city), campaign.losses(city)
    return f"{city.numbers} ({wins}:{losses})" if wins or losses else city.numbers


def _road_directions_by_cell(
    campaign: Campaign, cities_by_position: dict[tuple[int, int], City]
) -> dict[tuple[int, int], str]:
    """Return, for each cell, the directions in which a road continues: `-` to the right, `|` downwards, or both."""
    roads: dict[tuple[int, int], str] = {}
    for a, b in _iterate_roads(campaign):
        for place in _straight_road_cells(a, b, cities_by_position) or ():
            across = a.at and b.at and a.at[1] == b.at[1]
            roads[place] = roads.get(place, "") + ("-" if across else "|")
    return roads


def _undrawable_roads(campaign: Campaign, cities_by_position: dict[tuple[int, int], City]) -> list[tuple[City, City]]:
    """Return the roads that the grid cannot show because they are not straight or pass a city."""
    return [(a, b) for a, b in _iterate_roads(campaign) if _straight_road_cells(a, b, cities_by_position) is None]


def _straight_road_cells(
    a: City, b: City, cities_by_position: dict[tuple[int, int], City]
) -> list[tuple[int, int]] | None:
    """Return the cells of a straight road between two cities, without its last cell.

    Return None if the road is not straight, or if another city is in its way.
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
    return path if not any(place in cities_by_position for place in path[1:]) else None


def _iterate_roads(campaign: Campaign) -> Iterator[tuple[City, City]]:
    """Yield every road of the map once."""
    order = {city.name: number for number, city in enumerate(campaign.map.cities)}
    for city in campaign.map.cities:
        for other in sorted(campaign.map.roads[city.name], key=order.__getitem__):
            if order[other] > order[city.name]:
                yield city, campaign.map.city(other)


def _city_list_lines(campaign: Campaign, symbols: MapSymbols) -> list[Text]:
    """Return one line per city with its neighbours, indented by its distance from the first city."""
    lines = []
    cities = {city.name: city for city in campaign.map.cities}
    for name, distance in campaign.map.distances().items():
        city = cities[name]
        state = campaign.state(city)
        line = Text("  " * distance)
        line.append(
            f"{symbols.city_signs[state]} {city.name_in(current_language())} {_format_city_numbers(campaign, city)}",
            style=CITY_STATE_STYLES[state],
        )
        neighbours = ", ".join(sorted(cities[other].name_in(current_language()) for other in campaign.map.roads[name]))
        lines.append(line.append(f" {symbols.road_across} {neighbours}" if neighbours else "", style="dim"))
    return lines
