"""Settings of the AI partner: styles of giving and levels of skill."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from duo.core.refusal import Refusal
from duo.core.word import printable
from duo.text import N_

_Setting = TypeVar("_Setting")


@dataclass(frozen=True, slots=True)
class PlayStyle:
    """Costs and bonuses with which a giver changes the chance to win, so that it plays more carefully or boldly.

    All are probabilities. `assassin_cost` is subtracted for a turn that ends on an assassin, `miss_cost` for one that
    ends on a bystander. `unfound_cost` is subtracted for every target that is not found, because such a target misleads
    the partner later. `agent_bonus` is added for every agent found.
    """

    assassin_cost: float
    miss_cost: float
    unfound_cost: float
    agent_bonus: float


STYLES: Mapping[str, PlayStyle] = {
    "careful": PlayStyle(assassin_cost=0.3, miss_cost=0.04, unfound_cost=0.03, agent_bonus=0.0),
    "balanced": PlayStyle(assassin_cost=0.0, miss_cost=0.0, unfound_cost=0.009, agent_bonus=0.0),
    "bold": PlayStyle(assassin_cost=0.0, miss_cost=0.0, unfound_cost=0.0, agent_bonus=0.08),
}


@dataclass(frozen=True, slots=True)
class Level:
    """How well an AI player plays.

    `max_number` is the largest number of its clues. `min_familiarity` is how well people must know a word, from 0 to 1,
    for the player to give it as a clue. A player with `has_memory` considers earlier clues too, and may touch more
    words than the number of a clue.
    """

    max_number: int
    min_familiarity: float
    has_memory: bool


LEVELS: Mapping[str, Level] = {
    "beginner": Level(max_number=2, min_familiarity=0.5, has_memory=False),
    "regular": Level(max_number=3, min_familiarity=0.2, has_memory=True),
    "expert": Level(max_number=4, min_familiarity=0.0, has_memory=True),
}


def find_style(name: str) -> PlayStyle:
    return _find_by_name(STYLES, name, N_("there is no style {name}; there are {known}"))


def find_level(name: str) -> Level:
    return _find_by_name(LEVELS, name, N_("there is no level {name}; there are {known}"))


def _find_by_name(known: Mapping[str, _Setting], name: str, template: str) -> _Setting:
    """Return the setting of this name. Raises Refusal with the message `template` if there is none."""
    if name not in known:
        raise Refusal(template, name=printable(str(name)[:40]), known=", ".join(known))
    return known[name]
