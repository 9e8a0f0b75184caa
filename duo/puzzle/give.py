"""The kind `give`: your side of the key in mid-game; find a clue for so many words that avoids the assassins.

Any clue is judged as the partner judges its own: by the agents that it is expected to bring, a turn that ends on an
assassin bringing none, beside the best that is known. The best known is found by looking at every clue word there is.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import numpy as np
from annotated_types import Interval, Len, MinLen

from duo.core.key import Colour
from duo.core.refusal import Refusal
from duo.core.word import BOARD_SIZE, fold
from duo.files.schema import matching, read_value, shown
from duo.mind import plackett_luce
from duo.mind.clue_memory import ClueMemory
from duo.mind.reason import listed, percent
from duo.puzzle.clues import Words, alike, firmness
from duo.puzzle.puzzle import Kind, Proven, Unproven
from duo.puzzle.ranking import FIRM
from duo.puzzle.statement import Cell, Grid, Statement, Verdict
from duo.text import _, decimal

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from duo.puzzle.bench import Bench

    Array = NDArray[np.float64]
    Weights = NDArray[np.float32]

MOST_MEANT = 4
SOLVED = 0.8  # the share of the best known result from which a clue solves the puzzle
# From so many clues that solve it on, the puzzle has the grade 1, 2, 3, 4; with fewer 5.
_MANY = (30, 15, 8, 4)
_TYPED = re.compile(r"\s*(\S+?)[\s:,]*(\d*)\s*")


@dataclass(frozen=True, slots=True)
class _Entry:
    """A task as files write it."""

    words: Annotated[Words, MinLen(4)]
    own: Annotated[str, Len(4, BOARD_SIZE), matching("[g.x]*")]
    count: Annotated[int, Interval(ge=1, le=MOST_MEANT)]


@dataclass(frozen=True, slots=True)
class Give:
    """The words that the partner may touch, by one's own colours, and how many the clue is to mean."""

    kind: ClassVar[Kind] = Kind.GIVE
    figures: ClassVar[frozenset[str]] = frozenset({"result", "next", "solving-clues"})
    words: tuple[str, ...]
    own: str
    size: int

    @classmethod
    def from_json(cls, value: Any) -> "Give":
        entry = read_value(value, _Entry, where="task")
        task = cls(entry.words, entry.own, entry.count)
        if len(entry.own) != len(entry.words):
            raise Refusal("there are more colours than words, or fewer")
        if not task.size <= task.own.count("g") <= 9 or "x" not in task.own:
            raise Refusal("there are too few greens, or no assassin to avoid")
        return task

    def to_json(self) -> dict[str, Any]:
        return asdict(_Entry(self.words, self.own, self.size))

    @property
    def traits(self) -> frozenset[str]:
        return frozenset({" ".join(sorted(map(fold, self.words)))})

    def of_colour(self, colour: str) -> list[int]:
        return [place for place, letter in enumerate(self.own) if letter == colour]

    def results(self, weights: "Weights", nothing: "Weights") -> "Array":
        """The expected result of clues that draw so, (clues, words), or bring nothing to mind: a miss as well."""
        green, tan, black = (weights[:, self.of_colour(colour)].astype(np.float64) for colour in "g.x")
        missing = tan.sum(axis=1) + black.sum(axis=1) + nothing
        reached = plackett_luce.run(green, missing, self.size)
        shot = black.sum(axis=1) / np.maximum(missing, 1e-12)
        wasted = sum((k * (reached[k - 1] - reached[k]) for k in range(1, self.size)), np.zeros(len(weights)))
        result: Array = reached.sum(axis=0) - wasted * shot
        return result

    def fits(self, answer: tuple[str, ...]) -> bool:
        """A clue, and where the best known one is told the greens that it brings to mind."""
        greens = {self.words[place] for place in self.of_colour("g")}
        return len(answer) == 1 or (len(set(answer)) == len(answer) == 1 + self.size and set(answer[1:]) <= greens)

    def prove(self, bench: "Bench") -> Proven:
        legal = np.flatnonzero(bench.sayable(self.words))
        results = self.results(*(part[legal] for part in bench.draw_all(self.words)))
        order = np.argsort(-results, kind="stable")
        best, runner_up = (bench.candidates[legal[row]] for row in order[:2])
        meant, said = self._meant(bench.draw(best, self.words)[0][0]), [ClueMemory(best, self.size)]
        if problem := alike(said, [self.words[place] for place in meant]):
            raise problem
        if firmness(bench, said, self.words, meant) < FIRM:
            raise Unproven("what the best clue means hardly comes to mind")
        if not all(self._safe(mind.touch(best, self.words)) for mind in (bench.first, *bench.others)):
            raise Unproven("another mind reads the best clue otherwise")
        solving = int((results >= SOLVED * results[order[0]]).sum())
        return Proven(
            answer=(best.upper(), *(self.words[place] for place in meant)),
            grade=1 + sum(solving < many for many in _MANY),
            tags=tuple(tag for tag, holds in TAGS.items() if holds(self)),
            figures={
                "result": round(float(results[order[0]]), 4),
                "next": round(float(results[order[1]]), 4),
                "solving-clues": solving,
            },
            rival=(runner_up.upper(),),
        )

    def _meant(self, weights: "Weights") -> list[int]:
        """The greens that a clue with these weights draws most, in table order."""
        return sorted(sorted(self.of_colour("g"), key=lambda place: -weights[place])[: self.size])

    def _safe(self, weights: "Array") -> bool:
        """Whether these weights draw a green first, and no assassin among as many words as are meant."""
        first = [self.own[place] for place in np.argsort(-weights, kind="stable")[: self.size]]
        return first[0] == "g" and "x" not in first

    def ask(self) -> Statement:
        question = _(
            "The words show your side of the key. Find one clue for {count} of your green words that keeps your "
            "partner away from the assassins.", count=self.size,
        )  # fmt: skip
        cells = tuple(Cell(word, colour) for word, colour in zip(self.words, self.own, strict=True))
        return Statement(_("A clue for {count}", count=self.size), question, (Grid("", cells),))

    def understand(self, typed: str) -> tuple[str, ...]:
        """One word; a number after it may be left out."""
        found = _TYPED.fullmatch(typed)
        if not found or (found[2] and int(found[2]) != self.size):
            raise Refusal("{text} is no clue for {count}: type one word", text=shown(typed), count=self.size)
        return (found[1].upper(),)

    def judge(self, answer: tuple[str, ...], proven: Proven, bench: "Bench") -> Verdict:
        clue = answer[0]
        ruling = bench.check(clue, self.size, self.words)
        if not ruling.legal:
            raise Refusal("{why}", why=ruling.why)
        weights, nothing = bench.draw(clue, self.words)
        result = float(self.results(weights, nothing)[0])
        share = result / max(proven.figures["result"], 1e-6)
        words = _(
            "{clue} {count} is expected to bring {result} agents, {share} of the best known. Your partner would think "
            "of {words} first.", clue=clue, count=self.size, result=decimal(result, ".2f"), share=percent(share),
            words=listed([self.words[place] for place in np.argsort(-weights[0], kind="stable")[: self.size]]),
        )  # fmt: skip
        return Verdict(share >= SOLVED, share, words)

    def hints(self, proven: Proven) -> tuple[str, ...]:
        best = proven.answer[0]
        return (
            _(
                "The best known clue is expected to bring {result} agents.",
                result=decimal(proven.figures["result"], ".2f"),
            ),
            _("The best known clue begins with {letter} and has {count} letters.", letter=best[0], count=len(best)),
        )

    def solution(self, proven: Proven) -> tuple[str, str]:
        reason = _(
            "It brings {words} to mind and is expected to bring {result} agents; {rival} comes next with {next}.",
            words=listed(proven.answer[1:]), result=decimal(proven.figures["result"], ".2f"), rival=proven.rival[0],
            next=decimal(proven.figures["next"], ".2f"),
        )  # fmt: skip
        return f"{proven.answer[0]} {self.size}", reason


def few_greens(task: Give) -> bool:
    """Whether the clue must mean every green that is left."""
    return task.own.count(Colour.GREEN) == task.size


def crowded(task: Give) -> bool:
    """Whether all three assassins are still open on a full table."""
    return task.own.count(Colour.ASSASSIN) == 3 and len(task.words) >= 20


TAGS: Mapping[str, Callable[[Give], bool]] = {"all-greens": few_greens, "crowded": crowded}
