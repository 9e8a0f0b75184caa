"""The kind `read`: given a board, a clue with its number and perhaps earlier clues, find the words that are meant.

The answer is the set of words that people are most likely to touch. An ear is a set of model signals that reads clues.
The answer is clear if three things hold. For the main ear it is more likely than the next set by a margin. Each of its
words comes to mind easily. The other ears, one of which shares no signal with the main ear, give the same answer.
"""

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from annotated_types import Len, MaxLen, MinLen

from duo.core.word import fold
from duo.files.schema import read_value
from duo.mind.belief.clue_history import ClueMemory
from duo.mind.giver.reason import format_percent, format_words
from duo.puzzle.kinds.answer_parser import parse_word_places
from duo.puzzle.proof import tags
from duo.puzzle.proof.assessment import (
    MAX_NEARNESS,
    assign_words_to_clues,
    clue_links,
    difficulty_features,
    explain_links,
    find_nearest_word,
)
from duo.puzzle.proof.clues import (
    ClueEntry,
    Words,
    clue_weights,
    find_legality_problem,
    find_spelling_problem,
    format_earlier_clue,
    weakest_firmness,
)
from duo.puzzle.proof.grade import grade_from_share, solving_share
from duo.puzzle.proof.ranking import (
    READING_FIGURE_NAMES,
    READING_OPTIONAL_FIGURE_NAMES,
    check_ear_agreement,
    find_top_two,
)
from duo.puzzle.puzzle import Kind, Proof, UnprovenTask
from duo.puzzle.statement import PuzzleCell, PuzzleGrid, Statement, Verdict, compare_answer
from duo.text import _, ngettext

if TYPE_CHECKING:
    from duo.puzzle.resources import PuzzleResources

MAX_ANSWER_WORDS = 4
MAX_EARLIER_CLUES = 2
MIN_OPEN_WORDS = 8


@dataclass(frozen=True, slots=True)
class _ReadTaskEntry:
    """The JSON form of a `read` task."""

    words: Annotated[Words, MinLen(MIN_OPEN_WORDS)]
    clues: Annotated[tuple[ClueEntry, ...], Len(1, MAX_EARLIER_CLUES + 1)]
    black: Annotated[Words, MaxLen(3)]


@dataclass(frozen=True, slots=True)
class ReadTask:
    """The open words, the clues of one giver from oldest to newest, and the assassins of the giver's side.

    The last clue is the one to read. Each earlier clue still has a word to find. `black` are the assassins, which the
    solver does not see.
    """

    kind: ClassVar[Kind] = Kind.READ
    figure_names: ClassVar[frozenset[str]] = READING_FIGURE_NAMES
    optional_figure_names: ClassVar[frozenset[str]] = READING_OPTIONAL_FIGURE_NAMES
    words: tuple[str, ...]
    clues: tuple[ClueMemory, ...]
    black: tuple[str, ...] = ()

    @classmethod
    def from_json(cls, value: Any) -> "ReadTask":
        entry = read_value(value, _ReadTaskEntry, where="task")
        task = cls(entry.words, tuple(clue.to_memory() for clue in entry.clues), entry.black)
        if not task.clues or task.clues[-1].found or not all(clue.remaining for clue in task.clues):
            raise UnprovenTask("there is no clue to read")
        if task.answer_size > MAX_ANSWER_WORDS:
            raise UnprovenTask("the clues mean more words than a puzzle allows")
        return task

    def to_json(self) -> dict[str, Any]:
        return asdict(_ReadTaskEntry(self.words, tuple(map(ClueEntry.from_memory, self.clues)), self.black))

    @property
    def answer_size(self) -> int:
        return sum(clue.remaining for clue in self.clues)

    @property
    def traits(self) -> frozenset[str]:
        return frozenset({" ".join(sorted(map(fold, self.words))), fold(self.clues[-1].word)})

    def is_well_formed_answer(self, answer: tuple[str, ...]) -> bool:
        return len(set(answer)) == len(answer) == self.answer_size and set(answer) <= set(self.words)

    def prove(self, resources: "PuzzleResources") -> Proof:
        if problem := find_legality_problem(self.clues, self.words, resources):
            raise problem
        first, *others = (find_top_two(clue_weights(ear, self.clues, self.words)) for ear in resources.ears)
        least_margin = check_ear_agreement(first, others)
        firm = weakest_firmness(resources, self.clues, self.words, first.best)
        answer = tuple(self.words[place] for place in first.best)
        if problem := find_spelling_problem(self.clues, answer):
            raise problem
        shares = assign_words_to_clues(resources, self.clues, self.words, first.best)
        nearest = find_nearest_word(resources, [clue.word for clue in self.clues], self.words, first.best)
        if nearest.nearness > MAX_NEARNESS:
            raise UnprovenTask("{word} is nearly as close as the answer", word=self.words[nearest.trap_place])
        share = solving_share(difficulty_features(resources, shares, [ranked.chance for ranked in (first, *others)]))
        return Proof(
            answer=answer,
            grade=grade_from_share(share),
            tags=tags.matching_tags(
                tags.build_reading_case(resources, shares[-1], nearest, self.black, len(self.clues) - 1)
            ),
            figures={
                **first.figures(),
                **others[0].figures("second-"),
                "firm": round(firm, 2),
                "solving": round(share, 4),
                "least-margin": round(least_margin, 2),
                "near": round(nearest.nearness, 4),
            },
            rival=tuple(
                self.words[nearest.trap_place if place == nearest.weakest_place else place] for place in first.best
            ),
            links=clue_links(resources, shares, answer),
        )

    def ask(self) -> Statement:
        clue = self.clues[-1]
        notes = [format_earlier_clue(earlier) for earlier in self.clues[:-1]]
        if notes:
            question = _(
                "Your partner gives you the clue {clue}. Which {count} words do you touch, counting what earlier "
                "clues left open?",
                clue=f"{clue.word} {clue.count}",
                count=self.answer_size,
            )
        else:
            question = ngettext(
                "Your partner gives you the clue {clue}. Which word is meant?",
                "Your partner gives you the clue {clue}. Which {count} words are meant?",
                self.answer_size,
                clue=f"{clue.word} {clue.count}",
            )
        grid = PuzzleGrid("", tuple(PuzzleCell(word) for word in self.words))
        return Statement(f"{clue.word} {clue.count}", question, (grid,), tuple(notes))

    def parse_answer(self, typed: str) -> tuple[str, ...]:
        """Parse words of the board, separated by commas or blanks."""
        return tuple(self.words[place] for place in sorted(set(parse_word_places(typed, self.words))))

    def judge(self, answer: tuple[str, ...], proof: Proof, _resources: "PuzzleResources") -> Verdict:
        return compare_answer(answer, proof.answer, _("Right."))

    def hints(self, proof: Proof) -> tuple[str, ...]:
        trap = [word for word in proof.rival if word not in proof.answer]
        sentences = [_("{word} is not meant.", word=trap[0])]
        sentences += [_("{word} is meant.", word=word) for word in proof.answer[:-1]]
        return tuple(sentences)

    def solution(self, proof: Proof) -> tuple[str, tuple[str, ...]]:
        explanation = explain_links(proof.answer, proof.links) or [
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
