"""Why the colour of a cell is certain, step by step as a person would find out, the easiest premise first.

A premise is a statement about the partner's side. It is used in two ways only. If as many cells as allowed have a
colour, the other cells cannot have it. If only as many cells as required can have a colour, they all have it. Colours
that neither way excludes are tried by contradiction. Steps that the result does not need are left out. The inference
starts from the known cells and from what the pattern of every key card then leaves for the unknown cells.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from duo.core.key import CELLS, PATTERN, Colour
from duo.puzzle.deduction.premises import CellTally, Premise, colour_name, format_cells
from duo.puzzle.statement import CELL_NAMES
from duo.text import _, ngettext

CONTRADICTION_EFFORT = 5  # the effort of a proof by contradiction
_RuledOutColour = tuple[int, Colour]  # a cell, and a colour that it cannot have


@dataclass(frozen=True, slots=True)
class InferenceStep:
    """A step of an inference: it rules out colours of cells by one premise.

    `rests_on` has the colours ruled out by earlier steps that this step uses. `tally` is the part of the premise that
    it uses, and `cells` are the cells that it speaks about. `settled_cells` are the cells whose colour it settles.
    `premise` is None if only counting all cards shows it.
    """

    premise: Premise | None
    effort: int
    rules_out: frozenset[_RuledOutColour]
    rests_on: frozenset[_RuledOutColour]
    tally: CellTally | None = None
    cells: tuple[int, ...] = ()
    missing_count: int = 0  # how many cells must have the colour; 0 if they cannot have it
    settled_cells: tuple[tuple[int, Colour], ...] = ()

    @property
    def sentence(self) -> str:
        """A sentence that states the step, and the cells whose colour is certain after it."""
        if self.tally is None or self.premise is None:
            sentence = self._contradiction_sentence()
        elif self.missing_count:
            return self.premise.explain_all_needed(self.tally, self.cells, self.missing_count)
        else:
            sentence = self.premise.explain_none_left(self.tally, self.cells)
        if not self.settled_cells:
            return sentence
        settled = ", ".join(f"{CELL_NAMES[place]} {colour_name(colour)}" for place, colour in self.settled_cells)
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
    """Raised if an assumption about a cell contradicts a premise."""

    def __init__(self, premise: Premise) -> None:
        super().__init__(premise)
        self.premise = premise


def find_steps(
    own: str, seen: str, premises: Sequence[Premise], certain: Mapping[int, Colour]
) -> tuple[InferenceStep, ...]:
    """Return the steps that lead to the certain colours, as a person would find them."""
    known = _Knowledge.from_sides(own, seen)
    ordered = sorted(premises, key=lambda premise: premise.effort)
    wanted = {(place, other) for place, colour in certain.items() for other in Colour if other != colour}
    steps: list[InferenceStep] = []
    while wanted - known.ruled_out:
        step = (
            next(known.direct_steps(ordered), None)
            or _find_step_by_contradiction(known, ordered, wanted)
            or _find_step_by_counting(known, wanted)
        )
        steps.append(known.with_settled_cells(step))
        known = known.with_step(step)
    return _select_needed_steps(steps, wanted)


@dataclass(frozen=True, slots=True)
class _Knowledge:
    """The colours that cells cannot have. `ruled_out_by_seen` has those of cells whose colour is known."""

    ruled_out: frozenset[_RuledOutColour]
    ruled_out_by_seen: frozenset[_RuledOutColour]

    @classmethod
    def from_sides(cls, own: str, seen: str) -> "_Knowledge":
        """Return the colours that the known cells rule out, and those that the pattern then rules out elsewhere."""
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

    def with_step(self, step: InferenceStep) -> "_Knowledge":
        return _Knowledge(self.ruled_out | step.rules_out, self.ruled_out_by_seen)

    def with_settled_cells(self, step: InferenceStep) -> InferenceStep:
        """Return the step with `settled_cells`: the cells that have only one possible colour left after it."""
        after = self.with_step(step)
        changed = frozenset(place for place, _ in step.rules_out)
        settles = tuple(
            (place, colour)
            for place in sorted(changed)
            for colour in Colour
            if after.certain_cells(frozenset({place}), colour)
        )
        return InferenceStep(
            step.premise,
            step.effort,
            step.rules_out,
            step.rests_on,
            step.tally,
            step.cells,
            step.missing_count,
            settles,
        )

    def direct_steps(self, premises: Sequence[Premise]) -> Iterator[InferenceStep]:
        """Yield the steps that follow from one premise and the colours ruled out so far.

        Raises Contradiction if a premise cannot hold.
        """
        for premise in premises:
            ways = [way for way in premise.ways if all(map(self._is_tally_possible, way))]
            if not ways:
                raise Contradiction(premise)
            if len(ways) > 1:
                continue
            impossible = [tally for way in premise.ways if way != ways[0] for tally in way]
            excluded = frozenset(ruled for tally in impossible for ruled in self._find_refutation(tally))
            for tally in ways[0]:
                yield from self._steps_from_tally(premise, tally, excluded)

    def _steps_from_tally(
        self, premise: Premise, tally: CellTally, excluded: frozenset[_RuledOutColour]
    ) -> Iterator[InferenceStep]:
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
            rests_on = self._ruled_out_by_steps((place, tally.colour) for place in tally.cells) | excluded
            yield InferenceStep(
                premise, premise.effort, ruled - self.ruled_out, rests_on, tally, undecided, len(undecided)
            )
        if undecided and len(certain) == tally.maximum:
            ruled = frozenset((place, tally.colour) for place in undecided)
            rests_on = self._ruled_out_by_steps((place, other) for place in certain for other in Colour) | excluded
            yield InferenceStep(premise, premise.effort, ruled, rests_on, tally, undecided)

    def _is_tally_possible(self, tally: CellTally) -> bool:
        return (
            len(self.possible_cells(tally.cells, tally.colour)) >= tally.minimum
            and len(self.certain_cells(tally.cells, tally.colour)) <= tally.maximum
        )

    def _find_refutation(self, tally: CellTally) -> frozenset[_RuledOutColour]:
        """Return the ruled out colours that make a tally impossible."""
        if len(self.possible_cells(tally.cells, tally.colour)) < tally.minimum:
            return self._ruled_out_by_steps((place, tally.colour) for place in tally.cells)
        certain = self.certain_cells(tally.cells, tally.colour)
        return self._ruled_out_by_steps((place, other) for place in certain for other in Colour)

    def _ruled_out_by_steps(self, ruled: Iterator[_RuledOutColour]) -> frozenset[_RuledOutColour]:
        """Return those of the given colours that earlier steps or the pattern ruled out, not the known cells."""
        return frozenset(ruled) & (self.ruled_out - self.ruled_out_by_seen)


def _find_step_by_contradiction(
    known: _Knowledge, premises: Sequence[Premise], wanted: set[_RuledOutColour]
) -> InferenceStep | None:
    """Return the step that rules out a colour for all cells where assuming it contradicts one and the same premise.

    Returns None if no assumption leads to a contradiction.
    """
    contradicted: dict[tuple[Premise, Colour], set[_RuledOutColour]] = {}
    for place, colour in sorted(wanted - known.ruled_out):
        others = frozenset((place, other) for other in Colour if other != colour)
        assumption = _Knowledge(known.ruled_out | others, known.ruled_out_by_seen)
        try:
            while step := next(assumption.direct_steps(premises), None):
                assumption = assumption.with_step(step)
        except Contradiction as contradiction:
            contradicted.setdefault((contradiction.premise, colour), set()).add((place, colour))
    if not contradicted:
        return None
    premise, colour = next(iter(contradicted))
    return InferenceStep(
        premise,
        CONTRADICTION_EFFORT,
        frozenset(contradicted[premise, colour]),
        known.ruled_out - known.ruled_out_by_seen,
    )


def _find_step_by_counting(known: _Knowledge, wanted: set[_RuledOutColour]) -> InferenceStep:
    """Return the step that rules out all remaining wanted colours, because no fitting card has them."""
    return InferenceStep(
        None, CONTRADICTION_EFFORT + 1, frozenset(wanted - known.ruled_out), known.ruled_out - known.ruled_out_by_seen
    )


def _select_needed_steps(
    found_steps: Sequence[InferenceStep], wanted: set[_RuledOutColour]
) -> tuple[InferenceStep, ...]:
    """Return the steps that the wanted colours depend on, directly or through other steps."""
    needed, steps = set(wanted), []
    for step in reversed(found_steps):
        if needed & step.rules_out:
            steps.append(step)
            needed |= step.rests_on
    return tuple(reversed(steps))
