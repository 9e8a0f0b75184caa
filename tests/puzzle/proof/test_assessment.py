"""What the ears say about an answer, on real boards with the shipped English model."""

import random
from itertools import permutations, product
from statistics import fmean, median

import numpy as np
import pytest

from duo.mind.belief.clue_history import ClueMemory
from duo.puzzle.making.make import get_puzzle_resources
from duo.puzzle.proof.assessment import (
    MeantWords,
    assign_words_to_clues,
    clue_links,
    difficulty_features,
    explain_links,
    find_nearest_word,
    low_rank_shares,
    mean_kinship,
)
from duo.text import in_language
from duo.words.wordlist import draw_words

WORDS = ("WHALE", "ROOSTER", "CASTLE", "PIANO", "SHARK", "LEMON")
LINKS = (
    "compounds gloss-of-word gloss-of-clue synonyms links cooccurrence associations llm-clue-after-word sense".split()
)


@pytest.fixture(scope="module")
def resources():
    return get_puzzle_resources("en")


def boards(resources, count, seed=1):
    """Yield real boards, each with a random generator."""
    rng = random.Random(seed)
    for _ in range(count):
        yield draw_words(resources.puzzle_words, rng), rng


def test_words_are_shared_out_to_the_clues_that_mean_them(resources):
    clues = (ClueMemory("OCEAN", 3, ("REEF",)), ClueMemory("MUSIC", 1))
    shares = assign_words_to_clues(resources, clues, WORDS, (0, 3, 4))
    assert [(share.clue, share.meant) for share in shares] == [("OCEAN", ("WHALE", "SHARK")), ("MUSIC", ("PIANO",))]


def test_the_most_likely_way_to_share_out_words_is_found(resources):
    """Try every way to give each word one of the clues."""
    for words, rng in boards(resources, 15):
        clues = [ClueMemory(rng.choice(resources.candidate_clues[:3000]).upper(), count) for count in (2, 1, 1)]
        places = sorted(rng.sample(range(25), 4))
        touch = [resources.main_ear.touch(clue.word, words) for clue in clues]
        ways = [way for way in product(range(3), repeat=4) if [way.count(row) for row in range(3)] == [2, 1, 1]]
        best = max(ways, key=lambda way: sum(np.log(touch[row][at]) for row, at in zip(way, places, strict=True)))
        shares = assign_words_to_clues(resources, clues, words, places)
        assert [share.places for share in shares] == [
            tuple(at for row, at in zip(best, places, strict=True) if row == number) for number in range(3)
        ]


def test_a_clue_that_has_all_its_words_is_left_out(resources):
    clues = (ClueMemory("OCEAN", 1, ("REEF",)), ClueMemory("MUSIC", 1))
    assert [share.clue for share in assign_words_to_clues(resources, clues, WORDS, (3,))] == ["MUSIC"]


def test_kinship_is_how_much_closer_the_words_are_to_one_another_than_to_a_median_word(resources):
    for words, rng in boards(resources, 10):
        places = rng.sample(range(25), 3)
        mutual = resources.association_strengths([words[place] for place in places], words)
        differences = [
            float(mutual[i, places[j]]) - median(map(float, mutual[i])) for i, j in permutations(range(3), 2)
        ]
        assert mean_kinship(mutual, places) == pytest.approx(fmean(differences), abs=1e-5)


def test_words_of_one_family_have_more_kinship(resources):
    words = ("WHALE", "SHARK", "PIANO", "CASTLE", "LEMON", "ROOSTER", "BOTTLE", "TRAIN")
    alike, unlike = (
        mean_kinship(resources.association_strengths([words[i] for i in places], words), places)
        for places in ((0, 1), (0, 2))
    )
    assert alike > unlike


def test_a_single_word_has_no_kinship(resources):
    assert mean_kinship(resources.association_strengths(["WHALE"], WORDS), (0,)) == 0


