"""A choice of clues: different ideas, not the same words over and over."""

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator

    from duo.mind.giver.giver import ClueQuery, Suggestion

MAX_IDEAS = 5  # clues of a choice of which no two are for the same words
_CLUES_COMPARED = 150  # clues among which the ideas are looked for


class ClueQueryGiver(Protocol):
    def answer(self, query: "ClueQuery", top: int, max_number: int | None = None) -> "list[Suggestion]": ...


def diverse_clues(giver: ClueQueryGiver, query: "ClueQuery", top: int) -> "list[Suggestion]":
    """The best clue, then the best for words that are mostly others; after five of them, whatever is best.

    Where there are fewer sets of words than five, there are fewer clues.
    """
    best = giver.answer(query, max(_CLUES_COMPARED, top))
    sets: dict[frozenset[str], Suggestion] = {}
    for clue in best:
        sets.setdefault(frozenset(clue.targets), clue)
    wanted = min(MAX_IDEAS, top)
    if len(sets) < wanted:
        for clue in _clues_for_fewer_words(giver, query, best):
            sets.setdefault(frozenset(clue.targets), clue)
            if len(sets) == wanted:
                break
    leading = _diverse_subset(sets, wanted)
    if len(leading) < MAX_IDEAS:
        return leading
    return [*leading, *(clue for clue in best if clue not in leading)][:top]


def _diverse_subset(sets: "dict[frozenset[str], Suggestion]", wanted: int) -> "list[Suggestion]":
    """The best clues of which no two share more than half of their words; if there are too few, the best others."""
    chosen: dict[frozenset[str], Suggestion] = {}
    for words, clue in sets.items():
        if all(2 * len(words & other) <= min(len(words), len(other)) for other in chosen):
            chosen[words] = clue
    others = [words for words in sets if words not in chosen]
    taken = {*[*chosen, *others][:wanted]}
    return [clue for words, clue in sets.items() if words in taken]


def _clues_for_fewer_words(
    giver: ClueQueryGiver, query: "ClueQuery", best: "list[Suggestion]"
) -> "Iterator[Suggestion]":
    """Clues for fewer words, which are others where few agents are left."""
    for most in range(max((clue.count for clue in best), default=1) - 1, 0, -1):
        yield from giver.answer(query, _CLUES_COMPARED, most)
