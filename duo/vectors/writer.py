"""Writes the folder of a model: its words, its arrays and the manifest that names them."""

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from duo.mind.model.loading import FAMILIARITY, FORMS, NAMES, WORDS
from duo.mind.model.manifest import MANIFEST, Manifest, describe_files, write_manifest
from duo.mind.model.model import WEIGHTS_FILE


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of a model, in the order in which they stand in its files.

    Clue candidates come first, the most familiar leading; then every other word that the model knows. Inflected forms
    are known too but carry nothing of their own: each stands for its base form.
    """

    words: tuple[str, ...]
    candidates: int
    familiarity: tuple[float, ...]  # from 0, a word that many do not know, to 1, one that all use every day
    forms: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ModelSource:
    """Where a part of a model comes from, as its manifest tells it."""

    name: str
    version: str
    licence: str
    taken: str


class ModelWriter:
    """A model under construction; `finish` writes its manifest and puts it in place."""

    def __init__(self, folder: Path, name: str, lang: str, made: str, vocabulary: Vocabulary) -> None:
        self.folder, self.name, self.lang, self.made, self.vocabulary = folder, name, lang, made, vocabulary
        self.partial = folder.with_name(f"{folder.name}.partial")
        shutil.rmtree(self.partial, ignore_errors=True)
        self.partial.mkdir(parents=True)
        self._files: list[str] = []
        self._signals: list[dict[str, str]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Leave nothing behind of a model that was not finished."""
        shutil.rmtree(self.partial, ignore_errors=True)

    def _write_words(self) -> None:
        (self.partial / WORDS).parent.mkdir(exist_ok=True)
        (self.partial / WORDS).write_text("\n".join(self.vocabulary.words) + "\n", "utf-8")
        forms = "".join(f"{form}\t{base}\n" for form, base in sorted(self.vocabulary.forms.items()))
        (self.partial / FORMS).write_text(forms, "utf-8")
        self._files += [WORDS, FORMS]
        self.write_array(FAMILIARITY.removesuffix(".npy"), np.asarray(self.vocabulary.familiarity, np.float16))

    def write_array(self, name: str, array: NDArray[np.generic]) -> None:
        """A plain `.npy` file of the model."""
        path = self.partial / f"{name}.npy"
        path.parent.mkdir(parents=True, exist_ok=True)
        np.save(path, np.ascontiguousarray(array), allow_pickle=False)
        self._files.append(f"{name}.npy")

    def write_names(self, names: Mapping[str, Sequence[str]]) -> None:
        """Names, each with the words that it brings to mind."""
        lines = "".join(f"{name}\t{','.join(brought)}\n" for name, brought in sorted(names.items()))
        (self.partial / NAMES).write_text(lines, "utf-8")
        self._files.append(NAMES)

    def add_signal(self, name: str, kind: str, file: str | None = None, **more: str) -> None:
        """Say what the arrays that are called after this file stand for."""
        self._signals.append({"name": name, "kind": kind, "file": file or name, **more})

    def finish(self, ears: dict[str, tuple[str, ...]], origins: Sequence[ModelSource]) -> None:
        """Name the origins and swap the folder in; the listener's weights stay where they were."""
        self._write_words()
        manifest = Manifest(
            folder=self.partial,
            name=self.name,
            lang=self.lang,
            made=self.made,
            candidates=self.vocabulary.candidates,
            signals=tuple(self._signals),
            ears=ears,
            sources=tuple(
                {"name": each.name, "version": each.version, "licence": each.licence, "taken": each.taken}
                for each in origins
            ),
            files=describe_files(self.partial, self._files),
        )
        write_manifest(manifest)
        if not self.folder.exists():
            self.partial.rename(self.folder)
            return
        for path in manifest.files:
            (self.folder / path).parent.mkdir(exist_ok=True)
            (self.partial / path).replace(self.folder / path)
        (self.partial / MANIFEST).replace(self.folder / MANIFEST)
        kept = {*manifest.files, MANIFEST, WEIGHTS_FILE}
        for file in sorted(self.folder.rglob("*")):
            if file.is_file() and str(file.relative_to(self.folder)) not in kept:
                file.unlink()
        shutil.rmtree(self.partial)
