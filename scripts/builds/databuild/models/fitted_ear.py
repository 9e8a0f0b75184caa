"""Fits the weights of a model's ears on turns that people played, and saves them beside the model."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np

from databuild.models import listener_fit
from duo.mind.model.look_alikes import LookAlikes
from duo.mind.model.model import WEIGHTS_FILE, Model, read_fits
from duo.words.wordlist import shipped_wordlist

# Quantile of the scores that counts as strong. Higher in French, where a dictionary links verbs to nouns spelt like
# one of their forms.
_STRONG_QUANTILE = {"en": 0.9, "fr": 0.99}
_PLAIN_SIGNALS = frozenset(("glove", "news"))  # vectors of whole words, independent of spelling


@dataclass(frozen=True, slots=True, eq=False)
class FittedEar:
    """An ear with the parameters fitted on a set of turns."""

    model: Model
    data: listener_fit.TurnArrays
    weights: listener_fit.Array
    lapse: float
    discounts: dict[str, float]

    @classmethod
    def from_turns(cls, model: Model, turns: Sequence[listener_fit.HumanTurn]) -> Self:
        """Fit the discounts of look-alikes and the weights.

        The discounts depend on the weights, but the weights hardly on the discounts: two rounds suffice.
        """
        data = listener_fit.measure_signals(model, turns)
        is_plain = set(model.signal_names) <= _PLAIN_SIGNALS
        words = shipped_wordlist(model.lang).words
        discounts = (
            {}
            if is_plain
            else listener_fit.look_alike_discounts(
                model, words, listener_fit.fit_all_turns(data)[0], _STRONG_QUANTILE[model.lang]
            )
        )
        model = replace(model, look_alikes=LookAlikes(model.candidates, discounts))
        data = listener_fit.measure_signals(model, turns)
        return cls(model, data, *listener_fit.fit_all_turns(data), discounts)

    def save(self) -> None:
        """Write the parameters beside the model. Those of its other ears stay."""
        names = zip(self.model.signal_names, self.weights, strict=True)
        parameters: dict[str, Any] = {
            "weights": {name: round(float(weight), 4) for name, weight in names},
            "lapse": round(self.lapse, 4),
        }
        parameters |= {"look_alikes": self.discounts} if self.discounts else {}
        file = self.model.manifest.folder / WEIGHTS_FILE
        ears = {ear: saved for ear, saved in read_fits(file.parent).items() if ear in self.model.manifest.ears}
        ears |= {self.model.ear: parameters}
        fitted = {"format": "duo-listener", "version": 1, "model": self.model.digest, "ears": ears}
        file.write_text(json.dumps(fitted, indent=1) + "\n", "utf-8")


def cross_fit_hits(data: listener_fit.TurnArrays, seeds: range = range(5)) -> listener_fit.Array:
    """Return for each turn the share of seeds for which the likeliest word was a target, cross-fitted."""
    return np.asarray(np.mean([listener_fit.hits(data, listener_fit.cross_fit(data, seed)) for seed in seeds], axis=0))
