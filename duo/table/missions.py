"""The rules for missions that every front end shares: dealing, the daily game, campaigns and learning.

Front ends only collect a person's choices and show the results.
"""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from duo.core.game import Game
from duo.core.key import KeyCard, Seat
from duo.core.mission import STANDARD, Mission
from duo.core.public import Outcome
from duo.core.refusal import Refusal
from duo.table import dealing
from duo.table.campaign.campaign import Campaign
from duo.table.campaign.campaign_store import CampaignStore
from duo.table.campaign.mission_map import City
from duo.table.dealing import SeatHolder
from duo.table.session import HouseRules
from duo.table.stats import touch_tally
from duo.words.wordlist import WordList, shipped_wordlist

if TYPE_CHECKING:
    from duo.mind.hit_rates import TouchTally

_YES, _NO = "yes", "no"


@dataclass(frozen=True, slots=True)
class MissionSettings:
    """The settings of a mission that its record states in headers.

    `daily` is the name of a daily game. `team` and `city` belong to a campaign. In `practice`, moves can be undone.
    With `learning`, the AI partner adapts to the person. `first` is the seat that gives the first clue, if it is fixed.
    """

    daily: str = ""
    team: str = ""
    city: str = ""
    practice: bool = False
    learning: bool = True
    first: Seat | None = None

    @classmethod
    def from_game(cls, game: Game) -> Self:
        rules = HouseRules.from_game(game)
        return cls(
            daily=game.header("Daily"),
            team=game.header("Team"),
            city=game.header("City"),
            practice=rules.practice,
            learning=game.header("Learning") != _NO,
            first=rules.first,
        )

    def headers(self) -> dict[str, str]:
        values = {
            "Team": self.team,
            "City": self.city,
            "Practice": _YES if self.practice else "",
            "Learning": "" if self.learning else _NO,
            "Daily": self.daily,
            "First": self.first or "",
        }
        return {name: value for name, value in values.items() if value}

    @property
    def is_repeatable(self) -> bool:
        """Whether people can go on with another mission of these settings: not for daily games and campaigns."""
        return not self.daily and not self.team

    def is_same_mission(self, game: Game) -> bool:
        """Return whether the game is this daily game or campaign city. It is then resumed, not dealt again."""
        if self.daily:
            return game.header("Daily") == self.daily
        return bool(self.team) and (game.header("Team"), game.header("City")) == (self.team, self.city)


def deal_mission(
    wordlist: WordList,
    seats: Mapping[Seat, SeatHolder],
    settings: MissionSettings,
    *,
    mission: Mission = STANDARD,
    variants: Iterable[str] = (),
    key: str = "",
    seed: int | None = None,
) -> Game:
    """Deal a mission. Its headers record the origin of words, key card and players.

    Without a seed, a daily game is dealt by its name and any other by chance.
    """
    if seed is None:
        seed = dealing.seed_from_name(settings.daily) if settings.daily else dealing.random_seed()
    return dealing.deal_game(
        wordlist,
        seed,
        key=KeyCard.parse_any(key) if key else None,
        mission=mission,
        variants=variants,
        seats=seats,
        extra_headers=dealing.provenance_headers(wordlist, seats) | settings.headers(),
    )


def daily_settings(
    lang: str, *, key: str = "", seed: int | None = None, own_words: bool = False, practice: bool = False
) -> MissionSettings:
    """Return the settings of today's game. Raises Refusal if an option would change it, such as a seed."""
    if key or own_words or seed is not None or practice:
        raise Refusal("The daily game has its own words and card and cannot be practice.")
    return MissionSettings(daily=dealing.daily_name(shipped_wordlist(lang)))


def is_finished_daily(game: Game, name: str) -> bool:
    """Whether this is the daily game of this name, played to its end."""
    return game.header("Daily") == name and game.final.outcome() is not None


def finished_daily(games: Iterable[Game], name: str) -> Game | None:
    """The finished daily game of this name; an unfinished one does not count."""
    return next((game for game in games if is_finished_daily(game, name)), None)


def daily_streak(games: Iterable[Game], lang: str, today: dt.date) -> int:
    """The number of consecutive days won, up to today, or up to yesterday if today's game is not finished."""
    won: dict[str, bool] = {}
    for game in games:
        if game.lang == lang and (name := game.header("Daily")) and (outcome := game.final.outcome()):
            won.setdefault(name.split(" ")[0], outcome is Outcome.WON)  # only the first attempt counts
    day = today if str(today) in won else today - dt.timedelta(days=1)
    days = 0
    while won.get(str(day)):
        days += 1
        day -= dt.timedelta(days=1)
    return days


def city_settings(campaign: Campaign, name: str) -> tuple[City, MissionSettings]:
    """The city of this name and the settings of a mission there. Raises Refusal if the city is not open."""
    city = campaign.map.city(name)
    campaign.check_open(city)
    return city, MissionSettings(team=campaign.team, city=city.name)


@dataclass(frozen=True, slots=True)
class CampaignProgress:
    """What a finished mission changed in its campaign: the cities it opened, or why it could not be entered."""

    team: str
    city: str
    opened: tuple[City, ...] = ()
    problem: Refusal | None = None


def enter_in_campaign(campaigns: CampaignStore, game: Game, others: Iterable[Game] = ()) -> CampaignProgress | None:
    """Enter a finished game in its campaign, unless it is entered already. Returns None if it has no campaign.

    `others` are the team's other games. Finished ones that a killed process failed to enter are entered as well.
    """
    settings = MissionSettings.from_game(game)
    if not settings.team:
        return None
    date = game.header("Date") or dealing.today()
    try:
        before, after = campaigns.enter_finished_games(settings.team, [*others, game], date)
    except Refusal as refusal:  # the campaign was renamed or deleted meanwhile; the game itself is saved
        return CampaignProgress(settings.team, settings.city, problem=refusal)
    return CampaignProgress(settings.team, settings.city, tuple(after.campaign.newly_open_cities(before)))


def is_learning_allowed(game: Game) -> bool:
    """Whether the partner may adapt to a person's earlier games: not in a daily game, nor if the person declined."""
    settings = MissionSettings.from_game(game)
    return settings.learning and not settings.daily


def touch_tally_for_learning(game: Game, earlier_games: Iterable[Game]) -> "TouchTally | None":
    """Return the counts of earlier touches that the AI partner adapts to, or None if this game allows no adapting."""
    return touch_tally(earlier_games) if is_learning_allowed(game) else None
