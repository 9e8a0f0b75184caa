"""The kind `deduce`: find the cells of the partner's side whose colour is certain.

Given are your side, what you know of your partner's side, and what your partner said. A cell's colour is certain if
every key card that fits has the same colour there: the proof counts the cards. The steps show how a person gets there,
and the hardest step decides the grade.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from duo.core.key import CELLS, PATTERN, Colour, format_side
from duo.core.refusal import Refusal
from duo.files.schema import format_value, read_value
from duo.puzzle.deduction.cards import FittingCards
from duo.puzzle.deduction.inference import InferenceStep, find_steps
from duo.puzzle.deduction.premises import (
    FinishedPremise,
    PartnerClue,
    PatternPremise,
    Premise,
    colour_name,
    describe_clue_rules,
    parse_colour,
    pattern_premises,
)
from duo.puzzle.kinds.deduce_file import (
    DeduceTaskEntry,
    names_of_places,
    places_of_names,
)
from duo.puzzle.puzzle import Kind, Proof, UnprovenTask
from duo.puzzle.statement import CELL_NAME_PATTERN, CELL_NAMES, PuzzleCell, PuzzleGrid, Statement, Verdict
from duo.text import N_, _, ngettext

if TYPE_CHECKING:
    from duo.puzzle.resources import PuzzleResources

_TEMPTING_CHANCE = 0.75  # an uncertain cell with a colour at least this likely is easily taken for certain
_MIN_CERTAIN_CELLS_FOR_GRADE_2 = 5
_MAX_CERTAIN_CELLS = 9
_MAX_GRADE = 5
_MIN_STATEMENT_KINDS_FOR_MAX_GRADE = 3  # a puzzle that combines this many kinds of statements has the highest grade
_TABLE_EXPLANATION = N_(
    "A word that you touched is a bystander for your partner if it has a token, and green if it has an agent. Only "
    "where you are green may your partner have found the agent."
)
_TYPED_CELL = re.compile(rf"({CELL_NAME_PATTERN})\s*[=:]?\s*([^\W\d]+|\.)")


@dataclass(frozen=True)
class DeduceTask:
    """Your side, what you know of your partner's side (`?` where nothing), the table, and what your partner said.

    `covered` are the cells where the partner found one of your agents, so that the partner's colour there is unknown.
    An agent also lies wherever `seen` is green. `finished` means that the partner said that all nine agents of their
    side are covered. `tokens` are the cells of the partner's bystander tokens. If they are given, the puzzle shows the
    table as it lies in a game, and the solver has to read from it what is known.
    """

    kind: ClassVar[Kind] = Kind.DEDUCE
    figure_names: ClassVar[frozenset[str]] = frozenset({"cards", "open", "certain", "tempting"})
    optional_figure_names: ClassVar[frozenset[str]] = frozenset({"steps"})
    own: str
    seen: str
    covered: frozenset[int]
    finished: bool
    tokens: frozenset[int] | None = None
    clues: tuple[PartnerClue, ...] = ()

    @classmethod
    def from_json(cls, value: Any) -> "DeduceTask":
        entry = read_value(value, DeduceTaskEntry, where="task")
        own, seen = entry.own.replace("/", ""), entry.seen.replace("/", "")
        tokens = None if entry.tokens is None else places_of_names(entry.tokens)
        clues = tuple(clue.to_clue() for clue in entry.clues)
        task = cls(own, seen, places_of_names(entry.covered), entry.finished, tokens, clues)
        task._check_table()
        task._check_clues()
        return task

    def _check_table(self) -> None:
        if any(self.own[place] != Colour.GREEN or self.seen[place] != "?" for place in self.covered):
            raise Refusal("the partner found an agent on a cell that is not green for you, or whose colour is known")
        if self.tokens is None:
            return
        if Colour.ASSASSIN in self.seen:
            raise Refusal("an assassin was touched, which ends the game")
        if any(self.own[place] == self.seen[place] == Colour.GREEN for place in range(CELLS)):
            raise Refusal("an agent on a cell that is green for you does not show its colour for the partner")
        if any(self.own[place] != Colour.BYSTANDER for place in self.tokens):
            raise Refusal("a token of the partner lies on a cell that is not a bystander for you")

    def _check_clues(self) -> None:
        for clue in self.clues:
            if clue.count > len(clue.cells):
                raise Refusal("a clue for {count} fits {cells} cells only", count=clue.count, cells=len(clue.cells))
            if self.covered.intersection(clue.cells, *clue.unsaid):
                raise Refusal("a clue fits a cell that an agent of yours covers")
            if clue.unsaid and not clue.count:
                raise Refusal("a clue for 0 cannot have unsaid clues")

    def to_json(self) -> dict[str, Any]:
        value = {
            "own": format_side(self.own),
            "seen": format_side(self.seen),
            "covered": names_of_places(self.covered),
            "finished": self.finished,
        }
        if self.tokens is not None:
            value["tokens"] = names_of_places(self.tokens)
        if self.clues:
            value["clues"] = [
                {"count": clue.count, "cells": names_of_places(clue.cells)}
                | ({"unsaid": [names_of_places(cells) for cells in clue.unsaid]} if clue.unsaid else {})
                for clue in self.clues
            ]
        return value

    @property
    def traits(self) -> frozenset[str]:
        return frozenset({f"{self.own} {self.seen}"})

    @cached_property
    def fitting_cards(self) -> FittingCards:
        """The key cards that fit everything that the puzzle states."""
        open_cells = frozenset(place for place in range(CELLS) if self.seen[place] == "?" and place not in self.covered)
        clue_premises = (premise for number, clue in enumerate(self.clues, 1) for premise in clue.premises(number))
        return FittingCards(self.own, self.seen, (FinishedPremise(open_cells, self.finished), *clue_premises))

    @cached_property
    def steps(self) -> tuple[InferenceStep, ...]:
        """The steps by which a person finds the cells whose colour is certain."""
        return find_steps(
            self.own,
            self.seen,
            (*pattern_premises(self.own), *self.fitting_cards.premises),
            self.fitting_cards.certain_colours,
        )

    @property
    def needed_premises(self) -> frozenset[Premise]:
        """The premises (statements about the partner's side) that the steps use, besides the pattern of every card."""
        return frozenset(step.premise for step in self.steps if step.premise) - set(pattern_premises(self.own))

    def is_well_formed_answer(self, answer: tuple[str, ...]) -> bool:
        marks = {
            f"{CELL_NAMES[place]}={colour}" for place in range(CELLS) if self.seen[place] == "?" for colour in Colour
        }
        return len(set(answer)) == len(answer) > 0 and set(answer) <= marks

    def prove(self, resources: "PuzzleResources | None" = None) -> Proof:
        cards = self.fitting_cards
        if not cards.card_count:
            raise UnprovenTask("no key card fits what is shown")
        certain = cards.certain_colours
        if not certain:
            raise UnprovenTask("nothing is certain")
        if len(certain) > _MAX_CERTAIN_CELLS or len(certain) == len(cards.counts_by_cell):
            raise UnprovenTask("too many cells are certain for a puzzle")
        tempting = sum(
            place not in certain and max(by_colour.values()) >= _TEMPTING_CHANCE * cards.card_count
            for place, by_colour in cards.counts_by_cell.items()
        )
        return Proof(
            answer=tuple(f"{CELL_NAMES[place]}={colour}" for place, colour in sorted(certain.items())),
            grade=self._compute_grade(certain, tempting),
            tags=self._find_tags(certain, tempting),
            figures={
                "cards": cards.card_count,
                "open": len(cards.counts_by_cell),
                "certain": len(certain),
                "tempting": tempting,
                "steps": len(self.steps),
            },
        )

    def _compute_grade(self, certain: Mapping[int, Colour], tempting: int) -> int:
        """Return the grade of the puzzle: the effort of its hardest step, or 5 if it combines many kinds of statements.

        A puzzle that needs only the pattern of the key has grade 1, or 2 if there is much to count or a cell tempts.
        """
        hardest = max((step.effort for step in self.steps), default=1)
        if hardest == 1:
            colours = len({self.own[place] for place in certain})
            return 1 + (
                colours > 1 or len(certain) >= _MIN_CERTAIN_CELLS_FOR_GRADE_2 or tempting > 0 or self.tokens is not None
            )
        combines_several = len({premise.tag for premise in self.needed_premises}) >= _MIN_STATEMENT_KINDS_FOR_MAX_GRADE
        return _MAX_GRADE if combines_several else min(hardest, _MAX_GRADE)

    def _find_tags(self, certain: Mapping[int, Colour], tempting: int) -> tuple[str, ...]:
        found = set(certain.values())
        tags = {premise.tag for premise in self.needed_premises}
        tags |= {"all-colours"} if len(found) == len(Colour) else set()
        tags |= {"assassin-known"} if Colour.ASSASSIN in found else set()
        tags |= {"as-it-lies"} if self.tokens is not None else set()
        tags |= {"tempting-cell"} if tempting else set()
        return tuple(sorted(tags))

    def ask(self) -> Statement:
        agents = {place for place in range(CELLS) if place in self.covered or self.seen[place] == Colour.GREEN}
        own = tuple(PuzzleCell("", letter, "agent" if place in agents else "") for place, letter in enumerate(self.own))
        if self.tokens is None:
            other = PuzzleGrid(
                _("What you know of your partner's side"),
                tuple(PuzzleCell("", letter) for letter in self.seen),
                named=True,
            )
            table_notes: tuple[str, ...] = ()
        else:
            cells = tuple(
                PuzzleCell("", "", self._table_mark(place, agents), asked=self.seen[place] == "?")
                for place in range(CELLS)
            )
            other = PuzzleGrid(_("The table"), cells, named=True)
            table_notes = (_("A token points to who touched the word: down to you, up to your partner."),)
        finished_note = (
            _("Your partner says that all nine agents of their side are covered.")
            if self.finished
            else _("Your partner still has agents to give clues for.")
        )
        clue_notes = (sentence for number, clue in enumerate(self.clues, 1) for sentence in clue.describe(number))
        question = _(
            "Which of the unknown cells are certainly green, bystander or assassin for your partner? Name every cell "
            "that is certain and no other. Cells with an agent on them are marked."
        )
        typing_hint = _("Write g for green, . for bystander or x for assassin, such as b2 g, c4 x.")
        notes = (_describe_pattern(), *table_notes, finished_note, *describe_clue_rules(self.clues), *clue_notes)
        return Statement(
            _("What is certain"), question, (PuzzleGrid(_("Your side"), own, named=True), other), notes, typing_hint
        )

    def _table_mark(self, place: int, agents: set[int]) -> str:
        """Return the mark for what lies on a cell: an agent, or arrows for the tokens of those who touched it."""
        if place in agents:
            return "agent"
        partner_missed = self.tokens is not None and place in self.tokens
        return "↑" * partner_missed + "↓" * (self.seen[place] == Colour.BYSTANDER)

    def parse_answer(self, typed: str) -> tuple[str, ...]:
        """Parse cells with their colours, such as `b2 g, c4 x`."""
        rest = _TYPED_CELL.sub(" ", typed.lower())
        if rest.strip(" ,;.&"):
            raise Refusal(
                "{text} is not a cell with its colour: type them like b2 g, c4 x, d1 .", text=format_value(rest.strip())
            )
        answer = {}
        for name, colour in _TYPED_CELL.findall(typed.lower()):
            answer[CELL_NAMES.index(name)] = parse_colour(colour)
        return tuple(f"{CELL_NAMES[place]}={colour}" for place, colour in sorted(answer.items()))

    def judge(self, answer: tuple[str, ...], proof: Proof, resources: "PuzzleResources | None" = None) -> Verdict:
        """Return the verdict on an answer. Cells that were known anyway may be in it."""
        known = {f"{name}={colour}" for name, colour in zip(CELL_NAMES, self.seen, strict=True)}
        wrong = [mark for mark in answer if mark not in proof.answer and mark not in known]
        missing = len([mark for mark in proof.answer if mark not in answer])
        if wrong:
            words = self._explain_wrong(*wrong[0].split("="))
        elif missing:
            words = ngettext(
                "Right so far, but {count} more cell is certain.",
                "Right so far, but {count} more cells are certain.",
                missing,
            )
        else:
            words = _("Right: that is all that is certain.")
        hits = len(proof.answer) - missing
        return Verdict(not wrong and not missing, hits / (len(proof.answer) + len(wrong)), words)

    def _explain_wrong(self, name: str, colour: str) -> str:
        if (seen := self.seen[CELL_NAMES.index(name)]) != "?":
            return _("Not right: {cell} is known to be {colour}.", cell=name, colour=colour_name(seen))
        return _("{cell} need not be {colour}: other cards fit too.", cell=name, colour=colour_name(colour))

    def hints(self, proof: Proof) -> tuple[str, ...]:
        name, colour = proof.answer[0].split("=")
        own = Colour(self.own[CELL_NAMES.index(name)])
        first = next((step.premise for step in self.steps if step.premise), PatternPremise(own, frozenset()))
        return (
            ngettext("{count} cell is certain.", "{count} cells are certain.", len(proof.answer)),
            _("Begin with {premise}.", premise=first.name),
            _("{cell} is {colour}.", cell=name, colour=colour_name(colour)),
        )

    def solution(self, proof: Proof) -> tuple[str, tuple[str, ...]]:
        pairs = [mark.split("=") for mark in proof.answer]
        answer = ", ".join(f"{name} {colour_name(colour)}" for name, colour in pairs)
        used_colours = {self.own[CELL_NAMES.index(name)] for name, _ in pairs}
        used_colours |= {self.own[place] for step in self.steps for place, _ in step.rests_on}
        remaining = (self._describe_remaining_colours(colour) for colour in Colour if colour in used_colours)
        sentences = [*remaining, *(step.sentence for step in self.steps)]
        if self.tokens is not None:
            sentences.insert(0, _(_TABLE_EXPLANATION))
        return answer, tuple(sentences)

    def _describe_remaining_colours(self, own: Colour) -> str:
        """Return a sentence: which partner colours the pattern still requires among your cells of this colour."""
        pairs = [there for here, there in zip(self.own, self.seen, strict=True) if here == own]
        left = {other: PATTERN[own + other] - pairs.count(other) for other in Colour}
        rest = ", ".join(f"{left[other]} {colour_name(other)}" for other in Colour if left[other])
        return _(
            "Of your cells that are {own}, the unknown ones are for your partner: {rest}.",
            own=colour_name(own),
            rest=rest,
        )

    def without_idle_clues(self) -> "DeduceTask":
        """Return the task without its idle clues: those without which the same colours are certain."""
        task = self
        for place in reversed(range(len(self.clues))):
            clue = task.clues[place]
            for reduced in (replace(clue, unsaid=()), None):
                clues = (*task.clues[:place], *((reduced,) if reduced else ()), *task.clues[place + 1 :])
                other = replace(task, clues=clues)
                if reduced != clue and other.fitting_cards.certain_colours == task.fitting_cards.certain_colours:
                    task = other
        return task


def _describe_pattern() -> str:
    """Say which colours the partner has on every card, for each of your own colours."""
    counts = {own: "/".join(str(PATTERN[own + other]) for other in Colour) for own in Colour}
    return _(
        "Every key card: where you are green, your partner has green/bystander/assassin {greens}; where you are "
        "bystander {bystanders}; where you are assassin {assassins}.",
        greens=counts[Colour.GREEN],
        bystanders=counts[Colour.BYSTANDER],
        assassins=counts[Colour.ASSASSIN],
    )
