#!/usr/bin/env python3
"""Measure how well a person's touches can be predicted, and what learning the person's skill adds.

    scripts/builds/fit_pace.py --data turns.jsonl

The turns of one board stand for one player. Four predictors are compared: the fixed hit rates of `duo.mind.hit_rates`;
hit rates with the clearness of the clue, which is the listener's chance of any green word; and each of the two with a
skill learnt from the player's earlier touches. Hit rates, clearness and the listener's weights are fitted on other
boards, in five folds, five times. The prior of the skill has the shipped spread. The script prints the mean log-
likelihood of each predictor, differences with bootstrap intervals over players, and the likelihood of every spread of
the skill.
"""

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from databuild.models import listener_fit
from duo.core.word import fold
from duo.mind.hit_rates import HUMAN_HIT_RATES, SKILL_SPREAD_LOGITS
from duo.mind.model.model import Model

FOLDS, SEEDS, BOOTSTRAP_DRAWS = 5, range(5), 4000
SPREAD_GRID = (0.0, 0.1, 0.2, 0.3, 0.5, 0.65, 0.8, 1.0, 1.2, 1.4)
PRIOR_TOUCHES = 8.0  # pseudo-count of the shipped hit rates
_MAX_CLEARNESS = 0.98
_SKILL_GRID = np.linspace(-3, 3, 121)

Array = NDArray[np.float64]


class PaceTouch(NamedTuple):
    """A touch within the clue's number."""

    number: int  # of the clue
    place: int  # index in the turn
    right: bool
    clearness: float  # logit of the listener's chance that the touch is right


PlayerTouches = list[PaceTouch]
Logit = Callable[[PaceTouch], float]


def read_players(path: Path, model: Model) -> list[PlayerTouches]:
    """Read the touches of every board in order. The listener was not fitted on the board."""
    turns = listener_fit.read_turns(path)
    data = listener_fit.measure_signals(model, turns)
    chances = np.mean([listener_fit.cross_fit(data, seed) for seed in SEEDS], axis=0)
    by_board: dict[int, PlayerTouches] = {}
    for line, turn, board, chance in zip(
        path.read_text("utf-8").splitlines(), turns, data.boards, chances, strict=True
    ):
        by_board.setdefault(int(board), []).extend(player_touches(json.loads(line), turn, chance))
    return [player for player in by_board.values() if player]


def player_touches(data: dict[str, list[str]], turn: listener_fit.HumanTurn, chance: Array) -> PlayerTouches:
    number = min(max(len(data["targets"]), 1), len(HUMAN_HIT_RATES.by_number))
    remaining, green = chance[: len(turn.words)].copy(), np.array(turn.green)
    touches: PlayerTouches = []
    for place, word in enumerate(map(fold, data["guesses"][:number])):
        if word not in turn.words:
            break
        clear = float(np.clip(remaining[green].sum() / remaining.sum(), 1 - _MAX_CLEARNESS, _MAX_CLEARNESS))
        right = turn.green[turn.words.index(word)]
        touches.append(PaceTouch(number, place, right, float(np.log(clear / (1 - clear)))))
        remaining[turn.words.index(word)] = 0.0
        if not right:
            break
    return touches


def rate_logit(others: Sequence[PlayerTouches]) -> Logit:
    """Return the logit of these players' hit rates by number and place, shrunk to the shipped ones."""
    logits = {}
    for number, row in enumerate(HUMAN_HIT_RATES.by_number, start=1):
        for place, usual in enumerate(row):
            hits = [touch.right for player in others for touch in player if touch[:2] == (number, place)]
            rate = (sum(hits) + PRIOR_TOUCHES * usual) / (len(hits) + PRIOR_TOUCHES)
            logits[number, place] = float(np.log(rate / (1 - rate)))
    return lambda touch: logits[touch[:2]]


def clearness_logit(others: Sequence[PlayerTouches]) -> Logit:
    """Fit a logistic regression on the clearness, with the hit rates as offset."""
    from scipy.optimize import minimize

    touches = [touch for player in others for touch in player]
    usual = rate_logit(others)
    offset = np.array([usual(touch) for touch in touches])
    clear = np.array([touch.clearness for touch in touches])
    sign = np.where([touch.right for touch in touches], 1.0, -1.0)

    def loss(parameters: Array) -> float:
        return float(np.logaddexp(0, -sign * (offset + parameters[0] + parameters[1] * clear)).sum())

    shift, weight = minimize(loss, np.zeros(2)).x
    return lambda touch: usual(touch) + float(shift) + float(weight) * touch.clearness


