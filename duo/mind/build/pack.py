"""Makes the arrays of a model small: fewer dimensions, one byte a number, plain `.npy` files."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from duo.mind.build.relations import Pairs
from duo.mind.signals import unit

_WHITENING = 0.5  # how far strong directions are evened out; 0 leaves them, 1 makes all alike


class Projection:
    """Directions of a cloud of vectors: its mean and its strongest directions say little about meaning."""

    def __init__(self, reference: NDArray[np.float32], dropped: int, kept: int) -> None:
        self.mean = reference.mean(0, dtype=np.float64)
        centred = reference - self.mean
        spread, directions = np.linalg.eigh(centred.T @ centred / len(centred))
        chosen = slice(-1 - dropped, -1 - dropped - kept, -1)
        self.directions = directions[:, chosen] / spread[chosen] ** (_WHITENING / 2)

    def __call__(self, vectors: NDArray[np.float32]) -> NDArray[np.float32]:
        return unit((vectors - self.mean) @ self.directions)


def to_bytes(vectors: NDArray[np.float32]) -> NDArray[np.int8]:
    """Each row stretched to the whole range of a byte; lengths are made one again when read."""
    widest = np.maximum(np.abs(vectors).max(1, keepdims=True), 1e-12)
    scaled: NDArray[np.int8] = np.rint(vectors * (127 / widest)).astype(np.int8)
    return scaled


def write_array(folder: Path, name: str, array: NDArray[np.generic]) -> str:
    path = folder / f"{name}.npy"
    path.parent.mkdir(parents=True, exist_ok=True)
    np.save(path, np.ascontiguousarray(array), allow_pickle=False)
    return f"{name}.npy"


def write_pairs(folder: Path, name: str, pairs: Pairs, words: int, largest: float) -> list[str]:
    """A symmetric table in compressed rows; values from 0 to `largest` become 0 to 255."""
    if pairs:
        one = np.asarray(list(pairs), np.int64)
        value = np.asarray(list(pairs.values()))
    else:
        one, value = np.empty((0, 2), np.int64), np.empty(0)
    row = np.concatenate([one[:, 0], one[:, 1]])
    column = np.concatenate([one[:, 1], one[:, 0]])
    scaled = np.clip(np.rint(np.concatenate([value, value]) * (255 / largest)), 1, 255).astype(np.uint8)
    order = np.lexsort((column, row))
    starts = np.concatenate([[0], np.cumsum(np.bincount(row, minlength=words))]).astype(np.uint32)
    return [
        write_array(folder, f"{name}-starts", starts),
        write_array(folder, f"{name}-indices", column[order].astype(np.uint16)),
        write_array(folder, f"{name}-values", scaled[order]),
    ]
