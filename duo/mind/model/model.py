"""The association model: how strongly people connect a clue with a word.

A signal is one source of scores in a model, such as word vectors. An ear is the set of a model's signals that a
listener uses. The weights of an ear's signals are fitted on people. The score of a clue and a word is the blend of all
signals of the ear.
"""

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
    current_signal_name,
    damaged_model_error,
    model_dir,
    read_manifest,
    shipped_model_dir,
)
from duo.mind.model.signals import Scores, Signal
from duo.mind.model.vocabulary import UnknownWord, WordIndex

WEIGHTS_FILE = "listener.json"
_MAX_WEIGHTS_BYTES = 1_000_000
UNFITTED_TOTAL_WEIGHT = 10.0  # total weight of the signals of an ear that is not fitted


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
        """Load the model in use for a language, with the ear of this name or the default ear.

        The ears `glove` (English) and `news` (French) have only one signal, plain word vectors. The French ear `apart`
        leaves out this signal.
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
        """Load the model in this folder. Raises Refusal if it is damaged or does not have the ear."""
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
        """Return whether the model has this word. It can read other words by their parts or their spelling."""
        return word in self.vocabulary

    def can_read(self, word: str) -> bool:
        """Return whether the model has the word or can read it by its parts or its spelling."""
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
        """Return the blended scores: (clues, words).

        `matrices` has the scores of all signals for these clues and words, in the order of `signal_names`.
        """
        total, listed = weighted_sum(self.weights, matrices, listing_flags(self.parts), (len(clues), len(words)))
        self.look_alikes.subtract_discounts(total, clues, words)
        add_listings(total, listed)
        return total

    def _signal_matrices(self, clues: Sequence[str], words: Sequence[str]) -> Iterator[Scores]:
        """Yield the scores of every signal, one matrix at a time to save memory: (clues, words) each."""
        targets = [self.vocabulary.card_reading(word) for word in words]
        sources = None if clues is self.candidates else self.vocabulary.readings(clues)
        for signal in self.parts:
            yield from signal.candidate_scores(targets) if sources is None else signal.scores(sources, targets)


def read_fits(path: Path) -> dict[str, dict[str, Any]]:
    """Return the parameters that were fitted on people, by ear, of the model in this folder. Empty if none were."""
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
        raise damaged_model_error(path, WEIGHTS_FILE) from error


def _checked_weights(weights: dict[str, Any]) -> dict[str, float]:
    """Return the weights by the current names of their signals. Raises ValueError if one is not finite."""
    if not all(math.isfinite(weight) for weight in weights.values()):
        raise ValueError(weights)
    return {current_signal_name(name): float(weight) for name, weight in weights.items()}


def _checked_lapse(fit: dict[str, Any]) -> dict[str, float]:
    """Return the fitted `lapse`, which is how often a person touches a random word. Empty if it was not fitted."""
    if not 0 <= (lapse := float(fit.get("lapse", 0.0))) <= 1:
        raise ValueError(lapse)
    return {"lapse": lapse} if "lapse" in fit else {}


def _checked_discounts(fit: dict[str, Any]) -> dict[str, dict[str, float]]:
    """Return the discounts for words that begin alike, by kind. Empty for models of earlier versions."""
    discounts = {kind: float(fit.get("look_alikes", {}).get(kind, 0.0)) for kind in LOOK_ALIKE_KINDS}
    if not all(math.isfinite(discount) for discount in discounts.values()):
        raise ValueError(discounts)
    return {"look_alikes": discounts} if any(discounts.values()) else {}


def _signal_weights(fit: dict[str, Any], names: Sequence[str]) -> NDArray[np.float32]:
    """Return the fitted weight of each signal. If `fit` is empty, all signals have the same weight."""
    if not fit:
        return np.full(len(names), UNFITTED_TOTAL_WEIGHT / len(names), np.float32)
    return np.asarray([float(fit["weights"].get(name, 0.0)) for name in names], np.float32)