def log_likelihoods(player: PlayerTouches, logit: Logit) -> Array:
    """Return the log-likelihood of each touch for every skill: (touches, skills)."""
    signs = np.array([1.0 if touch.right else -1.0 for touch in player])
    return -np.logaddexp(0, -signs[:, None] * (np.array([logit(touch) for touch in player])[:, None] + _SKILL_GRID))


def skill_prior(spread: float) -> Array:
    chances = np.exp(-((_SKILL_GRID / max(spread, 1e-3)) ** 2) / 2)
    return np.asarray(chances / chances.sum())


def prequential_log_likelihood(player: PlayerTouches, logit: Logit, spread: float) -> float:
    """Return the log-likelihood of the touches, each predicted from the earlier ones. A spread of 0 learns nothing."""
    posterior, total = skill_prior(spread), 0.0
    for logs in log_likelihoods(player, logit):
        chance = float(posterior @ np.exp(logs))
        total += float(np.log(chance))
        posterior = posterior * np.exp(logs) / chance
    return total


PREDICTORS: dict[str, tuple[Callable[[Sequence[PlayerTouches]], Logit], float]] = {
    "fixed figures": (rate_logit, 0.0),
    "figures, learnt": (rate_logit, SKILL_SPREAD_LOGITS),
    "clearness": (clearness_logit, 0.0),
    "clearness, learnt": (clearness_logit, SKILL_SPREAD_LOGITS),
}
COMPARISONS = (
    ("clearness, learnt", "fixed figures"),
    ("figures, learnt", "fixed figures"),
    ("clearness, learnt", "clearness"),
)


def cross_fit(players: Sequence[PlayerTouches]) -> dict[str, Array]:
    """Return for every predictor the log-likelihood of each player's touches."""
    totals = {name: np.zeros(len(players)) for name in PREDICTORS}
    for seed in SEEDS:
        fold = np.random.default_rng(seed).integers(FOLDS, size=len(players))
        for held in range(FOLDS):
            others = [player for player, part in zip(players, fold, strict=True) if part != held]
            fitted = {name: (make(others), spread) for name, (make, spread) in PREDICTORS.items()}
            for place in np.flatnonzero(fold == held).tolist():
                for name, (logit, spread) in fitted.items():
                    totals[name][place] += prequential_log_likelihood(players[place], logit, spread) / len(SEEDS)
    return totals


def spread_log_likelihoods(players: Sequence[PlayerTouches]) -> dict[float, float]:
    """Return the log-likelihood of all touches for every spread of the skill."""
    logit = clearness_logit(players)
    logs = [log_likelihoods(player, logit).sum(axis=0) for player in players]
    return {
        spread: sum(float(np.log(skill_prior(spread) @ np.exp(by_skill))) for by_skill in logs)
        for spread in SPREAD_GRID
    }


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--data", type=Path, required=True)
    players = read_players(options.parse_args().data, Model.load("en"))
    lengths = np.array([len(player) for player in players])
    print(f"players {len(players)}, touches {lengths.sum()}")
    found = cross_fit(players)
    for name, logs in found.items():
        print(f"{name:<18} {logs.sum() / lengths.sum():.4f}")
    samples = np.random.default_rng(0).integers(len(players), size=(BOOTSTRAP_DRAWS, len(players)))
    for one, other in COMPARISONS:
        gain = found[one] - found[other]
        low, high = np.percentile(gain[samples].sum(axis=1) / lengths[samples].sum(axis=1), (2.5, 97.5))
        print(f"{one} against {other}: {gain.sum() / lengths.sum():+.4f} ({low:+.4f} to {high:+.4f})")
    by_spread = spread_log_likelihoods(players)
    print("likelihood ratio statistic of each spread against none:")
    print("  ".join(f"{spread}: {2 * (total - by_spread[0.0]):+.1f}" for spread, total in by_spread.items()))


if __name__ == "__main__":
    main()
