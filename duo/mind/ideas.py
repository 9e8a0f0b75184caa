"""A choice of clues: different ideas, not the same words over and over."""

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator

    from duo.mind.giver import Suggestion, Task

IDEAS = 5  # clues of a choice of which no two are for the same words
_LOOKED_AT = 40  # clues among which the ideas are looked for


class TaskGiver(Protocol):
    def answer(self, asked: "Task", top: int, most: int | None = None) -> "list[Suggestion]": ...


def different(giver: TaskGiver, asked: "Task", top: int) -> "list[Suggestion]":
    """The best clue for each set of words, best first; after the first five of them, whatever is best.

    Where there are fewer sets of words than five, there are fewer clues.
    """
    best = giver.answer(asked, max(_LOOKED_AT, top))
    ideas: dict[frozenset[str], Suggestion] = {}
    for clue in _more(giver, asked, best):
        ideas.setdefault(frozenset(clue.targets), clue)
        if len(ideas) == min(IDEAS, top):
            break
    leading = list(ideas.values())
    if len(leading) < IDEAS:
        return leading
    return [*leading, *(clue for clue in best if clue not in leading)][:top]


def _more(giver: TaskGiver, asked: "Task", best: "list[Suggestion]") -> "Iterator[Suggestion]":
    """The best clues, and then those for fewer words, which are others where few agents are left."""
    yield from best
    for most in range(max((clue.count for clue in best), default=1) - 1, 0, -1):
        yield from giver.answer(asked, _LOOKED_AT, most)
