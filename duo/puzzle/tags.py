"""What is special about the reading of a clue: one pure predicate a tag."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from duo.text import N_, _

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from duo.mind.clue_memory import ClueMemory
    from duo.puzzle.bench import Bench
    from duo.puzzle.ranking import Clear

    Array = NDArray[np.floating]

_NEAR = 1 / 3  # of the chance of the answer, from which the next answer is a near miss
_COMPOUND = 0.5  # strength of a pair from which two words are one
_FAR_DOWN = 5  # how many other words stand before a word that is far down the board


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """What the minds know of one clue on one board; `answer` and `trap` are places, all arrays run over the words.

    The answer is what this clue means; what earlier clues left open is not in it.
    `opinions` has what each kind of knowledge says of the clue and each word, `compound` how firmly the two are one
    expression, and `mutual` how strongly each word of the answer brings every word to mind.
    """

    answer: tuple[int, ...]
    trap: int
    chance: float
    next_chance: float
    opinions: "Array"
    compound: "Array"
    mutual: "Array"
    black: frozenset[int]
    earlier: int


def case(
    bench: "Bench", clues: "Sequence[ClueMemory]", words: Sequence[str], clear: "Clear", black: Sequence[str]
) -> Case:
    """What there is to know about the reading of the last clue, and of the words that it means."""
    clue = clues[-1].word
    weights = bench.first.touch(clue, words)
    meant = tuple(sorted(sorted(clear.best, key=lambda place: -weights[place])[: clues[-1].left]))
    return Case(
        answer=meant,
        trap=next(place for place in clear.next if place not in clear.best),
        chance=clear.chance,
        next_chance=clear.next_chance,
        opinions=bench.opinions(clue, words),
        compound=bench.compounds(clue, words),
        mutual=bench.associate([words[place] for place in meant], words),
        black=frozenset(place for place, word in enumerate(words) if word in black),
        earlier=len(clues) - 1,
    )


def two_senses(case: Case) -> bool:
    """Whether some two words of the answer have no more to do with each other than with any word of the board."""
    usual = np.median(case.mutual, axis=1)
    return any(
        case.mutual[i, case.answer[j]] <= usual[i] and case.mutual[j, case.answer[i]] <= usual[j]
        for i, j in combinations(range(len(case.answer)), 2)
    )


def compound(case: Case) -> bool:
    """Whether the clue and a word of the answer make one expression."""
    return bool((case.compound[list(case.answer)] >= _COMPOUND).any())


def rare_sense(case: Case) -> bool:
    """Whether half of the kinds of knowledge or more put a word of the answer far down the board."""
    return any(_far_down(case, place) * 2 >= len(case.opinions) for place in case.answer)


def _far_down(case: Case, place: int) -> int:
    """How many kinds of knowledge put this word behind many others that are not meant."""
    before = (case.opinions > case.opinions[:, [place]]).sum(axis=1)
    return int((before >= len(case.answer) - 1 + _FAR_DOWN).sum())


def assassin_near(case: Case) -> bool:
    """Whether the nearest wrong word is an assassin."""
    return case.trap in case.black


def near_miss(case: Case) -> bool:
    """Whether another answer is at least a third as likely."""
    return case.next_chance >= _NEAR * case.chance


def old_clue(case: Case) -> bool:
    """Whether an earlier clue has a word in the answer."""
    return case.earlier > 0


TAGS: Mapping[str, Callable[[Case], bool]] = {
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


def tags_of(case: Case) -> tuple[str, ...]:
    return tuple(tag for tag, holds in TAGS.items() if holds(case))


def sentences(tags: Sequence[str]) -> list[str]:
    """What tags tell in a solution."""
    return [_(_SENTENCES[tag]) for tag in tags if tag in _SENTENCES]
