"""Fits the listener's weights on turns that people played, and evaluates them by cross-fitting.

Turns are read from JSON lines with the keys `words` (still in play), `clue`, `targets` (meant by the giver), `guesses`
(touched), `black` and `tan`.
"""

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from duo.core.word import fold
from duo.mind.model.blend import listing_flags
from duo.mind.model.look_alikes import LOOK_ALIKE_KINDS
from duo.mind.model.model import Model
from duo.mind.model.vocabulary import UnknownWord

Array = NDArray[np.float64]
RIDGE = 6.0  # the best of 1, 3, 6, 12 and 20 on held-out turns
# Signals that do not depend on spelling.
_KNOWLEDGE_SIGNALS = frozenset(("compounds", "joined", "cooccurrence", "links", "synonyms", "associations"))
_INITIAL_LEVEL = 3.0  # of a listing, where the optimiser starts
_SAME_BOARD_OVERLAP = 0.8  # share of the smaller word set; turns of one game share nearly all words


@dataclass(frozen=True, slots=True)
class HumanTurn:
    """A turn that people played, all words folded."""

    words: tuple[str, ...]
    clue: str
    targets: tuple[int, ...]  # indices of the words that the giver meant
    first_touch: int | None  # index of the first touched word
    green: tuple[bool, ...]  # whether each word is an agent


@dataclass(frozen=True, slots=True, eq=False)
class TurnArrays:
    """Turns as arrays, padded to the same number of words.

    `signals` has the shape (turns, words, signals). `shares` is the distribution over words to be fitted. `offsets` are
    the model's discounts for look-alikes; no weight applies to them. `listings` marks the signals that list
    associations; the weight of a listing is its level.
    """

    turns: tuple[HumanTurn, ...]
    boards: NDArray[np.intp]
    signals: Array
    mask: NDArray[np.bool_]
    shares: Array
    offsets: Array
    listings: NDArray[np.bool_]

    def select(self, chosen: NDArray[np.intp]) -> "TurnArrays":
        """Return some of the turns, with their boards renumbered."""
        return replace(
            self,
            turns=tuple(self.turns[turn] for turn in chosen),
            boards=np.unique(self.boards[chosen], return_inverse=True)[1],
            signals=self.signals[chosen],
            mask=self.mask[chosen],
            shares=self.shares[chosen],
            offsets=self.offsets[chosen],
        )

    def scores(self, weights: Array, sharpness: float = 1.0) -> Array:
        """Return the model's blend with these weights: (turns, words). The sharpness does not apply to listings."""
        return np.where(self.mask, np.logaddexp.reduce(self._log_terms(weights, sharpness)), -np.inf)

    def gradient(self, weights: Array) -> Array:
        """Return the derivatives of the blend by each weight: (turns, words, signals)."""
        terms = self._log_terms(weights)
        shares = np.exp(terms - np.logaddexp.reduce(terms))
        gradient: Array = self.signals * shares[0, :, :, None]
        gradient[:, :, self.listings] = np.moveaxis(shares[1:], 0, 2)
        return gradient

    def _log_terms(self, weights: Array, sharpness: float = 1.0) -> Array:
        """Return the terms of the blend, one for the plain signals and one per listing: (terms, turns, words)."""
        plain = sharpness * (self.signals @ np.where(self.listings, 0.0, weights)) + self.offsets
        with np.errstate(divide="ignore"):
            listed = np.log(self.signals[:, :, self.listings]) + weights[self.listings]
        return np.concatenate([plain[None], np.moveaxis(listed, 2, 0)])


def read_turns(path: Path) -> list[HumanTurn]:
    turns = []
    for line in path.read_text("utf-8").splitlines():
        data: dict[str, Any] = json.loads(line)
        words = [fold(word) for word in data["words"]]
        guesses = [fold(word) for word in data["guesses"]]
        not_green = {fold(word) for word in [*data["black"], *data["tan"]]}
        turns.append(
            HumanTurn(
                words=tuple(words),
                clue=fold(data["clue"]),
                targets=tuple(words.index(fold(word)) for word in data["targets"] if fold(word) in words),
                first_touch=words.index(guesses[0]) if guesses and guesses[0] in words else None,
                green=tuple(word not in not_green for word in words),
            )
        )
    return turns


