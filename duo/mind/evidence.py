"""What clues and pattern together say about the open words.

A clue of n means n agents, drawn by the listener's weights from the words that can be green at all. Words found
since it was given are drawn from too, as they may have been meant by it; so an earlier clue still speaks as far as
it is not used up. A clue of 0 speaks of words that are not green. The agents that no clue meant lie among the other
words as the pattern has it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

import numpy as np

from duo.mind import plackett_luce
from duo.mind.clue_memory import ClueMemory

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

_DENIED = 2  # words that a clue of 0 is taken to speak of
# What a giver means is not quite what a partner touches first: a clue is chosen to fit its words well, so that they
# stand out more; but now and then it was chosen for a reason that nobody else sees. Fitted on people's turns.
_FOCUS = 1.2
_ASTRAY = 0.1


class Hearing(Protocol):
    """The part of a listener that a guesser needs."""

    def touch(self, clue: str, words: Sequence[str]) -> "Array":
        """The chance of each word to be the next one touched."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Clued:
    """What one clue says: how many words, and the weights of the open words and of those found since."""

    count: int
    weights: "Array"
    since: "Array"


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """All that a guesser knows about the words that it may touch.

    `prior` has their chances to be green, bystander and assassin by the pattern alone, `found` marks the words that
    have been found green in thought, when looking ahead.
    """

    prior: "Array"
    clues: tuple[Clued, ...]
    found: "NDArray[np.bool_]"

    def with_green(self, place: int) -> "Evidence":
        """The evidence once this word has been touched and was green."""
        found = self.found.copy()
        found[place] = True
        return replace(self, found=found)

    def meant(self) -> "Array":
        """The chance of each open word to be meant by some clue."""
        green = np.where(self.found, 1.0, self.prior[:, 0])
        # A giver who knows the side means no more agents than there are.
        agents = max(round(float(green.sum())), 1)
        unmeant = np.ones(len(green))
        for clue in self.clues:
            drawn = np.concatenate([clue.weights * green, clue.since])
            draws = min(clue.count, agents + len(clue.since))
            unmeant *= 1 - plackett_luce.inclusion(drawn, draws)[: len(green)]
        return np.where(self.found, 0.0, 1 - unmeant)

    def chances(self) -> "Array":
        """The chances of each word to be green, bystander and assassin; none for a word already found."""
        green = np.where(self.found, 0.0, self.prior[:, 0])
        meant = self.meant()
        others = (1 - meant) * green
        left = float(green.sum() - meant.sum())
        share = min(max(left / others.sum(), 0.0), 1.0) if others.any() else 0.0
        return self._split(meant + others * share)

    def _split(self, right: "Array") -> "Array":
        """A word that is not green is a bystander or the assassin as the pattern has it."""
        wrong = self.prior[:, 1] + self.prior[:, 2]
        black = np.divide(self.prior[:, 2], wrong, out=np.zeros(len(wrong)), where=wrong > 0)
        chances = np.stack([right, (1 - right) * (1 - black), (1 - right) * black], axis=1)
        chances[self.found] = 0.0
        return chances


def gather(listener: Hearing, words: Sequence[str], prior: "Array", clues: Sequence[ClueMemory]) -> Evidence:
    """Listen to the clues of one giver, oldest first, as far as they are not finished."""
    denied = np.ones(len(words))
    unfinished = []
    for place, clue in enumerate(clues):
        if clue.count == 0:
            denied -= denied * plackett_luce.inclusion(listener.touch(clue.word, words), _DENIED)
        elif clue.left:
            since = [word for later in clues[place:] for word in later.found]
            weights = _meant_for(listener.touch(clue.word, [*words, *since]))
            unfinished.append(Clued(clue.count, weights[: len(words)], weights[len(words) :]))
    prior = prior.copy()
    prior[:, 0] *= denied
    return Evidence(prior, tuple(unfinished), np.zeros(len(words), dtype=np.bool_))


def _meant_for(touch: "Array") -> "Array":
    """How likely a clue was chosen for each word, from how likely a partner touches it next."""
    focused: Array = touch**_FOCUS
    meant: Array = (1 - _ASTRAY) * focused / focused.sum() + _ASTRAY / len(touch)
    return meant
