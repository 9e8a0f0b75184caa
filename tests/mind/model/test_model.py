"""The shipped model knows enough and gives the same scores by every way of asking."""

import json
import shutil

import numpy as np
import pytest

from duo.core.refusal import Refusal
from duo.data import shipped_data_dir
from duo.mind.model.blend import listing_flags
from duo.mind.model.manifest import DamagedModel, check_files, read_manifest
from duo.mind.model.model import Model
from duo.mind.model.vocabulary import UnknownWord
from duo.words.wordlist import shipped_wordlist

BOARDS = {
    "en": ("whale", "pirate", "king", "tower", "fall", "new york", "note", "bell", "castles", "piano", "robot", "moon"),
    "fr": (
        "baleine",
        "pirate",
        "roi",
        "tour",
        "chute",
        "new york",
        "note",
        "cloche",
        "château",
        "piano",
        "robot",
        "lune",
    ),
}
BOARD = ("whale", "pirate", "king", "tower", "fall", "rose", "note", "bell", "castle", "piano", "robot", "moon")
ENOUGH = {"en": 20_000, "fr": 15_000}


@pytest.fixture(scope="module", params=["en", "fr"])
def model(request):
    return Model.load(request.param)


def test_there_are_clues_enough_and_the_most_familiar_come_first(model):
    assert len(model.candidates) >= ENOUGH[model.lang]
    assert len(set(model.candidates)) == len(model.candidates)
    assert (np.diff(model.familiarity) <= 1e-3).mean() > 0.99
    assert 0 <= model.familiarity.min() <= model.familiarity.max() <= 1


def test_every_word_of_the_list_is_known_with_its_two_word_names(model):
    assert [word for word in shipped_wordlist(model.lang).words if not model.knows(word)] == []


def test_all_candidates_at_once_get_what_each_gets_alone(model):
    board = BOARDS[model.lang]
    whole = model.signals(model.candidates, board)
    assert whole.shape == (len(model.signal_names), len(model.candidates), len(board))
    some = list(range(0, len(model.candidates), 997))
    alone = model.signals([model.candidates[i] for i in some], board)
    np.testing.assert_allclose(whole[:, some], alone, atol=1e-4)


def test_the_blend_is_the_weighted_sum_of_the_signals_and_a_listed_word_pulls_beside_it(model):
    clues, board = model.candidates[500:540], BOARDS[model.lang]
    listings = np.array(listing_flags(model.parts))
    signals, weights = model.signals(clues, board), model.weights
    listed = signals[listings] * np.exp(weights[listings])[:, None, None]
    assert listed.any(axis=(1, 2)).all()
    associations = np.exp(np.tensordot(weights[~listings], signals[~listings], axes=1)) + listed.sum(axis=0)
    np.testing.assert_allclose(model.associate(clues, board), np.log(associations), rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize(
    ("clue", "word"),
    [("ocean", "whale"), ("royal", "king"), ("music", "piano"), ("chess", "king"), ("android", "robot")],
)
def test_what_everybody_connects_is_connected(clue, word):
    scores = Model.load("en").associate([clue], BOARD)[0]
    assert BOARD[int(scores.argmax())] == word


@pytest.mark.parametrize(("clue", "word"), [("océan", "baleine"), ("musique", "piano"), ("couronne", "roi")])
def test_it_is_so_in_french(clue, word):
    scores = Model.load("fr").associate([clue], BOARDS["fr"])[0]
    assert BOARDS["fr"][int(scores.argmax())] == word


@pytest.mark.parametrize(("lang", "second", "others"), [("en", "glove", None), ("fr", "news", "apart")])
def test_a_second_mind_shares_no_signal_and_no_fitted_weight_with_the_first(lang, second, others):
    first, second = Model.load(lang, others), Model.load(lang, second)
    assert not set(first.signal_names) & set(second.signal_names)
    assert len(second.weights) == 1
    assert second.associate(["ocean"], ["piano", "baleine" if lang == "fr" else "whale"])[0].argmax() == 1


def test_a_mind_that_does_not_exist_is_refused_with_those_that_do():
    with pytest.raises(Refusal, match="duo, glove"):
        Model.load("en", "telepathy")


@pytest.mark.parametrize("typed", ["secretagent", "dectective", "wi-fi", "STONES", "Ice Cream"])
def test_a_word_unknown_as_typed_is_read_by_its_parts_or_its_spelling(typed):
    assert Model.load("en").associate([typed], ["whale"]).shape == (1, 1)


@pytest.mark.parametrize("typed", ["xqzvwk", "", "é" * 30])
def test_a_word_of_which_nothing_is_known_is_said_to_be_unknown(typed):
    with pytest.raises(UnknownWord, match="I do not know the word"):
        Model.load("en").associate([typed], ["whale"])


@pytest.fixture
def copy(tmp_path):
    model_dir = tmp_path / "en"
    shutil.copytree(shipped_data_dir("models") / "en", model_dir)
    return model_dir


@pytest.mark.parametrize("harm", ["cut", "flip", "gone"])
def test_a_damaged_model_says_so_and_how_to_get_it_back(copy, harm):
    file = copy / "universal.npy"
    content = bytearray(file.read_bytes())
    if harm == "cut":
        file.write_bytes(content[:-1])
    elif harm == "flip":
        content[len(content) // 2] ^= 1
        file.write_bytes(content)
    else:
        file.unlink()
    with pytest.raises(DamagedModel, match=r"universal\.npy.*git checkout"):
        Model.open(copy)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "duo-model"}', "\x00\xff"])
def test_a_manifest_that_is_none_is_refused(copy, text):
    (copy / "manifest.json").write_text(text)
    with pytest.raises(DamagedModel):
        Model.open(copy)


def test_a_manifest_cannot_name_files_outside_its_folder(copy):
    data = json.loads((copy / "manifest.json").read_text())
    data["files"]["../secret.npy"] = {"bytes": 1, "crc32": 0, "sha256": ""}
    (copy / "manifest.json").write_text(json.dumps(data))
    with pytest.raises(DamagedModel):
        Model.open(copy)


def test_the_shipped_model_is_the_one_that_was_made(model):
    check_files(read_manifest(model.manifest.folder), thorough=True)
    sizes = [entry["bytes"] for entry in model.manifest.files.values()]
    assert sum(sizes) <= {"en": 41_000_000, "fr": 39_000_000}[model.lang]
