"""A team's campaign on the mission map: its games, and the cities that they open."""

import hashlib
import json
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Annotated, Any, Self

from annotated_types import Len

from duo.core.game import Game, read
from duo.core.public import Outcome
from duo.core.record import MAX_RECORD_LENGTH
from duo.core.refusal import Refusal, Refusals
from duo.core.scoring import score
from duo.core.word import has_control_chars, printable
from duo.files import schema
from duo.files.schema import PLAIN_TEXT
from duo.table.campaign.mission_map import MAX_CITY_NAME_LENGTH, City, MissionMap
from duo.text import current_language

FORMAT, VERSION = "duo-campaign", 1
# The result of a loss at a real table, where the kind of loss is unknown.
LOST_RESULT = "lost"


MAX_NOTE_LENGTH = 200

_ShortText = Annotated[str, Len(0, MAX_CITY_NAME_LENGTH)]
_Digest = Annotated[str, Len(64, 64), PLAIN_TEXT]


class CityState(StrEnum):
    WON = "won"
    OPEN = "open"
    LOCKED = "locked"


@dataclass(frozen=True, slots=True)
class CampaignEntry:
    """A finished mission of a campaign. `record` is empty for a game at a real table."""

    city: _ShortText
    result: _ShortText
    date: Annotated[_ShortText, PLAIN_TEXT]
    score: int | None = None
    record: Annotated[str, Len(0, MAX_RECORD_LENGTH)] = ""
    note: Annotated[str, Len(0, MAX_NOTE_LENGTH), PLAIN_TEXT] = ""

    @classmethod
    def from_game(cls, city: City, game: Game, date: str) -> Self:
        """An entry for this city from a recorded game, which must be of the city's mission."""
        outcome, mission = game.final.outcome(), game.final.mission
        if outcome is None:
            raise Refusal("the game is not finished")
        if (mission.tokens, mission.mistakes) != (city.tokens, city.mistakes):
            raise Refusal(
                "the game was played as {mission}, and the mission is {city}",
                mission=f"{mission.tokens}-{mission.mistakes}",
                city=city.numbers,
            )
        return cls(city.name, outcome, date, score(game.final), str(game))

    @property
    def is_won(self) -> bool:
        return self.result == Outcome.WON

    def to_json(self) -> dict[str, Any]:
        """The entry as JSON. An empty note is left out, as in files from before notes existed."""
        value = asdict(self)
        if not self.note:
            del value["note"]
        return value


