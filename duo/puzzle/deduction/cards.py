"""Exact counts of the key cards that fit your side, what you know of your partner's side, and all premises.

A premise is a statement about the partner's side. Cells that no premise distinguishes have the same chances, so they
form a group that is dealt its colours together. A state is how many cells of each kind the groups so far were dealt. A
forward pass over the groups counts the ways to reach each state. A backward pass counts the ways to complete the card
from there.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import comb
from typing import NamedTuple

from duo.core.key import CELLS, PATTERN, Colour
from duo.puzzle.deduction.premises import CellTally, Premise
from duo.puzzle.puzzle import UnprovenTask

_MAX_DEAL_STATES = 5_000  # a file may state more than can be counted in reasonable time
_TrackedCounts = tuple[int, ...]


class _DealState(NamedTuple):
    """The tracked counts after some groups of cells have been dealt their colours.

    Also the greens and assassins left for the remaining cells that have the same colour on your side.
    """

    tracked_counts: _TrackedCounts
    greens_left: int
    assassins_left: int


class _GroupDeal(NamedTuple):
    """One way to deal colours to a group of cells.

    It has the number of cells of each colour, the number of arrangements, and what it adds to each tracked count.
    """

    colour_counts: Mapping[Colour, int]
    arrangements: int
    added_counts: _TrackedCounts


@dataclass(frozen=True)
class FittingCards:
    """The key cards that fit your side, what you know of your partner's side, and all premises.

    `own` has the colours of your side. `seen` has the colours of the partner's side, and `?` where they are unknown.
    """

    own: str
    seen: str
    premises: tuple[Premise, ...]

    @property
    def card_count(self) -> int:
        """The number of key cards that fit."""
        return self._card_counts[0]

    @property
    def counts_by_cell(self) -> Mapping[int, Mapping[Colour, int]]:
        """The number of fitting cards for each unknown cell and each colour of it on the partner's side."""
        return self._card_counts[1]

    @property
    def certain_colours(self) -> Mapping[int, Colour]:
        """The unknown cells that have one colour on all fitting cards, with that colour. Empty if no card fits."""
        return {
            place: colour
            for place, by_colour in self.counts_by_cell.items()
            for colour, count in by_colour.items()
            if count == self.card_count > 0
        }

    @cached_property
    def _card_counts(self) -> tuple[int, Mapping[int, Mapping[Colour, int]]]:
        """The number of fitting cards: of all, and for each unknown cell and colour."""
        groups = list(self._cell_groups())
        layers = self._count_ways_forward(groups)
        completions = {state: int(self._premises_hold(state.tracked_counts)) for state in layers[-1]}
        counts: dict[int, dict[Colour, int]] = {}
        for group, states in zip(reversed(groups), reversed(layers[:-1]), strict=True):
            by_colour = dict.fromkeys(Colour, 0)
            before: dict[_DealState, int] = defaultdict(int)
            for state, ways in states.items():
                for deal, after in self._possible_deals(group, state):
                    ways_after = deal.arrangements * completions.get(after, 0)
                    before[state] += ways_after
                    for colour, count in deal.colour_counts.items():
                        by_colour[colour] += ways * ways_after * count
            completions = before
            share = {colour: count // len(group.cells) for colour, count in by_colour.items()}
            counts |= dict.fromkeys(group.cells, share)
        return sum(completions.values()), dict(sorted(counts.items()))

    def _count_ways_forward(self, groups: Sequence["_CellGroup"]) -> list[dict[_DealState, int]]:
        """Return the number of ways to reach each state, in one mapping before each group and one at the end."""
        start_counts = tuple(
            sum(self.seen[place] == tracked.colour for place in tracked.cells) for tracked in self._tracked_counts
        )
        layers = [{_DealState(start_counts, 0, 0): 1} if all(self._fits_pattern(own, groups) for own in Colour) else {}]
        for group in groups:
            after: dict[_DealState, int] = defaultdict(int)
            for state, ways in layers[-1].items():
                for deal, next_ in self._possible_deals(group, state):
                    after[next_] += ways * deal.arrangements
            if len(after) > _MAX_DEAL_STATES:
                raise UnprovenTask("there are too many statements to count the cards")
            layers.append(after)
        return layers

    def _fits_pattern(self, own: Colour, groups: Sequence["_CellGroup"]) -> bool:
        """Whether the unknown cells of this own colour can be filled as the pattern of every key card requires."""
        remaining = self._remaining_colours(own)
        unknown = sum(len(group.cells) for group in groups if group.own == own)
        return min(remaining.values()) >= 0 and sum(remaining.values()) == unknown

    def _remaining_colours(self, own: Colour) -> dict[Colour, int]:
        """Return how many cells of each partner colour the pattern still requires among your cells of this colour."""
        partner_colours = [
            partner_colour for own_colour, partner_colour in zip(self.own, self.seen, strict=True) if own_colour == own
        ]
        return {colour: PATTERN[own + colour] - partner_colours.count(colour) for colour in Colour}

    def _cell_groups(self) -> Iterator["_CellGroup"]:
        """Yield the groups of unknown cells that have one colour on your side and that no premise distinguishes."""
        for own in Colour:
            alike: dict[tuple[bool, ...], list[int]] = defaultdict(list)
            for place in range(CELLS):
                if self.seen[place] == "?" and self.own[place] == own:
                    alike[tuple(place in tracked.cells for tracked in self._tracked_counts)].append(place)
            remaining = self._remaining_colours(own)
            later_cells, is_first = sum(map(len, alike.values())), True
            for inside, cells in alike.items():
                later_cells -= len(cells)
                yield _CellGroup.from_cells(own, cells, remaining, later_cells, is_first, self._counted_colours(inside))
                is_first = False

    def _counted_colours(self, inside: Sequence[bool]) -> tuple[Colour | None, ...]:
        """Return for each tracked count the colour that it counts, or None if the group is not `inside` its cells."""
        return tuple(
            tracked.colour if is_inside else None
            for tracked, is_inside in zip(self._tracked_counts, inside, strict=True)
        )

    def _possible_deals(self, group: "_CellGroup", state: _DealState) -> Iterator[tuple[_GroupDeal, _DealState]]:
        """Yield each way to deal colours to a group that no premise forbids, with the state after it."""
        green, assassin = group.remaining or (state.greens_left, state.assassins_left)
        for deal in group.deals:
            greens, assassins = green - deal.colour_counts[Colour.GREEN], assassin - deal.colour_counts[Colour.ASSASSIN]
            if greens < 0 or assassins < 0 or greens + assassins > group.later_cells:
                continue
            counts = tuple(map(int.__add__, state.tracked_counts, deal.added_counts))
            if all(count <= tracked.maximum for count, tracked in zip(counts, self._tracked_counts, strict=True)):
                saturated = tuple(
                    min(count, tracked.saturation) for count, tracked in zip(counts, self._tracked_counts, strict=True)
                )
                yield deal, _DealState(saturated, greens, assassins)

    @cached_property
    def _tracked_counts(self) -> tuple["_TrackedCount", ...]:
        """For each premise, the cells and the colour whose count it restricts."""
        by_key: dict[tuple[frozenset[int], Colour], _TrackedCount] = {}
        for premise in self.premises:
            for tally in (tally for way in premise.ways for tally in way):
                key = tally.cells, tally.colour
                by_key[key] = by_key.get(key, _TrackedCount(*key)).with_tally(tally, always=len(premise.ways) == 1)
        return tuple(by_key.values())

    def _premises_hold(self, counts: _TrackedCounts) -> bool:
        """Whether every premise holds for these counts."""
        by_key = {
            (tracked.cells, tracked.colour): count for tracked, count in zip(self._tracked_counts, counts, strict=True)
        }
        return all(
            any(
                all(tally.minimum <= by_key[tally.cells, tally.colour] <= tally.maximum for tally in way)
                for way in premise.ways
            )
            for premise in self.premises
        )


@dataclass(frozen=True, slots=True)
class _CellGroup:
    """Unknown cells that nothing distinguishes, and the ways to deal colours to them.

    `own` is the colour of these cells on your side. `remaining` has the numbers of greens and assassins for all unknown
    cells of this own colour, and is None except in the first group of an own colour. `later_cells` is the number of
    unknown cells of this own colour in later groups.
    """

    own: Colour
    cells: tuple[int, ...]
    remaining: tuple[int, int] | None
    later_cells: int
    deals: tuple[_GroupDeal, ...]

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
                deals.append(_GroupDeal(dealt, comb(size, greens) * comb(size - greens, assassins), adds))
        initial = (remaining[Colour.GREEN], remaining[Colour.ASSASSIN]) if is_first else None
        return cls(own, tuple(cells), initial, later_cells, tuple(deals))


@dataclass(frozen=True, slots=True)
class _TrackedCount:
    """The number of these cells that have this colour on the partner's side, to which premises refer.

    It must not exceed `maximum`. All values from `saturation` on mean the same for the premises.
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
