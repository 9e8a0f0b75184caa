"""How a partner plays: styles of giving, and levels of skill."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Style:
    """What a giver holds against a clue beside the chance to win, in chances to win.

    `assassin` and `miss` are taken off for a turn that ends so, `unfound` for every word that the number promised
    and that was not found, as it misleads the partner later; `agent` is added for every agent found.
    """

    assassin: float
    miss: float
    unfound: float
    agent: float


STYLES: Mapping[str, Style] = {
    "careful": Style(assassin=0.3, miss=0.04, unfound=0.03, agent=0.0),
    "balanced": Style(assassin=0.0, miss=0.0, unfound=0.009, agent=0.0),
    "bold": Style(assassin=0.0, miss=0.0, unfound=0.0, agent=0.08),
}


@dataclass(frozen=True, slots=True)
class Level:
    """How far a player thinks.

    `most` is the largest number it says, `known` how familiar its clue words are at least (from 0 to 1), and
    `memory` whether it thinks of earlier clues and touches more words than the number said.
    """

    most: int
    known: float
    memory: bool


LEVELS: Mapping[str, Level] = {
    "beginner": Level(most=2, known=0.5, memory=False),
    "regular": Level(most=3, known=0.2, memory=True),
    "expert": Level(most=4, known=0.0, memory=True),
}
