"""Exact counts of the key cards that fit your side, what you know of your partner's side, and all premises.

Cells that no premise distinguishes have the same chances, so they form a group that is dealt its colours together. A
forward pass over the groups counts the ways to reach each state, and a backward pass the ways to complete it.
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

_MAX_STATES = 5_000  # a file may state more than can be counted in reasonable time
_Counts = tuple[int, ...]


class _State(NamedTuple):
    """The counts so far, and the greens and assassins left for the cells of the current own colour."""

    counts: _Counts
    green: int
    assassin: int


class _Deal(NamedTuple):
    """One way to deal colours to a group: the colours, the number of arrangements, and what it adds to each count."""

    dealt: Mapping[Colour, int]
    orders: int
    adds: _Counts


@dataclass(frozen=True)
class FittingCards:
    """The key cards that fit. `seen` has `?` where nothing is known of the partner's side."""

    own: str
    seen: str
    premises: tuple[Premise, ...]

    @property
    def total(self) -> int:
        return self._totals[0]

    @property
    def counts(self) -> Mapping[int, Mapping[Colour, int]]:
        """The number of fitting cards by unknown cell and its colour on the partner's side."""
        return self._totals[1]

    @property
    def certain(self) -> Mapping[int, Colour]:
        """The cells that have the same colour on every fitting card. Empty if no card fits."""
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
        completions = {state: int(self._premises_hold(state.counts)) for state in layers[-1]}
        counts: dict[int, dict[Colour, int]] = {}
        for group, states in zip(reversed(groups), reversed(layers[:-1]), strict=True):
            by_colour = dict.fromkeys(Colour, 0)
            before: dict[_State, int] = defaultdict(int)
            for state, ways in states.items():
                for deal, after in self._deals(group, state):
                    ways_after = deal.orders * completions.get(after, 0)
                    before[state] += ways_after
                    for colour, count in deal.dealt.items():
                        by_colour[colour] += ways * ways_after * count
            completions = before
            share = {colour: count // len(group.cells) for colour, count in by_colour.items()}
            counts |= dict.fromkeys(group.cells, share)
        return sum(completions.values()), dict(sorted(counts.items()))

    def _forward(self, groups: Sequence["_CellGroup"]) -> list[dict[_State, int]]:
        """Return the number of ways to reach each state: before each group, and at the end."""
        start_counts = tuple(
            sum(self.seen[place] == tracked.colour for place in tracked.cells) for tracked in self._tracked
        )
        layers = [{_State(start_counts, 0, 0): 1} if all(self._is_possible(own, groups) for own in Colour) else {}]
        for group in groups:
            after: dict[_State, int] = defaultdict(int)
            for state, ways in layers[-1].items():
                for deal, next_ in self._deals(group, state):
                    after[next_] += ways * deal.orders
            if len(after) > _MAX_STATES:
                raise Unproven("there are too many statements to count the cards")
            layers.append(after)
        return layers

    def _is_possible(self, own: Colour, groups: Sequence["_CellGroup"]) -> bool:
        """Whether the pattern leaves exactly as many colours as there are unknown cells of this own colour."""
        remaining = self._remaining(own)
        unknown = sum(len(group.cells) for group in groups if group.own == own)
        return min(remaining.values()) >= 0 and sum(remaining.values()) == unknown

    def _remaining(self, own: Colour) -> dict[Colour, int]:
        """Return how many cells of each colour the pattern still requires where you have this colour."""
        partner_colours = [
            partner_colour for own_colour, partner_colour in zip(self.own, self.seen, strict=True) if own_colour == own
        ]
        return {colour: PATTERN[own + colour] - partner_colours.count(colour) for colour in Colour}

    def _groups(self) -> Iterator["_CellGroup"]:
        """Yield the groups of unknown cells that nothing distinguishes, by your own colour."""
        for own in Colour:
            alike: dict[tuple[bool, ...], list[int]] = defaultdict(list)
            for place in range(CELLS):
                if self.seen[place] == "?" and self.own[place] == own:
                    alike[tuple(place in tracked.cells for tracked in self._tracked)].append(place)
            remaining = self._remaining(own)
            later_cells, is_first = sum(map(len, alike.values())), True
            for inside, cells in alike.items():
                later_cells -= len(cells)
                yield _CellGroup.from_cells(own, cells, remaining, later_cells, is_first, self._counted_colours(inside))
                is_first = False

    def _counted_colours(self, inside: Sequence[bool]) -> tuple[Colour | None, ...]:
        """Return the colour that adds to each count in a group, or None where the group does not belong to it."""
        return tuple(
            tracked.colour if is_inside else None for tracked, is_inside in zip(self._tracked, inside, strict=True)
        )

    def _deals(self, group: "_CellGroup", state: _State) -> Iterator[tuple[_Deal, _State]]:
        """Yield the ways to deal colours to a group that no premise forbids, and the state after each."""
        green, assassin = group.remaining or (state.green, state.assassin)
        for deal in group.deals:
            greens, assassins = green - deal.dealt[Colour.GREEN], assassin - deal.dealt[Colour.ASSASSIN]
            if greens < 0 or assassins < 0 or greens + assassins > group.later_cells:
                continue
            counts = tuple(map(int.__add__, state.counts, deal.adds))
            if all(count <= tracked.maximum for count, tracked in zip(counts, self._tracked, strict=True)):
                saturated = tuple(
                    min(count, tracked.saturation) for count, tracked in zip(counts, self._tracked, strict=True)
                )
                yield deal, _State(saturated, greens, assassins)

    @cached_property
    def _tracked(self) -> tuple["_TrackedCount", ...]:
        """The counts that the premises refer to."""
        by_key: dict[tuple[frozenset[int], Colour], _TrackedCount] = {}
        for premise in self.premises:
            for tally in (tally for way in premise.ways for tally in way):
                key = tally.cells, tally.colour
                by_key[key] = by_key.get(key, _TrackedCount(*key)).with_tally(tally, always=len(premise.ways) == 1)
        return tuple(by_key.values())

    def _premises_hold(self, counts: _Counts) -> bool:
        """Whether every premise holds for these counts."""
        by_key = {(tracked.cells, tracked.colour): count for tracked, count in zip(self._tracked, counts, strict=True)}
        return all(
            any(
                all(tally.minimum <= by_key[tally.cells, tally.colour] <= tally.maximum for tally in way)
                for way in premise.ways
            )
            for premise in self.premises
        )


@dataclass(frozen=True, slots=True)
class _CellGroup:
    """Cells that nothing distinguishes, and the ways to deal colours to them.

    `remaining` has the greens and assassins left for all cells of this own colour. Only the first group of a colour has
    it. `later_cells` is the number of these cells that come after this group.
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
        remaining: Mapping[Colour, int],
        later_cells: int,
        is_first: bool,
        counted_colours: Sequence[Colour | None],
    ) -> "_CellGroup":
        size, deals = len(cells), []
        for greens in range(min(size, max(remaining[Colour.GREEN], 0)) + 1):
            for assassins in range(min(size - greens, max(remaining[Colour.ASSASSIN], 0)) + 1):
                dealt = {Colour.GREEN: greens, Colour.BYSTANDER: size - greens - assassins, Colour.ASSASSIN: assassins}
                adds = tuple(dealt[colour] if colour else 0 for colour in counted_colours)
                deals.append(_Deal(dealt, comb(size, greens) * comb(size - greens, assassins), adds))
        initial = (remaining[Colour.GREEN], remaining[Colour.ASSASSIN]) if is_first else None
        return cls(own, tuple(cells), initial, later_cells, tuple(deals))


@dataclass(frozen=True, slots=True)
class _TrackedCount:
    """A count that premises refer to.

    It must not exceed `maximum`. All values from `saturation` on are equivalent.
    """

    cells: frozenset[int]
    colour: Colour
    maximum: int = CELLS
    saturation: int = 0

    def with_tally(self, tally: CellTally, *, always: bool) -> "_TrackedCount":
        saturation = tally.maximum + 1 if tally.maximum < len(tally.cells) else tally.minimum
        return replace(
            self,
            maximum=min(self.maximum, tally.maximum) if always else self.maximum,
            saturation=max(self.saturation, saturation),
        )
