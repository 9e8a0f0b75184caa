"""Looking for deductions: cards are dealt, some of what a game shows is shown, and a partner says something of it."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from duo.core.key import CELLS, Colour, deal
from duo.mind.value import AGENTS_PER_SIDE
from duo.puzzle.deduction.premises import PartnerClue
from duo.puzzle.kinds.deduce import DeduceTask

if TYPE_CHECKING:
    from duo.core.key import KeyCard
    from duo.puzzle.bench import Bench

_TABLE_CHANCE = 0.55  # how often a table is shown as it lies
# By the grade that is wanted: how many words each clue is for; those of the hardest take the place of others.
_CLUE_NUMBERS: dict[int, tuple[tuple[int, ...], ...]] = {
    1: ((),),
    2: ((),),
    3: ((), (0,), (0,), (0, 0)),
    4: ((1,), (2,), (2, 0), (1, 2), (3,), (2, 2)),
    5: ((1,), (2,), (2, 1), (2, 0, 1), (1, 1, 2), (3, 2)),
}
_UNSAID_CLUE_GRADE = 5  # the grade from which clues that were not given may be thought of


@dataclass(frozen=True, slots=True)
class _PartnerSide:
    """The partner's side, and the cells that a clue may fit."""

    colours: str
    visible: frozenset[int]

    def sample(self, rng: random.Random, colours: str, most: int) -> list[int]:
        """Up to so many visible cells of these colours."""
        cells = [place for place in sorted(self.visible) if self.colours[place] in colours]
        return rng.sample(cells, min(most, len(cells)))


def deduce_tasks(rng: random.Random, _bench: "Bench", grade: int) -> Iterator[DeduceTask]:
    """Tasks without end, most of them with something certain; every clue in them matters."""
    while True:
        card = deal(rng)
        lying = grade > 1 and rng.random() < _TABLE_CHANCE
        table = _table_task(rng, card) if lying else _known_cells_task(rng, card)
        visible = frozenset(range(CELLS)) - table.covered
        clues = _sample_clues(
            rng,
            _PartnerSide(card.b, visible),
            rng.choice(_CLUE_NUMBERS[grade]),
            with_unsaid=grade >= _UNSAID_CLUE_GRADE,
        )
        task = replace(table, clues=clues)
        if not task.cards.certain:
            continue
        task = task.without_idle_clues()
        if all(step.premise for step in task.steps):
            yield task


def _known_cells_task(rng: random.Random, card: "KeyCard") -> DeduceTask:
    """A table of which some cells of the partner's side are known, however that came about."""
    own, other = card.a, card.b
    seen = ["?"] * CELLS
    for a in Colour:
        for b in Colour:
            cells = [place for place in range(CELLS) if own[place] == a and other[place] == b]
            shown = len(cells) if rng.random() < 0.55 else rng.randrange(len(cells) + 1)
            for place in rng.sample(cells, shown):
                seen[place] = b
    unknown = [place for place in range(CELLS) if own[place] == Colour.GREEN and seen[place] == "?"]
    covered = frozenset(rng.sample(unknown, rng.randrange(len(unknown) + 1)))
    return DeduceTask(own, "".join(seen), covered, _is_finished(card, seen, covered))


def _table_task(rng: random.Random, card: "KeyCard") -> DeduceTask:
    """A table after some turns: what both have touched lies on it, and no assassin of either side."""
    own, other = card.a, card.b
    mine = _sample_touched(rng, other)
    theirs = _sample_touched(rng, own)
    seen, covered = ["?"] * CELLS, set()
    for place in range(CELLS):
        found = (place in mine and other[place] == Colour.GREEN) or (place in theirs and own[place] == Colour.GREEN)
        if found and own[place] == Colour.GREEN:
            covered.add(place)
        elif found:
            seen[place] = Colour.GREEN
        elif place in mine:
            seen[place] = Colour.BYSTANDER
    missed = frozenset(place for place in theirs if own[place] == Colour.BYSTANDER and seen[place] != Colour.GREEN)
    agents = frozenset(covered)
    return DeduceTask(own, "".join(seen), agents, _is_finished(card, seen, agents), missed)


def _sample_touched(rng: random.Random, side: str) -> frozenset[int]:
    """Cells that were touched in the course of a game, by the colours of the side that judges."""
    green, bystander = ([place for place in range(CELLS) if side[place] == colour] for colour in "g.")
    return frozenset(rng.sample(green, rng.randrange(len(green) + 1)) + rng.sample(bystander, rng.randrange(9)))


def _is_finished(card: "KeyCard", seen: Sequence[str], covered: frozenset[int]) -> bool:
    lies = [place for place in range(CELLS) if seen[place] == Colour.GREEN or place in covered]
    return sum(card.b[place] == Colour.GREEN for place in lies) == AGENTS_PER_SIDE


def _sample_clues(
    rng: random.Random, side: _PartnerSide, counts: Sequence[int], *, with_unsaid: bool
) -> tuple[PartnerClue, ...]:
    """Clues for so many words each, true by the partner's side; some in the place of another."""
    clues = []
    for count in counts:
        others = side.sample(rng, ".x" if count == 0 else ".", rng.randrange(1, 4) + (count == 0))
        cells = frozenset(side.sample(rng, "g", count) + others)
        if count and with_unsaid and rng.random() < 0.7:
            greens = rng.randrange(1, count + 3)
            deadly = side.sample(rng, "x", 1) if greens > count or rng.random() < 0.3 else []
            unsaid = frozenset(side.sample(rng, "g", greens) + side.sample(rng, ".", rng.randrange(3)) + deadly)
            lawful = bool(deadly) or sum(side.colours[place] == "g" for place in unsaid) <= count
            clues.append(PartnerClue(count, cells, (unsaid,) if lawful and unsaid else ()))
        else:
            clues.append(PartnerClue(count, cells))
    return tuple(clue for clue in clues if clue.count <= len(clue.cells))
