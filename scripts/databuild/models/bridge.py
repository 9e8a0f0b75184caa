"""Carries English word knowledge over to another language.

The multilingual encoder has one space for both languages. The English words closest to a foreign word are taken as
its translations: several when it has several meanings, as a lawyer and an avocado for *avocat*.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from databuild.models.relations import Pairs

Matrix = NDArray[np.float32]
_BLOCK = 2000


@dataclass(frozen=True, slots=True, eq=False)
class Bridge:
    """The English rows that stand for each foreign word, the closest first, and how much each counts."""

    rows: NDArray[np.intp]  # (words, translations)
    shares: Matrix

    def carried_pairs(self, pairs: Pairs, most: int, least: float) -> Pairs:
        """English pairs between foreign words, through their translations."""
        from scipy.sparse import coo_array

        words, width = self.rows.shape
        english = 1 + int(max(self.rows.max(), *(max(pair) for pair in pairs)))
        owner = np.repeat(np.arange(words), width)
        across = coo_array((self.shares.ravel(), (owner, self.rows.ravel())), shape=(words, english)).tocsr()
        one = np.asarray(list(pairs))
        table = coo_array((np.asarray(list(pairs.values())), (one[:, 0], one[:, 1])), shape=(english, english)).tocsr()
        found = (across @ (table + table.T) @ across.T).tocoo()
        kept = (found.data >= least) & (found.row < found.col)
        row, column, value = found.row[kept], found.col[kept], found.data[kept]
        both = np.concatenate([row, column])
        order = np.lexsort((np.concatenate([column, row]), -np.concatenate([value, value]), both))
        rank = np.empty(len(order), np.intp)
        rank[order] = np.arange(len(order)) - np.searchsorted(both[order], both[order])
        best = (rank[: len(row)] < most) | (rank[len(row) :] < most)
        return dict(zip(zip(row[best].tolist(), column[best].tolist(), strict=True), value[best].tolist(), strict=True))


def find_bridge(foreign: Matrix, english: Matrix, width: int, sharpness: float) -> Bridge:
    """The `width` closest English words of each foreign word; shares fall off with the distance to the closest."""
    rows = np.empty((len(foreign), width), np.intp)
    shares = np.empty((len(foreign), width), np.float32)
    for start in range(0, len(foreign), _BLOCK):
        cosine = foreign[start : start + _BLOCK] @ english.T
        near = np.argpartition(-cosine, width, axis=1)[:, :width]
        value = np.take_along_axis(cosine, near, axis=1)
        order = np.lexsort((near, -value), axis=1)
        near, value = np.take_along_axis(near, order, axis=1), np.take_along_axis(value, order, axis=1)
        weight = np.exp(sharpness * (value - value[:, :1]))
        rows[start : start + _BLOCK] = near
        shares[start : start + _BLOCK] = weight / weight.sum(axis=1, keepdims=True)
    return Bridge(rows, shares)