@dataclass(frozen=True, slots=True)
class Campaign:
    """A team, its map, and every mission that it played, in order."""

    team: str
    map: MissionMap
    games: tuple[CampaignEntry, ...] = ()
    removed: tuple[str, ...] = ()  # digests of records whose entries were removed

    def __post_init__(self) -> None:
        if not 0 < len(self.team.strip()) == len(self.team) <= MAX_CITY_NAME_LENGTH or has_control_chars(self.team):
            raise Refusal(
                "{team} cannot be the name of a team: 1 to {most} characters, no blank around them",
                team=printable(self.team[:MAX_CITY_NAME_LENGTH]),
                most=MAX_CITY_NAME_LENGTH,
            )

    def state(self, city: City) -> CityState:
        """Return whether the city is won, open or locked.

        One win is enough for ever. The start and every neighbour of a won city are open.
        """
        won = self.won_cities
        if city.name in won:
            return CityState.WON
        return CityState.OPEN if city.start or not won.isdisjoint(self.map.roads[city.name]) else CityState.LOCKED

    @property
    def won_cities(self) -> frozenset[str]:
        return frozenset(entry.city for entry in self.games if entry.is_won)

    def wins(self, city: City) -> int:
        return sum(entry.is_won for entry in self.games if entry.city == city.name)

    def losses(self, city: City) -> int:
        return sum(not entry.is_won for entry in self.games if entry.city == city.name)

    def cities_in_state(self, state: CityState) -> tuple[City, ...]:
        return tuple(city for city in self.map.cities if self.state(city) is state)

    def newly_open_cities(self, before: "Campaign") -> tuple[City, ...]:
        """The cities that were locked in `before` and are open now."""
        return tuple(city for city in self.cities_in_state(CityState.OPEN) if before.state(city) is CityState.LOCKED)

    def check_open(self, city: City) -> None:
        """Raise a Refusal that names the cities to win first if this city is locked."""
        if self.state(city) is CityState.LOCKED:
            neighbours = ", ".join(
                sorted(self.map.city(name).name_in(current_language()) for name in self.map.roads[city.name])
            )
            raise Refusal(
                "{city} is still locked: win one of {cities} first",
                city=city.name_in(current_language()),
                cities=neighbours,
            )

    def with_entry(self, entry: CampaignEntry) -> Self:
        """The campaign with this entry added. Raises Refusal for a locked city."""
        self.check_open(self.map.city(entry.city))
        return replace(self, games=(*self.games, entry))

    def entry_number(self, record: str) -> int | None:
        """The number of the entry with this record, or None."""
        return next((number for number, entry in enumerate(self.games, start=1) if entry.record == record), None)

    def without_entry(self, number: int) -> Self:
        """The campaign without this entry. Raises Refusal if the entry opened a city that was played later."""
        if not 1 <= number <= len(self.games):
            raise Refusal("There is no entry {number}; duo campaign log lists them", number=number)
        removed_entry = self.games[number - 1]
        removed = (*self.removed, record_digest(removed_entry.record)) if removed_entry.record else self.removed
        remaining = replace(self, games=(), removed=removed)
        for place, entry in enumerate(self.games, start=1):
            city = self.map.city(entry.city)
            if place == number:
                continue
            if remaining.state(city) is CityState.LOCKED:
                raise Refusal(
                    "{city} cannot be removed: it opened {later}, which is entry {place}. Remove that first.",
                    city=self.map.city(removed_entry.city).name_in(current_language()),
                    later=city.name_in(current_language()),
                    place=place,
                )
            remaining = remaining.with_entry(entry)
        return remaining

    @classmethod
    def parse(cls, text: str) -> Self:
        """A campaign from its JSON text; raises Refusal if it is anything else."""
        schema.check_format(text, FORMAT, VERSION)
        file = schema.read_json(text, _CampaignFile)
        campaign, problems = cls(file.team, MissionMap.from_json(file.map), removed=file.removed), []
        for number, entry in enumerate(file.games, start=1):
            try:
                _check_entry(entry)
                campaign = campaign.with_entry(entry)
            except Refusal as problem:
                problems.append(Refusal("game {number}: {problem}", number=number, problem=problem))
        if problems:
            raise Refusals(problems)
        return campaign

    def __str__(self) -> str:
        return json.dumps(self.to_json(), ensure_ascii=False, indent=1) + "\n"

    def to_json(self) -> dict[str, Any]:
        """The campaign as JSON, for its file and for the export."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "team": self.team,
            "map": self.map.to_json(),
            "map_digest": self.map.digest,
            "games": [entry.to_json() for entry in self.games],
            **({"removed": list(self.removed)} if self.removed else {}),
        }


@dataclass(frozen=True, slots=True)
class _CampaignFile:
    """The schema of a campaign file. An export also has the version of duo."""

    format: str
    version: int
    team: str
    map: list[Any]
    games: tuple[CampaignEntry, ...]
    map_digest: str = ""
    duo: str = ""
    removed: tuple[_Digest, ...] = ()


def record_digest(record: str) -> str:
    """Return the SHA-256 of a record. Removed entries are remembered by it, so that they are not entered again."""
    return hashlib.sha256(record.encode()).hexdigest()


def _check_entry(entry: CampaignEntry) -> None:
    """Raise Refusal if the result is unknown or differs from that of the record."""
    if entry.result not in tuple(Outcome) and entry.result != LOST_RESULT:
        raise Refusal("{result} is not a result", result=printable(entry.result))
    if entry.record and read(entry.record).final.outcome() != entry.result:
        raise Refusal("the record has another result than {result}", result=entry.result)
