"""Settings of the AI partner: styles of giving and levels of skill."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from duo.core.refusal import Refusal
from duo.core.word import printable
from duo.text import N_

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PlayStyle:
    """Costs and bonuses that a giver adds to the chance of winning, in the same unit.

    `assassin_cost` and `miss_cost` apply to a turn that ends on an assassin or a bystander. `unfound_cost` applies to
    every word that the number promised and that was not found, because it misleads the partner later. `agent_bonus`
    is added for every agent found.
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

    `max_number` is the largest number that it says, and `min_familiarity` how familiar its clue words are at least,
    from 0 to 1. A player with `has_memory` considers earlier clues and may touch more words than the number.
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
    return _find(STYLES, name, N_("there is no style {name}; there are {known}"))


def find_level(name: str) -> Level:
    return _find(LEVELS, name, N_("there is no level {name}; there are {known}"))


def _find(known: Mapping[str, T], name: str, template: str) -> T:
    if name not in known:
        raise Refusal(template, name=printable(str(name)[:40]), known=", ".join(known))
    return known[name]
