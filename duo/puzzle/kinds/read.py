"""The kind `read`: given a board, a clue with its number and perhaps earlier clues, find the words that are meant.

The answer is the set of words that people are most likely to touch. It is clear if three things hold: it beats the next
set by a margin under the main ear, each of its words comes to mind, and the other ears, one of which shares no source
with the main ear, give the same answer.
"""

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from annotated_types import Len, MaxLen, MinLen

from duo.core.word import fold
from duo.files.schema import read_value
from duo.mind.belief.clue_history import ClueMemory
from duo.mind.giver.reason import format_percent, format_words
from duo.puzzle.kinds.answer_parser import parse_places
from duo.puzzle.proof import tags
from duo.puzzle.proof.assessment import MAX_NEARNESS, assign_words_to_clues, features, links, nearest_word, reasons
from duo.puzzle.proof.clues import (
    ClueEntry,
    Words,
    clue_weights,
    format_earlier_clue,
    legality_problem,
    spelling_problem,
    weakest_firmness,
)
from duo.puzzle.proof.grade import grade_from_share, solving_share
from duo.puzzle.proof.ranking import READING_FIGURES, READING_OPTIONAL_FIGURES, check_agreement, top_two
from duo.puzzle.puzzle import Kind, Proof, Unproven
from duo.puzzle.statement import PuzzleCell, PuzzleGrid, Statement, Verdict, compare_answer
from duo.text import _, ngettext

if TYPE_CHECKING:
    from duo.puzzle.bench import Bench

MAX_WORDS = 4
MAX_EARLIER_CLUES = 2
MIN_OPEN_WORDS = 8


@dataclass(frozen=True, slots=True)
class _Entry:
    """A task in a file."""

    words: Annotated[Words, MinLen(MIN_OPEN_WORDS)]
    clues: Annotated[tuple[ClueEntry, ...], Len(1, MAX_EARLIER_CLUES + 1)]
    black: Annotated[Words, MaxLen(3)]


@dataclass(frozen=True, slots=True)
class ReadTask:
    """The open words, the clues of one giver from oldest to newest, and the assassins of the giver's side.

    The last clue is the one to read. Each of the others still has a word to find. The solver does not see `black`.
    """

    kind: ClassVar[Kind] = Kind.READ
    figures: ClassVar[frozenset[str]] = READING_FIGURES
    optional_figures: ClassVar[frozenset[str]] = READING_OPTIONAL_FIGURES
    words: tuple[str, ...]
    clues: tuple[ClueMemory, ...]
    black: tuple[str, ...] = ()

    @classmethod
    def from_json(cls, value: Any) -> "ReadTask":
        entry = read_value(value, _Entry, where="task")
        task = cls(entry.words, tuple(clue.to_memory() for clue in entry.clues), entry.black)
        if not task.clues or task.clues[-1].found or not all(clue.remaining for clue in task.clues):
            raise Unproven("there is no clue to read")
        if task.size > MAX_WORDS:
            raise Unproven("the clues mean more words than a puzzle allows")
        return task

    def to_json(self) -> dict[str, Any]:
        return asdict(_Entry(self.words, tuple(map(ClueEntry.from_memory, self.clues)), self.black))

    @property
    def size(self) -> int:
        return sum(clue.remaining for clue in self.clues)

    @property
    def traits(self) -> frozenset[str]:
        return frozenset({" ".join(sorted(map(fold, self.words))), fold(self.clues[-1].word)})

    def fits(self, answer: tuple[str, ...]) -> bool:
        return len(set(answer)) == len(answer) == self.size and set(answer) <= set(self.words)

    def prove(self, bench: "Bench") -> Proof:
        if problem := legality_problem(self.clues, self.words, bench):
            raise problem
        first, *others = (top_two(clue_weights(ear, self.clues, self.words)) for ear in bench.ears)
        least_margin = check_agreement(first, others)
        firm = weakest_firmness(bench, self.clues, self.words, first.best)
        answer = tuple(self.words[place] for place in first.best)
        if problem := spelling_problem(self.clues, answer):
            raise problem
        shares = assign_words_to_clues(bench, self.clues, self.words, first.best)
        nearest = nearest_word(bench, [clue.word for clue in self.clues], self.words, first.best)
        if nearest.near > MAX_NEARNESS:
            raise Unproven("{word} is nearly as close as the answer", word=self.words[nearest.trap])
        share = solving_share(features(bench, shares, [ranked.chance for ranked in (first, *others)]))
        return Proof(
            answer=answer,
            grade=grade_from_share(share),
            tags=tags.matching_tags(tags.build_case(bench, shares[-1], nearest, self.black, len(self.clues) - 1)),
            figures={
                **first.figures(),
                **others[0].figures("second-"),
                "firm": round(firm, 2),
                "solving": round(share, 4),
                "least-margin": round(least_margin, 2),
                "near": round(nearest.near, 4),
            },
            rival=tuple(self.words[nearest.trap if place == nearest.weakest else place] for place in first.best),
            links=links(bench, shares, answer),
        )

    def ask(self) -> Statement:
        clue = self.clues[-1]
        notes = [format_earlier_clue(earlier) for earlier in self.clues[:-1]]
        if notes:
            question = _(
                "Your partner gives you the clue {clue}. Which {count} words do you touch, counting what earlier "
                "clues left open?",
                clue=f"{clue.word} {clue.count}",
                count=self.size,
            )
        else:
            question = ngettext(
                "Your partner gives you the clue {clue}. Which word is meant?",
                "Your partner gives you the clue {clue}. Which {count} words are meant?",
                self.size,
                clue=f"{clue.word} {clue.count}",
            )
        grid = PuzzleGrid("", tuple(PuzzleCell(word) for word in self.words))
        return Statement(f"{clue.word} {clue.count}", question, (grid,), tuple(notes))

    def parse_answer(self, typed: str) -> tuple[str, ...]:
        """Parse words of the board, separated by commas or blanks."""
        return tuple(self.words[place] for place in sorted(set(parse_places(typed, self.words))))

    def judge(self, answer: tuple[str, ...], proof: Proof, _bench: "Bench") -> Verdict:
        return compare_answer(answer, proof.answer, _("Right."))

    def hints(self, proof: Proof) -> tuple[str, ...]:
        trap = [word for word in proof.rival if word not in proof.answer]
        sentences = [_("{word} is not meant.", word=trap[0])]
        sentences += [_("{word} is meant.", word=word) for word in proof.answer[:-1]]
        return tuple(sentences)

    def solution(self, proof: Proof) -> tuple[str, tuple[str, ...]]:
        explanation = reasons(proof.answer, proof.links) or [
            ngettext(
                "{clues} brings {words} to mind.",
                "{clues} bring {words} to mind.",
                len(self.clues),
                clues=format_words([clue.word for clue in self.clues]),
                words=format_words(proof.answer),
            )
        ]
        chance = format_percent(proof.figures["solving"])
        explanation.append(
            ngettext(
                "The model believes that about {chance} of people find it.",
                "The model believes that about {chance} of people find just these.",
                len(proof.answer),
                chance=chance,
            )
        )
        if proof.figures.get("near", 0.0) >= tags.WARNING_NEARNESS:
            trap = next(word for word in proof.rival if word not in proof.answer)
            described = _("{word} (an assassin)", word=trap) if trap in self.black else trap
            explanation.append(_("The nearest other word is {word}.", word=described))
        return ", ".join(proof.answer), (*explanation, *tags.tag_sentences(proof.tags))
