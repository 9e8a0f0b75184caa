"""Builds a model from published word vectors."""

import hashlib
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from duo.core.refusal import Refusal
from duo.core.word import MAX_WORD_LENGTH, fold, has_control_chars
from duo.mind.model.loading import MAX_MODEL_WORDS
from duo.mind.model.manifest import MANIFEST_FILE, model_dir
from duo.mind.model.model import Model
from duo.mind.model.signals import unit_rows
from duo.vectors.readers import Progress, WordVectors, no_progress, read_spacy_package, read_vector_file
from duo.vectors.writer import ModelSource, ModelWriter, Vocabulary
from duo.words.lexicon import Lexicon

_MIN_CANDIDATES = 100
_READ_CHUNK_BYTES = 1 << 22
_MIN_SCALE = np.float32(1e-30)


def import_model(source: str, lang: str, name: str, folder: Path, progress: Progress = no_progress) -> Model:
    """Build a model in `folder` from word vectors, and return it.

    `source` is the path of a file of vectors or the name of an installed spaCy package. Raises Refusal if the source
    cannot be read or the folder is not empty.
    """
    if (folder / "manifest.json").exists() or (folder.exists() and any(folder.iterdir())):
        raise Refusal("{folder} already exists and is not empty; choose another folder.", folder=folder)
    path = Path(source)
    words, vectors = read_vector_file(path, progress) if path.exists() else read_spacy_package(source)
    words, vectors = _clean_word_vectors(source, words, vectors)
    vocabulary, order = _order_vocabulary(words, lang)
    version = _sha256_of_file(path, progress) if path.exists() else "installed"
    with ModelWriter(folder, name, lang, "imported", vocabulary) as writer:
        writer.write_array("vectors", _scale_to_unit_spread(unit_rows(vectors[order])).astype(np.float16))
        writer.add_signal("vectors", "vectors")
        writer.finish(
            {"imported": ("vectors",)}, [ModelSource(path.name, version, "as its publisher says", "word vectors")]
        )
    return Model.open(folder)


def _scale_to_unit_spread(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Scale each vector so that its numbers have a standard deviation of one, which suits half precision best."""
    return np.asarray(vectors / np.maximum(vectors.std(axis=1, keepdims=True), 1e-12))


def _clean_word_vectors(source: str, words: list[str], vectors: NDArray[np.float32]) -> WordVectors:
    """Fold the words, drop duplicates and unusable words, and scale the vectors. Raises Refusal if none is left."""
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
        if 0 < len(folded) <= MAX_WORD_LENGTH and not has_control_chars(folded) and len(rows) < MAX_MODEL_WORDS:
            rows.setdefault(folded, row)
    if not rows:
        raise Refusal("{file} has no words.", file=source)
    kept = vectors[list(rows.values())]
    return list(rows), kept / np.maximum(np.abs(kept).max(axis=1, keepdims=True), _MIN_SCALE)  # squares stay finite


def _order_vocabulary(words: list[str], lang: str) -> tuple[Vocabulary, list[int]]:
    """Return the words with candidates for clues first, and the order: for each place the index in `words`.

    Candidates are the words that the shipped model may give as clues. For a language without a shipped model they are
    its common words. If fewer than `_MIN_CANDIDATES` of them are in `words`, all words are candidates.
    """
    known, known_forms = _known_familiarity_and_forms(lang)
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


def _known_familiarity_and_forms(lang: str) -> tuple[Mapping[str, float], Mapping[str, str]]:
    """Return how familiar the words of a language are, and its inflected forms with their base forms."""
    if (model_dir(lang) / MANIFEST_FILE).is_file():
        shipped = Model.load(lang)
        return dict(zip(shipped.candidates, shipped.familiarity.tolist(), strict=True)), shipped.forms()
    words = Lexicon(lang).words_by_frequency
    return {word: 1 - rank / len(words) for rank, word in enumerate(words)}, {}


def _sha256_of_file(path: Path, progress: Progress) -> str:
    """Return the SHA-256 hash of a file in hexadecimal."""
    digest, size = hashlib.sha256(), path.stat().st_size
    with path.open("rb") as file:
        while chunk := file.read(_READ_CHUNK_BYTES):
            digest.update(chunk)
            progress(file.tell(), size)
    return digest.hexdigest()
