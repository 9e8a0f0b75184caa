"""Fits the listener's few weights on turns that people played, and measures it without flattering it.

A turn is one object a line: `words` (open), `clue`, `targets` (meant), `guesses` (touched), `black`, `tan`.
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
RIDGE = 6.0  # the likeliest for turns held out, of 1, 3, 6, 12 and 20
# What no spelling has a part in.
_KNOWLEDGE_SIGNALS = frozenset(("compounds", "joined", "cooccurrence", "links", "synonyms", "associations"))
_INITIAL_LEVEL = 3.0  # of a list, to begin with
_SAME_BOARD_OVERLAP = 0.8  # of the smaller of two word sets; turns of one game, from either seat, share nearly all


@dataclass(frozen=True, slots=True)
class HumanTurn:
    words: tuple[str, ...]
    clue: str
    targets: tuple[int, ...]
    first_touch: int | None
    green: tuple[bool, ...]


@dataclass(frozen=True, slots=True, eq=False)
class TurnArrays:
    """Turns as arrays, filled up to one width: signals (turns, words, signals), mask, share of each word.

    `offsets` is what the model takes off for words that begin alike; no weight touches it. `listings` says which
    signals list what comes to mind: the weight of such a one is its level.
    """

    turns: tuple[HumanTurn, ...]
    boards: NDArray[np.intp]
    signals: Array
    mask: NDArray[np.bool_]
    shares: Array
    offsets: Array
    listings: NDArray[np.bool_]

    def select(self, chosen: NDArray[np.intp]) -> "TurnArrays":
        """Some of the turns, their boards numbered anew."""
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
        """The blend with these weights, as the model makes it: (turns, words); a sharper ear goes by the same lists."""
        return np.where(self.mask, np.logaddexp.reduce(self._log_terms(weights, sharpness)), -np.inf)

    def gradient(self, weights: Array) -> Array:
        """How far the weight of each signal moves the blend: (turns, words, signals)."""
        ways = self._log_terms(weights)
        shares = np.exp(ways - np.logaddexp.reduce(ways))
        moves: Array = self.signals * shares[0, :, :, None]
        moves[:, :, self.listings] = np.moveaxis(shares[1:], 0, 2)
        return moves

    def _log_terms(self, weights: Array, sharpness: float = 1.0) -> Array:
        """The ways in which a word comes to mind: by all signals together, then by each list: (ways, turns, words)."""
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
        other = {fold(word) for word in [*data["black"], *data["tan"]]}
        turns.append(
            HumanTurn(
                words=tuple(words),
                clue=fold(data["clue"]),
                targets=tuple(words.index(fold(word)) for word in data["targets"] if fold(word) in words),
                first_touch=words.index(guesses[0]) if guesses and guesses[0] in words else None,
                green=tuple(word not in other for word in words),
            )
        )
    return turns


def number_boards(turns: Sequence[HumanTurn]) -> NDArray[np.intp]:
    """A number for each turn's board: turns that share most words are of one board."""
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
    """The model's signals for every turn; a clue that it does not know says nothing."""
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
        model.look_alikes.discount(offsets[i : i + 1, :count], [turn.clue], turn.words)
        for target in turn.targets:
            shares[i, target] += 0.5 / len(turn.targets)
        if turn.first_touch is not None:
            shares[i, turn.first_touch] += 0.5
        shares[i] /= max(shares[i].sum(), 1e-12)
    listings = np.asarray(listing_flags(model.parts))
    return TurnArrays(tuple(turns), number_boards(turns), signals, mask, shares, offsets.astype(np.float64), listings)


def chances(data: TurnArrays, weights: Array) -> Array:
    """The listener's chances with these weights: (turns, words)."""
    return _softmax(data.scores(weights))


def _softmax(scores: Array) -> Array:
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def fit_weights(data: TurnArrays, chosen: NDArray[np.intp], ridge: float = RIDGE, prior: Array | None = None) -> Array:
    """Weights, none negative, by softmax regression over the board; a ridge draws them to the prior.

    The level of a list is as it fits; one that lists nothing here gets none.
    """
    from scipy.optimize import minimize

    part = data.select(chosen)
    scale = np.where(data.listings, 1.0, data.signals[data.mask].std(axis=0) + 1e-9)
    centre = np.zeros(len(scale)) if prior is None else prior * scale
    ridges = np.where(data.listings, 0.0, ridge)

    def loss(weights: Array) -> tuple[float, Array]:
        found = _softmax(part.scores(weights / scale))
        likelihood = np.log(np.where(part.mask, np.maximum(found, 1e-300), 1.0))
        gradient = np.einsum("nws,nw->s", part.gradient(weights / scale), found - part.shares) / scale
        away = weights - centre
        return float(-(part.shares * likelihood).sum() + (ridges * away**2).sum()), gradient + 2 * ridges * away

    silent = data.listings & ~part.signals.any(axis=(0, 1))
    start = np.where(silent, 0.0, np.where(data.listings, _INITIAL_LEVEL, 0.3))
    bounds = [(0, 0) if is_silent else (0, None) for is_silent in silent]
    found = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds)
    return np.asarray(found.x / scale)


