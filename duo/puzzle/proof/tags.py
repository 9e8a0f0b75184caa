"""Tags that say what is special about a `read` puzzle. Each tag has a function that says whether it applies.

The functions use the model's signals: numbers for a clue and a word, such as how often they occur together.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from duo.puzzle.proof.assessment import MeantWords, NearestWord, low_rank_shares
from duo.text import N_, _

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from duo.puzzle.resources import PuzzleResources

    Array = NDArray[np.floating]

WARNING_NEARNESS = 0.2  # nearness at which another word deserves a warning
_MIN_COMPOUND_STRENGTH = 0.5  # strength at which a pair counts as one expression


@dataclass(frozen=True, slots=True, eq=False)
class ReadingCase:
    """What the tags depend on, for one clue on one board. All arrays have a column for each word.

    `answer` has the places of the words that this clue means, without words of earlier clues. The trap is the other
    word that is most likely to be touched by mistake. `nearness` is its weight as a share of the weakest word of the
    answer. `signals` has each signal's value for the clue and each word. `compound_strengths` says how strongly the
    clue and each word form one expression. `mutual_associations` has the association of each word of the answer with
    every word. `earlier_clues` is the number of earlier clues that have a word in the answer.
    """

    answer: tuple[int, ...]
    trap_place: int
    nearness: float
    signals: "Array"
    compound_strengths: "Array"
    mutual_associations: "Array"
    assassin_places: frozenset[int]
    earlier_clues: int


def build_reading_case(
    resources: "PuzzleResources", clue_words: MeantWords, nearest: NearestWord, black: Sequence[str], earlier: int
) -> ReadingCase:
    """Return what the tags depend on, for a clue and the words that it means."""
    return ReadingCase(
        answer=clue_words.places,
        trap_place=nearest.trap_place,
        nearness=nearest.nearness,
        signals=resources.dense_signals(clue_words.clue, clue_words.words),
        compound_strengths=resources.compound_strengths(clue_words.clue, clue_words.words),
        mutual_associations=resources.association_strengths(clue_words.meant, clue_words.words),
        assassin_places=frozenset(place for place, word in enumerate(clue_words.words) if word in black),
        earlier_clues=earlier,
    )


def has_two_senses(case: ReadingCase) -> bool:
    """Whether two words of the answer are no more closely associated with each other than with a median word."""
    medians = np.median(case.mutual_associations, axis=1)
    return any(
        case.mutual_associations[i, case.answer[j]] <= medians[i]
        and case.mutual_associations[j, case.answer[i]] <= medians[j]
        for i, j in combinations(range(len(case.answer)), 2)
    )


def forms_compound(case: ReadingCase) -> bool:
    """Whether the clue and a word of the answer form one expression."""
    return bool((case.compound_strengths[list(case.answer)] >= _MIN_COMPOUND_STRENGTH).any())


def has_rare_sense(case: ReadingCase) -> bool:
    """Whether at least half of the signals rank some word of the answer behind several words that are not meant."""
    return any(share >= 0.5 for share in low_rank_shares(case.signals, case.answer))


def is_assassin_near(case: ReadingCase) -> bool:
    """Whether the trap is an assassin that is near to the weakest word of the answer."""
    return case.trap_place in case.assassin_places and case.nearness >= WARNING_NEARNESS


def has_near_miss(case: ReadingCase) -> bool:
    """Whether the trap is near to the weakest word of the answer."""
    return case.nearness >= WARNING_NEARNESS


def has_older_clue(case: ReadingCase) -> bool:
    """Whether an earlier clue has a word in the answer."""
    return case.earlier_clues > 0


READING_TAGS: Mapping[str, Callable[[ReadingCase], bool]] = {
    "two-senses": has_two_senses,
    "compound": forms_compound,
    "rare-sense": has_rare_sense,
    "assassin-near": is_assassin_near,
    "near-miss": has_near_miss,
    "old-clue": has_older_clue,
}


_TAG_SENTENCES = {
    "two-senses": N_("The words have little to do with one another: the clue joins them by different meanings."),
    "compound": N_("The clue and a word make one expression."),
    "rare-sense": N_("A word is meant in a sense that does not come first to mind."),
    "old-clue": N_("An earlier clue still had a word open."),
}


def matching_tags(case: ReadingCase) -> tuple[str, ...]:
    return tuple(tag for tag, holds in READING_TAGS.items() if holds(case))


def tag_sentences(tags: Sequence[str]) -> list[str]:
    """Return the sentences that explain these tags in a solution."""
    return [_(_TAG_SENTENCES[tag]) for tag in tags if tag in _TAG_SENTENCES]
