"""The parts of a model, each on a handful of words."""

from dataclasses import replace

import numpy as np
import pytest

from databuild.models import associations, bilinear, relations
from databuild.models.blocked import is_blocked
from databuild.models.french import Lexique
from databuild.models.listener_fit import (
    HumanTurn,
    TurnArrays,
    assign_folds,
    calibration_error,
    chances,
    fit_weights,
    number_boards,
    read_turns,
)
from databuild.models.pack import Projection, pack_pairs, pack_texts, to_bytes, to_nibbles
from databuild.readers.wordnet import Pointer, Synset, WordNet
from duo.mind.model.next_word import NextWordSignal
from duo.mind.model.signals import QUANTIZATION_LEVELS, BilinearSignal, decode_rows, unit_rows
from duo.mind.model.sparse import CooccurrenceSignal, PairTableSignal
from duo.vectors.writer import Vocabulary

WORDS = ("row", "boat", "match", "stick", "sea", "matchstick")
VOCABULARY = Vocabulary(WORDS, 5, (1.0,) * 6, {"boats": "boat"})


def test_an_inflected_form_carries_the_links_of_its_word():
    rows = relations.RowIndex(VOCABULARY)
    assert rows.get("boats") == rows.get("boat") == 1
    assert rows.rows_of(["boats", "sea", "unheard"]) == {1, 4}


def test_synonyms_listed_both_ways_are_closer_than_those_listed_one_way():
    thesaurus = {"row": [["boat", "sea"]], "boats": [["row"], ["unheard"]]}
    assert relations.synonym_pairs(thesaurus, relations.RowIndex(VOCABULARY)) == {(0, 1): 1.0, (0, 4): 0.6}


def test_what_comes_to_mind_first_counts_most_and_both_ways_more():
    listing = {"row": ("boats", "boat", "sea", "unheard"), "sea": ("row",), "unheard": ("match",)}
    pairs = associations.association_pairs(listing, relations.RowIndex(VOCABULARY))
    assert pairs == {(0, 1): 1.0, (0, 4): 1.3}
    assert max(pairs.values()) <= associations.MAX_STRENGTH
    kinds = {(0, 1): 1.0, (2, 3): 1.0, (2, 5): 0.5}
    assert associations.with_kinds(pairs, kinds) == {(0, 1): 1.0, (0, 4): 1.3, (2, 3): 0.4, (2, 5): 0.2}


def test_a_name_that_several_words_bring_to_mind_is_heard_as_these():
    listing = {"sea": ("match", "popeye"), "boat": ("popeye", "boats"), "row": ("ahab",), "boats": ("ahab",)}
    assert associations.names_from_associations(listing, VOCABULARY) == {"popeye": ("boat", "sea")}


def test_a_noun_is_near_what_it_is_a_kind_of_and_less_with_each_step():
    def synset(words, *above):
        return Synset(words, tuple(Pointer("@", ("n", key), "0000") for key in above), "", 3)

    synsets = {
        ("n", "1"): synset(("matchstick",), "2"),
        ("n", "2"): synset(("stick", "rod"), "3"),
        ("n", "3"): synset(("Sea", "object"), "1"),
        ("n", "4"): synset(("row",), "2"),
    }
    senses = {"matchstick": [("v", "9"), ("n", "1")], "row": [("n", "3"), ("n", "4")]}
    pairs = relations.hypernym_pairs(WordNet(synsets, senses, {}), relations.RowIndex(VOCABULARY))
    assert pairs == pytest.approx({(3, 5): 1.0, (4, 5): 0.94, (0, 5): 1.0, (0, 3): 0.94, (0, 4): 0.6 * 0.94})


def test_words_meet_in_a_french_definition_and_in_the_phrase_that_it_defines():
    rows = relations.RowIndex(
        Vocabulary(("serpent", "sonnette", "venin", "dangereux"), 4, (1.0,) * 4, {"venins": "venin"})
    )
    entries = {
        "serpent à sonnette": ["Animal aux venins d'un autre."],
        "venin": ["Liquide très dangereux.", "Fiel."],
        "sonnette": ["Ce qui sonne, comme le serpent."],
    }
    lexique = Lexique({"serpent": ["serpent", "sonnette"]}, frozenset(), {}, frozenset(), {})
    assert relations.french_definition_texts(entries, rows, {"dangereux"}, lexique) == [[0, 1, 2]]


