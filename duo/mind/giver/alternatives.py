"""Selects clues whose targets differ, so that a player can choose between different ideas."""

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator

    from duo.mind.giver.giver import Suggestion
    from duo.mind.giver.query import ClueQuery

MAX_DIVERSE_CLUES = 5  # no two of them have the same targets
_MAX_CLUES_COMPARED = 150  # the selection is made from this many best clues


class ClueQueryGiver(Protocol):
    def answer(self, query: "ClueQuery", top: int, max_number: int | None = None) -> "list[Suggestion]": ...


def diverse_clues(giver: ClueQueryGiver, query: "ClueQuery", top: int) -> "list[Suggestion]":
    """Return up to `top` clues, best first, of which the first `MAX_DIVERSE_CLUES` have different targets.

    The clues after those may have any targets. If too few agents are left for `MAX_DIVERSE_CLUES` different sets of
    targets, only one clue for each set is returned.
    """
    best = giver.answer(query, max(_MAX_CLUES_COMPARED, top))
    sets: dict[frozenset[str], Suggestion] = {}
    for clue in best:
        sets.setdefault(frozenset(clue.targets), clue)
    wanted = min(MAX_DIVERSE_CLUES, top)
    if len(sets) < wanted:
        for clue in _clues_for_fewer_words(giver, query, best):
            sets.setdefault(frozenset(clue.targets), clue)
            if len(sets) == wanted:
                break
    leading = _select_diverse_clues(sets, wanted)
    if len(leading) < MAX_DIVERSE_CLUES:
        return leading
    return [*leading, *(clue for clue in best if clue not in leading)][:top]


def _select_diverse_clues(sets: "dict[frozenset[str], Suggestion]", wanted: int) -> "list[Suggestion]":
    """Return `wanted` clues, best first. `sets` maps sets of targets to the best clue for each, best first.

    Clues come first that share at most half of their targets with each other. If they are fewer than `wanted`, the best
    of the other clues are added.
    """
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
    """Yield clues with smaller numbers than those in `best`, the largest numbers first."""
    for max_number in range(max((clue.count for clue in best), default=1) - 1, 0, -1):
        yield from giver.answer(query, _MAX_CLUES_COMPARED, max_number)
