"""The mission map: cities with their two numbers, and the lines between them."""

import hashlib
import json
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from duo import data
from duo.core.mission import Mission, mission_problems
from duo.core.refusal import Refusal, Refusals
from duo.core.word import fold, has_control, printable

LONGEST_MAP = 1 << 17
MOST_CITIES = 200
LONGEST_NAME = 40
SOURCES = ("rulebook", "review", "ours")

TEMPLATE = """# A mission map of your own, for `duo campaign new --map`.
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


@dataclass(frozen=True, slots=True)
class City:
    """A mission on the map. `at` is its place on the drawn map, column and row; `names` are for other languages."""

    name: str
    tokens: int
    mistakes: int
    links: tuple[str, ...] = ()
    start: bool = False
    tokens_source: str = "ours"
    mistakes_source: str = "ours"
    at: tuple[int, int] | None = None
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def mission(self) -> Mission:
        return Mission(self.tokens, self.mistakes, self.name)

    def called(self, language: str) -> str:
        return self.names.get(language, self.name)


@dataclass(frozen=True, slots=True)
class MissionMap:
    """Cities in the order of their file; `roads` are every city's neighbours, in both directions."""

    cities: tuple[City, ...]
    roads: Mapping[str, frozenset[str]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if problems := map_problems(self.cities):
            raise Refusals(problems)
        object.__setattr__(self, "roads", _roads(self.cities))

    @classmethod
    def parse(cls, text: str) -> "MissionMap":
        """A map from its TOML text; every problem is named."""
        try:
            told = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise Refusal("the map is no TOML: {reason}", reason=str(error)) from error
        return cls.from_value(told.get("city"))

    @classmethod
    def from_value(cls, value: Any) -> "MissionMap":
        """A map from a list of tables, as TOML and JSON give it."""
        if not isinstance(value, list) or not value or len(value) > MOST_CITIES:
            raise Refusal("a map has 1 to {most} cities, each under [[city]]", most=MOST_CITIES)
        cities, problems = [], []
        for number, table in enumerate(value, start=1):
            try:
                cities.append(_city(table))
            except Refusal as problem:
                problems.append(Refusal("city {number}: {problem}", number=number, problem=problem))
        if problems:
            raise Refusals(problems)
        return cls(tuple(cities))

    def value(self) -> list[dict[str, Any]]:
        """The map as JSON keeps it."""
        return [
            {
                "name": city.name, "tokens": city.tokens, "mistakes": city.mistakes, "links": list(city.links),
                "start": city.start, "tokens_source": city.tokens_source, "mistakes_source": city.mistakes_source,
                "at": list(city.at) if city.at else None, "names": dict(city.names),
            }
            for city in self.cities
        ]  # fmt: skip

    @property
    def digest(self) -> str:
        """The hash of all that the map tells."""
        return hashlib.sha256(json.dumps(self.value(), sort_keys=True).encode()).hexdigest()

    @property
    def start(self) -> City:
        return next(city for city in self.cities if city.start)

    def city(self, name: str) -> City:
        """The city of this name, in any language and however it is spelt."""
        wanted = fold(name)
        for city in self.cities:
            if wanted in map(fold, (city.name, *city.names.values())):
                return city
        known = ", ".join(city.name for city in self.cities)
        raise Refusal("{city} is not on the map; there are {known}", city=printable(name[:LONGEST_NAME]), known=known)

    def distances(self) -> dict[str, int]:
        """How many wins it takes to open each city that can be reached, in the order in which they are reached."""
        return _distances(self.start.name, self.roads)


def shipped() -> MissionMap:
    """Our own map."""
    return MissionMap.parse((data.folder("missions") / "map.toml").read_text(encoding="utf-8"))


def called(mission: Mission, language: str) -> str:
    """A mission as people write it, a city of our map by its name in this language."""
    return str(replace(mission, name=_names(language).get(mission.name, mission.name)))


@cache
def _names(language: str) -> dict[str, str]:
    return {city.name: city.called(language) for city in shipped().cities}


def map_problems(cities: Sequence[City]) -> list[Refusal]:
    """Everything that is wrong with these cities together."""
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
        problems.append(Refusal("one city has start = true, here are {count}", count=len(starts)))
    elif not problems:
        reached = _distances(starts[0], _roads(cities))
        problems += (Refusal("no line leads to {city}", city=name) for name in sorted(names - set(reached)))
    return problems


def _roads(cities: Iterable[City]) -> dict[str, frozenset[str]]:
    roads: dict[str, set[str]] = {city.name: set() for city in cities}
    for city in cities:
        for link in city.links:
            roads[city.name].add(link)
            roads[link].add(city.name)
    return {name: frozenset(others) for name, others in roads.items()}


def _distances(start: str, roads: Mapping[str, frozenset[str]]) -> dict[str, int]:
    reached = {start: 0}
    for name in (queue := [start]):
        for other in sorted(roads[name] - set(reached)):
            reached[other] = reached[name] + 1
            queue.append(other)
    return reached


def _city(table: Any) -> City:
    """One table of the file, every value checked."""
    if not isinstance(table, dict):
        raise Refusal("this is no table of values")
    problems = [
        Refusal("{field} is missing", field=name) for name in ("name", "tokens", "mistakes") if name not in table
    ]
    problems += (
        Refusal("{field} is not what it should be: {rule}", field=printable(str(name)[:LONGEST_NAME]), rule=rule)
        for name, (fits, rule) in _FIELDS.items()
        if name in table and not fits(table[name])
    )
    if not problems:
        problems = mission_problems(table["tokens"], table["mistakes"])
    if problems:
        raise Refusals(problems)
    known = {name: table[name] for name in _FIELDS if table.get(name) is not None}
    known["links"] = tuple(known.get("links", ()))
    if at := known.get("at"):
        known["at"] = (at[0], at[1])
    return City(**known)


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value.strip()) == len(value) <= LONGEST_NAME and not has_control(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_place(value: Any) -> bool:
    return value is None or (
        isinstance(value, list) and len(value) == 2 and all(_is_number(part) and 0 <= part < 100 for part in value)
    )


# field: (what it must be, and how that is said)
_FIELDS: dict[str, tuple[Any, str]] = {
    "name": (_is_name, "text"),
    "tokens": (_is_number, "1 … 11"),
    "mistakes": (_is_number, "0 … tokens"),
    "links": (lambda value: isinstance(value, list) and len(value) <= MOST_CITIES and all(map(_is_name, value)), "[…]"),
    "start": (lambda value: isinstance(value, bool), "true | false"),
    "tokens_source": (lambda value: value in SOURCES, " | ".join(SOURCES)),
    "mistakes_source": (lambda value: value in SOURCES, " | ".join(SOURCES)),
    "at": (_is_place, "[column, row]"),
    "names": (
        lambda value: isinstance(value, dict) and all(len(key) == 2 and _is_name(value[key]) for key in value),
        '{ fr = "…" }',
    ),
}
