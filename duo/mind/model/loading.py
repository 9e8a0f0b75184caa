"""Reads the parts of a model out of its files, and checks that they fit together: anybody may have made them.

A model whose sums are right can still hold anything, and what does not fit would fail later, or answer nonsense.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from tokenize import TokenError
from typing import Any

import numpy as np
from numpy.typing import NDArray

from duo.core.refusal import Refusal
from duo.data import check_language, shipped_data_dir
from duo.files.reading import read_text
from duo.mind.model.manifest import MANIFEST, DamagedModel, Manifest, check_files, damaged_error, read_manifest
from duo.mind.model.next_word import NextWord
from duo.mind.model.signals import BilinearSignal, Scores, Senses, Signal, Vectors, dimensions
from duo.mind.model.sparse import Associations, Cooccurrence, SparsePairs
from duo.mind.model.translation import BYTE_LEVELS, NIBBLE_LEVELS, BestPairScorer, Translation, WordTranslations

WORDS = "share-alike/words.txt"
FORMS = "share-alike/forms.txt"
FAMILIARITY = "share-alike/familiarity.npy"
NAMES = "names.txt"
MAX_ROWS = 65_536
_MAX_TEXT_BYTES = 64_000_000
_MAX_DIMENSIONS = 4_096
# The last two are what Python's own parser says of the head of an array, which NumPy lets it read.
_PARSE_ERRORS = (
    ValueError,
    KeyError,
    TypeError,
    IndexError,
    EOFError,
    OverflowError,
    RecursionError,
    SyntaxError,
    TokenError,
)

Array = NDArray[Any]


@contextmanager
def translate_errors(manifest: Manifest, path: str) -> Iterator[None]:
    """Say of whatever goes wrong within that this file of the model is damaged."""
    try:
        yield
    except DamagedModel:
        raise
    except _PARSE_ERRORS as error:
        raise damaged_error(manifest.folder, path) from error


def read_words(manifest: Manifest) -> tuple[tuple[str, ...], NDArray[np.float32]]:
    """The words of the model, and how well people know each."""
    with translate_errors(manifest, WORDS):
        words = tuple(_read_text(manifest, WORDS).splitlines())
        known = _read_array(manifest, FAMILIARITY, "f", (len(words),))
    if not 0 < manifest.candidates <= len(words) <= MAX_ROWS:
        raise DamagedModel("The word list of the model {name} does not fit its arrays.", name=manifest.name)
    return words, known.astype(np.float32)


def read_forms(manifest: Manifest) -> dict[str, str]:
    """The inflected forms that the model knows, each with the word that it stands for."""
    with translate_errors(manifest, FORMS):
        return dict(line.split("\t", 1) for line in _read_text(manifest, FORMS).splitlines())


def check_forms(manifest: Manifest, forms: dict[str, str], words: Sequence[str]) -> None:
    """Refuse forms of words that the model does not have."""
    if not set(forms.values()) <= set(words):
        raise damaged_error(manifest.folder, FORMS)


def read_names(manifest: Manifest, words: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Names, each with the words that it brings to mind; older models have none."""
    if NAMES not in manifest.files:
        return {}
    with translate_errors(manifest, NAMES):
        lines = (line.split("\t", 1) for line in _read_text(manifest, NAMES).splitlines())
        names = {name: tuple(brought.split(",")) for name, brought in lines}
    if not set().union(*names.values()) <= set(words):
        raise damaged_error(manifest.folder, NAMES)
    return names


def read_signal(manifest: Manifest, description: dict[str, str], words: int) -> Signal:
    """One kind of knowledge, as the manifest describes it."""
    make: dict[str, Callable[[Manifest, str, str, int], Signal]] = {
        "vectors": _read_vectors,
        "bilinear": _read_bilinear,
        "next-word": _read_next_word,
        "senses": _read_senses,
        "pairs": partial(_read_pairs, SparsePairs),
        "associations": partial(_read_pairs, Associations),
        "cooccurrence": _read_cooccurrence,
        "translation": _read_translation,
    }
    kind = description.get("kind", "")
    if kind not in make:
        raise Refusal("The model {name} has a signal of an unknown kind, {kind}.", name=manifest.name, kind=kind)
    file = description.get("file", "")
    with translate_errors(manifest, file):
        return make[kind](manifest, description["name"], file, words)


