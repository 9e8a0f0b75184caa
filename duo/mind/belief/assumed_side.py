"""Assumptions about a table that is described only in part: its tokens, the agents left and the giver's side."""

from collections.abc import Mapping
from math import ceil

from duo.core.key import AGENTS_PER_SIDE, ASSASSINS_PER_SIDE, SHARED_AGENTS, Colour
from duo.core.mission import MAX_TOKENS, Bank
from duo.core.public import AGENT_COUNT
from duo.core.word import BOARD_SIZE
from duo.mind.belief.pattern import PatternGroup, SidePrior

_AGENT_SHARE_OF_COVERED_WORDS = 0.9  # share of the giver's agents among the covered words, measured in people's games
_SHARE_OF_AGENTS_ON_BOTH_SIDES = (
    SHARED_AGENTS / AGENTS_PER_SIDE
)  # share of one side's agents that the other side has too


def assumed_bank(agents: float, tokens: int | None, mistakes: int | None) -> Bank:
    """Return the bank, which is the tokens that are left and those of them that allow a mistake.

    Unknown `tokens` default to half of the `agents` left. Unknown `mistakes` default to all tokens.
    """
    if tokens is None:
        tokens = max(min(ceil(agents / 2), MAX_TOKENS), 1)
    bystander_side = tokens if mistakes is None else min(mistakes, tokens)
    return Bank(bystander_side, tokens - bystander_side)


def assumed_partner_agents(own_left: int, covered: int) -> int:
    """Return how many agents the partner has left, given the number of words that are covered by an agent card.

    If no word is covered, the partner has as many agents left as the player, `own_left`.
    """
    return max(min(AGENTS_PER_SIDE, AGENT_COUNT - own_left - covered), 0) if covered else own_left


def uniform_side_prior(words: tuple[str, ...], min_agents: int, seen: Mapping[str, str]) -> SidePrior:
    """Return a prior for the giver's side in which every open word is an agent with the same chance.

    It serves tables where the guesser's own side is unknown. `seen` maps words to the colours that touches have shown.
    The number of agents left is counted from `seen`, or assumed if `seen` is empty. It is at least `min_agents`. A word
    that is covered and not in `seen` was found by the giver as an agent of the guesser's side.
    """
    seen_colours = list(seen.values())
    count = len(words)
    gone = BOARD_SIZE - count
    found = seen_colours.count(Colour.GREEN) + _SHARE_OF_AGENTS_ON_BOTH_SIDES * max(gone - len(seen_colours), 0)
    left = AGENTS_PER_SIDE - (found if seen_colours else _AGENT_SHARE_OF_COVERED_WORDS * gone)
    agents = min(max(left, min_agents, 1.0), count)
    assassins = min(count - agents, ASSASSINS_PER_SIDE - seen_colours.count(Colour.ASSASSIN))
    return SidePrior((PatternGroup(words, agents, count - agents - assassins, assassins),))
