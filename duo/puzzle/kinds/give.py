"""The kind `give`: find a clue for a given number of your green words that avoids the assassins.

A clue solves the puzzle if it leads the partner to as many greens as its number before any other word. It earns one
star for that, and more for the expected number of agents, compared with the best known clue. A turn that ends on an
assassin counts as zero agents. The best known clue comes from a search of all familiar clue words, and every ear must
read it alike.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import numpy as np
from annotated_types import Interval, Len, MinLen

from duo.core.key import Colour
from duo.core.refusal import Refusal
from duo.core.word import BOARD_SIZE, fold
from duo.files.schema import format_value, pattern_check, read_value
from duo.mind.belief.clue_history import ClueMemory
from duo.mind.giver.reason import format_percent, format_words
from duo.mind.listener import plackett_luce
from duo.puzzle.proof.assessment import MeantWords, links, reasons
from duo.puzzle.proof.clues import Words, spelling_problem, weakest_firmness
from duo.puzzle.puzzle import Kind, Proof, Unproven
from duo.puzzle.statement import PuzzleCell, PuzzleGrid, Statement, Verdict
from duo.puzzle.survey import CLEAR_BOUNDS, PLAY_BOUNDS
from duo.text import N_, _, format_decimal

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from duo.puzzle.bench import Bench
    from duo.puzzle.survey import ClarityBounds

    Array = NDArray[np.float64]
    Chosen = NDArray[np.bool_]
    Weights = NDArray[np.float32]
    Reached = Weights | Array

MAX_MEANT_WORDS = 4
# Shares of the best known result at which a solving clue earns its second and third star.
STAR_SHARES = (0.6, 0.85)
MIN_ODDS_OVER_NOTHING = 0.5  # a word comes to mind if its weight is at least this multiple of the weight of nothing
_MAX_TRIED_CLUES = 40  # most promising clues that are tried until all ears read one of them alike
# A puzzle with at least this many solving clues has grade 1, 2, 3 or 4; with fewer it has grade 5.
_GRADE_CLUE_COUNTS = (450, 200, 80, 30)
_COLOUR_NAMES = {Colour.BYSTANDER: N_("a bystander"), Colour.ASSASSIN: N_("an assassin")}
_TYPED_CLUE = re.compile(r"\s*(\S+?)[\s:,]*(\d*)\s*")


@dataclass(frozen=True, slots=True)
class _Entry:
    """A task in a file."""

    words: Annotated[Words, MinLen(4)]
    own: Annotated[str, Len(4, BOARD_SIZE), pattern_check("[g.x]*")]
    count: Annotated[int, Interval(ge=1, le=MAX_MEANT_WORDS)]


@dataclass(frozen=True, slots=True)
class GiveTask:
    """The words that the partner may touch, your colours, and how many words the clue has to mean."""

    kind: ClassVar[Kind] = Kind.GIVE
    figures: ClassVar[frozenset[str]] = frozenset({"result", "next", "solving-clues"})
    optional_figures: ClassVar[frozenset[str]] = frozenset()
    words: tuple[str, ...]
    own: str
    size: int

    @classmethod
    def from_json(cls, value: Any) -> "GiveTask":
        entry = read_value(value, _Entry, where="task")
        task = cls(entry.words, entry.own, entry.count)
        if len(entry.own) != len(entry.words):
            raise Refusal("the numbers of colours and words differ")
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

    def results(self, weights: "Weights", nothing: "Weights", count: int | None = None) -> "Array":
        """Return the expected number of agents of each clue, given its weights (clues, words).

        `nothing` is the weight of no word coming to mind, which counts as a miss.
        """
        count = count or self.size
        green, tan, black = (weights[:, self.of_colour(colour)].astype(np.float64) for colour in "g.x")
        missing = tan.sum(axis=1) + black.sum(axis=1) + nothing
        reached = plackett_luce.run_chances(green, missing, count)
        assassin_share = black.sum(axis=1) / np.maximum(missing, 1e-12)
        wasted = sum((k * (reached[k - 1] - reached[k]) for k in range(1, count)), np.zeros(len(weights)))
        result: Array = reached.sum(axis=0) - wasted * assassin_share
        return result

    def leads_to_greens(self, weights: "Reached", count: int | None = None) -> "Chosen":
        """Return which clues lead to as many greens as their number before any other word."""
        others = np.flatnonzero(np.array(list(self.own)) != Colour.GREEN)
        leads: Chosen = self._weakest_green(weights, count) > weights[:, others].max(axis=1)
        return leads

    def comes_to_mind(self, weights: "Weights", nothing: "Weights", count: int | None = None) -> "Chosen":
        """Return which clues bring all the greens that they mean to mind rather than nothing."""
        comes: Chosen = self._weakest_green(weights, count) >= MIN_ODDS_OVER_NOTHING * nothing
        return comes

    def _weakest_green(self, weights: "Reached", count: int | None) -> "Reached":
        """Return each clue's weight for the last of as many greens as its number."""
        green = weights[:, self.of_colour(Colour.GREEN)]
        last = green.shape[1] - (count or self.size)
        green.partition(last, axis=1)
        return green[:, last]

    def fits(self, answer: tuple[str, ...]) -> bool:
        """Accept a clue, alone or followed by the greens that it means (as in a proof)."""
        greens = {self.words[place] for place in self.of_colour("g")}
        return len(answer) == 1 or (len(set(answer)) == len(answer) == 1 + self.size and set(answer[1:]) <= greens)

    def solving_clues(self, bench: "Bench") -> "tuple[NDArray[np.intp], Weights, Weights]":
        """Return the candidates that solve the puzzle, their weights, and the weights of nothing.

        The associations already exclude most candidates, so the weights are computed only for the rest.
        """
        all_rows = np.arange(len(bench.candidates))
        leading = bench.legal_candidates(
            self.words, all_rows[self.leads_to_greens(bench.candidate_associations(self.words))]
        )
        weights, nothing = bench.candidate_weights(self.words, leading)
        evokes = self.comes_to_mind(weights, nothing)
        return leading[evokes], weights[evokes], nothing[evokes]

    def likely_grade(self, bench: "Bench") -> int:
        """Return the grade that the puzzle has if it can be proven. Proving takes ten times as long."""
        return _grade(len(self.solving_clues(bench)[0]))

    def prove(self, bench: "Bench") -> Proof:
        solving, weights, nothing = self.solving_clues(bench)
        results = self.results(weights, nothing)
        sensible, clear = (
            np.isin(solving, self._outstanding_clues(bench, solving, bounds)) for bounds in (PLAY_BOUNDS, CLEAR_BOUNDS)
        )
        rows = [row for row in np.argsort(-results, kind="stable") if sensible[row]]
        tried = [row for row in rows if clear[row]][:_MAX_TRIED_CLUES]
        clues = [bench.candidates[solving[row]] for row in tried]
        agreed = self._agreed_clues(bench, clues, weights[tried]) if clues else []
        best = next((tried[p] for p in agreed if self._is_clear(bench, clues[p], weights[tried[p]])), None)
        rival = next((row for row in rows if best is not None and results[row] < results[best]), None)
        if best is None or rival is None:
            raise Unproven("no clue means the same words for every ear")
        clue, next_clue = (bench.candidates[solving[row]].upper() for row in (best, rival))
        meant = self._meant_places(weights[best])
        answer = tuple(self.words[place] for place in meant)
        meant_words = MeantWords(clue, tuple(meant), self.words)
        return Proof(
            answer=(clue, *answer),
            grade=_grade(len(solving)),
            tags=tuple(tag for tag, holds in TAGS.items() if holds(self)),
            figures={
                "result": round(float(results[best]), 4),
                "next": round(float(results[rival]), 4),
                "solving-clues": len(solving),
            },
            rival=(next_clue,),
            links=links(bench, [meant_words], answer),
        )

    def _outstanding_clues(
        self, bench: "Bench", rows: "NDArray[np.intp]", bounds: "ClarityBounds"
    ) -> "NDArray[np.intp]":
        """Return those candidates for which greens stand out.

        Returns all candidates if some word is not one that puzzles deal: the survey does not cover it.
        """
        if not bench.survey.columns.keys() >= set(self.words):
            return rows
        green = np.array(list(self.own)) == Colour.GREEN
        return bench.survey.standout_clues(self.words, green, self.size, bounds, rows)[0]

    def _agreed_clues(self, bench: "Bench", clues: Sequence[str], weights: "Weights") -> list[int]:
        """Return the places of the clues that every ear reads as the partner does."""
        meant = np.sort(np.argsort(-weights, axis=1, kind="stable")[:, : self.size])
        left = list(range(len(clues)))
        for ear in bench.ears:
            if not left:
                break
            touch = ear.touch_each([clues[place] for place in left], self.words)
            first = np.sort(np.argsort(-touch, axis=1, kind="stable")[:, : self.size])
            left = [place for place, row in zip(left, first, strict=True) if (row == meant[place]).all()]
        return left

    def _is_clear(self, bench: "Bench", clue: str, weights: "Weights") -> bool:
        """Whether the meant words come to mind for every ear, and not because of the clue's spelling."""
        meant, clues = self._meant_places(weights), [ClueMemory(clue, self.size)]
        try:
            weakest_firmness(bench, clues, self.words, meant)
        except Unproven:
            return False
        return spelling_problem(clues, [self.words[place] for place in meant]) is None

    def _meant_places(self, weights: "Weights") -> list[int]:
        """Return the greens with the highest weights, in table order."""
        return sorted(sorted(self.of_colour("g"), key=lambda place: -weights[place])[: self.size])

    def ask(self) -> Statement:
        question = _(
            "The words show your side of the key. Find one clue for {count} of your green words that keeps your "
            "partner away from the assassins.",
            count=self.size,
        )
        cells = tuple(PuzzleCell(word, colour) for word, colour in zip(self.words, self.own, strict=True))
        return Statement(_("A clue for {count}", count=self.size), question, (PuzzleGrid("", cells),))

    def parse_answer(self, typed: str) -> tuple[str, ...]:
        """Parse a clue.

        Its number may be missing, or be higher than the one asked for.
        """
        found = _TYPED_CLUE.fullmatch(typed)
        max_number = self.own.count("g")
        if not found or (found[2] and not self.size <= int(found[2]) <= max_number):
            raise Refusal(
                "{text} is not a clue for {count}: type one word, and a number up to {most} if you mean more",
                text=format_value(typed),
                count=self.size,
                most=max_number,
            )
        return (found[1].upper(), *([found[2]] if found[2] and int(found[2]) > self.size else []))

    def judge(self, answer: tuple[str, ...], proof: Proof, bench: "Bench") -> Verdict:
        clue, count = answer[0], int(answer[1]) if len(answer) > 1 else self.size
        ruling = bench.check(clue, count, self.words)
        if not ruling.legal:
            raise Refusal("{why}", why=ruling.why)
        weights, nothing = bench.clue_weights(clue, self.words)
        result = float(self.results(weights, nothing, count)[0])
        share = result / max(proof.figures["result"], 1e-6)
        reader = self._reader_weights(bench, clue, count, weights)
        first = [self.words[place] for place in np.argsort(-reader[0], kind="stable")[:count]]
        if reader is weights and reader[0, self.words.index(first[-1])] < MIN_ODDS_OVER_NOTHING * nothing[0]:
            first = []
        right = bool(first) and all(self._colour(word) == Colour.GREEN for word in first)
        expectation = _(
            "{clue} {count} should find {result} agents, {share} of what the best known clue finds.",
            clue=clue,
            count=count,
            result=format_decimal(result, ".2f"),
            share=format_percent(share),
        )
        stars = 1 + sum(share >= bound for bound in STAR_SHARES) if right else 0
        better = (clue, count, result) if right and share > 1 else None
        return Verdict(right, share, f"{self._describe_verdict(first, right=right)} {expectation}", stars, better)

    def _reader_weights(self, bench: "Bench", clue: str, count: int, weights: "Weights") -> "Reached":
        """Return the weights by which the answer is judged.

        These are the partner's, unless the partner is led astray and most ears are not: then those of such an ear.
        """
        if not self.leads_to_greens(weights, count)[0]:
            others = [ear.touch(clue, self.words)[None, :] for ear in bench.ears]
            led_to_greens = [other for other in others if self.leads_to_greens(other, count)[0]]
            if 2 * len(led_to_greens) > len(others):
                return led_to_greens[0]
        return weights

    def _describe_verdict(self, first: Sequence[str], *, right: bool) -> str:
        """Say whether the clue solves the puzzle, and which words the partner thinks of first.

        `first` is empty if too few words come to mind.
        """
        if not first:
            return _("Not solved: your partner would not think of that many words.")
        thought = _("Your partner would think of {words} first.", words=format_words(first))
        if right:
            return _("Solved. {thought}", thought=thought)
        wrong_word, colour = next((word, self._colour(word)) for word in first if self._colour(word) != Colour.GREEN)
        return _(
            "Not solved. {thought} {word} is {colour}.",
            thought=thought,
            word=wrong_word,
            colour=_(_COLOUR_NAMES[colour]),
        )

    def _colour(self, word: str) -> Colour:
        return Colour(self.own[self.words.index(word)])

    def hints(self, proof: Proof) -> tuple[str, ...]:
        best = proof.answer[0]
        return (
            _("The best known clue is for {words}.", words=format_words(proof.answer[1:])),
            _("The best known clue begins with {letter} and has {count} letters.", letter=best[0], count=len(best)),
        )

    def solution(self, proof: Proof) -> tuple[str, tuple[str, ...]]:
        reason = _(
            "It brings {words} to mind and should find {result} agents; the next best, {rival}, finds {next}.",
            words=format_words(proof.answer[1:]),
            result=format_decimal(proof.figures["result"], ".2f"),
            rival=proof.rival[0],
            next=format_decimal(proof.figures["next"], ".2f"),
        )
        return f"{proof.answer[0]} {self.size}", (*reasons(proof.answer[1:], proof.links), reason)


def _grade(solving: int) -> int:
    return 1 + sum(solving < bound for bound in _GRADE_CLUE_COUNTS)


def few_greens(task: GiveTask) -> bool:
    """Whether the clue must mean all remaining greens."""
    return task.own.count(Colour.GREEN) == task.size


def crowded(task: GiveTask) -> bool:
    """Whether all three assassins are open on a full table."""
    return task.own.count(Colour.ASSASSIN) == 3 and len(task.words) >= 20


TAGS: Mapping[str, Callable[[GiveTask], bool]] = {"all-greens": few_greens, "crowded": crowded}
