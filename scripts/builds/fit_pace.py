#!/usr/bin/env python3
"""How well a player's touches can be predicted, and what learning from the earlier ones adds, on turns of people.

    scripts/builds/fit_pace.py --data turns.jsonl

The turns of a board stand for one player. Every touch is predicted from others' boards and from what the same player
touched before, by four predictors: the fixed figures of `duo.mind.pace`; the same, eased by the player's earlier
touches; the clearness of the clue, which is the listener's chance of any green word, beside the figures; and the same,
eased. Figures, clearness and the listener's own weights are fitted on other boards, in five folds, five times; the
spread of the prior is the one that ships. Prints the mean logarithm of the chance given to what happened, differences
with intervals by resampling players, and how likely every spread between players is.
"""

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from databuild.models import fit
from duo.core.word import fold
from duo.mind.model.model import Model
from duo.mind.pace import HUMAN_HIT_RATES, SKILL_SPREAD

FOLDS, SEEDS, BOOTSTRAP_DRAWS = 5, range(5), 4000
SPREAD_GRID = (0.0, 0.1, 0.2, 0.3, 0.5, 0.65, 0.8, 1.0, 1.2, 1.4)
PRIOR_TOUCHES = 8.0  # touches that the shipped figures count for where there are few
_MAX_CLEARNESS = 0.98
_SKILL_GRID = np.linspace(-3, 3, 121)

Array = NDArray[np.float64]


class PaceTouch(NamedTuple):
    """A touch up to the clue's number: the number, the place in the turn, whether it was right, and how clear it was.

    `clearness` is the logit of the listener's chance that a word is touched that is no miss.
    """

    number: int
    place: int
    right: bool
    clearness: float


PlayerTouches = list[PaceTouch]
Logit = Callable[[PaceTouch], float]


def read_players(path: Path, model: Model) -> list[PlayerTouches]:
    """The touches of every board in the order in which they were made; the listener has not seen the board."""
    turns = fit.read_turns(path)
    data = fit.measure_signals(model, turns)
    chances = np.mean([fit.cross_fit(data, seed) for seed in SEEDS], axis=0)
    found: dict[int, PlayerTouches] = {}
    for line, turn, board, chance in zip(
        path.read_text("utf-8").splitlines(), turns, data.boards, chances, strict=True
    ):
        found.setdefault(int(board), []).extend(player_touches(json.loads(line), turn, chance))
    return [player for player in found.values() if player]


def player_touches(data: dict[str, list[str]], turn: fit.HumanTurn, chance: Array) -> PlayerTouches:
    number = min(max(len(data["targets"]), 1), len(HUMAN_HIT_RATES.by_number))
    left, green = chance[: len(turn.words)].copy(), np.array(turn.green)
    made: PlayerTouches = []
    for place, word in enumerate(map(fold, data["guesses"][:number])):
        if word not in turn.words:
            break
        clear = float(np.clip(left[green].sum() / left.sum(), 1 - _MAX_CLEARNESS, _MAX_CLEARNESS))
        right = turn.green[turn.words.index(word)]
        made.append(PaceTouch(number, place, right, float(np.log(clear / (1 - clear)))))
        left[turn.words.index(word)] = 0.0
        if not right:
            break
    return made


def rate_logit(others: Sequence[PlayerTouches]) -> Logit:
    """The rates of these players by number and place, drawn to the shipped figures."""
    logits = {}
    for number, row in enumerate(HUMAN_HIT_RATES.by_number, start=1):
        for place, usual in enumerate(row):
            here = [touch.right for player in others for touch in player if touch[:2] == (number, place)]
            rate = (sum(here) + PRIOR_TOUCHES * usual) / (len(here) + PRIOR_TOUCHES)
            logits[number, place] = float(np.log(rate / (1 - rate)))
    return lambda touch: logits[touch[:2]]