def test_a_signal_ranks_a_word_low_if_five_words_that_are_not_meant_precede_it():
    signals = np.array([[9.0, 8, 7, 6, 5, 4, 3, 2]])
    assert low_rank_shares(signals, (4,)) == [0]
    assert low_rank_shares(signals, (5,)) == [1]
    assert low_rank_shares(signals, (0, 5)) == [0, 0]
    assert low_rank_shares(signals, (0, 6)) == [0, 1]
    assert low_rank_shares(np.concatenate([signals, signals[:, ::-1]]), (6,)) == [0.5]


def test_low_ranks_are_counted_signal_by_signal(resources):
    for words, rng in boards(resources, 5):
        places = rng.sample(range(25), 2)
        signals = resources.dense_signals(rng.choice(resources.candidate_clues[:2000]), words)
        expected = [
            fmean(sum(value > row[place] for value in row) >= len(places) - 1 + 5 for row in signals.tolist())
            for place in places
        ]
        assert low_rank_shares(signals, places) == pytest.approx(expected)


def test_the_features_take_all_clues_together(resources):
    shares = [MeantWords("OCEAN", (0, 4), WORDS), MeantWords("MUSIC", (3,), WORDS)]
    found = difficulty_features(resources, shares, [0.8, 0.7])
    assert (found.chances, found.size) == ((0.8, 0.7), 3)
    pair = mean_kinship(resources.association_strengths(("WHALE", "SHARK"), WORDS), (0, 4))
    assert found.kinship == pytest.approx(pair / 2)
    low = [
        share for meant in shares for share in low_rank_shares(resources.dense_signals(meant.clue, WORDS), meant.places)
    ]
    assert found.low_rank_share == pytest.approx(fmean(low))


def test_the_nearest_word_is_the_heaviest_outside_the_answer_by_all_ears(resources):
    for words, rng in boards(resources, 15):
        clues = rng.sample(resources.candidate_clues[:3000], rng.randrange(1, 3))
        answer = sorted(rng.sample(range(25), 2))
        weights = [
            float(np.prod([max(ear.touch(clue, words)[place] for clue in clues) for ear in resources.ears]))
            ** (1 / len(resources.ears))
            for place in range(25)
        ]
        trap = max((place for place in range(25) if place not in answer), key=lambda place: weights[place])
        weakest = min(answer, key=lambda place: weights[place])
        found = find_nearest_word(resources, clues, words, answer)
        assert (found.trap_place, found.weakest_place) == (trap, weakest)
        assert found.nearness == pytest.approx(weights[trap] / weights[weakest], rel=1e-3)


def test_every_word_of_the_answer_has_a_link_with_its_clue(resources):
    shares = [MeantWords("OCEAN", (0, 4), WORDS), MeantWords("MUSIC", (3,), WORDS)]
    found = clue_links(resources, shares, ("PIANO", "WHALE", "SHARK"))
    assert [link.partition(":")[0] for link in found] == ["MUSIC", "OCEAN", "OCEAN"]
    names = {*resources.main_ear.model.signal_names, "sense"}
    assert {link.partition(":")[2] for link in found} <= names


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("kind", LINKS)
def test_every_link_is_a_sentence_with_both_words(kind, lang):
    with in_language(lang):
        (sentence,) = explain_links(["BELT"], [f"LEATHER:{kind}"])
    assert "BELT" in sentence
    assert "LEATHER" in sentence
    assert sentence[0].isupper()
    assert sentence.endswith(".")


def test_an_unknown_link_is_a_relation_in_meaning_and_without_links_there_are_no_reasons():
    assert explain_links(["BELT"], ["LEATHER:telepathy"]) == explain_links(["BELT"], ["LEATHER:sense"])
    assert explain_links(["BELT", "SHOE"], ()) == []


def test_meant_words_are_taken_from_their_places():
    assert MeantWords("OCEAN", (0, 4), WORDS).meant == ("WHALE", "SHARK")
