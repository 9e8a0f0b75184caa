"""The mission map: cities with their two numbers, and the roads between them."""

import difflib
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Annotated, Any, Literal

from annotated_types import Interval, Len

from duo import data
from duo.core.mission import Mission, mission_problems
from duo.core.refusal import Refusal, Refusals
from duo.core.word import fold, printable
from duo.files.schema import PLAIN_TEXT, Check, read_toml, read_value
from duo.text import current_language

MAX_MAP_BYTES = 1 << 17
MAX_CITIES = 200
MAX_CITY_NAME_LENGTH = 40
CityNumberSource = Literal["rulebook", "review", "ours"]

MAP_TEMPLATE = """# A mission map of your own, for `duo campaign new --map`.
#
# Copy the four lines below for each city of your pad. `links` names the cities that a line leads to, each line once
# and in either city. Just one city has `start = true`.

[[city]]
name = "Prague"
tokens = 9
mistakes = 9
start = true
links = []
"""


def _check_trimmed(name: str) -> str:
    if name.strip() != name:
        raise Refusal("it begins or ends with a blank")
    return name


_CityName = Annotated[str, Len(1, MAX_CITY_NAME_LENGTH), PLAIN_TEXT, Check(_check_trimmed)]
_Coordinate = Annotated[int, Interval(ge=0, lt=100)]


@dataclass(frozen=True, slots=True)
class City:
    """A mission on the map. `at` is its column and row on the drawn map; `names` are those in other languages."""

    name: _CityName
    tokens: int
    mistakes: int
    links: Annotated[tuple[_CityName, ...], Len(0, MAX_CITIES)] = ()
    start: bool = False
    tokens_source: CityNumberSource = "ours"
    mistakes_source: CityNumberSource = "ours"
    at: tuple[_Coordinate, _Coordinate] | None = None
    names: Mapping[Annotated[str, Len(2, 2)], _CityName] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if problems := mission_problems(self.tokens, self.mistakes):
            raise Refusals(problems)

    @property
    def mission(self) -> Mission:
        return Mission(self.tokens, self.mistakes, self.name)

    @property
    def numbers(self) -> str:
        """Its tokens and mistakes in the notation of the map, such as `9-5`."""
        return f"{self.tokens}-{self.mistakes}"

    def name_in(self, language: str) -> str:
        return self.names.get(language, self.name)


@dataclass(frozen=True, slots=True)
class MissionMap:
    """Cities in the order of their file. `roads` holds the neighbours of each city, in both directions."""

    cities: tuple[City, ...]
    roads: Mapping[str, frozenset[str]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if problems := map_problems(self.cities):
            raise Refusals(problems)
        object.__setattr__(self, "roads", _roads_between(self.cities))

    @classmethod
    def parse(cls, text: str) -> "MissionMap":
        """A map from its TOML text; raises Refusals with every problem."""
        return cls.from_json(read_toml(text).get("city"))

    @classmethod
    def from_json(cls, value: Any) -> "MissionMap":
        """A map from a list of tables, as parsed from TOML or JSON."""
        if not isinstance(value, list) or not value or len(value) > MAX_CITIES:
            raise Refusal("a map has 1 to {most} cities, each under [[city]]", most=MAX_CITIES)
        cities, problems = [], []
        for number, table in enumerate(value, start=1):
            try:
                cities.append(read_value(table, City, extra=True))
            except Refusal as refused:
                problems += [
                    Refusal("city {number}: {problem}", number=number, problem=each) for each in refused.all_problems()
                ]
        if problems:
            raise Refusals(problems)
        return cls(tuple(cities))

    def to_json(self) -> list[dict[str, Any]]:
        """The map as a list of JSON objects."""
        return [
            {
                "name": city.name,
                "tokens": city.tokens,
                "mistakes": city.mistakes,
                "links": list(city.links),
                "start": city.start,
                "tokens_source": city.tokens_source,
                "mistakes_source": city.mistakes_source,
                "at": list(city.at) if city.at else None,
                "names": dict(city.names),
            }
            for city in self.cities
        ]

    @property
    def digest(self) -> str:
        """The SHA-256 of the map."""
        return hashlib.sha256(json.dumps(self.to_json(), sort_keys=True).encode()).hexdigest()

    @property
    def start(self) -> City:
        return next(city for city in self.cities if city.start)

    def city(self, name: str) -> City:
        """The city of this name, in any language and any case."""
        wanted = fold(name)
        for city in self.cities:
            if wanted in map(fold, (city.name, *city.names.values())):
                return city
        spellings = {fold(name): name for city in self.cities for name in (city.name, *city.names.values())}
        if near := difflib.get_close_matches(wanted, spellings, n=1):
            raise Refusal(
                "{city} is not on the map; did you mean {near}?",
                city=printable(name[:MAX_CITY_NAME_LENGTH]),
                near=spellings[near[0]],
            )
        known = ", ".join(city.name_in(current_language()) for city in self.cities)
        raise Refusal(
            "{city} is not on the map; there are {known}", city=printable(name[:MAX_CITY_NAME_LENGTH]), known=known
        )

    def distances(self) -> dict[str, int]:
        """The number of wins that it takes to open each reachable city, nearest first."""
        return _distances_from(self.start.name, self.roads)


@cache
def shipped_map() -> MissionMap:
    """The map that ships with duo; cached."""
    return MissionMap.parse((data.shipped_data_dir("missions") / "map.toml").read_text(encoding="utf-8"))


def format_mission(mission: Mission, language: str) -> str:
    """A mission as text. A city of the shipped map gets its name in this language."""
    if not mission.name:  # avoid reading the map
        return str(mission)
    return str(replace(mission, name=_city_names(language).get(mission.name, mission.name)))


@cache
def _city_names(language: str) -> dict[str, str]:
    return {city.name: city.name_in(language) for city in shipped_map().cities}


def map_problems(cities: Sequence[City]) -> list[Refusal]:
    """Every problem of these cities together."""
    problems = []
    seen: set[str] = set()
    for city in cities:
        for name in {fold(name): name for name in (city.name, *city.names.values())}.values():
            if fold(name) in seen:
                problems.append(Refusal("two cities are called {city}", city=name))
            seen.add(fold(name))
    names = {city.name for city in cities}
    problems += (
        Refusal("{city} is linked to {other}, which is not on the map", city=city.name, other=link)
        for city in cities
        for link in city.links
        if link not in names
    )
    starts = [city.name for city in cities if city.start]
    if len(starts) != 1:
        problems.append(Refusal("exactly one city must have start = true, not {count}", count=len(starts)))
    elif not problems:
        reached = _distances_from(starts[0], _roads_between(cities))
        problems += (Refusal("no line leads to {city}", city=name) for name in sorted(names - set(reached)))
    return problems


def _roads_between(cities: Iterable[City]) -> dict[str, frozenset[str]]:
    roads: dict[str, set[str]] = {city.name: set() for city in cities}
    for city in cities:
        for link in city.links:
            roads[city.name].add(link)
            roads[link].add(city.name)
    return {name: frozenset(others) for name, others in roads.items()}


def _distances_from(start: str, roads: Mapping[str, frozenset[str]]) -> dict[str, int]:
    reached = {start: 0}
    for name in (queue := [start]):
        for other in sorted(roads[name] - set(reached)):
            reached[other] = reached[name] + 1
            queue.append(other)
    return reached
