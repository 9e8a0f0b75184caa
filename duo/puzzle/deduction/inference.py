"""Why cells are certain, step by step as a person would find out: the easiest premise first.

A premise is used in two ways only. If as many cells as allowed have a colour, the other cells cannot have it. If only
as many cells as required can have a colour, they all have it. What follows from neither is tried by contradiction.
Steps that no other step needs are left out. What the pattern leaves for the unknown cells is where the inference
starts, and is not a step.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from duo.core.key import CELLS, PATTERN, Colour
from duo.puzzle.deduction.premises import CellTally, Premise, colour_name, format_cells
from duo.puzzle.statement import CELL_NAMES
from duo.text import _, ngettext

CONTRADICTION_EFFORT = 5  # the effort of a proof by contradiction
_RuledOut = tuple[int, Colour]  # a cell, and a colour that it cannot have


@dataclass(frozen=True, slots=True)
class Step:
    """Colours that cells cannot have, by one premise. `rests_on` is what earlier steps ruled out."""

    premise: Premise | None
    effort: int
    rules_out: frozenset[_RuledOut]
    rests_on: frozenset[_RuledOut]
    tally: CellTally | None = None
    cells: tuple[int, ...] = ()
    missing: int = 0  # how many cells must have the colour; 0 if they cannot have it
    settles: tuple[tuple[int, Colour], ...] = ()

    @property
    def sentence(self) -> str:
        """The step as a sentence, with the cells that it settles."""
        if self.tally is None or self.premise is None:
            sentence = self._contradiction_sentence()
        elif self.missing:
            return self.premise.all_needed(self.tally, self.cells, self.missing)
        else:
            sentence = self.premise.none_left(self.tally, self.cells)
        if not self.settles:
            return sentence
        settled = ", ".join(f"{CELL_NAMES[place]} {colour_name(colour)}" for place, colour in self.settles)
        conclusion = _("That leaves: {cells}.", cells=settled)
        return f"{sentence} {conclusion}"

    def _contradiction_sentence(self) -> str:
        if self.premise is None:
            return _("No card that fits leaves another colour.")
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
    """An assumption contradicts a premise."""

    def __init__(self, premise: Premise) -> None:
        super().__init__(premise)
        self.premise = premise


def find_steps(own: str, seen: str, premises: Sequence[Premise], certain: Mapping[int, Colour]) -> tuple[Step, ...]:
    """Return the steps that lead to what is certain."""
    known = _Knowledge.from_sides(own, seen)
    ordered = sorted(premises, key=lambda premise: premise.effort)
    wanted = {(place, other) for place, colour in certain.items() for other in Colour if other != colour}
    steps: list[Step] = []
    while wanted - known.ruled_out:
        step = (
            next(known.direct_steps(ordered), None)
            or _step_by_contradiction(known, ordered, wanted)
            or _step_by_counting(known, wanted)
        )
        steps.append(known.with_settled_cells(step))
        known = known.with_step(step)
    return _needed_steps(steps, wanted)


@dataclass(frozen=True, slots=True)
class _Knowledge:
    """The colours that cells cannot have. `shown` are those that follow from a known cell."""

    ruled_out: frozenset[_RuledOut]
    shown: frozenset[_RuledOut]

    @classmethod
    def from_sides(cls, own: str, seen: str) -> "_Knowledge":
        """Return what the known cells show, and what the pattern then excludes for the unknown cells."""
        pairs = list(map("".join, zip(own, seen, strict=True)))
        all_pairs = {(place, colour) for place in range(CELLS) for colour in Colour}
        shown = {(place, colour) for place, colour in all_pairs if seen[place] not in ("?", colour)}
        used_up = {pair for pair, count in PATTERN.items() if pairs.count(pair) == count}
        excluded = {
            (place, colour) for place, colour in all_pairs if seen[place] == "?" and own[place] + colour in used_up
        }
        return cls(frozenset(shown | excluded), frozenset(shown))

    def possible_cells(self, cells: frozenset[int], colour: Colour) -> list[int]:
        return [place for place in sorted(cells) if (place, colour) not in self.ruled_out]

    def certain_cells(self, cells: frozenset[int], colour: Colour) -> list[int]:
        others = [other for other in Colour if other != colour]
        return [place for place in sorted(cells) if all((place, other) in self.ruled_out for other in others)]

    def with_step(self, step: Step) -> "_Knowledge":
        return _Knowledge(self.ruled_out | step.rules_out, self.shown)

    def with_settled_cells(self, step: Step) -> Step:
        """Return the step with the cells that have only one colour left after it."""
        after = self.with_step(step)
        changed = frozenset(place for place, _ in step.rules_out)
        settles = tuple(
            (place, colour)
            for place in sorted(changed)
            for colour in Colour
            if after.certain_cells(frozenset({place}), colour)
        )
        return Step(
            step.premise, step.effort, step.rules_out, step.rests_on, step.tally, step.cells, step.missing, settles
        )

    def direct_steps(self, premises: Sequence[Premise]) -> Iterator[Step]:
        """Yield the steps that follow immediately.

        Raises Contradiction if a premise cannot hold.
        """
        for premise in premises:
            ways = [way for way in premise.ways if all(map(self._is_possible, way))]
            if not ways:
                raise Contradiction(premise)
            if len(ways) > 1:
                continue
            impossible = [tally for way in premise.ways if way != ways[0] for tally in way]
            excluded = frozenset(ruled for tally in impossible for ruled in self._refutation(tally))
            for tally in ways[0]:
                yield from self._steps_from(premise, tally, excluded)

    def _steps_from(self, premise: Premise, tally: CellTally, excluded: frozenset[_RuledOut]) -> Iterator[Step]:
        """Yield the steps that follow from one tally of a premise.

        `excluded` is what ruled out the premise's other ways.
        """
        possible, certain = (
            self.possible_cells(tally.cells, tally.colour),
            self.certain_cells(tally.cells, tally.colour),
        )
        undecided = tuple(place for place in possible if place not in certain)
        if undecided and len(possible) == tally.minimum:
            ruled = frozenset((place, other) for place in undecided for other in Colour if other != tally.colour)
            rests_on = self._ruled_by_steps((place, tally.colour) for place in tally.cells) | excluded
            yield Step(premise, premise.effort, ruled - self.ruled_out, rests_on, tally, undecided, len(undecided))
        if undecided and len(certain) == tally.maximum:
            ruled = frozenset((place, tally.colour) for place in undecided)
            rests_on = self._ruled_by_steps((place, other) for place in certain for other in Colour) | excluded
            yield Step(premise, premise.effort, ruled, rests_on, tally, undecided)

    def _is_possible(self, tally: CellTally) -> bool:
        return (
            len(self.possible_cells(tally.cells, tally.colour)) >= tally.minimum
            and len(self.certain_cells(tally.cells, tally.colour)) <= tally.maximum
        )

    def _refutation(self, tally: CellTally) -> frozenset[_RuledOut]:
        """Return what makes a tally impossible."""
        if len(self.possible_cells(tally.cells, tally.colour)) < tally.minimum:
            return self._ruled_by_steps((place, tally.colour) for place in tally.cells)
        certain = self.certain_cells(tally.cells, tally.colour)
        return self._ruled_by_steps((place, other) for place in certain for other in Colour)

    def _ruled_by_steps(self, ruled: Iterator[_RuledOut]) -> frozenset[_RuledOut]:
        """Return the part of this that steps have ruled out, not known cells."""
        return frozenset(ruled) & (self.ruled_out - self.shown)


def _step_by_contradiction(known: _Knowledge, premises: Sequence[Premise], wanted: set[_RuledOut]) -> Step | None:
    """Rule out a colour for all cells for which assuming it contradicts the same premise."""
    contradicted: dict[tuple[Premise, Colour], set[_RuledOut]] = {}
    for place, colour in sorted(wanted - known.ruled_out):
        others = frozenset((place, other) for other in Colour if other != colour)
        assumption = _Knowledge(known.ruled_out | others, known.shown)
        try:
            while step := next(assumption.direct_steps(premises), None):
                assumption = assumption.with_step(step)
        except Contradiction as contradiction:
            contradicted.setdefault((contradiction.premise, colour), set()).add((place, colour))
    if not contradicted:
        return None
    premise, colour = next(iter(contradicted))
    return Step(premise, CONTRADICTION_EFFORT, frozenset(contradicted[premise, colour]), known.ruled_out - known.shown)


def _step_by_counting(known: _Knowledge, wanted: set[_RuledOut]) -> Step:
    """Rule out what only the count of all cards excludes."""
    return Step(None, CONTRADICTION_EFFORT + 1, frozenset(wanted - known.ruled_out), known.ruled_out - known.shown)


def _needed_steps(found_steps: Sequence[Step], wanted: set[_RuledOut]) -> tuple[Step, ...]:
    """Return the steps on which the result depends."""
    needed, steps = set(wanted), []
    for step in reversed(found_steps):
        if needed & step.rules_out:
            steps.append(step)
            needed |= step.rests_on
    return tuple(reversed(steps))