def number_boards(turns: Sequence[HumanTurn]) -> NDArray[np.intp]:
    """Return a board number for each turn. Turns that share most words belong to one board."""
    sets = [set(turn.words) for turn in turns]
    board = list(range(len(turns)))

    def root(i: int) -> int:
        while board[i] != i:
            i = board[i]
        return i

    for i, words in enumerate(sets):
        for j in range(i):
            if len(words & sets[j]) >= _SAME_BOARD_OVERLAP * min(len(words), len(sets[j])):
                board[root(i)] = root(j)
    return np.unique([root(i) for i in range(len(turns))], return_inverse=True)[1]


def measure_signals(model: Model, turns: Sequence[HumanTurn]) -> TurnArrays:
    """Return the model's signals for every turn. An unknown clue has zeros."""
    width = max(len(turn.words) for turn in turns)
    signals = np.zeros((len(turns), width, len(model.signal_names)))
    mask = np.zeros((len(turns), width), np.bool_)
    shares = np.zeros((len(turns), width))
    offsets = np.zeros((len(turns), width), np.float32)
    for i, turn in enumerate(turns):
        count = len(turn.words)
        mask[i, :count] = True
        with suppress(UnknownWord):
            signals[i, :count] = model.signals([turn.clue], turn.words)[:, 0].T
        model.look_alikes.subtract_discounts(offsets[i : i + 1, :count], [turn.clue], turn.words)
        for target in turn.targets:
            shares[i, target] += 0.5 / len(turn.targets)
        if turn.first_touch is not None:
            shares[i, turn.first_touch] += 0.5
        shares[i] /= max(shares[i].sum(), 1e-12)
    listings = np.asarray(listing_flags(model.parts))
    return TurnArrays(tuple(turns), number_boards(turns), signals, mask, shares, offsets.astype(np.float64), listings)


def chances(data: TurnArrays, weights: Array) -> Array:
    """Return the listener's chances with these weights: (turns, words)."""
    return _softmax(data.scores(weights))


def _softmax(scores: Array) -> Array:
    exponentials = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(exponentials / exponentials.sum(axis=1, keepdims=True))


def fit_weights(data: TurnArrays, chosen: NDArray[np.intp], ridge: float = RIDGE, prior: Array | None = None) -> Array:
    """Fit non-negative weights by softmax regression over the words, with a ridge towards the prior.

    The ridge does not apply to the levels of listings. A listing without entries in these turns gets level 0.
    """
    from scipy.optimize import minimize

    part = data.select(chosen)
    scale = np.where(data.listings, 1.0, data.signals[data.mask].std(axis=0) + 1e-9)
    centre = np.zeros(len(scale)) if prior is None else prior * scale
    ridges = np.where(data.listings, 0.0, ridge)

    def loss(weights: Array) -> tuple[float, Array]:
        predicted = _softmax(part.scores(weights / scale))
        likelihood = np.log(np.where(part.mask, np.maximum(predicted, 1e-300), 1.0))
        gradient = np.einsum("nws,nw->s", part.gradient(weights / scale), predicted - part.shares) / scale
        distance = weights - centre
        return float(-(part.shares * likelihood).sum() + (ridges * distance**2).sum()), gradient + 2 * ridges * distance

    silent = data.listings & ~part.signals.any(axis=(0, 1))
    start = np.where(silent, 0.0, np.where(data.listings, _INITIAL_LEVEL, 0.3))
    bounds = [(0, 0) if is_silent else (0, None) for is_silent in silent]
    optimum = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds)
    return np.asarray(optimum.x / scale)


def assign_folds(boards: NDArray[np.intp], seed: int, number: int = 5) -> NDArray[np.intp]:
    """Return a fold for each turn. The turns of a board share a fold."""
    order = np.random.default_rng(seed).permutation(int(boards.max()) + 1)
    return np.argsort(order)[boards] % number


def cross_fit(data: TurnArrays, seed: int, ridge: float = RIDGE, prior: Array | None = None) -> Array:
    """Return chances for every turn, with weights, sharpness and lapse fitted on the other folds only."""
    predicted = np.zeros(data.mask.shape)
    folds = assign_folds(data.boards, seed)
    for number in range(int(folds.max()) + 1):
        others = np.flatnonzero(folds != number)
        held_out = np.flatnonzero(folds == number)
        weights, lapse = fit_sharpness(data, others, fit_weights(data, others, ridge, prior))
        predicted[held_out] = with_lapse(chances(data, weights), data.mask, lapse)[held_out]
    return predicted


