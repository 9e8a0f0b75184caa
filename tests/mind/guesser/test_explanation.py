"""An explanation of a touch or a stop has the numbers behind the decision."""

import numpy as np
import pytest

from duo.core.key import Seat
from duo.core.mission import Bank
from duo.core.position import Guess, Stop
from duo.mind.belief.clue_history import ClueMemory
from duo.mind.belief.pattern import PatternGroup, SidePrior
from duo.mind.guesser.explanation import Explanation, WordEstimate
from duo.mind.guesser.guesser import ListeningGuesser
from duo.mind.guesser.query import GuessQuery
from duo.mind.value import Stakes

WORDS = ("dog", "cat", "fox", "pan", "oil", "sun", "hat")


class Ear:
    """A listener that associates `pet` strongly with DOG and weakly with CAT, and `meow` with CAT."""

    strengths = {"pet": {"dog": 400, "cat": 20}, "meow": {"cat": 500}}  # noqa: RUF012

    def associations(self, clue, words, sharpness):
        return np.array([[self.strengths[clue].get(word, 1.0) for word in words]]) ** sharpness

    def touch(self, clue, words):
        associations = self.associations(clue, words, 1.0)[0]
        return associations / associations.sum()

    def kinship(self, words):
        return np.zeros((len(words), len(words)))


def guess_query(*clues, found=0, sudden=False):
    *earlier, last = clues
    stakes = Stakes(3, 3, Bank(0, 0) if sudden else Bank(5, 0))
    side = SidePrior((PatternGroup(WORDS, 3, 3, 1),))
    return GuessQuery(WORDS, side, None if sudden else last, tuple(clues if sudden else earlier), stakes)


@pytest.fixture
def guesser():
    return ListeningGuesser(Ear())


def test_a_touch_is_told_with_its_chance_and_the_clue_that_speaks_for_it(guesser):
    query = guess_query(ClueMemory("meow", 1), ClueMemory("pet", 1))
    explanation = guesser.explain(query)
    chances = {ranked.word: ranked.p for ranked in guesser.answer(query)[0]}
    assert explanation.word == explanation.estimates[0].word
    assert {estimate.word: estimate.p for estimate in explanation.estimates} == pytest.approx(chances)
    by_word = {estimate.word: estimate for estimate in explanation.estimates}
    assert (by_word["dog"].clue, by_word["cat"].clue, by_word["fox"].clue) == ("pet", "meow", None)
    assert by_word["dog"].share > 0.8
    assert by_word["fox"].share == 0
    assert not explanation.lacks_clue_for_touch


def test_a_clue_speaks_for_a_word_that_it_may_have_meant_with_one_chance_in_ten(guesser):
    shares = guesser.belief(guess_query(ClueMemory("pet", 1))).meant_chances_by_clue()[0]
    estimates = {estimate.word: estimate for estimate in guesser.explain(guess_query(ClueMemory("pet", 1))).estimates}
    for word, share in zip(WORDS, shares, strict=False):
        assert (estimates[word].clue == "pet") == (share >= 0.1)
    assert min(shares[:2]) < 0.1 < max(shares)  # both kinds are there


def test_touching_and_stopping_are_weighed_by_the_chance_to_win(guesser):
    query = guess_query(ClueMemory("pet", 2, found=("dog",)))
    explanation = guesser.explain(query)
    assert explanation.stop_value == pytest.approx(query.stakes.win_chance_after(1, missed=False))
    assert (explanation.word is None) is (explanation.touch_value <= explanation.stop_value or explanation.all_answered)
    first = guesser.explain(guess_query(ClueMemory("pet", 2)))
    assert first.stop_value is None  # the rules leave no choice
    assert first.word is not None
    assert 0 < first.touch_value < 1


def test_any_move_is_told_by_the_same_numbers(guesser):
    query = guess_query(ClueMemory("pet", 1))
    other = guesser.explain(query, Guess(Seat.B, "fox"))
    assert other.word == other.estimates[0].word == "fox"
    assert sorted(other.estimates, key=str) == sorted(guesser.explain(query).estimates, key=str)
    assert other.touch_value < guesser.explain(query).touch_value
    assert guesser.explain(query, Stop(Seat.B)).word is None


def test_it_is_answered_when_no_clue_means_another_word(guesser):
    assert guesser.explain(guess_query(ClueMemory("pet", 1, found=("wolf", "dog")))).all_answered is False
    done = GuessQuery(
        ("fox", "pan", "oil"),
        SidePrior((PatternGroup(("fox", "pan", "oil"), 1, 1, 1),)),
        ClueMemory("pet", 1, found=("dog",)),
        (),
        Stakes(2, 3, Bank(5, 0)),
    )
    assert guesser.explain(done).all_answered


def test_in_sudden_death_the_chance_of_the_word_is_what_counts(guesser):
    explanation = guesser.explain(guess_query(ClueMemory("pet", 1), sudden=True))
    assert explanation.touch_value == explanation.estimates[0].p
    assert explanation.stop_value is None
    assert not explanation.all_answered


def test_with_no_clue_for_it_a_touch_is_aimless(guesser):
    explanation = guesser.explain(guess_query(ClueMemory("pet", 1), sudden=True), Guess(Seat.B, "hat"))
    assert explanation.lacks_clue_for_touch
    assert Explanation(None, (), 0.0, None, all_answered=True).lacks_clue_for_touch


def test_the_json_form_has_five_digits():
    explanation = Explanation("dog", (WordEstimate("dog", 2 / 3, "pet", 1 / 3),), 1 / 3, 2 / 3, all_answered=False)
    assert explanation.to_json() == {
        "word": "dog",
        "thoughts": [{"word": "dog", "p": 0.66667, "clue": "pet", "share": 0.33333}],
        "touch": 0.33333,
        "stop": 0.66667,
        "answered": False,
    }
    assert Explanation("dog", (), 0.5, None, all_answered=True).to_json()["stop"] is None


def test_a_touch_is_worth_what_follows_a_hit_and_a_miss(guesser):
    """One of two words is an agent, so nothing follows a hit and the sum is short."""
    words = ("dog", "pan")
    side = SidePrior((PatternGroup(words, 1, 0.75, 0.25),))
    query = GuessQuery(words, side, ClueMemory("pet", 1), (), Stakes(1, 2, Bank(3, 0)))
    explanation = guesser.explain(query)
    [first, _] = explanation.estimates
    bystander = (1 - first.p) * 0.75
    hit, missed = query.stakes.win_chance_after(1, missed=False), query.stakes.win_chance_after(0, missed=True)
    assert (explanation.word, first.word) == ("dog", "dog")
    assert bystander > 0.001
    assert explanation.touch_value == pytest.approx(first.p * hit + bystander * missed)
