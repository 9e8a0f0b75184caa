"""The cache makes answers faster and changes none of them."""

import random
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from duo.core.mission import Bank
from duo.mind import registry
from duo.mind.giver.giver import ExpectedValueGiver
from duo.mind.giver.query import ClueQuery
from duo.mind.listener.listener import Listener
from duo.mind.model.word_score_cache import WordScoreCache
from duo.mind.value import Stakes
from duo.words.wordlist import draw_words, shipped_wordlist


def recording_cache(max_words):
    """Return a cache whose columns repeat the key, and the list of keys that it computed."""
    computed = []

    def compute(keys):
        computed.extend(dict.fromkeys(keys))
        return np.array([[key] * 3 for key in keys], np.float32).T

    return WordScoreCache(compute, max_words), computed


def test_a_column_is_worked_out_once_and_comes_back_in_the_order_asked_for():
    cache, computed = recording_cache(max_words=10)
    assert cache.scores([3, 1, 2])[0].tolist() == [3, 1, 2]
    assert cache.scores([2, 3, 2, 4])[0].tolist() == [2, 3, 2, 4]
    assert computed == [3, 1, 2, 4]


def test_what_was_asked_for_last_is_kept():
    cache, computed = recording_cache(max_words=3)
    cache.scores([1, 2, 3])
    cache.scores([1])
    cache.scores([4])
    assert cache.scores([1, 3, 4])[0].tolist() == [1, 3, 4]
    assert computed == [1, 2, 3, 4]
    cache.scores([2])
    assert computed == [1, 2, 3, 4, 2]


def test_more_words_than_are_kept_get_their_columns_all_the_same():
    cache, _ = recording_cache(max_words=2)
    assert cache.scores([5, 6, 7, 8])[0].tolist() == [5, 6, 7, 8]


def test_threads_get_their_own_columns():
    cache, _ = recording_cache(max_words=4)

    def ask(seed):
        keys = random.Random(seed).choices(range(12), k=6)
        return cache.scores(keys)[0].tolist() == keys

    with ThreadPoolExecutor(8) as threads:
        assert all(threads.map(ask, range(2000)))


def clues(listener, board):
    query = ClueQuery(board[:9], board[9:22], board[22:], board, Stakes(9, 9, Bank(9, 0)))
    return ExpectedValueGiver(listener, lambda clue, visible: True).answer(query, 3)


def chosen(clue):
    return clue.word, clue.count, clue.targets, clue.reason.targets, clue.reason.recalled


def figures(clue):
    dangers = {danger.word: danger.chance for danger in clue.reason.dangers}
    return {"p_all": clue.p_all, "expected": clue.expected, "black": clue.black, "tan": clue.tan, **dangers}


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_clues_are_those_of_a_table_never_seen_before(lang):
    model = registry.listener(lang).model
    caching, rng = Listener(model), random.Random(lang)
    for _ in range(6):
        board = draw_words(shipped_wordlist(lang), rng)
        fresh = clues(Listener(model), board)
        clues(caching, (*board[:5], *board[9:13], *board[5:9], *board[13:]))  # the same words in other hands
        again = clues(caching, board)
        assert [chosen(clue) for clue in again] == [chosen(clue) for clue in fresh]
        # The order of a sum of floats differs between machines, and so do its last digits.
        for clue, same in zip(again, fresh, strict=True):
            assert figures(clue) == pytest.approx(figures(same), abs=1e-6)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_all_candidates_at_once_pull_as_each_does_alone(lang):
    model = registry.listener(lang).model
    board = draw_words(shipped_wordlist(lang), random.Random(5))
    some = range(0, len(model.candidates), 211)
    alone = np.concatenate([Listener(model).associations(model.candidates[row], board, 1.0) for row in some])
    np.testing.assert_allclose(Listener(model).candidate_associations(board, 1.0)[some], alone, rtol=1e-3)
