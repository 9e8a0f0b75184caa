"""Tags for what is special about the reading of a clue, each a pure predicate."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from duo.puzzle.proof.assessment import MeantWords, NearestWord, low_rank_shares
from duo.text import N_, _

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from duo.puzzle.bench import Bench

    Array = NDArray[np.floating]

WARNING_NEARNESS = 0.2  # nearness at which another word deserves a warning
_MIN_COMPOUND_STRENGTH = 0.5  # strength at which a pair counts as one expression


@dataclass(frozen=True, slots=True, eq=False)
class ReadingCase:
    """What the ears know about one clue on one board.

    `answer` and `trap` are places, and all arrays have a column for each word. The answer is what this clue means,
    without the words that earlier clues left open. The trap is the nearest other word, and `near` is its nearness to
    the weakest word of the answer. `signals` has each signal's value for the clue and each word, `compound` how firmly
    the two form one expression, and `mutual` how strongly each word of the answer is associated with every word.
    """

    answer: tuple[int, ...]
    trap: int
    near: float
    signals: "Array"
    compound: "Array"
    mutual: "Array"
    black: frozenset[int]
    earlier: int


def build_case(
    bench: "Bench", clue_words: MeantWords, nearest: NearestWord, black: Sequence[str], earlier: int
) -> ReadingCase:
    """Collect what the tags need to know about a clue and the words that it means."""
    return ReadingCase(
        answer=clue_words.places,
        trap=nearest.trap,
        near=nearest.near,
        signals=bench.dense_signals(clue_words.clue, clue_words.words),
        compound=bench.compound_strengths(clue_words.clue, clue_words.words),
        mutual=bench.associate(clue_words.meant, clue_words.words),
        black=frozenset(place for place, word in enumerate(clue_words.words) if word in black),
        earlier=earlier,
    )


def two_senses(case: ReadingCase) -> bool:
    """Whether two words of the answer are no more closely associated with each other than with a median word."""
    medians = np.median(case.mutual, axis=1)
    return any(
        case.mutual[i, case.answer[j]] <= medians[i] and case.mutual[j, case.answer[i]] <= medians[j]
        for i, j in combinations(range(len(case.answer)), 2)
    )


def compound(case: ReadingCase) -> bool:
    """Whether the clue and a word of the answer form one expression."""
    return bool((case.compound[list(case.answer)] >= _MIN_COMPOUND_STRENGTH).any())


def rare_sense(case: ReadingCase) -> bool:
    """Whether at least half of the signals rank a word of the answer low."""
    return any(share >= 0.5 for share in low_rank_shares(case.signals, case.answer))


def assassin_near(case: ReadingCase) -> bool:
    """Whether the nearest other word is near, and is an assassin."""
    return case.trap in case.black and case.near >= WARNING_NEARNESS


def near_miss(case: ReadingCase) -> bool:
    """Whether another word is near to the weakest word of the answer."""
    return case.near >= WARNING_NEARNESS


def old_clue(case: ReadingCase) -> bool:
    """Whether an earlier clue has a word in the answer."""
    return case.earlier > 0


TAGS: Mapping[str, Callable[[ReadingCase], bool]] = {
    "two-senses": two_senses,
    "compound": compound,
    "rare-sense": rare_sense,
    "assassin-near": assassin_near,
    "near-miss": near_miss,
    "old-clue": old_clue,
}


_SENTENCES = {
    "two-senses": N_("The words have little to do with one another: the clue joins them by different meanings."),
    "compound": N_("The clue and a word make one expression."),
    "rare-sense": N_("A word is meant in a sense that does not come first to mind."),
    "old-clue": N_("An earlier clue still had a word open."),
}


def matching_tags(case: ReadingCase) -> tuple[str, ...]:
    return tuple(tag for tag, holds in TAGS.items() if holds(case))


def tag_sentences(tags: Sequence[str]) -> list[str]:
    """Return the sentences that explain these tags in a solution."""
    return [_(_SENTENCES[tag]) for tag in tags if tag in _SENTENCES]
