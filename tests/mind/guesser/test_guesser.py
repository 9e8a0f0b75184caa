"""The guesser weighs clues, the pattern and the tokens."""

import random

import numpy as np
import pytest

from duo.core.key import Seat, deal
from duo.core.mission import Bank, Mission
from duo.core.position import Clue, Guess, Phase, Position, Stop
from duo.mind.belief.clue_history import ClueMemory
from duo.mind.belief.pattern import PatternGroup, SidePrior
from duo.mind.guesser.guesser import ListeningGuesser, SamplingGuesser, _safest_first_place
from duo.mind.guesser.query import GuessQuery, guess_query_from_view
from duo.mind.skill import LEVELS
from duo.mind.value import Stakes

WORDS = tuple(f"word{number}" for number in range(25))
EVEN = np.array([9 / 25, 13 / 25, 3 / 25])


class FixedListener:
    """A listener with fixed weights for each clue."""

    def __init__(self, **clues):
        self.clues = clues

    def touch(self, clue, words):
        weights = np.array([self.clues[clue].get(word, 0.01) for word in words])
        return weights / weights.sum()

    def associations(self, clue, words, sharpness):
        return self.touch(clue, words)[None] ** sharpness

    def kinship(self, words):
        return np.zeros((len(words), len(words)))


def guess_query(clue, earlier=(), words=WORDS[:6], prior=EVEN, bank=Bank(9, 0)):  # noqa: B008
    prior = np.tile(prior, (len(words), 1)) if prior.ndim == 1 else prior
    return GuessQuery(words, side_by(words, prior), clue, tuple(earlier), Stakes(6, 6, bank))


def side_by(words, prior):
    """Return a side prior with one group for all words of the same chances."""
    groups = {}
    for word, row in zip(words, prior, strict=True):
        groups.setdefault(tuple(row), []).append(word)
    return SidePrior(tuple(PatternGroup(tuple(alike), *(len(alike) * np.array(row))) for row, alike in groups.items()))


def chances(ranking):
    return {ranked.word: ranked.p for ranked in ranking}


def test_every_word_is_ranked_once_and_the_likeliest_first():
    guesser = ListeningGuesser(FixedListener(sea={"word2": 0.9}))
    ranking, touches = guesser.answer(guess_query(ClueMemory("sea", 1)))
    assert sorted(ranked.word for ranked in ranking) == sorted(WORDS[:6])
    assert ranking[0].word == "word2"
    assert [r.p for r in ranking] == sorted((r.p for r in ranking), reverse=True)
    assert touches == 1


def test_a_word_that_the_pattern_rules_out_is_worth_nothing_however_close_it_is():
    prior = np.tile(EVEN, (6, 1))
    prior[2] = (0, 0.5, 0.5)
    ranking, _ = ListeningGuesser(FixedListener(sea={"word2": 0.9})).answer(
        guess_query(ClueMemory("sea", 2), prior=prior)
    )
    assert ranking[-1].word == "word2"
    assert ranking[-1].p == 0


def test_an_unfinished_clue_makes_the_extra_guess_worth_it():
    ear = FixedListener(sea={"word2": 0.9}, king={"word4": 0.95})
    plain = ListeningGuesser(ear).answer(guess_query(ClueMemory("sea", 1)))
    reminded = ListeningGuesser(ear).answer(guess_query(ClueMemory("sea", 1), [ClueMemory("king", 1)]))
    assert plain[1] == 1
    assert reminded[1] == 2
    assert chances(reminded[0])["word4"] > chances(plain[0])["word4"] + 0.3


def test_a_beginner_keeps_to_the_number_and_forgets():
    ear = FixedListener(sea={"word2": 0.9}, king={"word4": 0.95})
    ranking, touches = ListeningGuesser(ear, LEVELS["beginner"]).answer(
        guess_query(ClueMemory("sea", 1), [ClueMemory("king", 1)])
    )
    assert touches == 1
    assert chances(ranking)["word4"] == pytest.approx(chances(ranking)["word5"])


def test_what_was_found_since_may_have_been_the_old_clues_word():
    ear = FixedListener(sea={"word2": 0.9}, king={"word4": 0.5, "word9": 0.5})
    open_still = guess_query(ClueMemory("sea", 1), [ClueMemory("king", 1)])
    found_since = guess_query(ClueMemory("sea", 1), [ClueMemory("king", 1), ClueMemory("sea", 1, ("word9",))])
    before = chances(ListeningGuesser(ear).answer(open_still)[0])["word4"]
    after = chances(ListeningGuesser(ear).answer(found_since)[0])["word4"]
    assert after < before - 0.1


def test_a_clue_of_zero_speaks_against_its_words():
    ear = FixedListener(sea={"word2": 0.5}, king={"word4": 0.9})
    before = chances(ListeningGuesser(ear).answer(guess_query(ClueMemory("sea", 1)))[0])
    after = chances(ListeningGuesser(ear).answer(guess_query(ClueMemory("sea", 1), [ClueMemory("king", 0)]))[0])
    assert after["word4"] < before["word4"] / 2


