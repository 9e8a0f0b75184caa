"""The kind `read`: a board, a clue and its number, perhaps earlier clues; which words are meant.

The answer is the set of words that people are likeliest to touch. It is clear if it beats the next set by a margin
under the calibrated listener, if each of its words comes to mind at all, and if other minds, of which one shares
nothing with the listener, give the same answer.
"""

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from annotated_types import Len, MaxLen, MinLen

from duo.core.word import fold
from duo.files.schema import read_value
from duo.mind.belief.clue_history import ClueMemory
from duo.mind.giver.reason import listed, percent
from duo.puzzle.kinds.answer_parser import picked
from duo.puzzle.proof import tags
from duo.puzzle.proof.assessment import NEAREST, features, links, nearest, reasons, shared_out
from duo.puzzle.proof.clues import ClueEntry, Words, alike, clue_line, drawn, firmness, unlawful
from duo.puzzle.proof.grade import grade, solving
from duo.puzzle.proof.ranking import READING_EXTRAS, READING_FIGURES, agree, clearly
from duo.puzzle.puzzle import Kind, Proven, Unproven
from duo.puzzle.statement import Cell, Grid, Statement, Verdict, compared
from duo.text import _, ngettext

if TYPE_CHECKING:
    from duo.puzzle.bench import Bench

MOST_WORDS = 4
MOST_EARLIER = 2
FEWEST_OPEN = 8


@dataclass(frozen=True, slots=True)
class _Entry:
    """A task as files write it."""

    words: Annotated[Words, MinLen(FEWEST_OPEN)]
    clues: Annotated[tuple[ClueEntry, ...], Len(1, MOST_EARLIER + 1)]
    black: Annotated[Words, MaxLen(3)]


@dataclass(frozen=True, slots=True)
class Read:
    """The open words, the clues of one giver, oldest first, and the assassins of the giver's side.

    The last clue is the one to read; of the others something is left to find. Who solves it does not see `black`.
    """

    kind: ClassVar[Kind] = Kind.READ
    figures: ClassVar[frozenset[str]] = READING_FIGURES
    extras: ClassVar[frozenset[str]] = READING_EXTRAS
    words: tuple[str, ...]
    clues: tuple[ClueMemory, ...]
    black: tuple[str, ...] = ()

    @classmethod
    def from_json(cls, value: Any) -> "Read":
        entry = read_value(value, _Entry, where="task")
        task = cls(entry.words, tuple(clue.memory() for clue in entry.clues), entry.black)
        if not task.clues or task.clues[-1].found or not all(clue.left for clue in task.clues):
            raise Unproven("there is no clue to read")
        if task.size > MOST_WORDS:
            raise Unproven("more words are meant than a puzzle asks for")
        return task

    def to_json(self) -> dict[str, Any]:
        return asdict(_Entry(self.words, tuple(map(ClueEntry.of, self.clues)), self.black))

    @property
    def size(self) -> int:
        return sum(clue.left for clue in self.clues)

    @property
    def traits(self) -> frozenset[str]:
        return frozenset({" ".join(sorted(map(fold, self.words))), fold(self.clues[-1].word)})

    def fits(self, answer: tuple[str, ...]) -> bool:
        return len(set(answer)) == len(answer) == self.size and set(answer) <= set(self.words)

    def prove(self, bench: "Bench") -> Proven:
        if problem := unlawful(self.clues, self.words, bench):
            raise problem
        first, *others = (clearly(drawn(ear, self.clues, self.words)) for ear in bench.ears)
        least = agree(first, others)
        firm = firmness(bench, self.clues, self.words, first.best)
        answer = tuple(self.words[place] for place in first.best)
        if problem := alike(self.clues, answer):
            raise problem
        shares = shared_out(bench, self.clues, self.words, first.best)
        other = nearest(bench, [clue.word for clue in self.clues], self.words, first.best)
        if other.near > NEAREST:
            raise Unproven("{word} is nearly as near", word=self.words[other.trap])
        share = solving(features(bench, shares, [clear.chance for clear in (first, *others)]))
        return Proven(
            answer=answer,
            grade=grade(share),
            tags=tags.tags_of(tags.case(bench, shares[-1], other, self.black, len(self.clues) - 1)),
            figures={
                **first.figures(),
                **others[0].figures("second-"),
                "firm": round(firm, 2),
                "solving": round(share, 4),
                "least-margin": round(least, 2),
                "near": round(other.near, 4),
            },
            rival=tuple(self.words[other.trap if place == other.weakest else place] for place in first.best),
            links=links(bench, shares, answer),
        )

    def ask(self) -> Statement:
        clue = self.clues[-1]
        notes = [clue_line(earlier) for earlier in self.clues[:-1]]
        if notes:
            question = _(
                "Your partner gives you the clue {clue}. Which {count} words do you touch, counting what earlier "
                "clues left open?", clue=f"{clue.word} {clue.count}", count=self.size,
            )  # fmt: skip
        else:
            question = ngettext(
                "Your partner gives you the clue {clue}. Which word is meant?",
                "Your partner gives you the clue {clue}. Which {count} words are meant?",
                self.size, clue=f"{clue.word} {clue.count}",
            )  # fmt: skip
        grid = Grid("", tuple(Cell(word) for word in self.words))
        return Statement(f"{clue.word} {clue.count}", question, (grid,), tuple(notes))

    def understand(self, typed: str) -> tuple[str, ...]:
        """Words of the board, separated by commas or blanks."""
        return tuple(self.words[place] for place in sorted(set(picked(typed, self.words))))

    def judge(self, answer: tuple[str, ...], proven: Proven, _bench: "Bench") -> Verdict:
        return compared(answer, proven.answer, _("Right."))

    def hints(self, proven: Proven) -> tuple[str, ...]:
        trap = [word for word in proven.rival if word not in proven.answer]
        sentences = [_("{word} is not meant.", word=trap[0])]
        sentences += [_("{word} is meant.", word=word) for word in proven.answer[:-1]]
        return tuple(sentences)

    def solution(self, proven: Proven) -> tuple[str, tuple[str, ...]]:
        reason = reasons(proven.answer, proven.links) or [
            ngettext("{clues} brings {words} to mind.", "{clues} bring {words} to mind.", len(self.clues),
                     clues=listed([clue.word for clue in self.clues]), words=listed(proven.answer))
        ]  # fmt: skip
        believed = percent(proven.figures["solving"])
        reason.append(
            ngettext(
                "The model believes that about {chance} of people find it.",
                "The model believes that about {chance} of people find just these.",
                len(proven.answer), chance=believed,
            )
        )  # fmt: skip
        if proven.figures.get("near", 0.0) >= tags.NEAR:
            trap = next(word for word in proven.rival if word not in proven.answer)
            named = _("{word} (an assassin)", word=trap) if trap in self.black else trap
            reason.append(_("The nearest other word is {word}.", word=named))
        return ", ".join(proven.answer), (*reason, *tags.sentences(proven.tags))
