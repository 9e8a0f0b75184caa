"""Fits the ears of a model on turns that people played, and keeps the few weights beside it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np

from databuild.models import fit
from duo.mind.model.look_alikes import LookAlikes
from duo.mind.model.model import WEIGHTS_FILE, Model, read_fits
from duo.words.wordlist import shipped_wordlist

# Which pairs are strong. A French dictionary joins a verb with nouns that are spelt like its forms: more is taken off.
_STRONG_QUANTILE = {"en": 0.9, "fr": 0.99}
_PLAIN_SIGNALS = frozenset(("glove", "news"))  # vectors of whole words, which no spelling is in


@dataclass(frozen=True, slots=True, eq=False)
class FittedEar:
    """An ear and what was fitted for it on these turns."""

    model: Model
    data: fit.TurnArrays
    weights: fit.Array
    lapse: float
    discounts: dict[str, float]

    @classmethod
    def from_turns(cls, model: Model, turns: Sequence[fit.HumanTurn]) -> Self:
        # What begins alike is told by the weights, and the weights hardly by what begins alike: two rounds are enough.
        data = fit.measure_signals(model, turns)
        plain = set(model.signal_names) <= _PLAIN_SIGNALS
        words = shipped_wordlist(model.lang).words
        discounts = (
            {}
            if plain
            else fit.look_alike_discounts(model, words, fit.fit_all_turns(data)[0], _STRONG_QUANTILE[model.lang])
        )
        model = replace(model, look_alikes=LookAlikes(model.candidates, discounts))
        data = fit.measure_signals(model, turns)
        return cls(model, data, *fit.fit_all_turns(data), discounts)

    def save(self) -> None:
        """Write it beside the model; what was fitted for its other ears stays."""
        names = zip(self.model.signal_names, self.weights, strict=True)
        found: dict[str, Any] = {
            "weights": {name: round(float(weight), 4) for name, weight in names},
            "lapse": round(self.lapse, 4),
        }
        found |= {"look_alikes": self.discounts} if self.discounts else {}
        file = self.model.manifest.folder / WEIGHTS_FILE
        ears = {ear: was for ear, was in read_fits(file.parent).items() if ear in self.model.manifest.ears}
        ears |= {self.model.ear: found}
        fitted = {"format": "duo-listener", "version": 1, "model": self.model.digest, "ears": ears}
        file.write_text(json.dumps(fitted, indent=1) + "\n", "utf-8")


def cross_fit_hits(data: fit.TurnArrays, seeds: range = range(5)) -> fit.Array:
    """For each turn how often, over the ways to fold, the likeliest word was meant."""
    return np.asarray(np.mean([fit.hits(data, fit.cross_fit(data, seed)) for seed in seeds], axis=0))
