"""How what the signals say of a clue and a word is put together."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from duo.mind.model.signals import Scores, Signal
from duo.mind.model.sparse import Associations


def listing_flags(signals: Iterable[Signal]) -> tuple[bool, ...]:
    """For each matrix that these signals give, whether it is a list that brings words to mind by itself."""
    return tuple(
        isinstance(signal, Associations) and place > 0 for signal in signals for place in range(len(signal.names))
    )


def weighted_sum(
    weights: NDArray[np.float32], matrices: Iterable[Scores], listings: Sequence[bool], shape: tuple[int, int]
) -> tuple[Scores, list[tuple[Scores, float]]]:
    """The sum of what signals say, each with its weight, and the listings, each with its level.

    A column of the sum lies in one piece, as in what the signals say.
    """
    total, part = np.zeros(shape, np.float32, order="F"), np.empty(shape, np.float32, order="F")
    listed = []
    for weight, matrix, is_listing in zip(weights, matrices, listings, strict=True):
        if is_listing:
            listed.append((matrix, float(weight)))
        elif weight:
            total += np.multiply(matrix, weight, out=part)
    return total, listed


def add_listings(scores: Scores, listed: Iterable[tuple[Scores, float]]) -> None:
    """Let words come to mind in another way too: because they are listed.

    A word that is listed pulls as much as before and as much as its strength at the level of the list. So it helps a
    word that nothing else speaks for, and hardly one that comes to mind anyway. A level of nought is that of a list
    that nobody is known to go by.
    """
    for strengths, level in listed:
        if level > 0:
            rows, columns = np.nonzero(strengths)
            beside = np.float32(level) + np.log(strengths[rows, columns])
            scores[rows, columns] = np.logaddexp(scores[rows, columns], beside)
