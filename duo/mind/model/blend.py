"""The blend of the signals of a model into one score for each clue and word."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from duo.mind.model.signals import Scores, Signal
from duo.mind.model.sparse import Associations


def listing_flags(signals: Iterable[Signal]) -> tuple[bool, ...]:
    """Return for each matrix of these signals whether it is a listing, which brings words to mind by itself."""
    return tuple(
        isinstance(signal, Associations) and place > 0 for signal in signals for place in range(len(signal.names))
    )


def weighted_sum(
    weights: NDArray[np.float32], matrices: Iterable[Scores], listings: Sequence[bool], shape: tuple[int, int]
) -> tuple[Scores, list[tuple[Scores, float]]]:
    """Return the weighted sum of the matrices that are no listings, and the listings with their levels.

    The columns of the sum are contiguous, as those of the matrices are.
    """
    total, product = np.zeros(shape, np.float32, order="F"), np.empty(shape, np.float32, order="F")
    listed = []
    for weight, matrix, is_listing in zip(weights, matrices, listings, strict=True):
        if is_listing:
            listed.append((matrix, float(weight)))
        elif weight:
            total += np.multiply(matrix, weight, out=product)
    return total, listed


def add_listings(scores: Scores, listed: Iterable[tuple[Scores, float]]) -> None:
    """Add the listings to the scores, in place.

    The association of a listed word is the sum of what it was and of its strength at the level of the listing. This
    helps a word with a low score and hardly changes one with a high score. A listing of level 0 is not used.
    """
    for strengths, level in listed:
        if level > 0:
            rows, columns = np.nonzero(strengths)
            listed_scores = np.float32(level) + np.log(strengths[rows, columns])
            scores[rows, columns] = np.logaddexp(scores[rows, columns], listed_scores)