def read_signals(manifest: Manifest, ear: str, words: int) -> tuple[Signal, ...]:
    """All that an ear hears with."""
    heard = manifest.ears[ear]
    signals = tuple(read_signal(manifest, found, words) for found in manifest.signals if found.get("name") in heard)
    if not signals:
        raise damaged_error(manifest.folder, MANIFEST)
    return signals


def _read_vectors(manifest: Manifest, name: str, file: str, words: int) -> Signal:
    return Vectors(name, _read_vector_rows(manifest, f"{file}.npy", words), manifest.candidates)


def _read_bilinear(manifest: Manifest, name: str, file: str, words: int) -> Signal:
    vectors = _read_vector_rows(manifest, f"{file}.npy", words)
    strengths = _read_array(manifest, f"{file}-strengths.npy", "f", (dimensions(vectors),))
    return BilinearSignal(name, vectors, strengths, manifest.candidates)


def _read_next_word(manifest: Manifest, name: str, file: str, words: int) -> Signal:
    heard, said = (_read_vector_rows(manifest, f"{file}-{part}.npy", words) for part in ("heard", "said"))
    if dimensions(heard) != dimensions(said):
        raise damaged_error(manifest.folder, f"{file}-said.npy")
    strengths = _read_array(manifest, f"{file}-strengths.npy", "f", (dimensions(heard),))
    return NextWord(name, heard, said, strengths, manifest.candidates)


def _read_senses(manifest: Manifest, name: str, file: str, words: int) -> Signal:
    vectors = _read_vector_rows(manifest, f"{file}-words.npy", words)
    glosses = _read_vector_rows(manifest, f"{file}-glosses.npy", None)
    starts = _read_array(manifest, f"{file}-starts.npy", "u", (words + 1,))
    steps = np.diff(starts.astype(np.int64))
    if starts[0] or (steps < 0).any() or starts[-1] != len(glosses) or dimensions(vectors) != dimensions(glosses):
        raise damaged_error(manifest.folder, f"{file}-starts.npy")
    return Senses(name, vectors, glosses, starts, manifest.candidates)


def _read_pairs(kind: type[SparsePairs], manifest: Manifest, name: str, file: str, words: int) -> Signal:
    counts = _read_array(manifest, f"{file}-counts.npy", "u", (words,))
    pairs = int(counts.sum(dtype=np.int64))
    others = _read_row_numbers(manifest, f"{file}-others.npy", pairs, words)
    return kind(name, counts, others, _read_array(manifest, f"{file}-values.npy", "u", (pairs,)), manifest.candidates)


def _read_cooccurrence(manifest: Manifest, name: str, file: str, words: int) -> Signal:
    counts = _read_array(manifest, f"{file}-counts.npy", "u", (None,))
    rows = _read_row_numbers(manifest, f"{file}-rows.npy", int(counts.sum(dtype=np.int64)), words)
    return Cooccurrence(name, counts, rows, words, manifest.candidates)


def _read_translation(manifest: Manifest, name: str, file: str, words: int) -> Signal:
    dealt = _read_row_numbers(manifest, f"{file}-dealt.npy", None, words)
    levels = _read_levels(manifest, file)
    counts = _read_array(manifest, f"{file}-counts.npy", "u", (words,))
    starts = np.concatenate([[0], np.cumsum(counts, dtype=np.intp)])
    other = _read_other_manifest(manifest, name)
    stand_ins = WordTranslations(
        starts,
        _read_row_numbers(manifest, f"{file}-rows.npy", int(starts[-1]), len(read_words(other)[0])),
        _read_array(manifest, f"{file}-prices.npy", "f", (int(starts[-1]),)).astype(np.float32),
    )
    weights = _read_array(manifest, f"{file}-weights.npy", "f", (None,))
    width = words if len(levels) > NIBBLE_LEVELS else (words + 1) // 2
    table = _read_array(manifest, f"{file}.npy", "u", (len(dealt), width))
    if table.itemsize != 1:
        raise damaged_error(manifest.folder, f"{file}.npy")
    opened = partial(_load_best_pair, other, weights)
    return Translation(name, table, dealt, levels, stand_ins, opened, manifest.candidates)


