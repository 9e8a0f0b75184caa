"""A choice of clues that are for different words."""

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator

    from duo.mind.giver.giver import Suggestion
    from duo.mind.giver.query import ClueQuery

MAX_IDEAS = 5  # leading clues of which no two are for the same words
_CLUES_COMPARED = 150  # best clues among which different ones are sought


class ClueQueryGiver(Protocol):
    def answer(self, query: "ClueQuery", top: int, max_number: int | None = None) -> "list[Suggestion]": ...


def diverse_clues(giver: ClueQueryGiver, query: "ClueQuery", top: int) -> "list[Suggestion]":
    """Return the best clue, then the best clues for mostly other words. After `MAX_IDEAS` of them, the best others.

    There are fewer clues if the agents left have fewer different sets of words.
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
    """Return the best clues of which no two share more than half of their words, filled up with the best others."""
    chosen: dict[frozenset[str], Suggestion] = {}
    for words, clue in sets.items():
        if all(2 * len(words & other) <= min(len(words), len(other)) for other in chosen):
            chosen[words] = clue
    others = [words for words in sets if words not in chosen]
    selected = {*[*chosen, *others][:wanted]}
    return [clue for words, clue in sets.items() if words in selected]


def _clues_for_fewer_words(
    giver: ClueQueryGiver, query: "ClueQuery", best: "list[Suggestion]"
) -> "Iterator[Suggestion]":
    """Yield clues for fewer words. Where few agents are left, these are for other sets of words."""
    for max_number in range(max((clue.count for clue in best), default=1) - 1, 0, -1):
        yield from giver.answer(query, _CLUES_COMPARED, max_number)
