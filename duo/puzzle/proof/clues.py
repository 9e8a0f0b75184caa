"""Clues in puzzles: as files write them, as people read them, as ears hear them, and whether they were lawful."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Self

import numpy as np
from annotated_types import Interval, Len

from duo.core.refusal import Refusal
from duo.core.word import BOARD_SIZE, MAX_WORD_LENGTH, fold
from duo.files.schema import Check, pattern_check
from duo.mind.belief.clue_history import ClueMemory
from duo.puzzle.proof.ranking import MIN_EAR_FIRMNESS, CountedWeights
from duo.puzzle.puzzle import Unproven
from duo.puzzle.survey import MIN_FIRMNESS
from duo.text import _, ngettext

if TYPE_CHECKING:
    from duo.mind.listener.intent import ClueListener
    from duo.puzzle.bench import Bench

MAX_CLUE_NUMBER = 9
_PREFIX_LETTERS, _SUFFIX_LETTERS = 3, 4  # letters from which two words that begin or end with them look alike


# A word of a puzzle is shown on terminals, on paper and in web pages, so it has nothing that any of them obeys.
WORD_PATTERN = r"[^\W_](?:[^\W_]|[ '’.-])*"  # noqa: RUF001
Word = Annotated[str, Len(1, MAX_WORD_LENGTH), pattern_check(WORD_PATTERN)]


def _check_distinct(words: tuple[str, ...]) -> tuple[str, ...]:
    if len({fold(word) for word in words}) < len(words):
        raise Refusal("a word appears twice")
    return words


Distinct = Check(_check_distinct)
Words = Annotated[tuple[Word, ...], Len(0, BOARD_SIZE), Distinct]


@dataclass(frozen=True, slots=True)
class ClueEntry:
    """A clue as files write it."""

    clue: Word
    count: Annotated[int, Interval(ge=1, le=MAX_CLUE_NUMBER)]
    found: Annotated[tuple[Word, ...], Len(0, MAX_CLUE_NUMBER), Distinct]

    @classmethod
    def from_memory(cls, clue: ClueMemory) -> Self:
        return cls(clue.word, clue.count, clue.found)

    def to_memory(self) -> ClueMemory:
        return ClueMemory(self.clue, self.count, self.found)


def format_earlier_clue(clue: ClueMemory) -> str:
    """An earlier clue as a person remembers it."""
    left = ngettext("{count} left", "{count} left", clue.remaining)
    if not clue.found:
        return _("{clue}: nothing found yet, {left}", clue=f"{clue.word} {clue.count}", left=left)
    return _("{clue}: {found} found, {left}", clue=f"{clue.word} {clue.count}", found=", ".join(clue.found), left=left)


def clue_weights(ear: "ClueListener", clues: Sequence[ClueMemory], words: Sequence[str]) -> list[CountedWeights]:
    """What these clues of one giver, oldest first, draw of the open words; the newest first."""
    return [CountedWeights(ear.touch(clue.word, words), clue.remaining) for clue in reversed(clues) if clue.remaining]


def weakest_firmness(bench: "Bench", clues: Sequence[ClueMemory], words: Sequence[str], places: Sequence[int]) -> float:
    """How many times as likely as nothing the weakest of these places comes to the house's mind.

    It counts by the clue that means it most. Raises Unproven if it hardly comes to this or to another mind.
    """
    found = [
        min(np.max([bench.firmness(ear, clue.word, words)[list(places)] for clue in clues], axis=0))
        for ear in (bench.partner, *bench.ears)
    ]
    if found[0] < MIN_FIRMNESS or min(found) < MIN_EAR_FIRMNESS:
        raise Unproven("the answer hardly comes to mind")
    return float(found[0])


def spelling_problem(clues: Sequence[ClueMemory], answer: Sequence[str]) -> Unproven | None:
    """The first clue that is spelt like a word of the answer, or like one found by it.

    The ears may hear the likeness, but it is no reason.
    """
    for clue in clues:
        for word in (*answer, *clue.found):
            said, meant = fold(clue.word), fold(word)
            begins, ends = (
                said[:_PREFIX_LETTERS] == meant[:_PREFIX_LETTERS],
                said[-_SUFFIX_LETTERS:] == meant[-_SUFFIX_LETTERS:],
            )
            if begins or ends or said in meant or meant in said:
                return Unproven("{clue} is spelt like {word}", clue=clue.word, word=word)
    return None


def legality_problem(clues: Sequence[ClueMemory], words: Sequence[str], bench: "Bench") -> Unproven | None:
    """The first clue that could not be given: words found since were visible when it was."""
    for place, clue in enumerate(clues):
        since = [word for later in clues[place:] for word in later.found]
        ruling = bench.check(clue.word, clue.count, [*words, *since])
        if not ruling.legal:
            return Unproven("{clue} is not a legal clue here: {why}", clue=clue.word, why=ruling.why)
    return None