def test_words_are_ranked_in_sudden_death_too():
    position = Position.start(WORDS, deal(random.Random(1)), Mission(1, 1)).apply(Clue(Seat.A, "sea", 1))
    agent = next(word for word, colour in zip(WORDS, position.key.a, strict=True) if colour == "g")
    position = position.apply(Guess(Seat.B, agent)).apply(Stop(Seat.B))
    assert position.phase is Phase.SUDDEN_DEATH
    ranking = ListeningGuesser(FixedListener(sea={})).ranking(position.view(Seat.B))
    assert sorted(ranked.word for ranked in ranking) == sorted(position.open_words(Seat.B))


def test_the_assassin_weighs_more_than_a_bystander():
    safe, deadly = np.array([0.4, 0.6, 0.0]), np.array([0.4, 0.0, 0.6])
    ear = FixedListener(sea={"word2": 0.9, "word3": 0.02})
    assert ListeningGuesser(ear).answer(guess_query(ClueMemory("sea", 2), prior=safe))[1] == 2
    assert ListeningGuesser(ear).answer(guess_query(ClueMemory("sea", 2), prior=deadly))[1] == 1


def test_what_no_clue_means_is_not_touched_on_the_off_chance():
    ear = FixedListener(sea={"word2": 0.95}, king={"word4": 0.95})
    assert ListeningGuesser(ear).answer(guess_query(ClueMemory("sea", 1)))[1] == 1
    assert ListeningGuesser(ear).answer(guess_query(ClueMemory("sea", 1), [ClueMemory("king", 1)]))[1] == 2


def test_a_word_that_no_clue_speaks_for_is_left_even_if_the_one_meant_is_too_risky():
    """The word that the clue likely means may be an assassin. Another word that is merely safer does not answer it."""
    prior = np.tile((0.35, 0.6, 0.05), (6, 1))
    prior[3] = (0.2, 0.0, 0.8)
    ear = FixedListener(sea={"word2": 0.9, "word3": 0.4})
    ranking, touches = ListeningGuesser(ear).answer(guess_query(ClueMemory("sea", 2), prior=prior))
    assert ranking[0].word == "word2"
    assert touches == 1


def test_with_the_last_token_it_takes_what_chances_there_are():
    ear = FixedListener(sea={"word2": 0.5, "word3": 0.4})
    early = ListeningGuesser(ear).answer(guess_query(ClueMemory("sea", 1)))[1]
    last = ListeningGuesser(ear).answer(guess_query(ClueMemory("sea", 1), bank=Bank(1, 0)))[1]
    assert last > early


def play_out(seed, guesser, mission):
    """Play a game of clues for one word, and yield each view of the guesser with its decision."""
    rng = random.Random(seed)
    position = Position.start(WORDS, deal(rng), mission)
    while position.phase is not Phase.OVER:
        if position.phase is Phase.CLUE:
            position = position.apply(Clue(rng.choice(position.givers), rng.choice(["sea", "king", "oak"]), 1))
            continue
        view = position.view(rng.choice(position.guessers))
        move = guesser.decide(view)
        yield view, move
        position = position.apply(move)


@pytest.mark.parametrize("seed", range(20))
def test_it_always_moves_by_the_rules_and_never_touches_what_cannot_be_green(seed):
    rng = np.random.default_rng(seed)
    ear = FixedListener(
        **{clue: dict(zip(WORDS, rng.exponential(size=25), strict=True)) for clue in ("sea", "king", "oak")}
    )
    for view, move in play_out(seed, ListeningGuesser(ear), Mission(11, 3)):
        if isinstance(move, Stop):
            assert view.clues[-1].touches
            continue
        green = dict(zip(guess_query_from_view(view).words, guess_query_from_view(view).prior[:, 0], strict=True))
        assert isinstance(move, Guess)
        assert green[move.word] > 0 or not any(green.values())


def test_agents_that_the_pattern_proves_are_touched_too():
    prior = np.tile(EVEN, (6, 1))
    prior[3], prior[4] = (1, 0, 0), (1, 0, 0)
    proven, unproven = prior.copy(), prior.copy()
    unproven[3], unproven[4] = (0.9, 0.1, 0), (0.9, 0.1, 0)
    ear = FixedListener(sea={"word2": 0.9})
    assert ListeningGuesser(ear).answer(guess_query(ClueMemory("sea", 1), prior=proven))[1] == 3
    assert ListeningGuesser(ear).answer(guess_query(ClueMemory("sea", 1), prior=unproven))[1] == 1


def test_it_looks_no_further_ahead_than_six_touches():
    words = WORDS[:9]
    sure = np.tile((1.0, 0.0, 0.0), (9, 1))
    question = GuessQuery(words, side_by(words, sure), ClueMemory("sea", 1), (), Stakes(9, 6, Bank(9, 0)))
    assert ListeningGuesser(FixedListener(sea={})).answer(question)[1] == 6


class KinshipListener(FixedListener):
    """A listener with pairs of words so close that a clue means both or neither."""

    def __init__(self, pairs, **clues):
        super().__init__(**clues)
        self.pairs = pairs

    def kinship(self, words):
        return np.array([[60.0 * ({a, b} in self.pairs) for b in words] for a in words])


