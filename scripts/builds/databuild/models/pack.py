"""Packs the arrays of a model: fewer dimensions, four or eight bits per number, sparse tables."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from databuild.models.relations import Pairs
from duo.mind.model.signals import QUANTIZATION_LEVELS, unit_rows

_WHITENING = 0.5  # 0 leaves the variances of the directions, 1 makes them equal


class Projection:
    """A projection that removes the mean and the strongest directions, which carry little meaning."""

    def __init__(self, reference: NDArray[np.float32], dropped: int, kept: int | None) -> None:
        """Drop the strongest directions and keep the next `kept`, or all if None."""
        kept = reference.shape[1] - dropped if kept is None else kept
        self.mean = reference.mean(0, dtype=np.float64)
        centred = reference - self.mean
        spread, directions = np.linalg.eigh(centred.T @ centred / len(centred))
        chosen = np.arange(len(spread))[::-1][dropped : dropped + kept]
        self.directions = directions[:, chosen] / np.maximum(spread[chosen], 1e-6) ** (_WHITENING / 2)

    def __call__(self, vectors: NDArray[np.float32]) -> NDArray[np.float32]:
        return unit_rows((vectors - self.mean) @ self.directions)


def to_bytes(vectors: NDArray[np.float32]) -> NDArray[np.int8]:
    """Scale each row to the range of a byte. Readers scale rows back to length one."""
    widest = np.maximum(np.abs(vectors).max(1, keepdims=True), 1e-12)
    scaled: NDArray[np.int8] = np.rint(vectors * (127 / widest)).astype(np.int8)
    return scaled


def to_nibbles(vectors: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Round each number to the closest of sixteen levels, packed two per byte."""
    nearest = np.searchsorted((QUANTIZATION_LEVELS[1:] + QUANTIZATION_LEVELS[:-1]) / 2, vectors).astype(np.uint8)
    return pack_nibbles(nearest)


def pack_nibbles(numbers: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Pack rows of numbers below sixteen two per byte. An odd row is padded with a zero."""
    even = np.pad(numbers, ((0, 0), (0, numbers.shape[1] % 2)))
    return (even[:, ::2] << 4 | even[:, 1::2]).astype(np.uint8)


def pack_pairs(pairs: Pairs, words: int, max_value: float) -> dict[str, NDArray[Any]]:
    """Pack pairs as a sparse table, each under its lower row. Values from 0 to `max_value` become 1 to 255."""
    both = np.asarray(sorted(pairs), np.int64).reshape(-1, 2)
    value = np.asarray([pairs[a, b] for a, b in both.tolist()])
    return {
        "counts": np.bincount(both[:, 0], minlength=words).astype(np.uint16),
        "others": both[:, 1].astype(np.uint16),
        "values": np.clip(np.rint(value * (255 / max_value)), 1, 255).astype(np.uint8),
    }


def pack_texts(texts: Sequence[Sequence[int]]) -> dict[str, NDArray[Any]]:
    """Pack texts, given as rows of words, one after the other."""
    return {
        "counts": np.asarray([len(text) for text in texts], np.uint8),
        "rows": np.concatenate([np.asarray(text, np.uint16) for text in texts]),
    }
