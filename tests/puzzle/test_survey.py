"""The survey of the shipped English model agrees with its definitions, one clue and word at a time."""

import random

import numpy as np
import pytest

from duo.puzzle import survey as survey_module
from duo.puzzle.making.make import get_puzzle_resources
from duo.puzzle.survey import CLEAR_BOUNDS, ENDGAME_BOUNDS, MAX_CANDIDATES, PLAY_BOUNDS, StandoutSurvey
from duo.words.wordlist import draw_words

BOUNDS = {"clear": CLEAR_BOUNDS, "endgame": ENDGAME_BOUNDS, "play": PLAY_BOUNDS}


@pytest.fixture(scope="module")
def resources():
    return get_puzzle_resources("en")


@pytest.fixture(scope="module")
def survey(resources):
    return resources.survey


def boards(resources, count, seed=2):
    rng = random.Random(seed)
    return [draw_words(resources.puzzle_words, rng) for _ in range(count)]


def is_harmless(survey, bounds, row, meant, column):
    """Whether a word raises no doubt about the words that a clue means."""
    weakest = min(float(survey.rarity[row, other]) for other in meant)
    rarity, reach = float(survey.rarity[row, column]), float(survey.reach[row, column])
    return (
        rarity <= bounds.max_other_rarity + 1e-6
        and rarity <= weakest - np.float32(bounds.min_rarity_gap) + 1e-6
        and reach <= bounds.max_other_reach
    )


def test_every_puzzle_word_and_every_familiar_clue_is_surveyed(resources, survey):
    words = len(resources.puzzle_words.words)
    assert survey.rarity.shape == survey.reach.shape == (MAX_CANDIDATES, words)
    assert [survey.word_columns[word] for word in resources.puzzle_words.words] == list(range(words))
    assert len(resources.candidate_clues) == MAX_CANDIDATES


def test_the_associations_are_those_of_the_ears(resources, survey):
    words = boards(resources, 1)[0]
    columns = [survey.word_columns[word] for word in words]
    assert set(survey.associations) == {resources.main_ear, resources.partner_ear}
    for ear, associations in survey.associations.items():
        expected = ear.candidate_associations(words, 1.0)[:MAX_CANDIDATES]
        np.testing.assert_allclose(associations[:, columns], expected, rtol=1e-4)


@pytest.mark.parametrize("power", [1, 2, 3])
def test_a_rarity_is_a_power_of_ten(survey, power):
    """Among all pairs, one in ten reaches a rarity of 1, one in a hundred of 2, one in a thousand of 3."""
    share = (survey.rarity >= power).mean()
    assert share == pytest.approx(10**-power, rel=0.15)


def test_no_deviation_is_above_the_cap_and_none_is_missing(survey):
    assert np.isfinite(survey.rarity).all()
    assert np.isfinite(survey.reach).all()
    assert survey.reach.max() <= 3.5
    assert survey.rarity.min() >= 0


@pytest.mark.parametrize("count", [1, 2, 3])
def test_clues_for_a_number_have_at_least_as_many_words_that_stand_out(survey, count):
    clues = set(survey.clues_for(count).tolist())
    assert clues
    for row in range(0, MAX_CANDIDATES, 37):
        standing_out = survey.standout_words(row, count)
        assert (survey.rarity[row, standing_out] >= CLEAR_BOUNDS.min_rarity(count)).all()
        assert (row in clues) == (len(standing_out) >= count)


def test_fewer_words_stand_out_alone_than_together(survey):
    assert CLEAR_BOUNDS.min_rarity(1) > CLEAR_BOUNDS.min_rarity(2) == CLEAR_BOUNDS.min_rarity(4)
    assert (survey.standout_counts_alone <= survey.standout_counts_together).all()


@pytest.mark.parametrize("name", BOUNDS)
def test_harmless_words_are_those_without_doubt(survey, name):
    rng = random.Random(4)
    for row in rng.sample(survey.clues_for(2).tolist(), 12):
        meant = survey.standout_words(row, 2)[:2].tolist()
        found = survey.harmless_words(row, meant, BOUNDS[name])
        for column in range(0, len(found), 5):
            assert found[column] == is_harmless(survey, BOUNDS[name], row, meant, column)


