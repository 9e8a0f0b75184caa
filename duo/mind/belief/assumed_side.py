"""What has to be supposed of a table of which not everything is told."""

from collections.abc import Mapping
from math import ceil

from duo.core.key import Colour
from duo.core.mission import MAX_TOKENS, Bank
from duo.core.public import AGENTS
from duo.core.word import BOARD_SIZE
from duo.mind.belief.pattern import PatternGroup, SidePrior
from duo.mind.value import AGENTS_PER_SIDE

_ASSASSINS_PER_SIDE = 3
_AGENT_SHARE_OF_GONE = 0.9  # share of the giver's agents among the words that are gone, as people's games have it
_SHARED_AGENT_SHARE = 1 / 3  # share of one side's agents that are the other's too: 3 of 9


def assumed_bank(agents: float, tokens: int | None, mistakes: int | None) -> Bank:
    """The tokens left; those of a game that goes as planned, half as many as agents are left, if none are told."""
    if tokens is None:
        tokens = max(min(ceil(agents / 2), MAX_TOKENS), 1)
    bystander_side = tokens if mistakes is None else min(mistakes, tokens)
    return Bank(bystander_side, tokens - bystander_side)


def assumed_partner_agents(own_left: int, covered: int) -> int:
    """The partner's agents left: those that the covered words leave, or as many as one's own if none are told."""
    return max(min(AGENTS_PER_SIDE, AGENTS - own_left - covered), 0) if covered else own_left


def assumed_side(words: tuple[str, ...], said: int, seen: Mapping[str, str]) -> SidePrior:
    """The giver's side without one's own: all open words are alike.

    How many agents are left is counted by what has been seen, else supposed, and as many as the giver has just
    said, at least. Words that are gone and were not seen are those that the giver found as the other side's agents.
    """
    shown = list(seen.values())
    count = len(words)
    gone = BOARD_SIZE - count
    counted = shown.count(Colour.GREEN) + _SHARED_AGENT_SHARE * max(gone - len(shown), 0)
    agents = AGENTS_PER_SIDE - (counted if shown else _AGENT_SHARE_OF_GONE * gone)
    green = min(max(agents, said, 1.0), count)
    black = min(count - green, _ASSASSINS_PER_SIDE - shown.count(Colour.ASSASSIN))
    return SidePrior((PatternGroup(words, green, count - green - black, black),))