def _read_levels(manifest: Manifest, file: str) -> Scores:
    """What the numbers of a table stand for: sixteen or 256 levels; earlier models have the lowest and a step."""
    path = f"{file}-levels.npy"
    if path not in manifest.files:
        lowest, step = _read_array(manifest, f"{file}-scale.npy", "f", (2,)).tolist()
        return np.asarray(lowest + step * np.arange(BYTE_LEVELS), np.float32)
    levels: Scores = _read_array(manifest, path, "f", (None,)).astype(np.float32)
    if len(levels) not in (NIBBLE_LEVELS, BYTE_LEVELS) or (np.diff(levels) < 0).any():
        raise damaged_error(manifest.folder, path)
    return levels


def _read_other_manifest(manifest: Manifest, name: str) -> Manifest:
    """The model of the other language that translations are heard with: the very one that they were made for."""
    described = next(signal for signal in manifest.signals if signal["name"] == name)
    other = read_manifest(shipped_data_dir("models") / check_language(described["through"]))
    if other.digest != described["digest"]:
        raise Refusal(
            "The model {name} was made to hear through the model {other} of another version; build or get both again.",
            name=manifest.name,
            other=other.name,
        )
    return other


def _load_best_pair(other: Manifest, weights: Array) -> BestPairScorer:
    check_files(other)
    signals = read_signals(other, other.default_ear, len(read_words(other)[0]))
    if len(weights) != sum(len(signal.names) for signal in signals):
        raise damaged_error(other.folder, MANIFEST)
    return BestPairScorer(signals, weights)


def _read_text(manifest: Manifest, path: str) -> str:
    if path not in manifest.files:
        raise DamagedModel("The model {name} has no file {path}.", name=manifest.name, path=path)
    return read_text(str(manifest.folder / path), _MAX_TEXT_BYTES)


def _read_vector_rows(manifest: Manifest, path: str, rows: int | None) -> Array:
    """A vector a row: floating, in bytes, or two numbers of four bits a byte."""
    vectors = _read_array(manifest, path, "fiu", (rows, None))
    if not 0 < vectors.shape[1] <= _MAX_DIMENSIONS or (vectors.dtype.kind != "f" and vectors.dtype.itemsize != 1):
        raise damaged_error(manifest.folder, path)
    return vectors


def _read_row_numbers(manifest: Manifest, path: str, length: int | None, limit: int) -> Array:
    """Row numbers, of which there are so many and all of which stand for a word."""
    rows = _read_array(manifest, path, "u", (length,))
    if len(rows) and int(rows.max()) >= limit:
        raise damaged_error(manifest.folder, path)
    return rows


def _read_array(manifest: Manifest, path: str, kinds: str, shape: tuple[int | None, ...]) -> Array:
    """An array of one of these kinds of numbers and of this shape, None for any length; all its numbers are finite."""
    if path not in manifest.files:
        raise DamagedModel("The model {name} has no file {path}.", name=manifest.name, path=path)
    with translate_errors(manifest, path):
        array: Array = np.load(manifest.folder / path, mmap_mode="r", allow_pickle=False)
        fits = len(array.shape) == len(shape) and all(n in (None, m) for n, m in zip(shape, array.shape, strict=True))
        if array.dtype.kind not in kinds or not fits:
            raise damaged_error(manifest.folder, path)
        if array.dtype.kind == "f" and not np.isfinite(array).all():
            raise damaged_error(manifest.folder, path)
        return np.asarray(array)  # mapped still; a memmap would make of every row another memmap, which takes its time
