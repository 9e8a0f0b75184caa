"""Sets of words are the likelier meant, the stronger their associations and their kinship."""

from dataclasses import replace

import numpy as np
import pytest

from duo.mind.listener.intent import IntentModel, Meanings, word_set_chances

PLAIN = IntentModel(focus=1.0, focus_decay=0.0, kinship=0.0, evenness=0.0)


def flat(words):
    return np.zeros((words, words))


def test_a_clue_for_one_means_each_word_as_much_as_it_pulls():
    sets, chances = word_set_chances(np.array([6.0, 3.0, 1.0]), flat(3), 1, PLAIN)
    assert sets[:, 0].tolist() == [0, 1, 2]
    assert chances == pytest.approx([0.6, 0.3, 0.1])


def test_a_set_counts_as_much_as_the_product_of_its_words():
    sets, chances = word_set_chances(np.array([6.0, 3.0, 1.0]), flat(3), 2, PLAIN)
    assert dict(zip(map(tuple, sets.tolist()), chances, strict=True)) == pytest.approx(
        {(0, 1): 18 / 27, (0, 2): 6 / 27, (1, 2): 3 / 27}
    )


def test_focus_stands_out_and_falls_with_the_number():
    associations = np.array([4.0, 2.0, 1.0])
    _, sharp = word_set_chances(
        associations, flat(3), 1, IntentModel(focus=2.0, focus_decay=0.0, kinship=0.0, evenness=0.0)
    )
    assert sharp == pytest.approx(np.array([16, 4, 1]) / 21)
    _, two = word_set_chances(
        associations, flat(3), 2, IntentModel(focus=2.0, focus_decay=1.0, kinship=0.0, evenness=0.0)
    )
    assert two == pytest.approx(np.array([8, 4, 2]) / 14)  # half as sharp for two words


def test_a_clue_that_pulls_to_one_word_above_all_was_given_for_the_second_too():
    """However strong the first association is, the second stands out from the rest as in other clues."""
    associations = np.exp(np.array([20.0, 2.0, 0.0, 0.0, 0.0, 0.0]))
    (_, plain), (_, even) = (
        word_set_chances(associations, flat(6), 2, replace(PLAIN, evenness=share)) for share in (0.0, 1.0)
    )
    assert plain[0] > 0.6 > even[0] > plain[1]
    _, alone = word_set_chances(associations, flat(6), 1, replace(PLAIN, evenness=1.0))
    assert alone == pytest.approx(
        word_set_chances(associations, flat(6), 1, PLAIN)[1]
    )  # a clue for one word is as sharp as it is
    usual = np.exp(np.array([5.0, 0.0, 0.0, -5.0]) / np.std([5.0, 0.0, 0.0, -5.0]) * 2.5)
    assert word_set_chances(usual, flat(4), 2, replace(PLAIN, evenness=1.0))[1] == pytest.approx(
        word_set_chances(usual, flat(4), 2, PLAIN)[1]
    )


def test_words_that_belong_together_are_meant_together():
    near = flat(3)
    near[1, 2] = near[2, 1] = 2.0
    _, chances = word_set_chances(
        np.ones(3), near, 2, IntentModel(focus=1.0, focus_decay=0.0, kinship=0.5, evenness=0.0)
    )
    assert chances == pytest.approx(np.array([1, 1, np.e]) / (2 + np.e))


def test_a_word_that_is_next_to_nothing_counts_next_to_nothing():
    _, chances = word_set_chances(np.array([1.0, 0.0]), flat(2), 1, PLAIN)
    assert chances[1] == pytest.approx(1e-9, rel=0.01)


@pytest.mark.parametrize(("number", "every"), [(1, 25), (2, 300), (3, 2300), (4, 12650)])
def test_up_to_four_words_every_set_of_a_table_is_looked_at(number, every):
    sets, _ = word_set_chances(np.arange(1.0, 26.0), flat(25), number)
    assert len(sets) == every


def test_beyond_that_the_words_that_fit_best_are():
    sets, chances = word_set_chances(np.arange(1.0, 26.0), flat(25), 6)
    assert 5_000 < len(sets) <= 13_000
    assert sorted(sets[chances.argmax()].tolist()) == [19, 20, 21, 22, 23, 24]
    assert sets.min() > 0
    assert len(word_set_chances(np.arange(1.0, 13.0), flat(12), 6)[0]) == 924


def test_what_has_next_to_no_weight_is_dropped():
    masks = np.array([1, 2, 4, 8], np.uint64)
    meanings = Meanings(masks, np.array([1.0, 2.0, 3.0, 4.0]))
    kept = meanings.select_best(np.array([0.6, 0.39995, 0.00005, 0.0]), 10)
    assert kept.masks.tolist() == [1, 2]
    assert kept.weights.tolist() == [1, 2]
    assert meanings.select_best(np.array([0.1, 0.2, 0.3, 0.4]), 2).masks.tolist() == [8, 4]
    assert meanings.select_best(np.array([0.0, 0.5, 0.0, 0.5]), 10).masks.tolist() == [2, 8]
