"""The search finds the same clues as a brute-force evaluation of every clue with every number."""

from itertools import permutations

import numpy as np
import pytest

from duo.core.mission import Bank
from duo.mind.giver.search import ClueWeights, TurnRewards, _evaluate_clues, best_clues
from duo.mind.listener import plackett_luce
from duo.mind.skill import STYLES
from duo.mind.value import Stakes

STAKES = [Stakes(5, 6, Bank(6, 0)), Stakes(4, 1, Bank(1, 1)), Stakes(9, 9, Bank(9, 0)), Stakes(3, 0, Bank(2, 0))]


def brute_force_value(weights, kinds, number, rewards, credit):
    """Return the expected value, summed over every order of touches."""
    total = 0.0
    style = rewards.style
    for order in permutations(range(len(weights)), number):
        chance, left, found, end = 1.0, weights.sum(), 0, "stop"
        for word in order:
            if end != "stop":
                chance *= weights[word] / left if left > 0 else 1.0
            else:
                chance *= weights[word] / left
                end = "stop" if kinds[word] == "g" else kinds[word]
                found += kinds[word] == "g"
            left -= weights[word]
        total -= chance * style.unfound_cost * (number - found)
        if end == "stop":
            total += chance * (rewards.stop_values[0] + credit * rewards.stop_gain(found))
        elif end == ".":
            total += chance * (
                rewards.miss_values[0] - style.miss_cost + credit * (rewards.miss_gain(found) if found else 0)
            )
        else:
            total -= chance * style.assassin_cost
    return total


def table(seed, clues=40):
    rng = np.random.default_rng(seed)
    weights = np.exp(rng.normal(size=(clues, 7)) * 2).astype(np.float32)
    credit = rng.uniform(0.6, 1.0, size=clues).astype(np.float32)
    return weights, ClueWeights(weights[:, :4], weights[:, 4:6].sum(axis=1), weights[:, 6], credit)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("stakes", STAKES, ids=str)
def test_no_clue_with_any_number_beats_the_best_that_is_found(stakes, style):
    word_weights, weights = table(seed=1)
    rewards = TurnRewards.from_stakes(stakes, STYLES[style], max_number=4)
    allowed = np.arange(len(word_weights)) % 3 > 0
    finds = best_clues(weights, rewards, lambda clues: allowed[clues], top=5)
    expected = {
        clue: max(
            brute_force_value(word_weights[clue].astype(float), "gggg..x", number, rewards, float(weights.credit[clue]))
            for number in range(1, 5)
        )
        for clue in np.flatnonzero(allowed)
    }
    best = sorted(expected, key=expected.__getitem__, reverse=True)[:5]
    assert [find.clue for find in finds] == best
    assert [find.value for find in finds] == pytest.approx([expected[clue] for clue in best], abs=1e-6)


def test_fewer_acceptable_clues_than_asked_for_are_all_found():
    _, weights = table(seed=2, clues=200)
    rewards = TurnRewards.from_stakes(STAKES[0], STYLES["bold"], max_number=4)
    finds = best_clues(weights, rewards, lambda clues: np.isin(clues, [7, 150]), top=5)
    assert {find.clue for find in finds} == {7, 150}
    assert best_clues(weights, rewards, lambda clues: np.zeros(len(clues), dtype=bool), top=5) == []


def test_the_last_green_on_an_otherwise_empty_table_can_only_be_hit():
    green = np.array([[2.0]], dtype=np.float32)
    weights = ClueWeights(
        green, np.array([1e-9], dtype=np.float32), np.zeros(1, dtype=np.float32), np.ones(1, dtype=np.float32)
    )
    rewards = TurnRewards.from_stakes(Stakes(1, 0, Bank(1, 0)), STYLES["balanced"], max_number=4)
    find = best_clues(weights, rewards, lambda clues: np.ones(len(clues), dtype=bool), top=1)[0]
    assert find.number == 1
    assert find.run_chances[0] == pytest.approx(1)


def anything(clues):
    return np.ones(len(clues), dtype=bool)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("stakes", [Stakes(4, 0, Bank(6, 0)), Stakes(6, 5, Bank(7, 0))], ids=str)
def test_clear_clues_are_worked_out_with_every_number(stakes, seed):
    rng = np.random.default_rng(seed)
    green = np.exp(rng.normal(size=(80, 5)))
    missing = np.exp(rng.normal(-5, 1.5, size=(80, 2)))
    weights = ClueWeights(green, missing[:, 0], missing[:, 1], rng.uniform(0.97, 1, 80))
    for style in STYLES.values():
        rewards = TurnRewards.from_stakes(stakes, style, max_number=4)
        reached = plackett_luce.run_chances(green, missing.sum(axis=1), 4)
        values = np.max([rewards.expected_value(weights, reached, number) for number in range(1, 5)], axis=0)
        for top in (1, 3):
            finds = best_clues(weights, rewards, anything, top)
            assert [find.clue for find in finds] == np.argsort(-values, kind="stable")[:top].tolist()


def test_no_clue_is_given_up_too_early():
    """The first clue is safer for two words. The second is almost certain for four, which is worth slightly more."""
    green = np.array([[1.0, 1.0, 1e-6, 1e-6], [1.0, 1.0, 1.0, 1.0]])
    tan = np.array([2e-5, 1e-4])
    weights = ClueWeights(green, tan, np.full(2, 1e-9), np.ones(2))
    gains = tuple(0.9 + 0.0005 * found for found in range(5))
    rewards = TurnRewards(gains, gains, STYLES["balanced"])
    two = np.stack(plackett_luce.run_chances_up_to_two(green, tan))
    assert rewards.expected_value(weights, two, 2).argmax() == 0
    [find] = best_clues(weights, rewards, anything, 1)
    assert (find.clue, find.number) == (1, 4)


def test_where_greens_are_too_many_for_every_set_few_clues_are_worked_out(monkeypatch):
    worked_out = []
    monkeypatch.setattr(
        "duo.mind.giver.search._evaluate_clues",
        lambda weights, rewards, clues, most: (
            worked_out.append(len(clues)) or _evaluate_clues(weights, rewards, clues, 2)
        ),
    )
    rng = np.random.default_rng(1)
    for greens, fewest, most in ((9, 600, 800), (12, 400, 501)):
        weights = ClueWeights(np.exp(rng.normal(size=(800, greens))), np.ones(800), np.ones(800), np.ones(800))
        best_clues(
            weights, TurnRewards.from_stakes(Stakes(9, 9, Bank(9, 0)), STYLES["bold"], max_number=4), anything, 1
        )
        assert fewest <= worked_out[-1] <= most
