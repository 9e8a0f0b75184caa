"""What has to be supposed of a table of which not everything is told."""

from collections.abc import Mapping
from math import ceil
from typing import TYPE_CHECKING

import numpy as np

from duo.core.key import Colour
from duo.core.mission import MOST_TOKENS, Bank
from duo.core.public import AGENTS
from duo.core.word import BOARD_SIZE
from duo.mind.value import AGENTS_OF_A_SIDE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

_ASSASSINS = 3
_AGENTS_GONE = 0.9  # share of the giver's agents among the words that are gone, as people's games have it


def bank(agents: float, tokens: int | None, mistakes: int | None) -> Bank:
    """The tokens left; those of a game that goes as planned, half as many as agents are left, if none are told."""
    if tokens is None:
        tokens = max(min(ceil(agents / 2), MOST_TOKENS), 1)
    bystander_side = tokens if mistakes is None else min(mistakes, tokens)
    return Bank(bystander_side, tokens - bystander_side)


def partner_left(own_left: int, covered: int) -> int:
    """The partner's agents left: those that the covered words leave, or as many as one's own if none are told."""
    return max(min(AGENTS_OF_A_SIDE, AGENTS - own_left - covered), 0) if covered else own_left


def prior(words: int, said: int, seen: Mapping[str, str]) -> "Array":
    """The chances of so many open words without one's own side, before any clue: all words are alike.

    How many agents are left is counted by what has been seen, else supposed, and as many as the giver has just
    said, at least.
    """
    shown = list(seen.values())
    gone = BOARD_SIZE - words
    agents = AGENTS_OF_A_SIDE - (shown.count(Colour.GREEN) if shown else _AGENTS_GONE * gone)
    green = min(max(agents, said, 1.0), words) / words
    black = min(1 - green, (_ASSASSINS - shown.count(Colour.ASSASSIN)) / words)
    return np.tile([green, 1 - green - black, black], (words, 1))
