"""French words are compared by their English translations: with a table, or by the best pair."""

import json
import os
import shutil

import numpy as np
import pytest
from signals import PairSignal

from duo.core.refusal import Refusal
from duo.mind.model.manifest import describe_files
from duo.mind.model.model import Model
from duo.mind.model.translation import BestPairScorer, TranslationSignal, WordTranslations


def stand_ins(*each):
    counts = [len(found) for found in each]
    rows = [row for found in each for row in found]
    prices = [price for found in each for price in found.values()]
    return WordTranslations(
        np.concatenate([[0], np.cumsum(counts)]).astype(np.intp),
        np.asarray(rows, np.uint16),
        np.asarray(prices, np.float32),
    )


def test_the_best_pair_of_meanings_counts_less_what_they_cost():
    pair = BestPairScorer((PairSignal([[0, 1, 5], [1, 0, 2], [5, 2, 0]]),), np.ones(1, np.float32))
    clues, words = stand_ins({0: 0.0, 1: 0.5}, {}), stand_ins({1: 0.0, 2: 3.0}, {2: 0.0})
    np.testing.assert_allclose(pair.scores(clues, words, -1.0), [[2.0, 5.0], [-1.0, -1.0]])


@pytest.fixture(scope="module")
def model():
    return Model.load("fr")


def test_the_table_says_what_the_stand_ins_say_or_less(model):
    [signal] = [part for part in model.parts if isinstance(part, TranslationSignal)]
    dealt, clues = [(int(row),) for row in signal.dealt[:40]], [(row,) for row in range(0, signal.candidates, 97)]
    [table_scores] = signal.scores(clues, dealt)
    found = signal.load_scorer().scores(
        signal.translations.select(clues), signal.translations.select(dealt), float(signal.levels[0])
    )
    rounded = found + 0.03  # half of a step between the lowest and the highest score, of which there are 256
    kept = signal.levels[np.abs(rounded[..., None] - signal.levels).argmin(axis=-1)]
    # The table also takes off what English look-alikes owe to spelling and homonyms to another French word.
    assert (table_scores <= kept).mean() > 0.999
    assert np.median(kept - table_scores) == 0


def test_a_word_that_no_list_has_is_heard_too(model):
    board = ["brouette", "hamac", "cafetière", "tournevis", "radiateur"]
    for clue, word in (("jardinier", "brouette"), ("sieste", "hamac"), ("espresso", "cafetière"), ("vis", "tournevis")):
        assert board[int(model.associate([clue], board)[0].argmax())] == word
    everything = model.associate(model.candidates, board)
    places = [model.candidates.index("jardinier"), model.candidates.index("sieste")]
    np.testing.assert_allclose(everything[places], model.associate(["jardinier", "sieste"], board), atol=1e-3)


def copy_with_arrays(model, model_dir, files):
    """Return a copy of the model with only these arrays of its table."""
    shutil.copytree(model.manifest.folder, model_dir, copy_function=os.link)
    table = model_dir / "share-alike"
    for name in ("translation.npy", "translation-scale.npy", "translation-levels.npy"):
        (table / name).unlink(missing_ok=True)
    for name, array in files.items():
        np.save(table / name, array, allow_pickle=False)
    table_scores = json.loads((model_dir / "manifest.json").read_text("utf-8"))
    kept = [path for path in table_scores["files"] if (model_dir / path).is_file()]
    table_scores["files"] = describe_files(model_dir, sorted({*kept, *(f"share-alike/{name}.npy" for name in files)}))
    (model_dir / "manifest.json").unlink()
    (model_dir / "manifest.json").write_text(json.dumps(table_scores), "utf-8")
    return model_dir


def test_a_table_in_bytes_with_a_lowest_score_and_a_step_is_read_as_before(model, tmp_path):
    [signal] = [part for part in model.parts if isinstance(part, TranslationSignal)]
    words = [model.vocabulary.words[row] for row in signal.dealt[:30]]
    table = np.zeros((len(signal.dealt), len(model.vocabulary.words)), np.uint8)
    [scores] = signal.candidate_scores([(int(row),) for row in signal.dealt[:30]])
    table[:30, : signal.candidates] = np.rint((scores.T + 1.5) / 0.06)
    files = {"translation": table, "translation-scale": np.asarray([-1.5, 0.06], np.float32)}
    bytewise = Model.open(copy_with_arrays(model, tmp_path / "fr", files))
    there, here = (each.associate(model.candidates, words) for each in (bytewise, model))
    np.testing.assert_allclose(there, here, atol=0.03)


@pytest.mark.parametrize("levels", [np.zeros(15), np.arange(16.0)[::-1], np.arange(256.0), np.full(16, np.nan)])
def test_levels_that_do_not_fit_the_table_are_refused(model, tmp_path, levels):
    width = (len(model.vocabulary.words) + 1) // 2
    [signal] = [part for part in model.parts if isinstance(part, TranslationSignal)]
    files = {"translation": np.zeros((len(signal.dealt), width), np.uint8), "translation-levels": levels}
    with pytest.raises(Refusal, match="translation"):
        Model.open(copy_with_arrays(model, tmp_path / "fr", files))
