"""The blend of the signals of a model into one score for each clue and word.

A signal is one source of scores in a model, such as word vectors. It gives one or two matrices of scores: (clues,
words). Most matrices are added up with weights. A listing is a matrix from a list of associated pairs: a pair on the
list can get a high score from it even if all other signals score the pair low.
"""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from duo.mind.model.signals import Scores, Signal
from duo.mind.model.sparse import AssociationSignal


def listing_flags(signals: Iterable[Signal]) -> tuple[bool, ...]:
    """Return for each matrix of these signals, in order, whether it is a listing."""
    return tuple(
        isinstance(signal, AssociationSignal) and place > 0 for signal in signals for place in range(len(signal.names))
    )


def weighted_sum(
    weights: NDArray[np.float32], matrices: Iterable[Scores], listings: Sequence[bool], shape: tuple[int, int]
) -> tuple[Scores, list[tuple[Scores, float]]]:
    """Return the weighted sum of the matrices that are not listings, and a list of the listings with their weights.

    `listings` says for each matrix whether it is a listing. The sum is stored by columns, as the matrices are.
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

    `listed` has pairs of a listing and its level. An association is the exponential of a score. The association of a
    listed pair grows by its strength in the listing times exp(level). This raises a low score and hardly changes a high
    one. A listing of level 0 is not used.
    """
    for strengths, level in listed:
        if level > 0:
            rows, columns = np.nonzero(strengths)
            listed_scores = np.float32(level) + np.log(strengths[rows, columns])
            scores[rows, columns] = np.logaddexp(scores[rows, columns], listed_scores)
