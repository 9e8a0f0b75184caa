"""Puts a model's folder together from its vocabulary and its parts."""

import shutil
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from duo.mind.build.pack import to_bytes, to_nibbles, write_array, write_pairs, write_texts
from duo.mind.build.relations import Pairs
from duo.mind.build.sources import Source
from duo.mind.build.vocabulary import Vocabulary
from duo.mind.files import Manifest, describe_files, write_manifest
from duo.mind.model import FAMILIARITY, FORMS, WEIGHTS, WORDS


class Assembly:
    """A model under construction; `finish` writes its manifest and puts it in place."""

    def __init__(
        self,
        folder: Path,
        name: str,
        lang: str,
        made: str,
        vocabulary: Vocabulary,
        kind: type[np.generic] | None = None,
    ) -> None:
        self.folder, self.name, self.lang, self.made, self.vocabulary = folder, name, lang, made, vocabulary
        self.kind = kind  # of the numbers in vectors; None packs them
        self.partial = folder.with_name(f"{folder.name}.partial")
        shutil.rmtree(self.partial, ignore_errors=True)
        self.partial.mkdir(parents=True)
        self._files: list[str] = []
        self._signals: list[dict[str, str]] = []
        self._write_words()

    def _write_words(self) -> None:
        words = self.vocabulary.words
        (self.partial / WORDS).parent.mkdir(exist_ok=True)
        (self.partial / WORDS).write_text("\n".join(words) + "\n", "utf-8")
        forms = "".join(f"{form}\t{base}\n" for form, base in sorted(self.vocabulary.forms.items()))
        (self.partial / FORMS).write_text(forms, "utf-8")
        known = np.asarray(self.vocabulary.familiarity, np.float16)
        self._files += [WORDS, FORMS, write_array(self.partial, FAMILIARITY.removesuffix(".npy"), known)]

    def _write_vectors(self, name: str, vectors: NDArray[np.float32]) -> str:
        """Vectors whose length says nothing."""
        return self._write_numbers(name, vectors / np.maximum(vectors.std(axis=1, keepdims=True), 1e-12))

    def _write_numbers(self, name: str, numbers: NDArray[np.float32]) -> str:
        """Numbers with a spread of about one."""
        return write_array(self.partial, name, numbers.astype(self.kind) if self.kind else to_nibbles(numbers))

    def vectors(self, name: str, vectors: NDArray[np.float32]) -> None:
        self._add_vectors(name, self._write_vectors(name, vectors))

    def plain(self, name: str, vectors: NDArray[np.float32]) -> None:
        """Vectors as they are, a byte a number: a yardstick that no packing touches."""
        kept = vectors.astype(self.kind) if self.kind else to_bytes(vectors)
        self._add_vectors(name, write_array(self.partial, name, kept))

    def _add_vectors(self, name: str, file: str) -> None:
        self._files.append(file)
        self._signals.append({"name": name, "kind": "vectors", "file": name})

    def mutual(self, name: str, vectors: NDArray[np.float32], strengths: NDArray[np.float32]) -> None:
        """Vectors whose directions all have the same spread, and what each direction counts."""
        self._files += [
            self._write_numbers(name, vectors),
            write_array(self.partial, f"{name}-strengths", strengths),
        ]
        self._signals.append({"name": name, "kind": "mutual", "file": name})

    def senses(
        self, name: str, words: NDArray[np.float32], glosses: NDArray[np.float32], counts: Sequence[int]
    ) -> None:
        starts = np.concatenate([[0], np.cumsum(counts)]).astype(np.uint32)
        self._files += [
            self._write_vectors(f"{name}-words", words),
            self._write_vectors(f"{name}-glosses", glosses),
            write_array(self.partial, f"{name}-starts", starts),
        ]
        self._signals.append({"name": name, "kind": "senses", "file": name})

    def pairs(self, name: str, pairs: Pairs, largest: float, *, share_alike: bool = False) -> None:
        file = f"share-alike/{name}" if share_alike else name
        self._files += write_pairs(self.partial, file, pairs, len(self.vocabulary.words), largest)
        self._signals.append({"name": name, "kind": "pairs", "file": file})

    def texts(self, name: str, texts: Sequence[Sequence[int]]) -> None:
        self._files += write_texts(self.partial, name, texts)
        self._signals.append({"name": name, "kind": "meetings", "file": name})

    def finish(self, minds: dict[str, tuple[str, ...]], sources: Sequence[Source]) -> None:
        """Name the sources and swap the folder in; the listener's weights stay where they were."""
        origins = ({"name": s.name, "version": s.version, "licence": s.licence, "taken": s.taken}
                   for s in sources)  # fmt: skip
        manifest = Manifest(
            folder=self.partial,
            name=self.name,
            lang=self.lang,
            made=self.made,
            candidates=self.vocabulary.candidates,
            signals=tuple(self._signals),
            minds=minds,
            sources=tuple(origins),
            files=describe_files(self.partial, self._files),
        )
        write_manifest(manifest)
        self.folder.mkdir(parents=True, exist_ok=True)
        for path in manifest.files:
            (self.folder / path).parent.mkdir(exist_ok=True)
            (self.partial / path).replace(self.folder / path)
        (self.partial / "manifest.json").replace(self.folder / "manifest.json")
        kept = {*manifest.files, "manifest.json", WEIGHTS}
        for file in sorted(self.folder.rglob("*")):
            if file.is_file() and str(file.relative_to(self.folder)) not in kept:
                file.unlink()
        shutil.rmtree(self.partial)
