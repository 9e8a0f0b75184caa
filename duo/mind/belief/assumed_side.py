"""Assumptions about a table whose description is incomplete."""

from collections.abc import Mapping
from math import ceil

from duo.core.key import AGENTS_PER_SIDE, ASSASSINS_PER_SIDE, SHARED_AGENTS, Colour
from duo.core.mission import MAX_TOKENS, Bank
from duo.core.public import AGENTS
from duo.core.word import BOARD_SIZE
from duo.mind.belief.pattern import PatternGroup, SidePrior

_AGENT_SHARE_OF_GONE = 0.9  # share of the giver's agents among the covered words, measured in people's games
_SHARED_AGENT_SHARE = SHARED_AGENTS / AGENTS_PER_SIDE  # share of one side's agents that the other side has too


def assumed_bank(agents: float, tokens: int | None, mistakes: int | None) -> Bank:
    """Return the bank. Unknown `tokens` default to half the agents left, as in a game that goes to plan."""
    if tokens is None:
        tokens = max(min(ceil(agents / 2), MAX_TOKENS), 1)
    bystander_side = tokens if mistakes is None else min(mistakes, tokens)
    return Bank(bystander_side, tokens - bystander_side)


def assumed_partner_agents(own_left: int, covered: int) -> int:
    """Return the partner's agents left, from the number of covered words or, without any, equal to `own_left`."""
    return max(min(AGENTS_PER_SIDE, AGENTS - own_left - covered), 0) if covered else own_left


def assumed_side(words: tuple[str, ...], said: int, seen: Mapping[str, str]) -> SidePrior:
    """Return a prior for the giver's side when the guesser's own side is unknown: all open words are alike.

    The agents left are counted from `seen` or, without it, assumed. They are at least `said`, the number of the current
    clue. Words that are gone and not in `seen` were found by the giver as agents of the guesser's side.
    """
    seen_colours = list(seen.values())
    count = len(words)
    gone = BOARD_SIZE - count
    found = seen_colours.count(Colour.GREEN) + _SHARED_AGENT_SHARE * max(gone - len(seen_colours), 0)
    left = AGENTS_PER_SIDE - (found if seen_colours else _AGENT_SHARE_OF_GONE * gone)
    agents = min(max(left, said, 1.0), count)
    assassins = min(count - agents, ASSASSINS_PER_SIDE - seen_colours.count(Colour.ASSASSIN))
    return SidePrior((PatternGroup(words, agents, count - agents - assassins, assassins),))
