"""Words are not linked by spelling alone, nor by a meaning in another language."""

import random
from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest

from duo.core.word import fold
from duo.mind.listener.listener import Listener
from duo.mind.model.look_alikes import look_alike_kind
from duo.mind.model.model import Model
from duo.words.legality import legal_mask
from duo.words.wordlist import shipped_wordlist

DATA = Path(__file__).parents[2] / "data"
# Tables, in which spelling has no part.
KNOWLEDGE = {"compounds", "joined", "cooccurrence", "links", "synonyms", "associations"}
MARGIN = 0.25  # by how much unlinked look-alikes may be closer than any two words, in standard deviations of the blend
HOMONYMS = 0.4  # how many of the pairs that only an English homonym joins may still stand first
AMONG = 20  # words on a board for one pair; by chance one word in twenty stands first


@pytest.fixture(scope="module", params=["en", "fr"])
def model(request):
    return Model.load(request.param)


def test_words_that_begin_alike_pull_no_more_than_any_two(model):
    words = random.Random(7).sample([fold(word) for word in shipped_wordlist(model.lang).words], 120)
    blend = model.associate(model.candidates, words)
    linked = np.any(
        [
            matrix > 0
            for name, matrix in zip(model.signal_names, model.signals(model.candidates, words), strict=True)
            if name in KNOWLEDGE
        ],
        axis=0,
    )
    scores = []
    for column, word in enumerate(words):
        pairs = [row for row, _, _ in model.look_alikes.find_among_candidates([word]) if not linked[row, column]]
        legal = legal_mask([model.candidates[row] for row in pairs], [word], model.lang)
        scores += [blend[row, column] for row, fine in zip(pairs, legal, strict=True) if fine]
    assert len(scores) > 1000
    assert np.mean(scores) < blend.mean() + MARGIN * blend.std()


@pytest.fixture(scope="module")
def pair_ranks(model):
    """Return, by kind of handwritten pair, the rank of the word on a board of twenty and its chance."""
    listener, words = Listener(model), shipped_wordlist(model.lang).words
    found = defaultdict(list)
    for line in (DATA / f"associations-{model.lang}.tsv").read_text("utf-8").splitlines()[2:]:
        kind, set_, clue, word = line.split("\t")
        others = [other for other in random.Random(f"{clue} {word}").sample(words, AMONG + 5) if other != word]
        touch = listener.touch(clue, [word, *others[: AMONG - 1]])
        found[kind, set_].append((int((touch > touch[0]).sum()) + 1, float(touch[0])))
    return found


def first(ranked):
    return np.mean([rank == 1 for rank, _ in ranked])


def test_look_alikes_stand_first_no_more_often_than_by_chance(pair_ranks):
    assert first(pair_ranks["look-alike", "new"]) <= 1 / AMONG


def test_a_look_alike_that_was_once_given_is_never_taken_for_likely(pair_ranks):
    assert all(chance < 0.5 for _, chance in pair_ranks["look-alike", "known"])


def test_a_card_is_a_noun_and_french(model, pair_ranks):
    if model.lang == "fr":
        assert first(pair_ranks["homograph", "known"]) == 0
        assert first(pair_ranks["homograph", "new"]) <= 0.2
        assert all(chance < 0.5 for _, chance in pair_ranks["translation", "known"])
        assert first(pair_ranks["translation", "new"]) <= 0.35


@pytest.mark.parametrize("model", ["fr"], indirect=True)
def test_second_meanings_are_links(pair_ranks):
    assert first(pair_ranks["link", "new"]) >= 0.6


@pytest.mark.parametrize("model", ["fr"], indirect=True)
def test_an_english_homonym_is_no_link(pair_ranks):
    assert first(pair_ranks["english-homonym", "new"]) <= HOMONYMS


def test_names_senses_and_slips_are_understood(model, pair_ranks):
    assert first(pair_ranks["name", "known"]) == 1
    assert first(pair_ranks["name", "new"]) >= 0.85
    assert first(pair_ranks["sense", "new"]) >= {"en": 0.8, "fr": 0.55}[model.lang]
    if model.lang == "en":
        assert first(pair_ranks["misspelt", "known"]) == 1
        assert first(pair_ranks["misspelt", "new"]) >= 0.85


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        ("mast", "mastodon", "whole"),
        ("radis", "radio", "4"),
        ("poire", "poignard", "3"),
        ("poire", "pomme", None),
        ("carbonara", "carbon", "whole"),
        ("admirer", "admiral", "5"),
        ("sea", "sea", None),
    ],
)
def test_how_two_words_begin_alike(one, other, kind):
    assert look_alike_kind(one, other) == look_alike_kind(other, one) == kind