def test_a_form_in_a_definition_is_the_word_that_it_is_a_form_of():
    rows = relations.RowIndex(Vocabulary(("nuisible", "nuit", "nuire", "paris", "pari", "parier"), 6, (1.0,) * 6, {}))
    lexique = Lexique({"nuit": ["nuit", "nuire"], "paris": ["pari"]}, frozenset(), {}, frozenset(), {"nuit": "nuire"})
    entries = {"nuisible": ["Qui nuit.", "Sorti la nuit."], "parier": ["Faire des paris.", "Jouer à Paris."]}
    assert relations.french_definition_texts(entries, rows, set(), lexique) == [[0, 2], [0, 1], [4, 5], [3, 5]]
    kin = {"nuit": ["Qui sait nuire.", "Contraire du jour, parfois nuisible."], "nuire": ["Porter la nuit."]}
    assert relations.french_definition_texts(kin, rows, set(), lexique) == [[0, 1]]


def test_words_written_together_are_joined():
    joined = relations.joined_pairs([("matchstick", 0.4), ("rowboat", 0.7)], relations.RowIndex(VOCABULARY))
    assert joined == {(2, 3): 0.4, (0, 1): 0.7}


def test_a_table_of_pairs_is_read_the_same_from_both_sides():
    packed = pack_pairs({(0, 1): 6.0, (1, 4): 12.0, (0, 4): 3.0}, len(WORDS), 12.0)
    table = PairTableSignal("t", **packed, candidates=5)
    readings = [(row,) for row in range(5)]
    [whole] = table.candidate_scores(readings)
    [single] = table.scores(readings, [(1,), (4,), (0, 1)])
    np.testing.assert_array_equal(whole, whole.T)
    np.testing.assert_array_equal(whole[:, [1, 4]], single[:, :2])
    np.testing.assert_allclose(single[:, 2], np.maximum(whole[:, 0], whole[:, 1]))
    assert whole[1, 4] == 1


def test_words_meet_more_than_by_chance_or_not_at_all():
    texts = [[0, 1], [0, 1, 4], [2, 3], [2, 5], [3, 5], [4, 5]]
    [scores] = CooccurrenceSignal("m", **pack_texts(texts), words=6, candidates=6).candidate_scores(
        [(row,) for row in range(6)]
    )
    np.testing.assert_allclose(scores, scores.T, atol=1e-6)
    assert scores[0, 1] > scores[2, 3] > 0
    assert scores[0, 5] == 0
    assert scores[0, 0] == scores[0, 1]  # the two words always occur together
    weight = np.array([1 / np.log(3 + len(text)) for text in texts])
    together, alone = weight[:2].sum(), weight[:2].sum()
    assert scores[0, 1] == pytest.approx(np.log(together * 6 / (alone * alone)) / 12, abs=1e-6)


def test_bytes_keep_the_direction_of_a_vector():
    vectors = np.random.default_rng(0).normal(size=(50, 64)).astype(np.float32)
    cosines = (unit_rows(vectors) * unit_rows(to_bytes(vectors))).sum(axis=1)
    assert cosines.min() > 0.999


def test_four_bits_keep_a_number_to_the_closest_level():
    vectors = np.random.default_rng(0).normal(size=(40, 32)).astype(np.float32)
    decoded = decode_rows(to_nibbles(vectors))
    assert set(decoded.ravel()) == set(QUANTIZATION_LEVELS)
    closest = QUANTIZATION_LEVELS[np.abs(vectors[..., None] - QUANTIZATION_LEVELS).argmin(axis=-1)]
    np.testing.assert_array_equal(decoded, closest)


def test_words_that_make_a_network_say_each_other_are_close_in_both_directions():
    rng = np.random.default_rng(0)
    states, outputs = rng.normal(size=(200, 12)), rng.normal(size=(200, 12))
    outputs[7] += 4 * (states[3] - states.mean(axis=0))  # after the word 3 the network is about to say the word 7
    whole = np.arange(200) % 5 > 0
    vectors, strengths = bilinear.bilinear_vectors(states, outputs, whole, dimensions=None)
    plain = BilinearSignal("m", vectors, strengths, candidates=200)
    [scores] = plain.candidate_scores([(row,) for row in range(200)])
    np.testing.assert_allclose(scores, scores.T, atol=1e-4)
    assert np.argsort(scores[3])[::-1].tolist().index(7) < 3
    [one] = plain.scores([(3,)], [(7,), (8, 9)])
    np.testing.assert_allclose(one[0], [scores[3, 7], scores[3, [8, 9]].mean()], atol=1e-4)


