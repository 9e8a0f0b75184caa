"""Builds a model from published word vectors."""

import hashlib
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from duo.core.refusal import Refusal
from duo.core.word import MAX_WORD_LENGTH, fold, has_control_chars
from duo.mind.model.loading import MAX_ROWS
from duo.mind.model.manifest import MANIFEST, model_dir
from duo.mind.model.model import Model
from duo.mind.model.signals import unit_rows
from duo.vectors.readers import Progress, WordVectors, no_progress, read_file, read_package
from duo.vectors.writer import ModelSource, ModelWriter, Vocabulary
from duo.words.lexicon import Lexicon

_MIN_CANDIDATES = 100
_CHUNK_BYTES = 1 << 22
_TINY = np.float32(1e-30)


def import_model(source: str, lang: str, name: str, folder: Path, progress: Progress = no_progress) -> Model:
    """Build a model in `folder` from a file of vectors or an installed spaCy package with vectors."""
    if (folder / "manifest.json").exists() or (folder.exists() and any(folder.iterdir())):
        raise Refusal("{folder} already exists and is not empty; choose another folder.", folder=folder)
    path = Path(source)
    words, vectors = read_file(path, progress) if path.exists() else read_package(source)
    words, vectors = _clean(source, words, vectors)
    vocabulary, order = _vocabulary(words, lang)
    version = _digest(path, progress) if path.exists() else "installed"
    with ModelWriter(folder, name, lang, "imported", vocabulary) as writer:
        writer.write_array("vectors", _scale_to_unit_spread(unit_rows(vectors[order])).astype(np.float16))
        writer.add_signal("vectors", "vectors")
        writer.finish(
            {"imported": ("vectors",)}, [ModelSource(path.name, version, "as its publisher says", "word vectors")]
        )
    return Model.open(folder)


def _scale_to_unit_spread(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Scale each vector to a standard deviation of one, where half precision is finest. Lengths carry no meaning."""
    return np.asarray(vectors / np.maximum(vectors.std(axis=1, keepdims=True), 1e-12))


def _clean(source: str, words: list[str], vectors: NDArray[np.float32]) -> WordVectors:
    """Fold the words, drop duplicates and unusable words, and scale the vectors."""
    invalid = np.flatnonzero(~np.isfinite(vectors).all(axis=1))
    if len(invalid):
        raise Refusal(
            "{source}: the vector of {word} has values that are not numbers.",
            source=source,
            word=ascii(words[int(invalid[0])][:MAX_WORD_LENGTH]),
        )
    rows: dict[str, int] = {}
    for row, word in enumerate(words):
        folded = fold(word.replace("_", " "))
        if 0 < len(folded) <= MAX_WORD_LENGTH and not has_control_chars(folded) and len(rows) < MAX_ROWS:
            rows.setdefault(folded, row)
    if not rows:
        raise Refusal("{file} has no words.", file=source)
    kept = vectors[list(rows.values())]
    return list(rows), kept / np.maximum(np.abs(kept).max(axis=1, keepdims=True), _TINY)  # squares stay finite


def _vocabulary(words: list[str], lang: str) -> tuple[Vocabulary, list[int]]:
    """Order the words, clue candidates first.

    Candidates are those of the shipped model, or the common words of a language without one. If the file has too few of
    them, all its words are candidates.
    """
    known, known_forms = _shipped_knowledge(lang)
    clues = [row for row, word in enumerate(words) if word in known]
    if len(clues) < _MIN_CANDIDATES:
        clues = list(range(len(words)))
    clue_set = set(clues)
    clues.sort(key=lambda row: (-known.get(words[row], 0.0), row))
    order = [*clues, *(row for row in range(len(words)) if row not in clue_set)]
    ordered = tuple(words[row] for row in order)
    familiarity = tuple(known.get(word, 0.0) for word in ordered)
    all_words = set(ordered)
    forms = {form: base for form, base in known_forms.items() if base in all_words and form not in all_words}
    return Vocabulary(ordered, len(clues), familiarity, forms), order


def _shipped_knowledge(lang: str) -> tuple[Mapping[str, float], Mapping[str, str]]:
    """Return how familiar the words of a language are, and its inflected forms with their base forms."""
    if (model_dir(lang) / MANIFEST).is_file():
        shipped = Model.load(lang)
        return dict(zip(shipped.candidates, shipped.familiarity.tolist(), strict=True)), shipped.forms()
    words = Lexicon(lang).words_by_frequency
    return {word: 1 - rank / len(words) for rank, word in enumerate(words)}, {}


def _digest(path: Path, progress: Progress) -> str:
    digest, size = hashlib.sha256(), path.stat().st_size
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK_BYTES):
            digest.update(chunk)
            progress(file.tell(), size)
    return digest.hexdigest()
