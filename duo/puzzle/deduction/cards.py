"""How many key cards fit one's own side, what is known of the partner's, and what was stated: counted exactly.

Cells that no statement tells apart have the same chances, so they are dealt their colours together. One pass over such
groups finds in how many ways every state of the counts is reached, one back in how many ways it can be completed.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import comb
from typing import NamedTuple

from duo.core.key import CELLS, PATTERN, Colour
from duo.puzzle.deduction.premises import CellTally, Premise
from duo.puzzle.puzzle import Unproven

_MAX_STATES = 5_000  # a file may state more than anybody could think through
_Counts = tuple[int, ...]


class _State(NamedTuple):
    """What statements count so far, and what is left of the own colour whose cells are being dealt theirs."""

    counts: _Counts
    green: int
    assassin: int


class _Deal(NamedTuple):
    """One way to deal colours to a group, in how many orders, and what it adds to each count."""

    dealt: Mapping[Colour, int]
    orders: int
    adds: _Counts


@dataclass(frozen=True)
class FittingCards:
    """The cards that fit; `seen` has `?` where nothing is known of the partner's side."""

    own: str
    seen: str
    premises: tuple[Premise, ...]

    @property
    def total(self) -> int:
        return self._totals[0]

    @property
    def counts(self) -> Mapping[int, Mapping[Colour, int]]:
        """The cards that fit by the colour of each unknown cell on the partner's side."""
        return self._totals[1]

    @property
    def certain(self) -> Mapping[int, Colour]:
        """The cells that have the same colour on every card that fits, of which there is one at least."""
        return {
            place: colour
            for place, by_colour in self.counts.items()
            for colour, count in by_colour.items()
            if count == self.total > 0
        }

    @cached_property
    def _totals(self) -> tuple[int, Mapping[int, Mapping[Colour, int]]]:
        groups = list(self._groups())
        layers = self._forward(groups)
        back = {state: int(self._premises_hold(state.counts)) for state in layers[-1]}
        found: dict[int, dict[Colour, int]] = {}
        for group, states in zip(reversed(groups), reversed(layers[:-1]), strict=True):
            by_colour = dict.fromkeys(Colour, 0)
            before: dict[_State, int] = defaultdict(int)
            for state, ways in states.items():
                for deal, after in self._deals(group, state):
                    rest = deal.orders * back.get(after, 0)
                    before[state] += rest
                    for colour, count in deal.dealt.items():
                        by_colour[colour] += ways * rest * count
            back = before
            share = {colour: count // len(group.cells) for colour, count in by_colour.items()}
            found |= dict.fromkeys(group.cells, share)
        return sum(back.values()), dict(sorted(found.items()))

    def _forward(self, groups: Sequence["_CellGroup"]) -> list[dict[_State, int]]:
        """Before each group and at the end, in how many ways each state is reached."""
        known = tuple(sum(self.seen[place] == of.colour for place in of.cells) for of in self._tracked)
        layers = [{_State(known, 0, 0): 1} if all(self._is_possible(own, groups) for own in Colour) else {}]
        for group in groups:
            after: dict[_State, int] = defaultdict(int)
            for state, ways in layers[-1].items():
                for deal, next_ in self._deals(group, state):
                    after[next_] += ways * deal.orders
            if len(after) > _MAX_STATES:
                raise Unproven("too much is stated to be counted")
            layers.append(after)
        return layers

    def _is_possible(self, own: Colour, groups: Sequence["_CellGroup"]) -> bool:
        """Whether the pattern leaves as many colours as there are unknown cells where one has this colour."""
        left = self._remaining(own)
        unknown = sum(len(group.cells) for group in groups if group.own == own)
        return min(left.values()) >= 0 and sum(left.values()) == unknown

    def _remaining(self, own: Colour) -> dict[Colour, int]:
        """How many cells of each colour the pattern still asks for where one has this colour."""
        pairs = [there for here, there in zip(self.own, self.seen, strict=True) if here == own]
        return {colour: PATTERN[own + colour] - pairs.count(colour) for colour in Colour}

    def _groups(self) -> Iterator["_CellGroup"]:
        """The unknown cells that nothing tells apart, by one's own colour there."""
        for own in Colour:
            alike: dict[tuple[bool, ...], list[int]] = defaultdict(list)
            for place in range(CELLS):
                if self.seen[place] == "?" and self.own[place] == own:
                    alike[tuple(place in of.cells for of in self._tracked)].append(place)
            left = self._remaining(own)
            to_come, opened = sum(map(len, alike.values())), True
            for inside, cells in alike.items():
                to_come -= len(cells)
                yield _CellGroup.from_cells(own, cells, left, to_come, opened, self._counted_colours(inside))
                opened = False

    def _counted_colours(self, inside: Sequence[bool]) -> tuple[Colour | None, ...]:
        """For each count, the colour that adds to it in a group that lies inside of these."""
        return tuple(of.colour if within else None for of, within in zip(self._tracked, inside, strict=True))

    def _deals(self, group: "_CellGroup", state: _State) -> Iterator[tuple[_Deal, _State]]:
        """The ways to deal colours to a group in this state that no statement forbids, and the state after each."""
        green, assassin = group.remaining or (state.green, state.assassin)
        for deal in group.deals:
            greens, assassins = green - deal.dealt[Colour.GREEN], assassin - deal.dealt[Colour.ASSASSIN]
            if greens < 0 or assassins < 0 or greens + assassins > group.later_cells:
                continue
            counts = tuple(map(int.__add__, state.counts, deal.adds))
            if all(count <= of.maximum for count, of in zip(counts, self._tracked, strict=True)):
                kept = tuple(min(count, of.saturation) for count, of in zip(counts, self._tracked, strict=True))
                yield deal, _State(kept, greens, assassins)

    @cached_property
    def _tracked(self) -> tuple["_TrackedCount", ...]:
        """The counts that statements speak of."""
        found: dict[tuple[frozenset[int], Colour], _TrackedCount] = {}
        for premise in self.premises:
            for tally in (tally for way in premise.ways for tally in way):
                key = tally.cells, tally.colour
                found[key] = found.get(key, _TrackedCount(*key)).with_tally(tally, always=len(premise.ways) == 1)
        return tuple(found.values())

    def _premises_hold(self, counts: _Counts) -> bool:
        """Whether every statement holds by these counts."""
        by_watched = {(of.cells, of.colour): count for of, count in zip(self._tracked, counts, strict=True)}
        return all(
            any(
                all(tally.minimum <= by_watched[tally.cells, tally.colour] <= tally.maximum for tally in way)
                for way in premise.ways
            )
            for premise in self.premises
        )


@dataclass(frozen=True, slots=True)
class _CellGroup:
    """Cells that nothing tells apart, and the ways to deal colours to them.

    `left` has the greens and assassins that are left for all cells of this own colour, at the first group of it, and
    `to_come` is how many of these cells come after this group.
    """

    own: Colour
    cells: tuple[int, ...]
    remaining: tuple[int, int] | None
    later_cells: int
    deals: tuple[_Deal, ...]

    @classmethod
    def from_cells(
        cls,
        own: Colour,
        cells: Sequence[int],
        left: Mapping[Colour, int],
        to_come: int,
        first: bool,
        counted_colours: Sequence[Colour | None],
    ) -> "_CellGroup":
        size, deals = len(cells), []
        for greens in range(min(size, max(left[Colour.GREEN], 0)) + 1):
            for assassins in range(min(size - greens, max(left[Colour.ASSASSIN], 0)) + 1):
                dealt = {Colour.GREEN: greens, Colour.BYSTANDER: size - greens - assassins, Colour.ASSASSIN: assassins}
                adds = tuple(dealt[colour] if colour else 0 for colour in counted_colours)
                deals.append(_Deal(dealt, comb(size, greens) * comb(size - greens, assassins), adds))
        whole = (left[Colour.GREEN], left[Colour.ASSASSIN]) if first else None
        return cls(own, tuple(cells), whole, to_come, tuple(deals))


@dataclass(frozen=True, slots=True)
class _TrackedCount:
    """A count that statements speak of: it is never above `most`, and from `enough` on it makes no difference."""

    cells: frozenset[int]
    colour: Colour
    maximum: int = CELLS
    saturation: int = 0

    def with_tally(self, tally: CellTally, *, always: bool) -> "_TrackedCount":
        enough = tally.maximum + 1 if tally.maximum < len(tally.cells) else tally.minimum
        return replace(
            self,
            maximum=min(self.maximum, tally.maximum) if always else self.maximum,
            saturation=max(self.saturation, enough),
        )
