"""The association model: how strongly people connect a clue with a word."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from duo.core.refusal import Refusal
from duo.data import folder
from duo.mind.files import DamagedModel, Manifest, check, read_manifest
from duo.mind.lexicon import Lexicon, UnknownWord
from duo.mind.signals import Pairs, Scores, Senses, Signal, Vectors

WORDS = "share-alike/words.txt"
FAMILIARITY = "share-alike/familiarity.npy"
WEIGHTS = "listener.json"
MOST_ROWS = 65_536


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """Word knowledge of one language, read from a folder of `models/` or one that was imported."""

    manifest: Manifest
    lexicon: Lexicon
    candidates: tuple[str, ...]
    familiarity: NDArray[np.float32]
    weights: NDArray[np.float32]
    _signals: tuple[Signal, ...]

    @classmethod
    def load(cls, lang: str, mind: str | None = None) -> Self:
        """The shipped model of a language, or another mind of that language such as `glove`."""
        home = folder("models") / lang
        return cls.open(home / mind if mind else home)

    @classmethod
    def open(cls, path: Path) -> Self:
        """The model in any folder; a damaged one is refused."""
        manifest = read_manifest(path)
        check(manifest)
        words = tuple((path / WORDS).read_text("utf-8").splitlines())
        familiarity = _array(manifest, FAMILIARITY)
        if len(words) != len(familiarity) or not 0 < manifest.candidates <= len(words) <= MOST_ROWS:
            raise DamagedModel("The word list of the model {name} does not fit its arrays.", name=manifest.name)
        signals = tuple(_signal(manifest, description) for description in manifest.signals)
        names = [name for signal in signals for name in signal.names]
        return cls(
            manifest=manifest,
            lexicon=Lexicon(words),
            candidates=words[: manifest.candidates],
            familiarity=familiarity[: manifest.candidates].astype(np.float32),
            weights=_weights(path, names),
            _signals=signals,
        )

    @property
    def name(self) -> str:
        return self.manifest.name

    @property
    def lang(self) -> str:
        return self.manifest.lang

    @property
    def digest(self) -> str:
        return self.manifest.digest

    @property
    def signal_names(self) -> tuple[str, ...]:
        return tuple(name for signal in self._signals for name in signal.names)

    def knows(self, word: str) -> bool:
        """Whether the word itself stands in the model, not only its parts or a close spelling."""
        return word in self.lexicon

    def reads(self, word: str) -> bool:
        """Whether the model makes anything of the word."""
        try:
            self.lexicon.reading(word)
        except UnknownWord:
            return False
        return True

    def signals(self, clues: Sequence[str], words: Sequence[str]) -> Scores:
        """Every signal for every clue and word: (signals, clues, words).

        Given `model.candidates` itself it takes the fast way over the whole vocabulary.
        """
        return np.stack(self._matrices(clues, words))

    def associate(self, clues: Sequence[str], words: Sequence[str]) -> Scores:
        """The blend of all signals, weighted as the listener was fitted on people: (clues, words)."""
        total = np.zeros((len(clues), len(words)), np.float32)
        for weight, matrix in zip(self.weights, self._matrices(clues, words), strict=True):
            total += weight * matrix
        return total

    def _matrices(self, clues: Sequence[str], words: Sequence[str]) -> list[Scores]:
        targets = self.lexicon.readings(words)
        if clues is self.candidates:
            return [matrix for signal in self._signals for matrix in signal.of_candidates(targets)]
        sources = self.lexicon.readings(clues)
        return [matrix for signal in self._signals for matrix in signal.of(sources, targets)]


def _signal(manifest: Manifest, description: dict[str, str]) -> Signal:
    make: dict[str, Callable[[Manifest, dict[str, str]], Signal]] = {
        "vectors": _vectors,
        "senses": _senses,
        "pairs": _pairs,
    }
    kind = description.get("kind", "")
    if kind not in make:
        raise Refusal("The model {name} has a signal of the unknown kind {kind}.", name=manifest.name, kind=kind)
    return make[kind](manifest, description)


def _vectors(manifest: Manifest, description: dict[str, str]) -> Signal:
    vectors = _array(manifest, f"{description['file']}.npy")
    return Vectors(description["name"], vectors, manifest.candidates)


def _senses(manifest: Manifest, description: dict[str, str]) -> Signal:
    file = description["file"]
    return Senses(
        name=description["name"],
        vectors=_array(manifest, f"{file}-words.npy"),
        glosses=_array(manifest, f"{file}-glosses.npy"),
        starts=_array(manifest, f"{file}-starts.npy"),
        bases=_array(manifest, "bases.npy"),
        candidates=manifest.candidates,
    )


def _pairs(manifest: Manifest, description: dict[str, str]) -> Signal:
    file = description["file"]
    return Pairs(
        name=description["name"],
        starts=_array(manifest, f"{file}-starts.npy"),
        indices=_array(manifest, f"{file}-indices.npy"),
        values=_array(manifest, f"{file}-values.npy"),
        bases=_array(manifest, "bases.npy"),
        candidates=manifest.candidates,
    )


def _array(manifest: Manifest, path: str) -> NDArray[Any]:
    if path not in manifest.files:
        raise DamagedModel("The model {name} has no file {path}.", name=manifest.name, path=path)
    array: NDArray[Any] = np.load(manifest.folder / path, mmap_mode="r", allow_pickle=False)
    return array


def _weights(path: Path, names: Sequence[str]) -> NDArray[np.float32]:
    """The fitted weights beside the model; equal ones for a model that was never fitted."""
    file = path / WEIGHTS
    if not file.is_file():
        return np.full(len(names), 1 / len(names), np.float32)
    weights = json.loads(file.read_text("utf-8"))["weights"]
    return np.asarray([float(weights.get(name, 0.0)) for name in names], np.float32)