def test_what_a_network_says_after_a_word_has_a_direction():
    rng = np.random.default_rng(0)
    states, outputs = rng.normal(size=(200, 12)), rng.normal(size=(200, 12))
    outputs[7] = 4 * (states[3] - states.mean(axis=0))  # after the word 3 the network is about to say the word 7
    signal = NextWordSignal(
        "m", *bilinear.next_word_vectors(states, outputs, np.ones(200, np.bool_), dimensions=None), candidates=200
    )
    word_after_clue, clue_after_word = signal.candidate_scores([(row,) for row in range(200)])
    assert word_after_clue[3, 7] > np.quantile(word_after_clue[3], 0.97)
    assert word_after_clue[7, 3] < np.quantile(word_after_clue[7], 0.95)
    np.testing.assert_allclose(clue_after_word, word_after_clue.T, atol=1e-4)
    [after_clue, after_word] = signal.scores([(3,)], [(7,), (8, 9)])
    np.testing.assert_allclose(after_clue[0], [word_after_clue[3, 7], word_after_clue[3, [8, 9]].mean()], atol=1e-4)
    np.testing.assert_allclose(after_word[0], [word_after_clue[7, 3], word_after_clue[[8, 9], 3].mean()], atol=1e-4)


def test_what_all_vectors_share_is_taken_away():
    rng = np.random.default_rng(0)
    vectors = (rng.normal(size=(500, 16)) + 5).astype(np.float32)
    projected = Projection(vectors, 1, 8)(vectors)
    assert projected.shape == (500, 8)
    assert abs(float((projected @ projected.T).mean())) < 0.02


def test_turns_of_one_board_are_never_in_two_folds(tmp_path):
    line = '{"words": [%s], "clue": "c", "targets": ["a%d"], "guesses": ["a%d"], "black": [], "tan": []}'
    boards = [[f'"a{board * 10 + word}"' for word in range(10)] for board in range(8)]
    lines = [line % (", ".join(words[:size]), i * 10, i * 10) for i, words in enumerate(boards) for size in (10, 8)]
    (tmp_path / "turns.jsonl").write_text("\n".join(lines))
    numbers = number_boards(read_turns(tmp_path / "turns.jsonl"))
    assert len(set(numbers)) == 8
    folds = assign_folds(numbers, seed=3)
    assert (folds[::2] == folds[1::2]).all()
    assert set(folds) == set(range(5))


def test_honest_chances_have_no_calibration_error():
    predicted = np.array([0.25] * 4 + [0.75] * 4)
    green = np.array([True, False, False, False, True, True, True, False])
    assert calibration_error(predicted, green) == 0
    assert calibration_error(predicted, ~green) == pytest.approx(0.5)


def test_blocked_words_are_known_by_hash_alone():
    assert is_blocked("nazi")
    assert not is_blocked("ocean")


@pytest.fixture
def turns():
    """Simulated turns that depend on one signal with weight 1.5 and on one listing with level 2."""
    rng = np.random.default_rng(5)
    signal, listed = rng.normal(size=(400, 8)), rng.random((400, 8)) * (rng.random((400, 8)) < 0.3)
    signals = np.stack([signal, listed], axis=2)
    each = tuple(HumanTurn(tuple("abcdefgh"), "clue", (0,), 0, (True,) * 8) for _ in range(400))
    mask, nothing = np.ones((400, 8), bool), np.zeros((400, 8))
    unfitted = TurnArrays(each, np.arange(400), signals, mask, nothing, nothing, np.array([False, True]))
    return replace(unfitted, shares=chances(unfitted, np.array([1.5, 2.0])))


def test_weights_and_the_level_of_a_list_are_found_again(turns):
    np.testing.assert_allclose(fit_weights(turns, np.arange(400), ridge=0.0), [1.5, 2.0], atol=0.01)


def test_a_list_that_lists_nothing_gets_no_level(turns):
    silent = replace(turns, signals=turns.signals * [1.0, 0.0])
    assert fit_weights(silent, np.arange(400))[1] == 0


def test_how_far_a_weight_moves_the_blend_is_its_derivative(turns):
    weights, step = np.array([1.1, 1.7]), 1e-6
    moves = turns.gradient(weights)
    for place in (0, 1):
        more = weights + step * (np.arange(2) == place)
        moved = (turns.scores(more) - turns.scores(weights)) / step
        np.testing.assert_allclose(moves[:, :, place], moved, atol=1e-4)
