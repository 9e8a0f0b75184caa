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
from duo.mind.files import DamagedModel, Manifest, check, current_name, home, read_manifest
from duo.mind.lexicon import Lexicon, UnknownWord
from duo.mind.signals import BilinearSignal, Scores, Senses, Signal, Vectors
from duo.mind.tables import Cooccurrence, Pairs

WORDS = "share-alike/words.txt"
FORMS = "share-alike/forms.txt"
FAMILIARITY = "share-alike/familiarity.npy"
WEIGHTS = "listener.json"
MOST_ROWS = 65_536
UNFITTED = 10.0  # the weight of a cosine in the softmax of an ear that was fitted on nobody


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """Word knowledge of one language, read from a folder of `models/` or one that was imported."""

    manifest: Manifest
    ear: str
    lexicon: Lexicon
    candidates: tuple[str, ...]
    familiarity: NDArray[np.float32]
    weights: NDArray[np.float32]
    parts: tuple[Signal, ...]

    @classmethod
    def load(cls, lang: str, ear: str | None = None) -> Self:
        """The shipped model of a language.

        An ear hears with some of the signals only: `glove` in English and `news` in French with one plain source,
        and `apart` with all the sources that this one has no part in.
        """
        return cls.open(cls.path(lang, ear), ear)

    @staticmethod
    def path(lang: str, ear: str | None = None) -> Path:
        """Where the model of a language is; a user's own model has no ears but its own."""
        return home(lang) if ear is None else folder("models") / lang

    @classmethod
    def open(cls, path: Path, ear: str | None = None) -> Self:
        """The model in any folder; a damaged one is refused."""
        manifest = read_manifest(path)
        ear = ear or manifest.first_ear
        if ear not in manifest.ears:
            raise Refusal(
                "The model {name} has no ear {ear}; it has {ears}.",
                name=manifest.name,
                ear=ear,
                ears=", ".join(manifest.ears),
            )
        check(manifest)
        words = tuple((path / WORDS).read_text("utf-8").splitlines())
        familiarity = _array(manifest, FAMILIARITY)
        if len(words) != len(familiarity) or not 0 < manifest.candidates <= len(words) <= MOST_ROWS:
            raise DamagedModel("The word list of the model {name} does not fit its arrays.", name=manifest.name)
        heard = manifest.ears[ear]
        signals = tuple(_signal(manifest, found) for found in manifest.signals if found.get("name") in heard)
        names = [name for signal in signals for name in signal.names]
        return cls(
            manifest=manifest,
            ear=ear,
            lexicon=Lexicon(words, _forms(path / FORMS)),
            candidates=words[: manifest.candidates],
            familiarity=familiarity[: manifest.candidates].astype(np.float32),
            weights=_weights(fits(path).get(ear, {}), names),
            parts=signals,
        )

    def forms(self) -> dict[str, str]:
        """The inflected forms that the model knows, each with the word that it stands for."""
        return _forms(self.manifest.folder / FORMS)

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
        return tuple(name for signal in self.parts for name in signal.names)

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
            return [matrix for signal in self.parts for matrix in signal.of_candidates(targets)]
        sources = self.lexicon.readings(clues)
        return [matrix for signal in self.parts for matrix in signal.of(sources, targets)]


def _signal(manifest: Manifest, description: dict[str, str]) -> Signal:
    make: dict[str, Callable[[Manifest, dict[str, str]], Signal]] = {
        "vectors": _vectors,
        "bilinear": _bilinear,
        "senses": _senses,
        "pairs": _pairs,
        "cooccurrence": _cooccurrence,
    }
    kind = description.get("kind", "")
    if kind not in make:
        raise Refusal("The model {name} has a signal of the unknown kind {kind}.", name=manifest.name, kind=kind)
    return make[kind](manifest, description)


def _vectors(manifest: Manifest, description: dict[str, str]) -> Signal:
    vectors = _array(manifest, f"{description['file']}.npy")
    return Vectors(description["name"], vectors, manifest.candidates)


def _bilinear(manifest: Manifest, description: dict[str, str]) -> Signal:
    file = description["file"]
    vectors, strengths = _array(manifest, f"{file}.npy"), _array(manifest, f"{file}-strengths.npy")
    return BilinearSignal(description["name"], vectors, strengths, manifest.candidates)


def _senses(manifest: Manifest, description: dict[str, str]) -> Signal:
    file = description["file"]
    return Senses(
        name=description["name"],
        vectors=_array(manifest, f"{file}-words.npy"),
        glosses=_array(manifest, f"{file}-glosses.npy"),
        starts=_array(manifest, f"{file}-starts.npy"),
        candidates=manifest.candidates,
    )


def _cooccurrence(manifest: Manifest, description: dict[str, str]) -> Signal:
    counts, rows = (_array(manifest, f"{description['file']}-{part}.npy") for part in ("counts", "rows"))
    words = len(_array(manifest, FAMILIARITY))
    return Cooccurrence(description["name"], counts, rows, words, manifest.candidates)


def _pairs(manifest: Manifest, description: dict[str, str]) -> Signal:
    file = description["file"]
    return Pairs(
        name=description["name"],
        counts=_array(manifest, f"{file}-counts.npy"),
        others=_array(manifest, f"{file}-others.npy"),
        values=_array(manifest, f"{file}-values.npy"),
        candidates=manifest.candidates,
    )


def _forms(path: Path) -> dict[str, str]:
    return dict(line.split("\t", 1) for line in path.read_text("utf-8").splitlines())


def _array(manifest: Manifest, path: str) -> NDArray[Any]:
    if path not in manifest.files:
        raise DamagedModel("The model {name} has no file {path}.", name=manifest.name, path=path)
    array: NDArray[Any] = np.load(manifest.folder / path, mmap_mode="r", allow_pickle=False)
    return array


def fits(path: Path) -> dict[str, dict[str, Any]]:
    """What was fitted on people for the ears of the model in this folder; nothing for one that never was."""
    file = path / WEIGHTS
    if not file.is_file():
        return {}
    data = json.loads(file.read_text("utf-8"))
    found = data["ears"] if "ears" in data else data["minds"]
    return {ear: fit | {"weights": _current_names(fit["weights"])} for ear, fit in found.items()}


def _current_names(weights: dict[str, float]) -> dict[str, float]:
    return {current_name(name): weight for name, weight in weights.items()}


def _weights(fit: dict[str, Any], names: Sequence[str]) -> NDArray[np.float32]:
    """The fitted weights; without a fit all signals count the same, as much as a plain cosine usually does."""
    if not fit:
        return np.full(len(names), UNFITTED / len(names), np.float32)
    return np.asarray([float(fit["weights"].get(name, 0.0)) for name in names], np.float32)
