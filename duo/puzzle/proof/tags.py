"""What is special about the reading of a clue: one pure predicate a tag."""

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

WARNING_NEARNESS = 0.2  # of the weight of the weakest word of the answer, from which another word is worth a warning
_MIN_COMPOUND_STRENGTH = 0.5  # strength of a pair from which two words are one


@dataclass(frozen=True, slots=True, eq=False)
class ReadingCase:
    """What the ears know of one clue on one board; `answer` and `trap` are places, all arrays run over the words.

    The answer is what this clue means; what earlier clues left open is not in it. The trap is the nearest other word,
    and `near` how near it is to the weakest word of the answer.
    `opinions` has what each kind of knowledge says of the clue and each word, `compound` how firmly the two are one
    expression, and `mutual` how strongly each word of the answer brings every word to mind.
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
    bench: "Bench", share: MeantWords, other: NearestWord, black: Sequence[str], earlier: int
) -> ReadingCase:
    """What there is to know about the reading of a clue, and of the words that it means."""
    return ReadingCase(
        answer=share.places,
        trap=other.trap,
        near=other.near,
        signals=bench.dense_signals(share.clue, share.words),
        compound=bench.compound_strengths(share.clue, share.words),
        mutual=bench.associate(share.meant, share.words),
        black=frozenset(place for place, word in enumerate(share.words) if word in black),
        earlier=earlier,
    )


def two_senses(case: ReadingCase) -> bool:
    """Whether some two words of the answer have no more to do with each other than with any word of the board."""
    usual = np.median(case.mutual, axis=1)
    return any(
        case.mutual[i, case.answer[j]] <= usual[i] and case.mutual[j, case.answer[i]] <= usual[j]
        for i, j in combinations(range(len(case.answer)), 2)
    )


def compound(case: ReadingCase) -> bool:
    """Whether the clue and a word of the answer make one expression."""
    return bool((case.compound[list(case.answer)] >= _MIN_COMPOUND_STRENGTH).any())


def rare_sense(case: ReadingCase) -> bool:
    """Whether half of the kinds of knowledge or more put a word of the answer far down the board."""
    return any(share >= 0.5 for share in low_rank_shares(case.signals, case.answer))


def assassin_near(case: ReadingCase) -> bool:
    """Whether another word is near, and is an assassin."""
    return case.trap in case.black and case.near >= WARNING_NEARNESS


def near_miss(case: ReadingCase) -> bool:
    """Whether another word is near to the weakest of the answer, for all ears together."""
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
    """What tags tell in a solution."""
    return [_(_SENTENCES[tag]) for tag in tags if tag in _SENTENCES]
