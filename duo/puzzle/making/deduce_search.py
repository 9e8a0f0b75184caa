"""Search for `deduce` tasks: deal a key card, show part of the partner's side, and add true clues of the partner."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from duo.core.key import AGENTS_PER_SIDE, CELLS, Colour, deal
from duo.puzzle.deduction.premises import PartnerClue
from duo.puzzle.kinds.deduce import DeduceTask

if TYPE_CHECKING:
    from duo.core.key import KeyCard
    from duo.puzzle.resources import PuzzleResources

_SHOWN_TABLE_CHANCE = 0.55  # how often the puzzle shows the table as it lies in a game
# The numbers of the partner's clues, by grade.
_CLUE_NUMBERS_BY_GRADE: dict[int, tuple[tuple[int, ...], ...]] = {
    1: ((),),
    2: ((),),
    3: ((), (0,), (0,), (0, 0)),
    4: ((1,), (2,), (2, 0), (1, 2), (3,), (2, 2)),
    5: ((1,), (2,), (2, 1), (2, 0, 1), (1, 1, 2), (3, 2)),
}
_MIN_UNSAID_CLUE_GRADE = 5  # from this grade on, puzzles may mention clues that the partner did not give


@dataclass(frozen=True, slots=True)
class _PartnerSide:
    """The colours of the partner's side, and the cells that no agent covers, which a clue may fit."""

    colours: str
    visible: frozenset[int]

    def sample_cells(self, rng: random.Random, colours: str, max_count: int) -> list[int]:
        """Return up to `max_count` random visible cells of these colours."""
        cells = [place for place in sorted(self.visible) if self.colours[place] in colours]
        return rng.sample(cells, min(max_count, len(cells)))


def deduce_tasks(rng: random.Random, _resources: "PuzzleResources", grade: int) -> Iterator[DeduceTask]:
    """Yield tasks without end. In each the colour of some cell is certain, and leaving out a clue would change that."""
    while True:
        card = deal(rng)
        shows_table = grade > 1 and rng.random() < _SHOWN_TABLE_CHANCE
        table = _make_table_task(rng, card) if shows_table else _make_known_cells_task(rng, card)
        visible = frozenset(range(CELLS)) - table.covered
        clues = _sample_partner_clues(
            rng,
            _PartnerSide(card.b, visible),
            rng.choice(_CLUE_NUMBERS_BY_GRADE[grade]),
            with_unsaid=grade >= _MIN_UNSAID_CLUE_GRADE,
        )
        task = replace(table, clues=clues)
        if not task.fitting_cards.certain_colours:
            continue
        task = task.without_idle_clues()
        if all(step.premise for step in task.steps):
            yield task


def _make_known_cells_task(rng: random.Random, card: "KeyCard") -> DeduceTask:
    """Return a task that shows some cells of the partner's side, without saying how they became known."""
    own, other = card.a, card.b
    seen = ["?"] * CELLS
    for a in Colour:
        for b in Colour:
            cells = [place for place in range(CELLS) if own[place] == a and other[place] == b]
            known_count = len(cells) if rng.random() < 0.55 else rng.randrange(len(cells) + 1)
            for place in rng.sample(cells, known_count):
                seen[place] = b
    unknown = [place for place in range(CELLS) if own[place] == Colour.GREEN and seen[place] == "?"]
    covered = frozenset(rng.sample(unknown, rng.randrange(len(unknown) + 1)))
    return DeduceTask(own, "".join(seen), covered, _is_partner_finished(card, seen, covered))


def _make_table_task(rng: random.Random, card: "KeyCard") -> DeduceTask:
    """Return a task that shows a table after some turns, in which neither partner has touched an assassin."""
    own, other = card.a, card.b
    my_touches = _sample_touched_cells(rng, other)
    their_touches = _sample_touched_cells(rng, own)
    seen, covered = ["?"] * CELLS, set()
    for place in range(CELLS):
        found = (place in my_touches and other[place] == Colour.GREEN) or (
            place in their_touches and own[place] == Colour.GREEN
        )
        if found and own[place] == Colour.GREEN:
            covered.add(place)
        elif found:
            seen[place] = Colour.GREEN
        elif place in my_touches:
            seen[place] = Colour.BYSTANDER
    missed = frozenset(
        place for place in their_touches if own[place] == Colour.BYSTANDER and seen[place] != Colour.GREEN
    )
    agents = frozenset(covered)
    return DeduceTask(own, "".join(seen), agents, _is_partner_finished(card, seen, agents), missed)


def _sample_touched_cells(rng: random.Random, side: str) -> frozenset[int]:
    """Return random cells that a partner has touched, none an assassin. `side` has the colours of the giver's side."""
    green, bystander = ([place for place in range(CELLS) if side[place] == colour] for colour in "g.")
    return frozenset(rng.sample(green, rng.randrange(len(green) + 1)) + rng.sample(bystander, rng.randrange(9)))


def _is_partner_finished(card: "KeyCard", seen: Sequence[str], covered: frozenset[int]) -> bool:
    agents = [place for place in range(CELLS) if seen[place] == Colour.GREEN or place in covered]
    return sum(card.b[place] == Colour.GREEN for place in agents) == AGENTS_PER_SIDE


def _sample_partner_clues(
    rng: random.Random, side: _PartnerSide, counts: Sequence[int], *, with_unsaid: bool
) -> tuple[PartnerClue, ...]:
    """Return random clues with these numbers that are true of the partner's side.

    With `with_unsaid`, some of them have an unsaid clue: one that the partner could have given instead.
    """
    clues = []
    for count in counts:
        others = side.sample_cells(rng, ".x" if count == 0 else ".", rng.randrange(1, 4) + (count == 0))
        cells = frozenset(side.sample_cells(rng, "g", count) + others)
        if count and with_unsaid and rng.random() < 0.7:
            greens = rng.randrange(1, count + 3)
            assassins = side.sample_cells(rng, "x", 1) if greens > count or rng.random() < 0.3 else []
            unsaid = frozenset(
                side.sample_cells(rng, "g", greens) + side.sample_cells(rng, ".", rng.randrange(3)) + assassins
            )
            is_consistent = bool(assassins) or sum(side.colours[place] == "g" for place in unsaid) <= count
            clues.append(PartnerClue(count, cells, (unsaid,) if is_consistent and unsaid else ()))
        else:
            clues.append(PartnerClue(count, cells))
    return tuple(clue for clue in clues if clue.count <= len(clue.cells))
