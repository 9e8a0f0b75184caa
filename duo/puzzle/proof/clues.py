"""Clues in puzzles: their JSON form, their weights, and the checks for firmness, spelling and legality.

An ear is a set of model signals that reads clues. The firmness of a word for a clue and an ear is how many times as
likely the word is to come to mind as nothing.
"""

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
from duo.puzzle.puzzle import UnprovenTask
from duo.puzzle.survey import MIN_FIRMNESS
from duo.text import _, ngettext

if TYPE_CHECKING:
    from duo.mind.listener.intent import ClueListener
    from duo.puzzle.resources import PuzzleResources

MAX_CLUE_NUMBER = 9
_PREFIX_LETTERS, _SUFFIX_LETTERS = 3, 4  # words that share as many first or last letters look alike


# Words are shown on terminals, on paper and in web pages, so they contain no control characters or markup.
WORD_PATTERN = r"[^\W_](?:[^\W_]|[ '’.-])*"  # noqa: RUF001
Word = Annotated[str, Len(1, MAX_WORD_LENGTH), pattern_check(WORD_PATTERN)]


def _check_distinct_words(words: tuple[str, ...]) -> tuple[str, ...]:
    if len({fold(word) for word in words}) < len(words):
        raise Refusal("a word appears twice")
    return words


DISTINCT_WORDS = Check(_check_distinct_words)
Words = Annotated[tuple[Word, ...], Len(0, BOARD_SIZE), DISTINCT_WORDS]


@dataclass(frozen=True, slots=True)
class ClueEntry:
    """The JSON form of a clue, with its number and the words found."""

    clue: Word
    count: Annotated[int, Interval(ge=1, le=MAX_CLUE_NUMBER)]
    found: Annotated[tuple[Word, ...], Len(0, MAX_CLUE_NUMBER), DISTINCT_WORDS]

    @classmethod
    def from_memory(cls, clue: ClueMemory) -> Self:
        return cls(clue.word, clue.count, clue.found)

    def to_memory(self) -> ClueMemory:
        return ClueMemory(self.clue, self.count, self.found)


def format_earlier_clue(clue: ClueMemory) -> str:
    """Return a text for an earlier clue: which words were found, and how many are left."""
    left = ngettext("{count} left", "{count} left", clue.remaining)
    if not clue.found:
        return _("{clue}: nothing found yet, {left}", clue=f"{clue.word} {clue.count}", left=left)
    return _("{clue}: {found} found, {left}", clue=f"{clue.word} {clue.count}", found=", ".join(clue.found), left=left)


def clue_weights(ear: "ClueListener", clues: Sequence[ClueMemory], words: Sequence[str]) -> list[CountedWeights]:
    """Return the weights of these words for each clue that has words left, in this ear, the newest clue first.

    The clues are of one giver, from oldest to newest.
    """
    return [CountedWeights(ear.touch(clue.word, words), clue.remaining) for clue in reversed(clues) if clue.remaining]


def weakest_firmness(
    resources: "PuzzleResources", clues: Sequence[ClueMemory], words: Sequence[str], places: Sequence[int]
) -> float:
    """Return the lowest firmness, for the partner's ear, of the words at these places.

    Of several clues, the one that evokes a word most counts. Raises UnprovenTask if the firmness is too low for the
    partner's ear or another ear.
    """
    by_ear = [
        min(np.max([resources.word_firmness(ear, clue.word, words)[list(places)] for clue in clues], axis=0))
        for ear in (resources.partner_ear, *resources.ears)
    ]
    if by_ear[0] < MIN_FIRMNESS or min(by_ear) < MIN_EAR_FIRMNESS:
        raise UnprovenTask("the answer does not come to mind easily enough")
    return float(by_ear[0])


def find_spelling_problem(clues: Sequence[ClueMemory], answer: Sequence[str]) -> UnprovenTask | None:
    """Return a problem if a clue is spelt like a word of the answer or a word already found by it, else None.

    The model may associate words that look alike, but similar spelling is no reason to mean a word.
    """
    for clue in clues:
        for word in (*answer, *clue.found):
            clue_letters, word_letters = fold(clue.word), fold(word)
            same_start, same_end = (
                clue_letters[:_PREFIX_LETTERS] == word_letters[:_PREFIX_LETTERS],
                clue_letters[-_SUFFIX_LETTERS:] == word_letters[-_SUFFIX_LETTERS:],
            )
            if same_start or same_end or clue_letters in word_letters or word_letters in clue_letters:
                return UnprovenTask("{clue} is spelt like {word}", clue=clue.word, word=word)
    return None


def find_legality_problem(
    clues: Sequence[ClueMemory], words: Sequence[str], resources: "PuzzleResources"
) -> UnprovenTask | None:
    """Return a problem if a clue was not legal when it was given, else None.

    Words found with this clue or later ones were visible then.
    """
    for place, clue in enumerate(clues):
        found_since = [word for later in clues[place:] for word in later.found]
        ruling = resources.check_clue(clue.word, clue.count, [*words, *found_since])
        if not ruling.legal:
            return UnprovenTask("{clue} is not a legal clue here: {why}", clue=clue.word, why=ruling.why)
    return None