def clearness_logit(others: Sequence[PlayerTouches]) -> Logit:
    """The figures, and how much the clearness of a clue counts beside them: logistic regression."""
    from scipy.optimize import minimize

    every = [touch for player in others for touch in player]
    usual = rate_logit(others)
    offset = np.array([usual(touch) for touch in every])
    clear = np.array([touch.clearness for touch in every])
    sign = np.where([touch.right for touch in every], 1.0, -1.0)

    def loss(fitted: Array) -> float:
        return float(np.logaddexp(0, -sign * (offset + fitted[0] + fitted[1] * clear)).sum())

    shift, weight = minimize(loss, np.zeros(2)).x
    return lambda touch: usual(touch) + float(shift) + float(weight) * touch.clearness


def log_likelihoods(player: PlayerTouches, logit: Logit) -> Array:
    """The logarithm of the chance of what each touch turned out to be, for every ease: (touches, eases)."""
    signs = np.array([1.0 if touch.right else -1.0 for touch in player])
    return -np.logaddexp(0, -signs[:, None] * (np.array([logit(touch) for touch in player])[:, None] + _SKILL_GRID))


def skill_prior(spread: float) -> Array:
    chances = np.exp(-((_SKILL_GRID / max(spread, 1e-3)) ** 2) / 2)
    return np.asarray(chances / chances.sum())


def prequential_log_likelihood(player: PlayerTouches, logit: Logit, spread: float) -> float:
    """The sum of the logarithms over all touches, each predicted by those before it; a spread of 0 learns nothing."""
    believed, total = skill_prior(spread), 0.0
    for logs in log_likelihoods(player, logit):
        chance = float(believed @ np.exp(logs))
        total += float(np.log(chance))
        believed = believed * np.exp(logs) / chance
    return total


PREDICTORS: dict[str, tuple[Callable[[Sequence[PlayerTouches]], Logit], float]] = {
    "fixed figures": (rate_logit, 0.0),
    "figures, learnt": (rate_logit, SKILL_SPREAD),
    "clearness": (clearness_logit, 0.0),
    "clearness, learnt": (clearness_logit, SKILL_SPREAD),
}
COMPARISONS = (
    ("clearness, learnt", "fixed figures"),
    ("figures, learnt", "fixed figures"),
    ("clearness, learnt", "clearness"),
)


def cross_fit(every: Sequence[PlayerTouches]) -> dict[str, Array]:
    """For every form the sum of the logarithms of each player's touches."""
    found = {name: np.zeros(len(every)) for name in PREDICTORS}
    for seed in SEEDS:
        fold = np.random.default_rng(seed).integers(FOLDS, size=len(every))
        for held in range(FOLDS):
            others = [player for player, part in zip(every, fold, strict=True) if part != held]
            fitted = {name: (make(others), spread) for name, (make, spread) in PREDICTORS.items()}
            for place in np.flatnonzero(fold == held).tolist():
                for name, (logit, spread) in fitted.items():
                    found[name][place] += prequential_log_likelihood(every[place], logit, spread) / len(SEEDS)
    return found


def spread_log_likelihoods(every: Sequence[PlayerTouches]) -> dict[float, float]:
    """The log-likelihood of all touches for every spread between players."""
    logit = clearness_logit(every)
    logs = [log_likelihoods(player, logit).sum(axis=0) for player in every]
    return {spread: sum(float(np.log(skill_prior(spread) @ np.exp(of))) for of in logs) for spread in SPREAD_GRID}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--data", type=Path, required=True)
    every = read_players(options.parse_args().data, Model.load("en"))
    lengths = np.array([len(player) for player in every])
    print(f"players {len(every)}, touches {lengths.sum()}")
    found = cross_fit(every)
    for name, logs in found.items():
        print(f"{name:<18} {logs.sum() / lengths.sum():.4f}")
    drawn = np.random.default_rng(0).integers(len(every), size=(BOOTSTRAP_DRAWS, len(every)))
    for one, other in COMPARISONS:
        gain = found[one] - found[other]
        low, high = np.percentile(gain[drawn].sum(axis=1) / lengths[drawn].sum(axis=1), (2.5, 97.5))
        print(f"{one} against {other}: {gain.sum() / lengths.sum():+.4f} ({low:+.4f} to {high:+.4f})")
    whole = spread_log_likelihoods(every)
    print("twice the log-likelihood of each spread, above none:")
    print("  ".join(f"{spread}: {2 * (total - whole[0.0]):+.1f}" for spread, total in whole.items()))


if __name__ == "__main__":
    main()
