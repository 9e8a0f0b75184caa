"""Reading and checking the parts of a model.

Anybody may have made the files, and correct checksums do not make them valid. So every part is checked when it is read:
parts that do not fit together would fail later or give wrong answers.

A signal is one source of scores in a model. An ear is the set of a model's signals that a listener uses. Row r of every
array belongs to word r of the model.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from tokenize import TokenError
from typing import Any

import numpy as np
from numpy.typing import NDArray

from duo.core.refusal import Refusal
from duo.files.reading import read_text
from duo.mind.model.manifest import (
    MANIFEST_FILE,
    DamagedModel,
    Manifest,
    check_files,
    damaged_model_error,
    read_manifest,
    shipped_model_dir,
)
from duo.mind.model.next_word import NextWordSignal
from duo.mind.model.signals import BilinearSignal, CosineSignal, Scores, SenseSignal, Signal, count_dimensions
from duo.mind.model.sparse import AssociationSignal, CooccurrenceSignal, PairTableSignal
from duo.mind.model.translation import BYTE_LEVELS, NIBBLE_LEVELS, BestPairScorer, TranslationSignal, WordTranslations

WORDS_FILE = "share-alike/words.txt"
FORMS_FILE = "share-alike/forms.txt"
FAMILIARITY_FILE = "share-alike/familiarity.npy"
NAMES_FILE = "names.txt"
MAX_MODEL_WORDS = 65_536
_MAX_TEXT_BYTES = 64_000_000
_MAX_DIMENSIONS = 4_096
# NumPy reads the header of an array with Python's parser, which raises the last two.
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
    """Translate parse errors into the refusal that this file of the model is damaged."""
    try:
        yield
    except DamagedModel:
        raise
    except _PARSE_ERRORS as error:
        raise damaged_model_error(manifest.folder, path) from error


def read_words(manifest: Manifest) -> tuple[tuple[str, ...], NDArray[np.float32]]:
    """Return the words of the model, and how well people know each of them."""
    with translate_errors(manifest, WORDS_FILE):
        words = tuple(_read_text(manifest, WORDS_FILE).splitlines())
        familiarity = _read_array(manifest, FAMILIARITY_FILE, "f", (len(words),))
    if not 0 < manifest.candidates <= len(words) <= MAX_MODEL_WORDS:
        raise DamagedModel("The word list of the model {name} does not fit its arrays.", name=manifest.name)
    return words, familiarity.astype(np.float32)


def read_forms(manifest: Manifest) -> dict[str, str]:
    """Return the inflected forms that the model knows, each with its base word."""
    with translate_errors(manifest, FORMS_FILE):
        return dict(line.split("\t", 1) for line in _read_text(manifest, FORMS_FILE).splitlines())


def check_forms(manifest: Manifest, forms: dict[str, str], words: Sequence[str]) -> None:
    """Raise DamagedModel if the base word of a form is not a word of the model."""
    if not set(forms.values()) <= set(words):
        raise damaged_model_error(manifest.folder, FORMS_FILE)


def read_names(manifest: Manifest, words: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return proper names, each with the words that it brings to mind. Older models have none."""
    if NAMES_FILE not in manifest.files:
        return {}
    with translate_errors(manifest, NAMES_FILE):
        lines = (line.split("\t", 1) for line in _read_text(manifest, NAMES_FILE).splitlines())
        names = {name: tuple(associated.split(",")) for name, associated in lines}
    if not set().union(*names.values()) <= set(words):
        raise damaged_model_error(manifest.folder, NAMES_FILE)
    return names


