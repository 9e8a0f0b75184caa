"""Clues in puzzles: as files write them, as people read them, as minds hear them, and whether they were lawful."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from duo.core.word import fold
from duo.mind.clue_memory import ClueMemory
from duo.puzzle.fields import Fields
from duo.puzzle.puzzle import Unproven
from duo.puzzle.sets import Drawn
from duo.text import _, ngettext

if TYPE_CHECKING:
    from duo.mind.evidence import Hearing
    from duo.puzzle.bench import Bench

MOST_SAID = 9
_BEGINNING, _ENDING = 3, 4  # letters from which two words that begin or end with them look alike


def clue_json(clue: ClueMemory) -> dict[str, Any]:
    return {"clue": clue.word, "count": clue.count, "found": clue.found}


def clue_from_json(fields: Fields) -> ClueMemory:
    clue = ClueMemory(fields.word("clue"), fields.whole("count", 1, MOST_SAID), fields.words("found", 0, MOST_SAID))
    fields.done()
    return clue


def clue_line(clue: ClueMemory) -> str:
    """An earlier clue as a person remembers it."""
    left = ngettext("{count} left", "{count} left", clue.left)
    if not clue.found:
        return _("{clue}: nothing found yet, {left}", clue=f"{clue.word} {clue.count}", left=left)
    return _("{clue}: {found} found, {left}",
               clue=f"{clue.word} {clue.count}", found=", ".join(clue.found), left=left)  # fmt: skip


def drawn(mind: "Hearing", clues: Sequence[ClueMemory], words: Sequence[str]) -> list[Drawn]:
    """What these clues of one giver, oldest first, draw of the open words; the newest first."""
    return [Drawn(mind.touch(clue.word, words), clue.left) for clue in reversed(clues) if clue.left]


def firmness(bench: "Bench", clues: Sequence[ClueMemory], words: Sequence[str], places: Sequence[int]) -> float:
    """How many times as likely as nothing the weakest of these places comes to mind, by the clue that means it most."""
    drawn_ = [bench.draw(clue.word, words) for clue in clues]
    return float(np.max([weights[0, list(places)] / nothing[0] for weights, nothing in drawn_], axis=0).min())


def alike(clues: Sequence[ClueMemory], answer: Sequence[str]) -> Unproven | None:
    """The first clue that is spelt like a word of the answer, or like one found by it.

    The minds may hear the likeness, but it is no reason.
    """
    for clue in clues:
        for word in (*answer, *clue.found):
            said, meant = fold(clue.word), fold(word)
            begins, ends = said[:_BEGINNING] == meant[:_BEGINNING], said[-_ENDING:] == meant[-_ENDING:]
            if begins or ends or said in meant or meant in said:
                return Unproven("{clue} is spelt like {word}", clue=clue.word, word=word)
    return None


def unlawful(clues: Sequence[ClueMemory], words: Sequence[str], bench: "Bench") -> Unproven | None:
    """The first clue that could not be given: words found since were visible when it was."""
    for place, clue in enumerate(clues):
        since = [word for later in clues[place:] for word in later.found]
        ruling = bench.check(clue.word, clue.count, [*words, *since])
        if not ruling.legal:
            return Unproven("{clue} is no legal clue here: {why}", clue=clue.word, why=ruling.why)
    return None
