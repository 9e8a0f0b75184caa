"""What the other side of the key must look like: exact counting, no guessing.

With one's own side fixed, a card is one arrangement of the partner's colours on each of one's own colours, and
all arrangements are equally likely. So an unknown word of one's own colour c has the partner's colour d with the
chance `left(c, d) / unknown(c)`: what the pattern still owes, spread evenly. One thing more is public: whether
the partner has said that all nine agents of that side are covered. It ties the colours together, and is worked in
by counting the cards on which it holds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from duo.core.key import PATTERN, Colour
from duo.core.refusal import Refusal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from duo.core.view import View

RoleChances = tuple[Fraction, Fraction, Fraction]  # green, bystander, assassin: the order of Colour

_CERTAIN_CHANCES: dict[str, RoleChances] = {
    colour: (Fraction(colour == "g"), Fraction(colour == "."), Fraction(colour == "x")) for colour in Colour
}


@dataclass(frozen=True, slots=True)
class _RoleCounts:
    """The words of one own colour whose partner's colour is not known; `covered` of them have an agent on them."""

    agents: int
    bystanders: int
    assassins: int
    covered: int

    @property
    def unknown(self) -> int:
        return self.agents + self.bystanders + self.assassins

    def finished_share(self) -> Fraction:
        """The share of this group's arrangements in which all its greens are covered."""
        return Fraction(comb(self.covered, self.agents), comb(self.unknown, self.agents))

    def chances(self) -> RoleChances:
        whole = self.unknown
        return Fraction(self.agents, whole), Fraction(self.bystanders, whole), Fraction(self.assassins, whole)

    def chances_if_finished(self, *, covered: bool) -> RoleChances:
        green = Fraction(self.agents, self.covered) if covered else Fraction(0)
        others = self.bystanders + self.assassins
        if not others:
            return Fraction(1), Fraction(0), Fraction(0)
        rest = (1 - green) / others
        return green, rest * self.bystanders, rest * self.assassins


def role_posterior(own: str, seen: str, covered: Sequence[bool], *, finished: bool) -> list[RoleChances]:
    """The chances of the partner's colours for each word.

    `own` has the letters of one's own side, `seen` what is known of the partner's (`?` where nothing is),
    `covered` where an agent lies, and `finished` whether the partner has no agents left to give clues for.
    """
    groups = {colour: _count_roles(colour, own, seen, covered) for colour in Colour}
    share = Fraction(1)
    for group in groups.values():
        share *= group.finished_share()
    if share == (0 if finished else 1):
        raise Refusal("no key card fits what has been seen")
    chances = []
    for colour, known, hidden in zip(own, seen, covered, strict=True):
        group = groups[Colour(colour)]
        if known != "?":
            chances.append(_CERTAIN_CHANCES[known])
        elif finished:
            chances.append(group.chances_if_finished(covered=hidden))
        elif not share:
            chances.append(group.chances())
        else:
            always, over = group.chances(), group.chances_if_finished(covered=hidden)
            green, bystander, assassin = ((a - share * f) / (1 - share) for a, f in zip(always, over, strict=True))
            chances.append((green, bystander, assassin))
    return chances


@dataclass(frozen=True, slots=True)
class PatternGroup:
    """Words that the pattern cannot tell apart, and how many of them are green, bystanders and assassins.

    Where the table is not fully known these are expectations, and need not be whole.
    """

    words: tuple[str, ...]
    agents: float
    bystanders: float
    assassins: float


@dataclass(frozen=True, slots=True)
class SidePrior:
    """What the pattern says of the giver's side: the words of which the colour is not known there, in groups.

    `covered` are those of them on which an agent of the other side lies. `unfinished` tells that the giver has agents
    left to find, which ties the groups together.
    """

    groups: tuple[PatternGroup, ...]
    covered: frozenset[str] = frozenset()
    has_agents_left: bool = False


def side_prior(words: Sequence[str], own: str, seen: str, covered: Sequence[bool], *, finished: bool) -> SidePrior:
    """The giver's side as the guesser sees it; the arguments are those of `posterior`."""
    groups = []
    unknown = [place for place, colour in enumerate(seen) if colour == "?"]
    for colour in Colour:
        alike = tuple(words[place] for place in unknown if own[place] == colour)
        left = _count_roles(colour, own, seen, covered)
        if alike and finished:
            # All that is green is covered: the open words are the rest.
            groups += _finished_groups(left, alike, {words[place] for place in unknown if covered[place]})
        elif alike:
            groups.append(PatternGroup(alike, left.agents, left.bystanders, left.assassins))
    agents = frozenset(words[place] for place in unknown if covered[place])
    return SidePrior(tuple(groups), agents, has_agents_left=not finished)


def _finished_groups(left: _RoleCounts, alike: tuple[str, ...], agents: set[str]) -> list[PatternGroup]:
    """A group whose greens are all covered, as two: the covered words, and the open ones, of which none is green."""
    parts = (tuple(word for word in alike if word in agents), tuple(word for word in alike if word not in agents))
    groups = []
    for words, green in zip(parts, (left.agents, 0), strict=True):
        others = (len(words) - green) / max(left.bystanders + left.assassins, 1)
        if words:
            groups.append(PatternGroup(words, green, left.bystanders * others, left.assassins * others))
    return groups


def side_prior_from_view(view: "View") -> SidePrior:
    """The partner's side as this seat sees it."""
    covered = [bool(view.marks.agents >> place & 1) for place in range(len(view.words))]
    return side_prior(view.words, view.own, view.seen, covered, finished=view.partner in view.finished)


def partner_role_chances(view: "View") -> "NDArray[np.float64]":
    """The chances of green, bystander and assassin on the partner's side: (25, 3), every row adding up to 1."""
    import numpy as np

    covered = [bool(view.marks.agents >> place & 1) for place in range(len(view.words))]
    finished = view.partner in view.finished
    return np.array(role_posterior(view.own, view.seen, covered, finished=finished), dtype=np.float64)


def _count_roles(colour: Colour, own: str, seen: str, covered: Sequence[bool]) -> _RoleCounts:
    places = [place for place, letter in enumerate(own) if letter == colour]
    green, bystander, assassin = (
        PATTERN[colour + other] - sum(seen[place] == other for place in places) for other in Colour
    )
    if min(green, bystander, assassin) < 0:
        raise Refusal("no key card fits what has been seen")
    return _RoleCounts(green, bystander, assassin, sum(covered[place] and seen[place] == "?" for place in places))
