"""A team's way over the mission map: what was won and lost, and what that opens."""

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
from duo.table.campaign.mission_map import MAX_NAME_LENGTH, City, MissionMap
from duo.text import current_language

FORMAT, VERSION = "duo-campaign", 1
# A loss at a real table, where nobody noted how.
LOST = "lost"


MAX_NOTE_LENGTH = 200

_Text = Annotated[str, Len(0, MAX_NAME_LENGTH)]
_Digest = Annotated[str, Len(64, 64), PLAIN_TEXT]


class CityState(StrEnum):
    WON = "won"
    OPEN = "open"
    LOCKED = "locked"


@dataclass(frozen=True, slots=True)
class CampaignEntry:
    """A mission that was played to its end. Of a game at a real table there is no record."""

    city: _Text
    result: _Text
    date: Annotated[_Text, PLAIN_TEXT]
    score: int | None = None
    record: Annotated[str, Len(0, MAX_RECORD_LENGTH)] = ""
    note: Annotated[str, Len(0, MAX_NOTE_LENGTH), PLAIN_TEXT] = ""

    @classmethod
    def from_game(cls, city: City, game: Game, date: str) -> Self:
        """A recorded game as an entry for this city; its mission must be the city's."""
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
        """The entry as JSON keeps it; without a note as it was before there were any."""
        told = asdict(self)
        if not self.note:
            del told["note"]
        return told


@dataclass(frozen=True, slots=True)
class Campaign:
    """A team, its map, and every mission that it has played, in order."""

    team: str
    map: MissionMap
    games: tuple[CampaignEntry, ...] = ()
    removed: tuple[str, ...] = ()  # digests of records that were entered and taken out again

    def __post_init__(self) -> None:
        if not 0 < len(self.team.strip()) == len(self.team) <= MAX_NAME_LENGTH or has_control_chars(self.team):
            raise Refusal(
                "{team} cannot be the name of a team: 1 to {most} characters, no blank around them",
                team=printable(self.team[:MAX_NAME_LENGTH]),
                most=MAX_NAME_LENGTH,
            )

    def state(self, city: City) -> CityState:
        """Won once is won for ever; the start and every neighbour of a won city are open."""
        won = self.won_cities
        if city.name in won:
            return CityState.WON
        return CityState.OPEN if city.start or not won.isdisjoint(self.map.roads[city.name]) else CityState.LOCKED

    @property
    def won_cities(self) -> frozenset[str]:
        return frozenset(played.city for played in self.games if played.is_won)

    def wins(self, city: City) -> int:
        return sum(played.is_won for played in self.games if played.city == city.name)

    def losses(self, city: City) -> int:
        return sum(not played.is_won for played in self.games if played.city == city.name)

    def cities_in_state(self, state: CityState) -> tuple[City, ...]:
        return tuple(city for city in self.map.cities if self.state(city) is state)

    def newly_open_cities(self, before: "Campaign") -> tuple[City, ...]:
        """The cities that were locked before and are open now."""
        return tuple(city for city in self.cities_in_state(CityState.OPEN) if before.state(city) is CityState.LOCKED)

    def check_open(self, city: City) -> None:
        """Do nothing if the city may be played; say what opens it if it may not."""
        if self.state(city) is CityState.LOCKED:
            doors = ", ".join(
                sorted(self.map.city(name).name_in(current_language()) for name in self.map.roads[city.name])
            )
            raise Refusal(
                "{city} is still locked: win one of {cities} first", city=city.name_in(current_language()), cities=doors
            )

    def with_entry(self, played: CampaignEntry) -> Self:
        """The campaign with this mission entered; a locked city cannot have been played."""
        self.check_open(self.map.city(played.city))
        return replace(self, games=(*self.games, played))

    def entry_number(self, record: str) -> int | None:
        """Under which number of the log a record is entered; None if it is not."""
        return next((number for number, played in enumerate(self.games, start=1) if played.record == record), None)

    def without_entry(self, number: int) -> Self:
        """The campaign without the entry of this number, which must not have opened a city that was played later."""
        if not 1 <= number <= len(self.games):
            raise Refusal("There is no entry {number}; duo campaign log lists them", number=number)
        gone = self.games[number - 1]
        removed = (*self.removed, record_digest(gone.record)) if gone.record else self.removed
        left = replace(self, games=(), removed=removed)
        for place, played in enumerate(self.games, start=1):
            city = self.map.city(played.city)
            if place == number:
                continue
            if left.state(city) is CityState.LOCKED:
                raise Refusal(
                    "{city} cannot be removed: it opened {later}, which is entry {place}. Remove that first.",
                    city=self.map.city(gone.city).name_in(current_language()),
                    later=city.name_in(current_language()),
                    place=place,
                )
            left = left.with_entry(played)
        return left

    @classmethod
    def parse(cls, text: str) -> Self:
        """A campaign from its text; raises Refusal if it is anything else."""
        schema.check_format(text, FORMAT, VERSION)
        told = schema.read_json(text, _CampaignFile)
        campaign, problems = cls(told.team, MissionMap.from_json(told.map), removed=told.removed), []
        for number, played in enumerate(told.games, start=1):
            try:
                _check_entry(played)
                campaign = campaign.with_entry(played)
            except Refusal as problem:
                problems.append(Refusal("game {number}: {problem}", number=number, problem=problem))
        if problems:
            raise Refusals(problems)
        return campaign

    def __str__(self) -> str:
        return json.dumps(self.to_json(), ensure_ascii=False, indent=1) + "\n"

    def to_json(self) -> dict[str, Any]:
        """The campaign as JSON keeps it and as it is exported."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "team": self.team,
            "map": self.map.to_json(),
            "map_digest": self.map.digest,
            "games": [played.to_json() for played in self.games],
            **({"removed": list(self.removed)} if self.removed else {}),
        }


@dataclass(frozen=True, slots=True)
class _CampaignFile:
    """A campaign as it is kept, or as it is exported, when it tells the version of duo too."""

    format: str
    version: int
    team: str
    map: list[Any]
    games: tuple[CampaignEntry, ...]
    map_digest: str = ""
    duo: str = ""
    removed: tuple[_Digest, ...] = ()


def record_digest(record: str) -> str:
    """By which a record is known again."""
    return hashlib.sha256(record.encode()).hexdigest()


def _check_entry(played: CampaignEntry) -> None:
    """Refuse an entry whose result is none, or whose record tells another."""
    if played.result not in tuple(Outcome) and played.result != LOST:
        raise Refusal("{result} is not a result", result=printable(played.result))
    if played.record and read(played.record).final.outcome() != played.result:
        raise Refusal("the record tells another result than {result}", result=played.result)
