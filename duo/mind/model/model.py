"""The association model: how strongly people connect a clue with a word."""

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from duo.core.refusal import Refusal
from duo.files.reading import read_text
from duo.mind.model.blend import add_listings, listing_flags, weighted_sum
from duo.mind.model.loading import check_forms, read_forms, read_names, read_signals, read_words
from duo.mind.model.look_alikes import LOOK_ALIKE_KINDS, LookAlikes
from duo.mind.model.manifest import (
    Manifest,
    check_files,
    current_name,
    damaged_error,
    model_dir,
    read_manifest,
    shipped_model_dir,
)
from duo.mind.model.signals import Scores, Signal
from duo.mind.model.vocabulary import UnknownWord, WordIndex

WEIGHTS_FILE = "listener.json"
_MAX_WEIGHTS_BYTES = 1_000_000
UNFITTED_COSINE_WEIGHT = 10.0  # total weight of the signals of an ear that is not fitted


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """Word associations of one language, read from a shipped or an imported model folder."""

    manifest: Manifest
    ear: str
    vocabulary: WordIndex
    candidates: tuple[str, ...]
    familiarity: NDArray[np.float32]
    weights: NDArray[np.float32]
    parts: tuple[Signal, ...]
    look_alikes: LookAlikes

    @classmethod
    def load(cls, lang: str, ear: str | None = None) -> Self:
        """Load the model in use for a language.

        An ear uses some of the signals only. `glove` in English and `news` in French use one plain source, and `apart`
        uses all sources except that one.
        """
        return cls.open(cls.path(lang, ear), ear)

    @staticmethod
    def path(lang: str, ear: str | None = None) -> Path:
        """Return the folder of the model in use, or of the shipped model if the one in use does not have the ear."""
        path = model_dir(lang)
        if ear is None or ear in read_manifest(path).ears:
            return path
        return shipped_model_dir(lang)

    @classmethod
    def open(cls, path: Path, ear: str | None = None) -> Self:
        """Load the model in any folder. A damaged model is refused."""
        manifest = read_manifest(path)
        ear = ear or manifest.default_ear
        if ear not in manifest.ears:
            raise Refusal(
                "The model {name} has no ear {ear}; it has {ears}.",
                name=manifest.name,
                ear=ear,
                ears=", ".join(manifest.ears),
            )
        check_files(manifest)
        words, familiarity = read_words(manifest)
        forms = read_forms(manifest)
        check_forms(manifest, forms, words)
        signals = read_signals(manifest, ear, len(words))
        names = [name for signal in signals for name in signal.names]
        fit = read_fits(path).get(ear, {})
        candidates = words[: manifest.candidates]
        return cls(
            manifest=manifest,
            ear=ear,
            vocabulary=WordIndex(words, forms, read_names(manifest, words), manifest.candidates, manifest.lang),
            candidates=candidates,
            familiarity=familiarity[: manifest.candidates],
            weights=_signal_weights(fit, names),
            parts=signals,
            look_alikes=LookAlikes(candidates, fit.get("look_alikes", {})),
        )

    def forms(self) -> dict[str, str]:
        """Return the inflected forms that the model knows, each with its base word."""
        return read_forms(self.manifest)

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
        """Return whether the word itself is in the model, not only its parts or a close spelling."""
        return word in self.vocabulary

    def can_read(self, word: str) -> bool:
        """Return whether the model can read the word in any way."""
        try:
            self.vocabulary.reading(word)
        except UnknownWord:
            return False
        return True

    def signals(self, clues: Sequence[str], words: Sequence[str]) -> Scores:
        """Return the scores of every signal: (signals, clues, words).

        Pass `model.candidates` itself for a fast computation over the whole vocabulary.
        """
        return np.stack(list(self._signal_matrices(clues, words)))

    def associate(self, clues: Sequence[str], words: Sequence[str]) -> Scores:
        """Return the blended scores: (clues, words).

        The signals are weighted as fitted on people. The discount of look-alikes is subtracted.
        """
        return self.blend(self._signal_matrices(clues, words), clues, words)

    def blend(self, matrices: Iterable[Scores], clues: Sequence[str], words: Sequence[str]) -> Scores:
        """Return the same from the matrices of all signals for these clues and words."""
        total, listed = weighted_sum(self.weights, matrices, listing_flags(self.parts), (len(clues), len(words)))
        self.look_alikes.discount(total, clues, words)
        add_listings(total, listed)
        return total

    def _signal_matrices(self, clues: Sequence[str], words: Sequence[str]) -> Iterator[Scores]:
        """Yield the matrices one by one, as those of all candidates together would take 20 MB."""
        targets = [self.vocabulary.card_reading(word) for word in words]
        sources = None if clues is self.candidates else self.vocabulary.readings(clues)
        for signal in self.parts:
            yield from signal.candidate_scores(targets) if sources is None else signal.scores(sources, targets)


def read_fits(path: Path) -> dict[str, dict[str, Any]]:
    """Return the parameters fitted on people for each ear of the model in this folder, empty without a fit."""
    file = path / WEIGHTS_FILE
    if not file.is_file():
        return {}
    try:
        data = json.loads(read_text(str(file), _MAX_WEIGHTS_BYTES))
        ears = data["ears"] if "ears" in data else data["minds"]
        return {
            ear: fit | {"weights": _checked_weights(fit["weights"]), **_checked_lapse(fit), **_checked_discounts(fit)}
            for ear, fit in ears.items()
        }
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        raise damaged_error(path, WEIGHTS_FILE) from error


def _checked_weights(weights: dict[str, Any]) -> dict[str, float]:
    """Return the weights by the current names of their signals."""
    if not all(math.isfinite(weight) for weight in weights.values()):
        raise ValueError(weights)
    return {current_name(name): float(weight) for name, weight in weights.items()}


def _checked_lapse(fit: dict[str, Any]) -> dict[str, float]:
    """Return how often a person touches a random word, if that was fitted."""
    if not 0 <= (lapse := float(fit.get("lapse", 0.0))) <= 1:
        raise ValueError(lapse)
    return {"lapse": lapse} if "lapse" in fit else {}


def _checked_discounts(fit: dict[str, Any]) -> dict[str, dict[str, float]]:
    """Return the discounts of look-alikes by kind. Models of earlier versions have none."""
    discounts = {kind: float(fit.get("look_alikes", {}).get(kind, 0.0)) for kind in LOOK_ALIKE_KINDS}
    if not all(math.isfinite(discount) for discount in discounts.values()):
        raise ValueError(discounts)
    return {"look_alikes": discounts} if any(discounts.values()) else {}


def _signal_weights(fit: dict[str, Any], names: Sequence[str]) -> NDArray[np.float32]:
    """Return the fitted weights. Without a fit all signals have the same weight."""
    if not fit:
        return np.full(len(names), UNFITTED_COSINE_WEIGHT / len(names), np.float32)
    return np.asarray([float(fit["weights"].get(name, 0.0)) for name in names], np.float32)