@pytest.mark.parametrize("name", BOUNDS)
@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_clues_that_stand_out_are_found_one_by_one(resources, survey, name, count):
    bounds, rng, found = BOUNDS[name], random.Random(count), 0
    for words in boards(resources, 3, seed=count):
        wanted = np.array([rng.random() < 0.5 for _ in words])
        columns = [survey.word_columns[word] for word in words]
        rows, places = survey.standout_clues(words, wanted, count, bounds)
        expected = {}
        rarity, reach = (table[:, columns].astype(np.float32) for table in (survey.rarity, survey.reach))
        for row in range(MAX_CANDIDATES):
            order = sorted(range(25), key=lambda place: -rarity[row, place])
            meant, others = order[:count], order[count:]
            weakest, next_ = rarity[row, meant[-1]], rarity[row, others[0]]
            if (
                wanted[meant].all()
                and weakest >= bounds.min_rarity(count)
                and next_ <= bounds.max_other_rarity
                and next_ <= weakest - np.float32(bounds.min_rarity_gap)
                and reach[row, others].max() <= bounds.max_other_reach
            ):
                expected[row] = sorted(meant)
        assert dict(zip(rows.tolist(), places.tolist(), strict=True)) == expected
        found += len(expected)
    assert found or name != "play"


def test_the_search_can_be_limited_to_some_clues(resources, survey):
    words = boards(resources, 1)[0]
    wanted = np.ones(25, dtype=bool)
    rows, places = survey.standout_clues(words, wanted, 2, PLAY_BOUNDS)
    among = np.arange(0, MAX_CANDIDATES, 3)
    limited, limited_places = survey.standout_clues(words, wanted, 2, PLAY_BOUNDS, among)
    assert limited.tolist() == [row for row in rows.tolist() if row % 3 == 0]
    assert limited_places.tolist() == places[rows % 3 == 0].tolist()


def signals(names, seed=1, shape=(400, 60)):
    """Random signals that are nonzero for every pair."""
    rng = np.random.default_rng(seed)
    return {name: rng.normal(size=shape).astype(np.float16) for name in names}


def deviations(values):
    values = values.astype(np.float32)
    return np.minimum((values - values.mean(1, keepdims=True)) / values.std(1, keepdims=True), np.float32(3.5))


def test_the_mean_of_signals_does_not_depend_on_the_order_of_their_names():
    """Sets of names have another order in each process, and the last digit of a sum depends on the order."""
    names = ["usage", "links", "gloss", "vectors", "glove", "sense"]
    values = signals(names)
    height, _reach = survey_module._mean_and_highest_signals(values)
    by_name = [deviations(values[name]) for name in sorted(names)]
    assert (height == np.mean(by_name, axis=0).astype(np.float16)).all()
    backwards, _reach = survey_module._mean_and_highest_signals(dict(reversed(values.items())))
    assert (height == backwards).all()
    orders = [
        np.mean([by_name[place] for place in order], axis=0) for order in ((0, 1, 2, 3, 4, 5), (5, 2, 4, 0, 3, 1))
    ]
    assert (orders[0] != orders[1]).any()


def test_both_directions_of_a_signal_count_as_one():
    values = signals(["gloss-of-word", "gloss-of-clue", "vectors"])
    height, reach = survey_module._mean_and_highest_signals(values)
    gloss = np.maximum(deviations(values["gloss-of-word"]), deviations(values["gloss-of-clue"]))
    vectors = deviations(values["vectors"])
    np.testing.assert_allclose(height, (gloss + vectors) / 2, atol=2e-3)
    np.testing.assert_allclose(reach, np.maximum(gloss, vectors), atol=2e-3)


def test_a_signal_that_is_zero_for_most_pairs_counts_for_the_reach_only():
    values = signals(["vectors", "compounds"])
    values["compounds"][:, 5:] = 0
    height, reach = survey_module._mean_and_highest_signals(values)
    np.testing.assert_allclose(height, deviations(values["vectors"]), atol=2e-3)
    assert (reach >= height).all()
    assert (reach > height).any()


def test_a_clue_that_a_signal_does_not_know_has_no_deviation():
    values = np.ones((2, 8), dtype=np.float32)
    values[1, 3] = 9
    found = survey_module._deviations_by_clue(values)
    assert not found[0].any()
    assert found[1].argmax() == 3
    assert found[1, 3] == pytest.approx(np.sqrt(7), abs=1e-4)


def test_a_survey_of_a_few_words_agrees_with_the_whole_one_in_its_associations(resources, survey):
    """Words are surveyed in blocks, and a word's associations do not depend on the words beside it."""
    words = resources.puzzle_words.words[:30]
    small = StandoutSurvey.from_ears(words, (resources.main_ear,), (resources.main_ear,))
    assert small.rarity.shape == (MAX_CANDIDATES, 30)
    np.testing.assert_allclose(
        small.associations[resources.main_ear], survey.associations[resources.main_ear][:, :30], rtol=1e-4
    )
