"""Exact chances of the partner's side of the key card, from the pattern alone.

The pattern is the rule how many cells of a key card have each pair of colours, such as agent on both sides. A player
knows the own side. The words of one own colour form a group: all arrangements of the partner's colours on the group are
equally likely. So an unknown word of own colour c has the partner's colour d with the chance `left(c, d) / unknown(c)`.
Both players also know whether all nine agents of the partner's side are covered. This makes the groups dependent. It is
handled by counting the cards on which all agents are covered.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from duo.core.key import PATTERN, Colour
from duo.core.public import UNKNOWN_COLOUR
from duo.core.refusal import Refusal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from duo.core.view import View

RoleChances = tuple[Fraction, Fraction, Fraction]  # agent, bystander, assassin: the order of Colour

_CHANCES_OF_KNOWN_COLOUR: dict[str, RoleChances] = {
    Colour.GREEN: (Fraction(1), Fraction(0), Fraction(0)),
    Colour.BYSTANDER: (Fraction(0), Fraction(1), Fraction(0)),
    Colour.ASSASSIN: (Fraction(0), Fraction(0), Fraction(1)),
}


@dataclass(frozen=True, slots=True)
class _RoleCounts:
    """How many words of a group are agents, bystanders and assassins on the partner's side.

    The group is all words of one own colour whose colour on the partner's side is unknown. `covered` of them have an
    agent card, which the partner's touches put there.
    """

    agents: int
    bystanders: int
    assassins: int
    covered: int

    @property
    def unknown(self) -> int:
        return self.agents + self.bystanders + self.assassins

    def finished_share(self) -> Fraction:
        """Return the share of all arrangements of the colours in which every agent of the group is covered."""
        return Fraction(comb(self.covered, self.agents), comb(self.unknown, self.agents))

    def chances(self) -> RoleChances:
        """Return the chances of each word of the group."""
        total = self.unknown
        return Fraction(self.agents, total), Fraction(self.bystanders, total), Fraction(self.assassins, total)

    def chances_if_finished(self, *, covered: bool) -> RoleChances:
        """Return the chances of a covered or an open word of the group if every agent of the group is covered."""
        agent = Fraction(self.agents, self.covered) if covered else Fraction(0)
        others = self.bystanders + self.assassins
        if not others:
            return Fraction(1), Fraction(0), Fraction(0)
        rest = (1 - agent) / others
        return agent, rest * self.bystanders, rest * self.assassins


def role_posterior(own: str, seen: str, covered: Sequence[bool], *, finished: bool) -> list[RoleChances]:
    """Return for each word the chances that it is an agent, a bystander and an assassin on the partner's side.

    `own` has the letters of the player's own side and `seen` the known letters of the partner's side, `?` for unknown.
    `covered` tells which words have an agent card, and `finished` whether the partner has no agents left.
    """
    groups = {colour: _count_roles(colour, own, seen, covered) for colour in Colour}
    share = Fraction(1)
    for group in groups.values():
        share *= group.finished_share()
    if share == (0 if finished else 1):
        raise Refusal("no key card fits what has been seen")
    chances = []
    for colour, known, is_covered in zip(own, seen, covered, strict=True):
        group = groups[Colour(colour)]
        if known != UNKNOWN_COLOUR:
            chances.append(_CHANCES_OF_KNOWN_COLOUR[known])
        elif finished:
            chances.append(group.chances_if_finished(covered=is_covered))
        elif not share:
            chances.append(group.chances())
        else:
            any_card, finished_card = group.chances(), group.chances_if_finished(covered=is_covered)
            agent, bystander, assassin = (
                (a - share * f) / (1 - share) for a, f in zip(any_card, finished_card, strict=True)
            )
            chances.append((agent, bystander, assassin))
    return chances


@dataclass(frozen=True, slots=True)
class PatternGroup:
    """Words that the pattern cannot tell apart, and how many of them are agents, bystanders and assassins.

    If the table is not fully known, the counts are expectations and need not be whole numbers.
    """

    words: tuple[str, ...]
    agents: float
    bystanders: float
    assassins: float


@dataclass(frozen=True, slots=True)
class SidePrior:
    """What the pattern of the key card says about the giver's side: the words of unknown colour, in groups.

    `covered` are the words of the groups that were found as agents of the guesser's side. `has_agents_left` says that
    at least one agent of the giver is not covered. This fact makes the groups dependent.
    """

    groups: tuple[PatternGroup, ...]
    covered: frozenset[str] = frozenset()
    has_agents_left: bool = False


def side_prior(words: Sequence[str], own: str, seen: str, covered: Sequence[bool], *, finished: bool) -> SidePrior:
    """Return what the guesser knows about the giver's side. The arguments are those of `role_posterior`."""
    groups = []
    unknown = [place for place, colour in enumerate(seen) if colour == UNKNOWN_COLOUR]
    for colour in Colour:
        alike = tuple(words[place] for place in unknown if own[place] == colour)
        left = _count_roles(colour, own, seen, covered)
        if alike and finished:
            # All agents are covered, so none of the open words is one.
            groups += _split_finished_group(left, alike, {words[place] for place in unknown if covered[place]})
        elif alike:
            groups.append(PatternGroup(alike, left.agents, left.bystanders, left.assassins))
    covered_words = frozenset(words[place] for place in unknown if covered[place])
    return SidePrior(tuple(groups), covered_words, has_agents_left=not finished)


def _split_finished_group(left: _RoleCounts, alike: tuple[str, ...], covered: set[str]) -> list[PatternGroup]:
    """Split a group whose agents are all covered into a group of its covered words and a group of its open words."""
    parts = (tuple(word for word in alike if word in covered), tuple(word for word in alike if word not in covered))
    groups = []
    for words, agents in zip(parts, (left.agents, 0), strict=True):
        others = (len(words) - agents) / max(left.bystanders + left.assassins, 1)
        if words:
            groups.append(PatternGroup(words, agents, left.bystanders * others, left.assassins * others))
    return groups


def side_prior_from_view(view: "View") -> SidePrior:
    """Return what the seat of this view knows about the partner's side."""
    covered = [bool(view.marks.agents >> place & 1) for place in range(len(view.words))]
    return side_prior(view.words, view.own, view.seen, covered, finished=view.partner in view.finished)


def partner_role_chances(view: "View") -> "NDArray[np.float64]":
    """Return for each word the chances of agent, bystander and assassin on the partner's side: (25, 3)."""
    import numpy as np

    covered = [bool(view.marks.agents >> place & 1) for place in range(len(view.words))]
    finished = view.partner in view.finished
    return np.array(role_posterior(view.own, view.seen, covered, finished=finished), dtype=np.float64)


def _count_roles(colour: Colour, own: str, seen: str, covered: Sequence[bool]) -> _RoleCounts:
    """Count the unknown words of one own colour. Raises Refusal if `seen` shows more of a colour than a card has."""
    places = [place for place, letter in enumerate(own) if letter == colour]
    agents, bystanders, assassins = (
        PATTERN[colour + other] - sum(seen[place] == other for place in places) for other in Colour
    )
    if min(agents, bystanders, assassins) < 0:
        raise Refusal("no key card fits what has been seen")
    return _RoleCounts(
        agents, bystanders, assassins, sum(covered[place] and seen[place] == UNKNOWN_COLOUR for place in places)
    )
