"""The giver's suggestions are legal, honest and explained."""

import random
from dataclasses import replace
from typing import ClassVar

import numpy as np
import pytest

from duo.core.mission import Bank
from duo.mind.belief.clue_history import ClueMemory
from duo.mind.giver.giver import ExpectedValueGiver, _sum_weights_by_role, partner_weights
from duo.mind.giver.query import ClueQuery
from duo.mind.skill import LEVELS, STYLES
from duo.mind.value import Stakes

WORDS = tuple(f"word{number}" for number in range(25))


def anything(clue, visible):
    return True


def clue_query(seed=3, **changes):
    words = random.Random(seed).sample(WORDS, 25)
    defaults = {"agents": words[:9], "bystanders": words[9:22], "assassins": words[22:], "visible": words}
    lists = {name: tuple(value) for name, value in defaults.items()}
    return ClueQuery(**lists | {"stakes": Stakes(9, 9, Bank(9, 0))} | changes)


def test_suggestions_are_honest_about_what_follows(toy_listener):
    best = ExpectedValueGiver(toy_listener(), anything).answer(clue_query(), 5)
    assert len(best) == len({suggestion.word for suggestion in best}) == 5
    for suggestion in best:
        assert suggestion.count == len(suggestion.targets)
        assert set(suggestion.targets) <= set(clue_query().agents)
        assert suggestion.p_all + suggestion.black + suggestion.tan == pytest.approx(1, abs=1e-5)
        assert suggestion.p_all <= suggestion.expected / suggestion.count + 1e-9


@pytest.mark.parametrize("trust", [0.75, 1.0])
def test_what_it_expects_is_what_happens_when_a_partner_draws_by_the_pulls(toy_listener, trust):
    listener = toy_listener(sharpness=4)
    best = ExpectedValueGiver(listener, anything, trust=trust).answer(clue_query(), 1)[0]
    words = clue_query().words
    clue = listener.candidates.index(best.word)
    doubt = 1 - 0.98 * (1 - 0.25 * (1 - listener.familiarity[clue]) ** 2)
    associations = listener.candidate_associations(words, trust)[clue]
    nothing = np.exp(3.0 * trust)  # stands between bystanders and assassins, where a touch of it is a miss
    shares = np.insert(associations, 22, nothing) / (associations.sum() + nothing)
    weights = shares * (1 - doubt) + np.insert(np.full(25, doubt / 25), 22, 0.0)
    rng = np.random.default_rng(1)
    found = black = 0
    for _ in range(4000):
        touched = rng.choice(26, size=best.count, replace=False, p=weights / weights.sum())
        run = next((k for k, word in enumerate(touched) if word >= 9), best.count)
        found += run
        black += run < best.count and touched[run] > 22
    assert found / 4000 == pytest.approx(best.expected, abs=0.06)
    assert black / 4000 == pytest.approx(best.black, abs=0.02)


def test_with_one_word_left_the_clue_still_has_to_bring_it_to_mind(toy_listener):
    listener = toy_listener()
    best = ExpectedValueGiver(listener, anything).answer(clue_query(agents=("word1",), bystanders=(), assassins=()), 1)[
        0
    ]
    associations = listener.candidate_associations(["word1"], 1.0)[:, 0]
    assert associations[listener.candidates.index(best.word)] > np.quantile(associations, 0.95)
    assert best.p_all < 1


def test_only_legal_words_that_were_not_said_before_are_suggested(toy_listener):
    giver = ExpectedValueGiver(toy_listener(), lambda clue, visible: clue.endswith("7"))
    first = giver.answer(clue_query(), 5)
    assert all(suggestion.word.endswith("7") for suggestion in first)
    again = giver.answer(clue_query(given_clue_words=frozenset({first[0].word})), 5)
    assert first[0].word not in [suggestion.word for suggestion in again]
    assert again[0].word == first[1].word


def test_a_careful_style_risks_less_than_a_bold_one(toy_listener):
    def risk(style):
        giver = ExpectedValueGiver(toy_listener(), anything, style=STYLES[style])
        return sum(giver.answer(clue_query(seed), 1)[0].black for seed in range(8))

    assert risk("careful") < risk("balanced") <= risk("bold")


def test_a_beginner_says_small_numbers_and_familiar_words(toy_listener):
    listener = toy_listener()
    for suggestion in ExpectedValueGiver(listener, anything, LEVELS["beginner"]).answer(clue_query(), 10):
        assert suggestion.count <= 2
        assert listener.familiarity[listener.candidates.index(suggestion.word)] >= LEVELS["beginner"].min_familiarity


class WrittenListener:
    """A listener with two candidates and fixed associations."""

    lang = "en"
    candidates = ("near", "close")
    familiarity = np.ones(2)
    strengths: ClassVar = {"near": {"g1": 900}, "close": {"g2": 800}, "old": {"g1": 5000}}

    def associations(self, clue, words, sharpness):
        return np.array([[self.strengths[clue].get(word, 1.0) for word in words]], np.float32) ** sharpness

    def touch(self, clue, words):
        associations = self.associations(clue, words, 1.0)[0]
        return associations / associations.sum()

    def candidate_associations(self, words, sharpness):
        return np.concatenate([self.associations(clue, words, sharpness) for clue in self.candidates])

    def kinship(self, words):
        return np.zeros((len(words), len(words)))


