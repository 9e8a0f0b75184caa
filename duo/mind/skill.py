"""How a partner plays: styles of giving, and levels of skill."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PlayStyle:
    """What a giver holds against a clue beside the chance to win, in chances to win.

    `assassin` and `miss` are taken off for a turn that ends so, `unfound` for every word that the number promised
    and that was not found, as it misleads the partner later; `agent` is added for every agent found.
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
    """How far a player thinks.

    `most` is the largest number it says, `known` how familiar its clue words are at least (from 0 to 1), and
    `memory` whether it thinks of earlier clues and touches more words than the number said.
    """

    max_number: int
    min_familiarity: float
    has_memory: bool


LEVELS: Mapping[str, Level] = {
    "beginner": Level(max_number=2, min_familiarity=0.5, has_memory=False),
    "regular": Level(max_number=3, min_familiarity=0.2, has_memory=True),
    "expert": Level(max_number=4, min_familiarity=0.0, has_memory=True),
}
