"""Why something is certain, step by step, as a person would find it: the easiest statement first.

A statement is used in two ways only: as many cells as may have a colour have it, so the others cannot; or as many as
must have it are all that can. What neither brings is tried by supposing the contrary. Steps that nothing else rests on
are left out. What the pattern leaves to the unknown cells of each of one's own colours is where all begin, and no step.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from duo.core.key import CELLS, PATTERN, Colour
from duo.puzzle.deduction.premises import CellTally, Premise, colour_name, format_cells
from duo.puzzle.statement import CELL_NAMES
from duo.text import _, ngettext

CONTRADICTION_EFFORT = 5  # the effort of supposing the contrary
_RuledOut = tuple[int, Colour]  # a colour that a cell cannot have


@dataclass(frozen=True, slots=True)
class Step:
    """What follows from one premise: cells that cannot have some colours. `rests_on` is what was ruled out before."""

    premise: Premise | None
    effort: int
    rules_out: frozenset[_RuledOut]
    rests_on: frozenset[_RuledOut]
    tally: CellTally | None = None
    cells: tuple[int, ...] = ()
    missing: int = 0  # how many must have the colour; 0 where they cannot
    settles: tuple[tuple[int, Colour], ...] = ()

    @property
    def sentence(self) -> str:
        """The step in a sentence, and what it settles."""
        if self.tally is None or self.premise is None:
            sentence = self._contradiction_sentence()
        elif self.missing:
            return self.premise.all_needed(self.tally, self.cells, self.missing)
        else:
            sentence = self.premise.none_left(self.tally, self.cells)
        if not self.settles:
            return sentence
        settled = ", ".join(f"{CELL_NAMES[place]} {colour_name(colour)}" for place, colour in self.settles)
        left = _("That leaves: {cells}.", cells=settled)
        return f"{sentence} {left}"

    def _contradiction_sentence(self) -> str:
        if self.premise is None:
            return _("No other colour is left by any card that fits.")
        places, colours = zip(*self.rules_out, strict=True)
        return ngettext(
            "If {cells} were {colour}, {premise} could not be true.",
            "If one of {cells} were {colour}, {premise} could not be true.",
            len(places),
            cells=format_cells(places),
            colour=colour_name(colours[0]),
            premise=self.premise.name,
        )


class Contradiction(Exception):
    """What is supposed leaves a premise no way to hold."""

    def __init__(self, premise: Premise) -> None:
        super().__init__(premise)
        self.premise = premise


def find_steps(own: str, seen: str, premises: Sequence[Premise], certain: Mapping[int, Colour]) -> tuple[Step, ...]:
    """The steps that lead to what is certain."""
    known = _Knowledge.from_sides(own, seen)
    ordered = sorted(premises, key=lambda premise: premise.effort)
    wanted = {(place, other) for place, colour in certain.items() for other in Colour if other != colour}
    taken: list[Step] = []
    while wanted - known.ruled_out:
        step = (
            next(known.direct_steps(ordered), None)
            or _step_by_contradiction(known, ordered, wanted)
            or _step_by_counting(known, wanted)
        )
        taken.append(known.with_settled_cells(step))
        known = known.with_step(step)
    return _needed_steps(taken, wanted)


@dataclass(frozen=True, slots=True)
class _Knowledge:
    """The colours that cells cannot have, and those of them that the known cells show."""

    ruled_out: frozenset[_RuledOut]
    shown: frozenset[_RuledOut]

    @classmethod
    def from_sides(cls, own: str, seen: str) -> "_Knowledge":
        """With no more than the known cells, and the colours of which the pattern leaves none to the unknown ones."""
        pairs = list(map("".join, zip(own, seen, strict=True)))
        every = {(place, colour) for place in range(CELLS) for colour in Colour}
        shown = {(place, colour) for place, colour in every if seen[place] not in ("?", colour)}
        full = {pair for pair, count in PATTERN.items() if pairs.count(pair) == count}
        placed = {(place, colour) for place, colour in every if seen[place] == "?" and own[place] + colour in full}
        return cls(frozenset(shown | placed), frozenset(shown))

    def possible_cells(self, cells: frozenset[int], colour: Colour) -> list[int]:
        return [place for place in sorted(cells) if (place, colour) not in self.ruled_out]

    def certain_cells(self, cells: frozenset[int], colour: Colour) -> list[int]:
        others = [other for other in Colour if other != colour]
        return [place for place in sorted(cells) if all((place, other) in self.ruled_out for other in others)]

    def with_step(self, step: Step) -> "_Knowledge":
        return _Knowledge(self.ruled_out | step.rules_out, self.shown)

    def with_settled_cells(self, step: Step) -> Step:
        """The step with the cells that have one colour left after it, and had more before."""
        after = self.with_step(step)
        touched = frozenset(place for place, _ in step.rules_out)
        settles = tuple(
            (place, colour)
            for place in sorted(touched)
            for colour in Colour
            if after.certain_cells(frozenset({place}), colour)
        )
        return Step(
            step.premise, step.effort, step.rules_out, step.rests_on, step.tally, step.cells, step.missing, settles
        )

    def direct_steps(self, premises: Sequence[Premise]) -> Iterator[Step]:
        """What follows at once; raises Contradiction if a premise has no way to hold."""
        for premise in premises:
            ways = [way for way in premise.ways if all(map(self._is_possible, way))]
            if not ways:
                raise Contradiction(premise)
            if len(ways) > 1:
                continue
            gone = [tally for way in premise.ways if way != ways[0] for tally in way]
            excluded = frozenset(ruled for tally in gone for ruled in self._refutation(tally))
            for tally in ways[0]:
                yield from self._steps_from(premise, tally, excluded)

    def _steps_from(self, premise: Premise, tally: CellTally, excluded: frozenset[_RuledOut]) -> Iterator[Step]:
        """What follows from one count of a premise, whose other ways are excluded."""
        can, must = self.possible_cells(tally.cells, tally.colour), self.certain_cells(tally.cells, tally.colour)
        left = tuple(place for place in can if place not in must)
        if left and len(can) == tally.minimum:
            ruled = frozenset((place, other) for place in left for other in Colour if other != tally.colour)
            rests_on = self._ruled_by_steps((place, tally.colour) for place in tally.cells) | excluded
            yield Step(premise, premise.effort, ruled - self.ruled_out, rests_on, tally, left, len(left))
        if left and len(must) == tally.maximum:
            ruled = frozenset((place, tally.colour) for place in left)
            rests_on = self._ruled_by_steps((place, other) for place in must for other in Colour) | excluded
            yield Step(premise, premise.effort, ruled, rests_on, tally, left)

    def _is_possible(self, tally: CellTally) -> bool:
        return (
            len(self.possible_cells(tally.cells, tally.colour)) >= tally.minimum
            and len(self.certain_cells(tally.cells, tally.colour)) <= tally.maximum
        )

    def _refutation(self, tally: CellTally) -> frozenset[_RuledOut]:
        """What makes a count impossible."""
        if len(self.possible_cells(tally.cells, tally.colour)) < tally.minimum:
            return self._ruled_by_steps((place, tally.colour) for place in tally.cells)
        must = self.certain_cells(tally.cells, tally.colour)
        return self._ruled_by_steps((place, other) for place in must for other in Colour)

    def _ruled_by_steps(self, ruled: Iterator[_RuledOut]) -> frozenset[_RuledOut]:
        """What of this was ruled out by steps."""
        return frozenset(ruled) & (self.ruled_out - self.shown)


def _step_by_contradiction(known: _Knowledge, premises: Sequence[Premise], wanted: set[_RuledOut]) -> Step | None:
    """A colour that some cells cannot have, as supposing it of any of them contradicts the same premise."""
    contradicted: dict[tuple[Premise, Colour], set[_RuledOut]] = {}
    for place, colour in sorted(wanted - known.ruled_out):
        others = frozenset((place, other) for other in Colour if other != colour)
        supposed = _Knowledge(known.ruled_out | others, known.shown)
        try:
            while step := next(supposed.direct_steps(premises), None):
                supposed = supposed.with_step(step)
        except Contradiction as contradiction:
            contradicted.setdefault((contradiction.premise, colour), set()).add((place, colour))
    if not contradicted:
        return None
    premise, colour = next(iter(contradicted))
    return Step(premise, CONTRADICTION_EFFORT, frozenset(contradicted[premise, colour]), known.ruled_out - known.shown)


def _step_by_counting(known: _Knowledge, wanted: set[_RuledOut]) -> Step:
    """What only the count of all cards tells."""
    return Step(None, CONTRADICTION_EFFORT + 1, frozenset(wanted - known.ruled_out), known.ruled_out - known.shown)


def _needed_steps(found_steps: Sequence[Step], wanted: set[_RuledOut]) -> tuple[Step, ...]:
    """The steps without those that nothing rests on."""
    open_, kept = set(wanted), []
    for step in reversed(found_steps):
        if open_ & step.rules_out:
            kept.append(step)
            open_ |= step.rests_on
    return tuple(reversed(kept))