def test_in_sudden_death_it_starts_where_the_whole_order_is_most_likely_right():
    """`word0` is the likeliest agent, but two are to be found, and after `word1` its pair is almost certain."""
    words = WORDS[:6]
    pairs = [{"word1", "word2"}, {"word3", "word4"}]
    ear = KinshipListener(pairs, sea=dict.fromkeys(words[1:5], 0.9), king={"word0": 0.6, "word5": 0.1})
    side = SidePrior((PatternGroup(words, 3.0, 2.0, 1.0),))
    clues = (ClueMemory("sea", 2), ClueMemory("king", 1))

    def first(left):
        guesser = ListeningGuesser(ear)
        question = GuessQuery(words, side, None, clues, Stakes(left, 2, Bank(0, 0)))
        belief = guesser.belief(question)
        return belief.words[int(belief.chances()[:, 0].argmax())], words[guesser._choose_first_place(question, belief)]

    assert first(1) == ("word0", "word0")
    assert first(2) == ("word0", "word1")


def test_the_order_of_sudden_death_is_compared_from_four_first_words():
    class FixedBelief:
        """A belief with fixed chances, by the places touched before."""

        def __init__(self, table, touched=()):
            self._table, self._touched = table, touched

        def chances(self):
            return np.array([[chance, 1 - chance, 0] for chance in self._table[self._touched]])

        def with_agent_found(self, place):
            return FixedBelief(self._table, (*self._touched, place))

    alone = (0.5, 0.49, 0.48, 0.47, 0.46)
    after = {place: tuple(0.1 * (other != place) for other in range(5)) for place in range(5)}
    for pair in ((3, 0), (4, 0)):
        table = {(): alone} | {(place,): after[place] for place in range(5)}
        table[pair[:1]] = tuple(0.9 if other == pair[1] else 0.0 for other in range(5))
        table |= {(one, other): (0.0,) * 5 for one in range(5) for other in range(5)}
        start = _safest_first_place(FixedBelief(table), 2)
        assert start == (3 if pair[0] == 3 else 0)  # the fifth likeliest is not looked at
        assert _safest_first_place(FixedBelief(table), 1) == 0


def test_how_many_it_would_touch_in_sudden_death_is_what_is_left():
    question = GuessQuery(WORDS[:6], side_by(WORDS[:6], np.tile(EVEN, (6, 1))), None, (), Stakes(3, 2, Bank(0, 0)))
    assert ListeningGuesser(FixedListener()).answer(question)[1] == 3
    none = GuessQuery(WORDS[:6], side_by(WORDS[:6], np.tile(EVEN, (6, 1))), None, (), Stakes(0.2, 2, Bank(0, 0)))
    assert ListeningGuesser(FixedListener()).answer(none)[1] == 1


def test_of_words_with_equal_chances_the_safer_comes_first():
    prior = np.tile((0.4, 0.6, 0.0), (6, 1))
    prior[:3] = (0.4, 0.0, 0.6)
    ranking, _ = ListeningGuesser(FixedListener(sea=dict.fromkeys(WORDS, 1.0))).answer(
        guess_query(ClueMemory("sea", 1), prior=prior)
    )
    assert {ranked.word for ranked in ranking[:3]} == set(WORDS[3:6])


class RecordingRandom(random.Random):
    """A random generator that records the weights of its choices."""

    def choices(self, words, weights):
        self.weights = dict(zip(words, weights, strict=True))
        return super().choices(words, weights)


def test_a_guesser_who_touches_as_people_do_draws_by_what_they_hear_and_by_the_pattern():
    position = Position.start(WORDS, deal(random.Random(2))).apply(Clue(Seat.A, "sea", 2))
    ear, rng, view = FixedListener(sea={"word1": 0.6, "word2": 0.3}), RecordingRandom(1), position.view(Seat.B)
    query = guess_query_from_view(view)
    guesser = SamplingGuesser(ear, rng)
    assert guesser.decide(view).word in query.words
    expected = ear.touch("sea", query.words) * query.prior[:, 0]
    assert list(rng.weights) == list(query.words)
    assert list(rng.weights.values()) == pytest.approx(expected)
    assert guesser.ranking(view) == ListeningGuesser(ear).ranking(view)


def test_it_stops_after_as_many_agents_as_the_number_says():
    card = deal(random.Random(2))
    green = [word for word, colour in zip(WORDS, card.a, strict=True) if colour == "g"]
    position = Position.start(WORDS, card).apply(Clue(Seat.A, "sea", 1)).apply(Guess(Seat.B, green[0]))
    assert SamplingGuesser(FixedListener(sea={}), random.Random(1)).decide(position.view(Seat.B)) == Stop(Seat.B)
    two = Position.start(WORDS, card).apply(Clue(Seat.A, "sea", 2)).apply(Guess(Seat.B, green[0]))
    assert isinstance(SamplingGuesser(FixedListener(sea={}), random.Random(1)).decide(two.view(Seat.B)), Guess)