def read_signal(manifest: Manifest, description: dict[str, str], words: int) -> Signal:
    """Read the signal that an entry of the manifest describes. `words` is the number of words of the model."""
    make: dict[str, Callable[[Manifest, str, str, int], Signal]] = {
        "vectors": _read_vectors,
        "bilinear": _read_bilinear,
        "next-word": _read_next_word,
        "senses": _read_senses,
        "pairs": partial(_read_pairs, PairTableSignal),
        "associations": partial(_read_pairs, AssociationSignal),
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
    """Read all signals of the ear of this name. `words` is the number of words of the model."""
    names = manifest.ears[ear]
    signals = tuple(
        read_signal(manifest, description, words)
        for description in manifest.signals
        if description.get("name") in names
    )
    if not signals:
        raise damaged_model_error(manifest.folder, MANIFEST_FILE)
    return signals


def _read_vectors(manifest: Manifest, name: str, file: str, words: int) -> Signal:
    return CosineSignal(name, _read_vector_rows(manifest, f"{file}.npy", words), manifest.candidates)


def _read_bilinear(manifest: Manifest, name: str, file: str, words: int) -> Signal:
    vectors = _read_vector_rows(manifest, f"{file}.npy", words)
    strengths = _read_array(manifest, f"{file}-strengths.npy", "f", (count_dimensions(vectors),))
    return BilinearSignal(name, vectors, strengths, manifest.candidates)


def _read_next_word(manifest: Manifest, name: str, file: str, words: int) -> Signal:
    context_vectors, output_vectors = (
        _read_vector_rows(manifest, f"{file}-{part}.npy", words) for part in ("heard", "said")
    )
    if count_dimensions(context_vectors) != count_dimensions(output_vectors):
        raise damaged_model_error(manifest.folder, f"{file}-said.npy")
    strengths = _read_array(manifest, f"{file}-strengths.npy", "f", (count_dimensions(context_vectors),))
    return NextWordSignal(name, context_vectors, output_vectors, strengths, manifest.candidates)


def _read_senses(manifest: Manifest, name: str, file: str, words: int) -> Signal:
    vectors = _read_vector_rows(manifest, f"{file}-words.npy", words)
    glosses = _read_vector_rows(manifest, f"{file}-glosses.npy", None)
    starts = _read_array(manifest, f"{file}-starts.npy", "u", (words + 1,))
    steps = np.diff(starts.astype(np.int64))
    if (
        starts[0]
        or (steps < 0).any()
        or starts[-1] != len(glosses)
        or count_dimensions(vectors) != count_dimensions(glosses)
    ):
        raise damaged_model_error(manifest.folder, f"{file}-starts.npy")
    return SenseSignal(name, vectors, glosses, starts, manifest.candidates)


def _read_pairs(kind: type[PairTableSignal], manifest: Manifest, name: str, file: str, words: int) -> Signal:
    counts = _read_array(manifest, f"{file}-counts.npy", "u", (words,))
    pairs = int(counts.sum(dtype=np.int64))
    others = _read_row_numbers(manifest, f"{file}-others.npy", pairs, words)
    return kind(name, counts, others, _read_array(manifest, f"{file}-values.npy", "u", (pairs,)), manifest.candidates)


def _read_cooccurrence(manifest: Manifest, name: str, file: str, words: int) -> Signal:
    counts = _read_array(manifest, f"{file}-counts.npy", "u", (None,))
    rows = _read_row_numbers(manifest, f"{file}-rows.npy", int(counts.sum(dtype=np.int64)), words)
    return CooccurrenceSignal(name, counts, rows, words, manifest.candidates)


def _read_translation(manifest: Manifest, name: str, file: str, words: int) -> Signal:
    dealt = _read_row_numbers(manifest, f"{file}-dealt.npy", None, words)
    levels = _read_score_levels(manifest, file)
    counts = _read_array(manifest, f"{file}-counts.npy", "u", (words,))
    starts = np.concatenate([[0], np.cumsum(counts, dtype=np.intp)])
    other = _read_target_language_manifest(manifest, name)
    translations = WordTranslations(
        starts,
        _read_row_numbers(manifest, f"{file}-rows.npy", int(starts[-1]), len(read_words(other)[0])),
        _read_array(manifest, f"{file}-prices.npy", "f", (int(starts[-1]),)).astype(np.float32),
    )
    weights = _read_array(manifest, f"{file}-weights.npy", "f", (None,))
    width = words if len(levels) > NIBBLE_LEVELS else (words + 1) // 2
    table = _read_array(manifest, f"{file}.npy", "u", (len(dealt), width))
    if table.itemsize != 1:
        raise damaged_model_error(manifest.folder, f"{file}.npy")
    load_scorer = partial(_load_best_pair_scorer, other, weights)
    return TranslationSignal(name, table, dealt, levels, translations, load_scorer, manifest.candidates)


def _read_score_levels(manifest: Manifest, file: str) -> Scores:
    """Return the 16 or 256 scores, in ascending order, that the numbers in a table of scores stand for.

    Earlier models store the lowest score and the distance between scores instead.
    """
    path = f"{file}-levels.npy"
    if path not in manifest.files:
        lowest, step = _read_array(manifest, f"{file}-scale.npy", "f", (2,)).tolist()
        return np.asarray(lowest + step * np.arange(BYTE_LEVELS), np.float32)
    levels: Scores = _read_array(manifest, path, "f", (None,)).astype(np.float32)
    if len(levels) not in (NIBBLE_LEVELS, BYTE_LEVELS) or (np.diff(levels) < 0).any():
        raise damaged_model_error(manifest.folder, path)
    return levels


def _read_target_language_manifest(manifest: Manifest, name: str) -> Manifest:
    """Return the manifest of the model whose language the translation signal `name` translates into.

    Raises Refusal if it is not the version of that model for which the signal was made.
    """
    description = next(signal for signal in manifest.signals if signal["name"] == name)
    other = read_manifest(shipped_model_dir(description["through"]))
    if other.digest != description["digest"]:
        raise Refusal(
            "The model {name} needs another version of the model {other}. Rebuild or reinstall both.",
            name=manifest.name,
            other=other.name,
        )
    return other


def _load_best_pair_scorer(other: Manifest, weights: Array) -> BestPairScorer:
    """Read the signals of the model `other` and return the scorer that blends them with these weights."""
    check_files(other)
    signals = read_signals(other, other.default_ear, len(read_words(other)[0]))
    if len(weights) != sum(len(signal.names) for signal in signals):
        raise damaged_model_error(other.folder, MANIFEST_FILE)
    return BestPairScorer(signals, weights)


def _read_text(manifest: Manifest, path: str) -> str:
    if path not in manifest.files:
        raise DamagedModel("The model {name} has no file {path}.", name=manifest.name, path=path)
    return read_text(str(manifest.folder / path), _MAX_TEXT_BYTES)


def _read_vector_rows(manifest: Manifest, path: str, rows: int | None) -> Array:
    """Return an array with one vector in each row. `rows` is the expected number of rows, or None for any number.

    The numbers are floats or signed bytes. An array of unsigned bytes has two numbers of four bits in each byte.
    """
    vectors = _read_array(manifest, path, "fiu", (rows, None))
    if not 0 < vectors.shape[1] <= _MAX_DIMENSIONS or (vectors.dtype.kind != "f" and vectors.dtype.itemsize != 1):
        raise damaged_model_error(manifest.folder, path)
    return vectors


def _read_row_numbers(manifest: Manifest, path: str, length: int | None, limit: int) -> Array:
    """Return an array of `length` row numbers, all below `limit`."""
    rows = _read_array(manifest, path, "u", (length,))
    if len(rows) and int(rows.max()) >= limit:
        raise damaged_model_error(manifest.folder, path)
    return rows


def _read_array(manifest: Manifest, path: str, kinds: str, shape: tuple[int | None, ...]) -> Array:
    """Return an array from a `.npy` file of the model. Raises DamagedModel if it is not as expected.

    `kinds` has the letters of the NumPy kinds that are allowed, as in `dtype.kind`. A length of None in `shape` allows
    any length. Floats must be finite.
    """
    if path not in manifest.files:
        raise DamagedModel("The model {name} has no file {path}.", name=manifest.name, path=path)
    with translate_errors(manifest, path):
        array: Array = np.load(manifest.folder / path, mmap_mode="r", allow_pickle=False)
        has_shape = len(array.shape) == len(shape) and all(
            expected in (None, length) for expected, length in zip(shape, array.shape, strict=True)
        )
        if array.dtype.kind not in kinds or not has_shape:
            raise damaged_model_error(manifest.folder, path)
        if array.dtype.kind == "f" and not np.isfinite(array).all():
            raise damaged_model_error(manifest.folder, path)
        return np.asarray(array)  # still mapped; indexing a memmap makes another memmap, which is slow