def with_lapse(predicted: Array, mask: NDArray[np.bool_], lapse: float) -> Array:
    """Mix chances with a uniform touch, which happens with probability `lapse`."""
    return np.asarray((1 - lapse) * predicted + lapse * mask / mask.sum(axis=1, keepdims=True))


def fit_sharpness(data: TurnArrays, chosen: NDArray[np.intp], weights: Array) -> tuple[Array, float]:
    """Return the sharpened weights and the lapse, the probability of a uniform touch.

    The ridge leaves weights too small, and a softmax alone is overconfident about its best word. The loss has two
    terms: the likelihood of the targets and touches, and the likelihood that the best word is green. It is green if it
    was meant, and otherwise as often as any other word of the board.
    """
    from scipy.optimize import minimize

    part = data.select(chosen)
    best = part.scores(weights).argmax(axis=1)
    green = np.asarray([turn.green[first] for first, turn in zip(best, part.turns, strict=True)])
    by_chance = np.asarray([(sum(turn.green) - 1) / max(len(turn.words) - 1, 1) for turn in part.turns])

    def loss(parameters: Array) -> float:
        predicted = with_lapse(_softmax(part.scores(weights, parameters[0])), part.mask, float(parameters[1]))
        surest = predicted.max(axis=1)
        p_green = np.clip(surest + (1 - surest) * by_chance, 1e-9, 1 - 1e-9)
        touches = (part.shares * np.log(np.where(part.mask, predicted, 1.0))).sum()
        return float(-touches - np.log(np.where(green, p_green, 1 - p_green)).sum())

    sharpness, lapse = minimize(loss, np.array([1.0, 0.05]), bounds=[(0.2, 5.0), (0.001, 0.5)], method="L-BFGS-B").x
    return np.where(data.listings, weights, weights * sharpness), float(lapse)


def fit_all_turns(data: TurnArrays) -> tuple[Array, float]:
    """Return the sharpened weights and the lapse, fitted on all turns."""
    everything = np.arange(len(data.turns))
    return fit_sharpness(data, everything, fit_weights(data, everything))


def hits(data: TurnArrays, predicted: Array) -> NDArray[np.bool_]:
    """Return for each turn whether the likeliest word is a target."""
    best = predicted.argmax(axis=1)
    return np.asarray([int(first) in turn.targets for first, turn in zip(best, data.turns, strict=True)])


def calibration_error(predicted: Array, green: NDArray[np.bool_], bins: int = 10) -> float:
    """Return the expected calibration error. With 450 turns, about 0.04 is due to chance."""
    bin_of = np.minimum((predicted * bins).astype(np.intp), bins - 1)
    gaps = np.bincount(bin_of, predicted, bins) - np.bincount(bin_of, green, bins)
    return float(np.abs(gaps).sum() / len(predicted))


def look_alike_discounts(model: Model, words: Sequence[str], weights: Array, quantile: float) -> dict[str, float]:
    """Return for each kind of look-alike how much its shared spelling adds to the blend.

    Only legal pairs of a candidate and a board word count that no knowledge signal links. The discount is the
    difference between their quantile and that of all pairs without a link. A high quantile is compared because a word
    that starts another is often read as one of its parts, which produces few but strong pairs.
    """
    from duo.words.legality import legal_mask

    signals = model.signals(model.candidates, words)
    blend = np.tensordot(np.where(listing_flags(model.parts), 0.0, weights).astype(np.float32), signals, 1)
    linked = np.zeros(blend.shape, np.bool_)
    for name, matrix in zip(model.signal_names, signals, strict=True):
        if name in _KNOWLEDGE_SIGNALS:
            linked |= matrix > 0
    usual = float(np.quantile(blend[~linked], quantile))
    scores: dict[str, list[float]] = {kind: [] for kind in LOOK_ALIKE_KINDS}
    for place, word in enumerate(words):
        pairs = list(model.look_alikes.find_among_candidates([word]))
        legal = legal_mask([model.candidates[clue] for clue, _, _ in pairs], [word], model.lang)
        for (clue, _, kind), is_legal in zip(pairs, legal, strict=True):
            if is_legal and not linked[clue, place]:
                scores[kind].append(float(blend[clue, place]))
    return {
        kind: round(max(0.0, float(np.quantile(values, quantile)) - usual), 2)
        for kind, values in scores.items()
        if values
    }