TWO = ClueQuery(("g1", "g2"), ("t1", "t2"), ("x1",), ("g1", "g2", "t1", "t2", "x1"), Stakes(2, 2, Bank(4, 0)))
OLD = replace(TWO, earlier_clues=(ClueMemory("old", 1),))


def test_a_word_that_an_earlier_clue_is_bringing_in_is_left_to_it():
    giver = ExpectedValueGiver(WrittenListener(), anything)
    assert giver.answer(TWO, 1)[0].word == "near"
    assert giver.answer(OLD, 1)[0].word == "close"
    found = replace(TWO, agents=("g1", "g2"), earlier_clues=(ClueMemory("old", 1, found=("g3",)),))
    assert giver.answer(found, 1)[0].word == "close"  # a find that the old clue does not explain leaves it open


def test_a_word_that_an_earlier_clue_meant_comes_to_mind_more_easily():
    giver = ExpectedValueGiver(WrittenListener(), anything)
    alone, recalled = ({clue.word: clue for clue in giver.answer(query, 2)}["near"] for query in (TWO, OLD))
    assert recalled.p_all > alone.p_all
    assert "it recalls g1" in recalled.why
    assert "recalls" not in alone.why


def test_a_beginner_thinks_of_no_earlier_clue():
    giver = ExpectedValueGiver(WrittenListener(), anything, LEVELS["beginner"])
    assert giver.answer(OLD, 2) == giver.answer(TWO, 2)


def test_no_green_left_gives_no_clue(toy_listener):
    assert ExpectedValueGiver(toy_listener(), anything).answer(clue_query(agents=()), 5) == []


@pytest.mark.parametrize("trust", [0.5, 0.75, 1.0])
def test_a_partner_is_drawn_by_the_pulls_by_chance_or_by_nothing(trust):
    associations, familiarity = np.array([[9.0, 3.0], [9.0, 3.0]], np.float32), np.array([1.0, 0.2])
    weights, nothing = partner_weights(associations, familiarity, trust)
    for row, known in enumerate(familiarity):
        doubt = 1 - 0.98 * (1 - 0.25 * (1 - known) ** 2)  # one in fifty, and one in four of those who know no such word
        heard = np.array([9.0, 3.0, np.exp(3 * trust)])
        heard *= (1 - doubt) / heard.sum()
        expected = heard[:2] + doubt / 2
        assert weights[row] / (weights[row].sum() + nothing[row]) == pytest.approx(expected, rel=1e-5)
    assert weights[1, 1] > weights[0, 1]


def test_a_person_is_trusted_less_than_a_twin(toy_listener):
    plain, person, twin = (
        ExpectedValueGiver(toy_listener(), anything, **trust).answer(clue_query(), 1)[0]
        for trust in ({}, {"trust": 0.75}, {"trust": 2})
    )
    assert plain == person
    assert person.p_all / person.count < twin.p_all / twin.count


def test_what_an_earlier_clue_meant_draws_half_as_much_again_and_counts_two_fifths_less():
    """The old clue is almost certainly for `g1`."""

    class Sure(WrittenListener):
        strengths: ClassVar = {"near": {"g1": 900}, "close": {"g2": 800}, "old": {"g1": 1e9}}

    odds = []
    for earlier in ((), (ClueMemory("old", 1),)):
        query = replace(TWO, earlier_clues=earlier)
        found = {clue.word: clue for clue in ExpectedValueGiver(Sure(), anything).answer(query, 2)}
        odds.append(found["near"].p_all / (1 - found["near"].p_all))
    assert odds[1] / odds[0] == pytest.approx(1.5, rel=0.05)
    recall = np.array([1.0, 0.0, 0.0, 0.0, 0.0])
    weights = np.array([[3.0, 1.0, 1.0, 1.0, 1.0]], np.float32)
    credit = _sum_weights_by_role(TWO, weights, np.zeros(1, np.float32), recall).credit
    assert credit == pytest.approx([(3 * 0.6 + 1) / 4])


@pytest.mark.parametrize(("level", "most", "known"), [("beginner", 2, 0.5), ("regular", 3, 0.2), ("expert", 4, 0.0)])
def test_a_level_says_no_larger_number_and_no_rarer_word(toy_listener, level, most, known):
    listener = toy_listener(sharpness=6)
    listener.familiarity = np.linspace(1.0, 0.0, 300)
    numbers, rarest = set(), 1.0
    for seed in range(6):
        for clue in ExpectedValueGiver(listener, anything, LEVELS[level]).answer(clue_query(seed), 40):
            numbers.add(clue.count)
            rarest = min(rarest, listener.familiarity[listener.candidates.index(clue.word)])
    assert max(numbers) == most
    assert known <= rarest < known + 0.1
