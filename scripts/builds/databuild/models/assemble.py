"""Writes the signals of a model into its folder, packed."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from databuild.models.pack import pack_pairs, pack_texts, to_bytes, to_nibbles
from databuild.models.relations import Pairs
from databuild.models.translation_table import TranslationArrays
from duo.mind.model.manifest import Manifest
from duo.vectors.writer import ModelWriter, Vocabulary


class Assembly(ModelWriter):
    """A model under construction. Numbers are packed unless a dtype is given."""

    def __init__(
        self,
        folder: Path,
        name: str,
        lang: str,
        made: str,
        vocabulary: Vocabulary,
        dtype: type[np.generic] | None = None,
    ) -> None:
        super().__init__(folder, name, lang, made, vocabulary)
        self._dtype = dtype

    def _write_vectors(self, name: str, vectors: NDArray[np.float32]) -> None:
        """Write vectors whose length carries no information."""
        self._write_numbers(name, vectors / np.maximum(vectors.std(axis=1, keepdims=True), 1e-12))

    def _write_numbers(self, name: str, numbers: NDArray[np.float32]) -> None:
        """Write numbers with a standard deviation of about one."""
        self.write_array(name, numbers.astype(self._dtype) if self._dtype else to_nibbles(numbers))

    def add_vectors(self, name: str, vectors: NDArray[np.float32]) -> None:
        self._write_vectors(name, vectors)
        self.add_signal(name, "vectors")

    def add_plain_vectors(self, name: str, vectors: NDArray[np.float32]) -> None:
        """Add vectors with one byte per number. Four bits have no zero, which unknown words need."""
        self.write_array(name, vectors.astype(self._dtype) if self._dtype else to_bytes(vectors))
        self.add_signal(name, "vectors")

    def add_bilinear(self, name: str, vectors: NDArray[np.float32], strengths: NDArray[np.float32]) -> None:
        """Add one vector per word, every dimension with the same spread, and the weight of each dimension."""
        self._write_numbers(name, vectors)
        self.write_array(f"{name}-strengths", strengths)
        self.add_signal(name, "bilinear")

    def add_next_word(
        self, name: str, heard: NDArray[np.float32], said: NDArray[np.float32], strengths: NDArray[np.float32]
    ) -> None:
        """Add two vectors per word, every dimension with the same spread, and the weight of each dimension."""
        self._write_numbers(f"{name}-heard", heard)
        self._write_numbers(f"{name}-said", said)
        self.write_array(f"{name}-strengths", strengths)
        self.add_signal(name, "next-word")

    def add_senses(
        self,
        name: str,
        words: NDArray[np.float32],
        glosses: NDArray[np.float32],
        counts: Sequence[int],
        *,
        share_alike: bool = False,
    ) -> None:
        file = f"share-alike/{name}" if share_alike else name
        self._write_vectors(f"{file}-words", words)
        self._write_vectors(f"{file}-glosses", glosses)
        self.write_array(f"{file}-starts", np.concatenate([[0], np.cumsum(counts)]).astype(np.uint32))
        self.add_signal(name, "senses", file)

    def add_pairs(
        self, name: str, pairs: Pairs, max_value: float, *, kind: str = "pairs", share_alike: bool = False
    ) -> None:
        file = f"share-alike/{name}" if share_alike else name
        for part, array in pack_pairs(pairs, len(self.vocabulary.words), max_value).items():
            self.write_array(f"{file}-{part}", array)
        self.add_signal(name, kind, file)

    def add_associations(self, name: str, pairs: Pairs, max_value: float) -> None:
        self.add_pairs(name, pairs, max_value, kind="associations")

    def add_translation(self, name: str, arrays: TranslationArrays, through: Manifest) -> None:
        """Add translations. They are under the licence of the dictionaries that confirm some of them."""
        file = f"share-alike/{name}"
        parts: dict[str, NDArray[np.generic]] = {
            "": arrays.table,
            "-dealt": arrays.dealt,
            "-levels": arrays.levels,
            "-weights": arrays.weights,
            "-counts": arrays.counts,
            "-rows": arrays.rows,
            "-prices": arrays.prices,
        }
        for part, array in parts.items():
            self.write_array(f"{file}{part}", array)
        self.add_signal(name, "translation", file, through=through.lang, digest=through.digest)

    def add_texts(self, name: str, texts: Sequence[Sequence[int]], *, share_alike: bool = False) -> None:
        file = f"share-alike/{name}" if share_alike else name
        for part, array in pack_texts(texts).items():
            self.write_array(f"{file}-{part}", array)
        self.add_signal(name, "cooccurrence", file)