def assign_folds(boards: NDArray[np.intp], seed: int, number: int = 5) -> NDArray[np.intp]:
    """A fold for each turn; the turns of a board are all in one."""
    order = np.random.default_rng(seed).permutation(int(boards.max()) + 1)
    return np.argsort(order)[boards] % number


def cross_fit(data: TurnArrays, seed: int, ridge: float = RIDGE, prior: Array | None = None) -> Array:
    """Chances for every turn from weights, sharpness and lapse fitted on the other folds only."""
    found = np.zeros(data.mask.shape)
    part = assign_folds(data.boards, seed)
    for number in range(int(part.max()) + 1):
        others = np.flatnonzero(part != number)
        held_out = np.flatnonzero(part == number)
        weights, lapse = fit_sharpness(data, others, fit_weights(data, others, ridge, prior))
        found[held_out] = with_lapse(chances(data, weights), data.mask, lapse)[held_out]
    return found


def with_lapse(found: Array, mask: NDArray[np.bool_], lapse: float) -> Array:
    """The same chances of a person who now and then touches any word at all."""
    return np.asarray((1 - lapse) * found + lapse * mask / mask.sum(axis=1, keepdims=True))


def fit_sharpness(data: TurnArrays, chosen: NDArray[np.intp], weights: Array) -> tuple[Array, float]:
    """The weights as much sharper as people are, and how often they touch any word at all.

    Fitted to what was meant and touched, and so that the likeliest word is green as often as it should be: when it
    was meant, and else as often as any other word of the board is. The ridge leaves weights too small, and a softmax
    alone is too sure of the surest.
    """
    from scipy.optimize import minimize

    part = data.select(chosen)
    best = part.scores(weights).argmax(axis=1)
    green = np.asarray([turn.green[first] for first, turn in zip(best, part.turns, strict=True)])
    by_chance = np.asarray([(sum(turn.green) - 1) / max(len(turn.words) - 1, 1) for turn in part.turns])

    def loss(parameters: Array) -> float:
        found = with_lapse(_softmax(part.scores(weights, parameters[0])), part.mask, float(parameters[1]))
        surest = found.max(axis=1)
        right = np.clip(surest + (1 - surest) * by_chance, 1e-9, 1 - 1e-9)
        touches = (part.shares * np.log(np.where(part.mask, found, 1.0))).sum()
        return float(-touches - np.log(np.where(green, right, 1 - right)).sum())

    sharpness, lapse = minimize(loss, np.array([1.0, 0.05]), bounds=[(0.2, 5.0), (0.001, 0.5)], method="L-BFGS-B").x
    return np.where(data.listings, weights, weights * sharpness), float(lapse)


def fit_all_turns(data: TurnArrays) -> tuple[Array, float]:
    """Weights from all turns, already sharpened, and the lapse."""
    everything = np.arange(len(data.turns))
    return fit_sharpness(data, everything, fit_weights(data, everything))


def hits(data: TurnArrays, found: Array) -> NDArray[np.bool_]:
    """Whether the likeliest word is one that the giver meant."""
    best = found.argmax(axis=1)
    return np.asarray([int(first) in turn.targets for first, turn in zip(best, data.turns, strict=True)])


def calibration_error(predicted: Array, green: NDArray[np.bool_], bins: int = 10) -> float:
    """How far chances and shares lie apart, by tenths; 0 is honest, and some 0.04 is chance with 450 turns."""
    tenth = np.minimum((predicted * bins).astype(np.intp), bins - 1)
    apart = np.bincount(tenth, predicted, bins) - np.bincount(tenth, green, bins)
    return float(np.abs(apart).sum() / len(predicted))


def look_alike_discounts(model: Model, words: Sequence[str], weights: Array, quantile: float) -> dict[str, float]:
    """How much closer two words come only because they begin alike, by how much they do.

    Over the pairs of a candidate and a dealt word that have no link in any table of knowledge and are no kin by the
    rules: so much that their strong pairs are no stronger than those of all pairs without a link. Words that are the
    whole beginning of another are read as one of its parts, and there the strong pairs are the trouble.
    """
    from duo.words.legality import legal_mask

    signals = model.signals(model.candidates, words)
    blend = np.tensordot(np.where(listing_flags(model.parts), 0.0, weights).astype(np.float32), signals, 1)
    linked = np.zeros(blend.shape, np.bool_)
    for name, matrix in zip(model.signal_names, signals, strict=True):
        if name in _KNOWLEDGE_SIGNALS:
            linked |= matrix > 0
    usual = float(np.quantile(blend[~linked], quantile))
    found: dict[str, list[float]] = {kind: [] for kind in LOOK_ALIKE_KINDS}
    for place, word in enumerate(words):
        pairs = list(model.look_alikes.among_candidates([word]))
        legal = legal_mask([model.candidates[clue] for clue, _, _ in pairs], [word], model.lang)
        for (clue, _, kind), fine in zip(pairs, legal, strict=True):
            if fine and not linked[clue, place]:
                found[kind].append(float(blend[clue, place]))
    return {
        kind: round(max(0.0, float(np.quantile(values, quantile)) - usual), 2)
        for kind, values in found.items()
        if values
    }
