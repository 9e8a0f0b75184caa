"""Reads the parts of a model out of its files, and checks that they fit together: anybody may have made them.

A model whose sums are right can still hold anything, and what does not fit would fail later, or answer nonsense.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from tokenize import TokenError
from typing import Any

import numpy as np
from numpy.typing import NDArray

from duo.core.refusal import Refusal
from duo.files.reading import read_text
from duo.mind.files import DamagedModel, Manifest, damaged
from duo.mind.signals import BilinearSignal, Senses, Signal, Vectors, dimensions
from duo.mind.sparse import Cooccurrence, SparsePairs

WORDS = "share-alike/words.txt"
FORMS = "share-alike/forms.txt"
FAMILIARITY = "share-alike/familiarity.npy"
MOST_ROWS = 65_536
_MOST_TEXT = 64_000_000
_MOST_DIMENSIONS = 4_096
# The last two are what Python's own parser says of the head of an array, which NumPy lets it read.
_BROKEN = (
    ValueError, KeyError, TypeError, IndexError, EOFError, OverflowError, RecursionError, SyntaxError, TokenError,
)  # fmt: skip

Array = NDArray[Any]


@contextmanager
def sound(manifest: Manifest, path: str) -> Iterator[None]:
    """Say of whatever goes wrong within that this file of the model is damaged."""
    try:
        yield
    except DamagedModel:
        raise
    except _BROKEN as error:
        raise damaged(manifest.folder, path) from error


def read_words(manifest: Manifest) -> tuple[tuple[str, ...], NDArray[np.float32]]:
    """The words of the model, and how well people know each."""
    with sound(manifest, WORDS):
        words = tuple(_text(manifest, WORDS).splitlines())
        known = _array(manifest, FAMILIARITY, "f", (len(words),))
    if not 0 < manifest.candidates <= len(words) <= MOST_ROWS:
        raise DamagedModel("The word list of the model {name} does not fit its arrays.", name=manifest.name)
    return words, known.astype(np.float32)


def read_forms(manifest: Manifest) -> dict[str, str]:
    """The inflected forms that the model knows, each with the word that it stands for."""
    with sound(manifest, FORMS):
        return dict(line.split("\t", 1) for line in _text(manifest, FORMS).splitlines())


def check_forms(manifest: Manifest, forms: dict[str, str], words: Sequence[str]) -> None:
    """Refuse forms of words that the model does not have."""
    if not set(forms.values()) <= set(words):
        raise damaged(manifest.folder, FORMS)


def read_signal(manifest: Manifest, description: dict[str, str], words: int) -> Signal:
    """One kind of knowledge, as the manifest describes it."""
    make: dict[str, Callable[[Manifest, str, str, int], Signal]] = {
        "vectors": _vectors,
        "bilinear": _bilinear,
        "senses": _senses,
        "pairs": _pairs,
        "cooccurrence": _cooccurrence,
    }
    kind = description.get("kind", "")
    if kind not in make:
        raise Refusal("The model {name} has a signal of an unknown kind, {kind}.", name=manifest.name, kind=kind)
    file = description.get("file", "")
    with sound(manifest, file):
        return make[kind](manifest, description["name"], file, words)


def _vectors(manifest: Manifest, name: str, file: str, words: int) -> Signal:
    return Vectors(name, _rows(manifest, f"{file}.npy", words), manifest.candidates)


def _bilinear(manifest: Manifest, name: str, file: str, words: int) -> Signal:
    vectors = _rows(manifest, f"{file}.npy", words)
    strengths = _array(manifest, f"{file}-strengths.npy", "f", (dimensions(vectors),))
    return BilinearSignal(name, vectors, strengths, manifest.candidates)


def _senses(manifest: Manifest, name: str, file: str, words: int) -> Signal:
    vectors = _rows(manifest, f"{file}-words.npy", words)
    glosses = _rows(manifest, f"{file}-glosses.npy", None)
    starts = _array(manifest, f"{file}-starts.npy", "u", (words + 1,))
    steps = np.diff(starts.astype(np.int64))
    if starts[0] or (steps < 0).any() or starts[-1] != len(glosses) or dimensions(vectors) != dimensions(glosses):
        raise damaged(manifest.folder, f"{file}-starts.npy")
    return Senses(name, vectors, glosses, starts, manifest.candidates)


def _pairs(manifest: Manifest, name: str, file: str, words: int) -> Signal:
    counts = _array(manifest, f"{file}-counts.npy", "u", (words,))
    pairs = int(counts.sum(dtype=np.int64))
    others = _below(manifest, f"{file}-others.npy", pairs, words)
    return SparsePairs(name, counts, others, _array(manifest, f"{file}-values.npy", "u", (pairs,)), manifest.candidates)


def _cooccurrence(manifest: Manifest, name: str, file: str, words: int) -> Signal:
    counts = _array(manifest, f"{file}-counts.npy", "u", (None,))
    rows = _below(manifest, f"{file}-rows.npy", int(counts.sum(dtype=np.int64)), words)
    return Cooccurrence(name, counts, rows, words, manifest.candidates)


def _text(manifest: Manifest, path: str) -> str:
    if path not in manifest.files:
        raise DamagedModel("The model {name} has no file {path}.", name=manifest.name, path=path)
    return read_text(str(manifest.folder / path), _MOST_TEXT)


def _rows(manifest: Manifest, path: str, rows: int | None) -> Array:
    """A vector a row: floating, in bytes, or two numbers of four bits a byte."""
    vectors = _array(manifest, path, "fiu", (rows, None))
    if not 0 < vectors.shape[1] <= _MOST_DIMENSIONS or (vectors.dtype.kind != "f" and vectors.dtype.itemsize != 1):
        raise damaged(manifest.folder, path)
    return vectors


def _below(manifest: Manifest, path: str, length: int, limit: int) -> Array:
    """Row numbers, of which there are so many and all of which stand for a word."""
    rows = _array(manifest, path, "u", (length,))
    if length and int(rows.max()) >= limit:
        raise damaged(manifest.folder, path)
    return rows


def _array(manifest: Manifest, path: str, kinds: str, shape: tuple[int | None, ...]) -> Array:
    """An array of one of these kinds of numbers and of this shape, None for any length; all its numbers are finite."""
    if path not in manifest.files:
        raise DamagedModel("The model {name} has no file {path}.", name=manifest.name, path=path)
    with sound(manifest, path):
        array: Array = np.load(manifest.folder / path, mmap_mode="r", allow_pickle=False)
        fits = len(array.shape) == len(shape) and all(n in (None, m) for n, m in zip(shape, array.shape, strict=True))
        if array.dtype.kind not in kinds or not fits:
            raise damaged(manifest.folder, path)
        if array.dtype.kind == "f" and not np.isfinite(array).all():
            raise damaged(manifest.folder, path)
        return array
