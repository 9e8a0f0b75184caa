"""Options for words, key card and mission, shared by the commands that deal a game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import wraps
from typing import Any

import click

from duo.cli.option_types import IntRange, RenamedOption
from duo.cli.options import lang_option, seed_option, variant_option, words_option
from duo.core.game import Game
from duo.core.key import Seat
from duo.mind.skill import LEVELS, STYLES
from duo.table import dealing
from duo.table.dealing import SeatHolder
from duo.table.missions import MissionSettings, deal_mission
from duo.text import N_
from duo.words import wordlist


@dataclass(frozen=True, slots=True)
class DealOptions:
    """Values of the options of a command that deals a game.

    What is None is chosen at random. The random choices follow from `seed`, if there is one.
    """

    key: str | None
    mission: str | None
    tokens: int | None
    mistakes: int | None
    lang: str
    source: str | None
    seed: int | None
    variants: tuple[str, ...]

    def load_word_list(self) -> wordlist.WordList:
        return wordlist.load_wordlist(self.source, self.lang) if self.source else wordlist.shipped_wordlist(self.lang)

    def deal_game(self, seats: Mapping[Seat, SeatHolder], settings: MissionSettings) -> Game:
        return deal_mission(
            self.load_word_list(),
            seats,
            settings,
            mission=dealing.choose_mission(self.mission, self.tokens, self.mistakes),
            variants=self.variants,
            key=self.key or "",
            seed=self.seed,
        )


DEAL_OPTION_NAMES = tuple(field.name for field in fields(DealOptions))

_DEAL_OPTIONS = (
    click.option("--key", metavar="NUMBER", help=N_("Play this key card.")),
    click.option("--mission", metavar="T-M|CITY", help=N_("Tokens and allowed mistakes, such as 9-5, or a city.")),
    click.option("--tokens", type=IntRange(), help=N_("Timer tokens, from 1 to 11.")),
    click.option("--mistakes", type=IntRange(), help=N_("How many of the tokens lie bystander side up.")),
    lang_option,
    words_option,
    seed_option,
    variant_option,
)


def add_deal_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of `DealOptions` to a command. The command receives them as one argument, `dealing`."""

    @wraps(function)
    def wrapper(*args: Any, **values: Any) -> Any:
        deal = DealOptions(**{name: values.pop(name) for name in DEAL_OPTION_NAMES})
        return function(*args, dealing=deal, **values)

    for option in reversed(_DEAL_OPTIONS):
        wrapper = option(wrapper)
    return wrapper


def add_partner_options(function: Callable[..., Any]) -> Callable[..., Any]:
    style = click.option(
        "--style",
        cls=RenamedOption,
        old_names=["--partner"],
        type=click.Choice(list(STYLES)),
        default="balanced",
        show_default=True,
        help=N_("How daring the partner's clues are."),
    )
    level = click.option(
        "--level",
        type=click.Choice(list(LEVELS)),
        default="expert",
        show_default=True,
        help=N_("How well the partner plays."),
    )
    return style(level(function))
