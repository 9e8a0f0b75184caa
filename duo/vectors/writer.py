"""Writes a model folder: words, arrays and the manifest."""

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from duo.mind.model.loading import FAMILIARITY_FILE, FORMS_FILE, NAMES_FILE, WORDS_FILE
from duo.mind.model.manifest import MANIFEST_FILE, Manifest, describe_files, write_manifest
from duo.mind.model.model import WEIGHTS_FILE


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of a model in file order: clue candidates, most familiar first, then all other words.

    `forms` maps inflected forms, which have no data of their own, to their base forms.
    """

    words: tuple[str, ...]
    candidates: int
    familiarity: tuple[float, ...]  # from 0 (many do not know the word) to 1 (everybody uses it daily)
    forms: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ModelSource:
    """Where a part of a model comes from, as recorded in the manifest."""

    name: str
    version: str
    licence: str
    taken: str


class ModelWriter:
    """Builds a model in a temporary folder. `finish` writes the manifest and moves the model into place."""

    def __init__(self, folder: Path, name: str, lang: str, made: str, vocabulary: Vocabulary) -> None:
        self.folder, self.name, self.lang, self.made, self.vocabulary = folder, name, lang, made, vocabulary
        self.partial_folder = folder.with_name(f"{folder.name}.partial")
        shutil.rmtree(self.partial_folder, ignore_errors=True)
        self.partial_folder.mkdir(parents=True)
        self._files: list[str] = []
        self._signals: list[dict[str, str]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Remove the temporary folder of an unfinished model."""
        shutil.rmtree(self.partial_folder, ignore_errors=True)

    def _write_words(self) -> None:
        (self.partial_folder / WORDS_FILE).parent.mkdir(exist_ok=True)
        (self.partial_folder / WORDS_FILE).write_text("\n".join(self.vocabulary.words) + "\n", "utf-8")
        forms = "".join(f"{form}\t{base}\n" for form, base in sorted(self.vocabulary.forms.items()))
        (self.partial_folder / FORMS_FILE).write_text(forms, "utf-8")
        self._files += [WORDS_FILE, FORMS_FILE]
        self.write_array(FAMILIARITY_FILE.removesuffix(".npy"), np.asarray(self.vocabulary.familiarity, np.float16))

    def write_array(self, name: str, array: NDArray[np.generic]) -> None:
        """Add an array to the model as a `.npy` file."""
        path = self.partial_folder / f"{name}.npy"
        path.parent.mkdir(parents=True, exist_ok=True)
        np.save(path, np.ascontiguousarray(array), allow_pickle=False)
        self._files.append(f"{name}.npy")

    def write_names(self, names: Mapping[str, Sequence[str]]) -> None:
        """Add names, each with the words associated with it."""
        lines = "".join(f"{name}\t{','.join(words)}\n" for name, words in sorted(names.items()))
        (self.partial_folder / NAMES_FILE).write_text(lines, "utf-8")
        self._files.append(NAMES_FILE)

    def add_signal(self, name: str, kind: str, file: str | None = None, **more: str) -> None:
        """Declare a signal of the model and the base name of its array files."""
        self._signals.append({"name": name, "kind": kind, "file": file or name, **more})

    def finish(self, ears: dict[str, tuple[str, ...]], origins: Sequence[ModelSource]) -> None:
        """Write the manifest and move the model into place. It replaces an older model, but keeps its listener weights.

        `ears` maps the name of each ear to the names of its signals. An ear is the set of a model's signals that a
        listener uses. The first ear is the default.
        """
        self._write_words()
        manifest = Manifest(
            folder=self.partial_folder,
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
            files=describe_files(self.partial_folder, self._files),
        )
        write_manifest(manifest)
        if not self.folder.exists():
            self.partial_folder.rename(self.folder)
            return
        for path in manifest.files:
            (self.folder / path).parent.mkdir(exist_ok=True)
            (self.partial_folder / path).replace(self.folder / path)
        (self.partial_folder / MANIFEST_FILE).replace(self.folder / MANIFEST_FILE)
        kept = {*manifest.files, MANIFEST_FILE, WEIGHTS_FILE}
        for file in sorted(self.folder.rglob("*")):
            if file.is_file() and str(file.relative_to(self.folder)) not in kept:
                file.unlink()
        shutil.rmtree(self.partial_folder)
