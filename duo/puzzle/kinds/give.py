"""The kind `give`: find a clue for a given number of your green words that avoids the assassins.

A clue solves the puzzle if the partner thinks of as many greens as its number before any other word. A solving clue
earns one star, and more if its expected number of agents is near that of the best known clue. A turn that ends on an
assassin counts as zero agents. The best known clue comes from a search of all familiar clue words. An ear is a set of
model signals that reads clues, and every ear must read the best known clue in the same way.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import numpy as np
from annotated_types import Interval, Len, MinLen

from duo.core.key import AGENTS_PER_SIDE, ASSASSINS_PER_SIDE, Colour
from duo.core.refusal import Refusal
from duo.core.word import BOARD_SIZE, fold
from duo.files.schema import format_value, pattern_check, read_value
from duo.mind.belief.clue_history import ClueMemory
from duo.mind.giver.reason import format_percent, format_words
from duo.mind.listener import plackett_luce
from duo.puzzle.proof.assessment import MeantWords, clue_links, explain_links
from duo.puzzle.proof.clues import Words, find_spelling_problem, weakest_firmness
from duo.puzzle.puzzle import Kind, Proof, UnprovenTask
from duo.puzzle.statement import PuzzleCell, PuzzleGrid, Statement, Verdict
from duo.puzzle.survey import CLEAR_BOUNDS, PLAY_BOUNDS
from duo.text import N_, _, format_decimal

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from duo.puzzle.resources import PuzzleResources
    from duo.puzzle.survey import ClarityBounds

    Array = NDArray[np.float64]
    Chosen = NDArray[np.bool_]
    Weights = NDArray[np.float32]
    Reached = Weights | Array

MAX_MEANT_WORDS = 4
# Shares of the best known result at which a solving clue earns its second and third star.
STAR_SHARES = (0.6, 0.85)
MIN_WEIGHT_OVER_NOTHING = 0.5  # a word comes to mind if its weight is at least this multiple of the weight of nothing
_MAX_TRIED_CLUES = 40  # most promising clues that are tried until all ears read one of them alike
# A puzzle with at least this many solving clues has grade 1, 2, 3 or 4; with fewer it has grade 5.
_GRADE_CLUE_COUNTS = (450, 200, 80, 30)
_COLOUR_NAMES = {Colour.BYSTANDER: N_("a bystander"), Colour.ASSASSIN: N_("an assassin")}
_TYPED_CLUE = re.compile(r"\s*(\S+?)[\s:,]*(\d*)\s*")


@dataclass(frozen=True, slots=True)
class _GiveTaskEntry:
    """The JSON form of a `give` task."""

    words: Annotated[Words, MinLen(4)]
    own: Annotated[str, Len(4, BOARD_SIZE), pattern_check("[g.x]*")]
    count: Annotated[int, Interval(ge=1, le=MAX_MEANT_WORDS)]


@dataclass(frozen=True, slots=True)
class GiveTask:
    """The words that the partner may touch, their colours on your side, and how many words the clue has to mean."""

    kind: ClassVar[Kind] = Kind.GIVE
    figure_names: ClassVar[frozenset[str]] = frozenset({"result", "next", "solving-clues"})
    optional_figure_names: ClassVar[frozenset[str]] = frozenset()
    words: tuple[str, ...]
    own: str
    meant_word_count: int

    @classmethod
    def from_json(cls, value: Any) -> "GiveTask":
        entry = read_value(value, _GiveTaskEntry, where="task")
        task = cls(entry.words, entry.own, entry.count)
        if len(entry.own) != len(entry.words):
            raise Refusal("the numbers of colours and words differ")
        if not task.meant_word_count <= task.own.count("g") <= AGENTS_PER_SIDE or "x" not in task.own:
            raise Refusal("there are too few greens, or no assassin to avoid")
        return task

    def to_json(self) -> dict[str, Any]:
        return asdict(_GiveTaskEntry(self.words, self.own, self.meant_word_count))

    @property
    def traits(self) -> frozenset[str]:
        return frozenset({" ".join(sorted(map(fold, self.words)))})

    def places_of_colour(self, colour: str) -> list[int]:
        return [place for place, letter in enumerate(self.own) if letter == colour]

    def expected_agents(self, weights: "Weights", nothing: "Weights", count: int | None = None) -> "Array":
        """Return how many agents the partner should find with each clue, by its weights for words: (clues, words).

        `nothing` has each clue's weight of no word coming to mind, which ends the turn. `count` is the clues' number.
        """
        count = count or self.meant_word_count
        green, tan, black = (weights[:, self.places_of_colour(colour)].astype(np.float64) for colour in "g.x")
        missing = tan.sum(axis=1) + black.sum(axis=1) + nothing
        reached = plackett_luce.run_chances(green, missing, count)
        assassin_share = black.sum(axis=1) / np.maximum(missing, 1e-12)
        wasted = sum((k * (reached[k - 1] - reached[k]) for k in range(1, count)), np.zeros(len(weights)))
        result: Array = reached.sum(axis=0) - wasted * assassin_share
        return result

    def leads_to_greens(self, weights: "Reached", count: int | None = None) -> "Chosen":
        """Return for which clues as many greens as their number have a higher weight than any other word."""
        others = np.flatnonzero(np.array(list(self.own)) != Colour.GREEN)
        leads: Chosen = self._weakest_green(weights, count) > weights[:, others].max(axis=1)
        return leads

    def brings_greens_to_mind(self, weights: "Weights", nothing: "Weights", count: int | None = None) -> "Chosen":
        """Return for which clues all the greens that they mean come to mind easily enough, compared with nothing."""
        comes: Chosen = self._weakest_green(weights, count) >= MIN_WEIGHT_OVER_NOTHING * nothing
        return comes

    def _weakest_green(self, weights: "Reached", count: int | None) -> "Reached":
        """Return each clue's lowest weight for a green that it means. It means the greens with the highest weights."""
        green = weights[:, self.places_of_colour(Colour.GREEN)]
        last = green.shape[1] - (count or self.meant_word_count)
        green.partition(last, axis=1)
        return green[:, last]

    def is_well_formed_answer(self, answer: tuple[str, ...]) -> bool:
        """Whether this is a clue, alone or followed by the greens that it means, as in a proof."""
        greens = {self.words[place] for place in self.places_of_colour("g")}
        return len(answer) == 1 or (
            len(set(answer)) == len(answer) == 1 + self.meant_word_count and set(answer[1:]) <= greens
        )

    def solving_clues(self, resources: "PuzzleResources") -> "tuple[NDArray[np.intp], Weights, Weights]":
        """Return the rows of the candidate clues that solve the puzzle, their weights, and the weights of nothing.

        Associations are quick to look up and exclude most candidates, so weights are computed only for the rest.
        """
        all_rows = np.arange(len(resources.candidate_clues))
        leading = resources.legal_candidates(
            self.words, all_rows[self.leads_to_greens(resources.candidate_associations(self.words))]
        )
        weights, nothing = resources.candidate_weights(self.words, leading)
        evokes = self.brings_greens_to_mind(weights, nothing)
        return leading[evokes], weights[evokes], nothing[evokes]

    def likely_grade(self, resources: "PuzzleResources") -> int:
        """Return the grade that the puzzle has if it can be proven. This is ten times as fast as proving it."""
        return _grade_from_clue_count(len(self.solving_clues(resources)[0]))

    def prove(self, resources: "PuzzleResources") -> Proof:
        solving, weights, nothing = self.solving_clues(resources)
        results = self.expected_agents(weights, nothing)
        sensible, clear = (
            np.isin(solving, self._standout_clues(resources, solving, bounds)) for bounds in (PLAY_BOUNDS, CLEAR_BOUNDS)
        )
        rows = [row for row in np.argsort(-results, kind="stable") if sensible[row]]
        tried = [row for row in rows if clear[row]][:_MAX_TRIED_CLUES]
        clues = [resources.candidate_clues[solving[row]] for row in tried]
        agreed = self._clues_agreed_by_ears(resources, clues, weights[tried]) if clues else []
        best = next((tried[p] for p in agreed if self._is_clear_clue(resources, clues[p], weights[tried[p]])), None)
        rival = next((row for row in rows if best is not None and results[row] < results[best]), None)
        if best is None or rival is None:
            raise UnprovenTask("no clue means the same words for every ear")
        clue, next_clue = (resources.candidate_clues[solving[row]].upper() for row in (best, rival))
        meant = self._meant_places(weights[best])
        answer = tuple(self.words[place] for place in meant)
        meant_words = MeantWords(clue, tuple(meant), self.words)
        return Proof(
            answer=(clue, *answer),
            grade=_grade_from_clue_count(len(solving)),
            tags=tuple(tag for tag, holds in GIVE_TAGS.items() if holds(self)),
            figures={
                "result": round(float(results[best]), 4),
                "next": round(float(results[rival]), 4),
                "solving-clues": len(solving),
            },
            rival=(next_clue,),
            links=clue_links(resources, [meant_words], answer),
        )

    def _standout_clues(
        self, resources: "PuzzleResources", rows: "NDArray[np.intp]", bounds: "ClarityBounds"
    ) -> "NDArray[np.intp]":
        """Return those of the candidate clues in these rows for which only greens stand out, within the bounds.

        Returns all the rows if the survey does not cover some word of the task.
        """
        if not resources.survey.word_columns.keys() >= set(self.words):
            return rows
        green = np.array(list(self.own)) == Colour.GREEN
        return resources.survey.standout_clues(self.words, green, self.meant_word_count, bounds, rows)[0]

    def _clues_agreed_by_ears(
        self, resources: "PuzzleResources", clues: Sequence[str], weights: "Weights"
    ) -> list[int]:
        """Return the indices of the clues that every ear reads as the partner's ear does, whose weights are given."""
        meant = np.sort(np.argsort(-weights, axis=1, kind="stable")[:, : self.meant_word_count])
        left = list(range(len(clues)))
        for ear in resources.ears:
            if not left:
                break
            touch = ear.touch_each([clues[place] for place in left], self.words)
            first = np.sort(np.argsort(-touch, axis=1, kind="stable")[:, : self.meant_word_count])
            left = [place for place, row in zip(left, first, strict=True) if (row == meant[place]).all()]
        return left

    def _is_clear_clue(self, resources: "PuzzleResources", clue: str, weights: "Weights") -> bool:
        """Whether the meant words come to mind for every ear, and are not spelt like the clue."""
        meant, clues = self._meant_places(weights), [ClueMemory(clue, self.meant_word_count)]
        try:
            weakest_firmness(resources, clues, self.words, meant)
        except UnprovenTask:
            return False
        return find_spelling_problem(clues, [self.words[place] for place in meant]) is None

    def _meant_places(self, weights: "Weights") -> list[int]:
        """Return the places of the greens that a clue means, those with the highest weights, in order."""
        return sorted(sorted(self.places_of_colour("g"), key=lambda place: -weights[place])[: self.meant_word_count])

    def ask(self) -> Statement:
        question = _(
            "The words show your side of the key. Find one clue for {count} of your green words that keeps your "
            "partner away from the assassins.",
            count=self.meant_word_count,
        )
        cells = tuple(PuzzleCell(word, colour) for word, colour in zip(self.words, self.own, strict=True))
        return Statement(_("A clue for {count}", count=self.meant_word_count), question, (PuzzleGrid("", cells),))

    def parse_answer(self, typed: str) -> tuple[str, ...]:
        """Parse a clue and perhaps its number, which may be higher than the number asked for.

        The number is left out of the result if it is the number asked for.
        """
        found = _TYPED_CLUE.fullmatch(typed)
        max_number = self.own.count("g")
        if not found or (found[2] and not self.meant_word_count <= int(found[2]) <= max_number):
            raise Refusal(
                "{text} is not a clue for {count}: type one word, and a number up to {most} if you mean more",
                text=format_value(typed),
                count=self.meant_word_count,
                most=max_number,
            )
        return (found[1].upper(), *([found[2]] if found[2] and int(found[2]) > self.meant_word_count else []))

    def judge(self, answer: tuple[str, ...], proof: Proof, resources: "PuzzleResources") -> Verdict:
        clue, count = answer[0], int(answer[1]) if len(answer) > 1 else self.meant_word_count
        ruling = resources.check_clue(clue, count, self.words)
        if not ruling.legal:
            raise Refusal("{why}", why=ruling.why)
        weights, nothing = resources.clue_weights(clue, self.words)
        result = float(self.expected_agents(weights, nothing, count)[0])
        share = result / max(proof.figures["result"], 1e-6)
        reader = self._reader_weights(resources, clue, count, weights)
        first = [self.words[place] for place in np.argsort(-reader[0], kind="stable")[:count]]
        if reader is weights and reader[0, self.words.index(first[-1])] < MIN_WEIGHT_OVER_NOTHING * nothing[0]:
            first = []
        right = bool(first) and all(self._word_colour(word) == Colour.GREEN for word in first)
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

    def _reader_weights(self, resources: "PuzzleResources", clue: str, count: int, weights: "Weights") -> "Reached":
        """Return the weights for words by which a clue is judged, given the weights of the partner's ear.

        These are the partner's weights if they lead to greens, or if no majority of the ears is led to greens.
        Otherwise they are those of the first ear that is led to greens.
        """
        if not self.leads_to_greens(weights, count)[0]:
            others = [ear.touch(clue, self.words)[None, :] for ear in resources.ears]
            led_to_greens = [other for other in others if self.leads_to_greens(other, count)[0]]
            if 2 * len(led_to_greens) > len(others):
                return led_to_greens[0]
        return weights

    def _describe_verdict(self, first: Sequence[str], *, right: bool) -> str:
        """Return sentences: whether the clue solves the puzzle, and which words the partner thinks of first.

        `first` has these words, or is empty if too few words come to mind.
        """
        if not first:
            return _("Not solved: your partner would not think of that many words.")
        thought = _("Your partner would think of {words} first.", words=format_words(first))
        if right:
            return _("Solved. {thought}", thought=thought)
        wrong_word, colour = next(
            (word, self._word_colour(word)) for word in first if self._word_colour(word) != Colour.GREEN
        )
        return _(
            "Not solved. {thought} {word} is {colour}.",
            thought=thought,
            word=wrong_word,
            colour=_(_COLOUR_NAMES[colour]),
        )

    def _word_colour(self, word: str) -> Colour:
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
        return f"{proof.answer[0]} {self.meant_word_count}", (*explain_links(proof.answer[1:], proof.links), reason)


def _grade_from_clue_count(solving: int) -> int:
    return 1 + sum(solving < bound for bound in _GRADE_CLUE_COUNTS)


def must_mean_all_greens(task: GiveTask) -> bool:
    """Whether the clue must mean all the greens on the table."""
    return task.own.count(Colour.GREEN) == task.meant_word_count


def is_crowded(task: GiveTask) -> bool:
    """Whether the table is nearly full and has all three assassins."""
    return task.own.count(Colour.ASSASSIN) == ASSASSINS_PER_SIDE and len(task.words) >= 20


GIVE_TAGS: Mapping[str, Callable[[GiveTask], bool]] = {"all-greens": must_mean_all_greens, "crowded": is_crowded}
